import type { InputFieldMap, InputShapeFromFields, ObjectRef } from '@pothos/core';
import { type GraphQLResolveInfo, isUnionType } from 'graphql';
import type { administration } from './administration.ts';
import { builder, type SchemaTypes, type Scope } from './builder.ts';
import type { GraphqlContext } from './context.ts';
import { type LoaderDefinition, load, reload } from './loaders.ts';
import { NotFound } from './value-types.ts';

type Result<Member> = Member extends ObjectRef<SchemaTypes, infer Shape> ? Shape : never;

/** A union type. */
type Union<Member> = { readonly name: string; readonly description: string; readonly types: readonly Member[] };

type Administration = ReturnType<typeof administration>;

type RootField<Member, Args extends InputFieldMap> = {
  readonly authScopes: Scope | Administration['authScopes'];
  readonly extensions?: Administration['extensions'];
  readonly description: string;
  /** The object, and the reasons why there may be none. */
  readonly result: Union<Member>;
  readonly isNullable?: boolean;
  readonly args: Args;
  readonly resolve: (
    args: InputShapeFromFields<Args>,
    context: GraphqlContext,
  ) => Promise<Result<Member> | null> | Result<Member>;
};

/** The result of a mutation that changes an object: the object, or why it was not changed. */
export const changeResult = <Member>(name: string, noun: string, types: readonly Member[]): Union<Member> => ({
  name,
  description: `The ${noun} after the change, or why it was not changed.`,
  types,
});

function fieldOptions<Member extends ObjectRef<SchemaTypes, unknown>, Args extends InputFieldMap>({
  result,
  isNullable = false,
  resolve,
  ...options
}: RootField<Member, Args>) {
  const { name, description, types } = result;
  return {
    ...options,
    type: builder.unionType(name, { description, types: [...types], resolveType: memberOf(name) }),
    nullable: isNullable,
    // The types cannot decide whether a generic result is a list.
    resolve: (_root: unknown, args: InputShapeFromFields<Args>, context: GraphqlContext) =>
      resolve(args, context) as never,
  };
}

/** The name of the union's type whose `isTypeOf` accepts a value. */
const memberOf =
  (union: string) =>
  (value: unknown, context: GraphqlContext, info: GraphQLResolveInfo): string | undefined => {
    const type = info.schema.getType(union);
    const members = isUnionType(type) ? type.getTypes() : [];
    return members.find((member) => member.isTypeOf?.(value, context, info) === true)?.name;
  };

const define =
  (kind: 'query' | 'mutation') =>
  <Member extends ObjectRef<SchemaTypes, unknown>, Args extends InputFieldMap>(
    field: string,
    root: RootField<Member, Args>,
  ): void => {
    const options = fieldOptions(root);
    if (kind === 'query') builder.queryField(field, (t) => t.field(options));
    else builder.mutationField(field, (t) => t.field(options));
  };

/** Defines a query and the union that it returns. */
export const defineQuery = define('query');
/** Defines a mutation and the union that it returns. */
export const defineMutation = define('mutation');

/**
 * Changes a row of the account and reads it again.
 * @param change performs the change, or returns why it is not possible
 */
export async function changeRow<Row, Refused>(
  context: GraphqlContext,
  loader: LoaderDefinition<Row>,
  { noun, id }: { readonly noun: string; readonly id: string },
  change: (row: Row) => Promise<Refused | null>,
): Promise<Row | Refused | NotFound> {
  const row = await load(context, loader, id);
  const refused = row && (await change(row));
  return refused ?? (row && (await reload(context, loader, id))) ?? new NotFound(`There is no such ${noun}.`);
}
