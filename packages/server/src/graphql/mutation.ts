import type { InputFieldMap, InputShapeFromFields, ObjectRef } from '@pothos/core';
import { builder, type SchemaTypes, type Scope } from './builder.ts';
import type { GraphqlContext } from './context.ts';
import { type LoaderDefinition, load, reload } from './loaders.ts';
import { NotFound } from './value-types.ts';

type Result<Member> = Member extends ObjectRef<SchemaTypes, infer Shape> ? Shape : never;

type Mutation<Member, Args extends InputFieldMap> = {
  readonly authScopes: Scope;
  readonly description: string;
  /** The union of what the mutation returns: the changed object, and why it may not be changed. */
  readonly result: { readonly name: string; readonly description: string; readonly types: readonly Member[] };
  readonly isNullable?: boolean;
  readonly args: Args;
  readonly resolve: (
    args: InputShapeFromFields<Args>,
    context: GraphqlContext,
  ) => Promise<Result<Member> | null> | Result<Member>;
};

/** Defines a mutation and the union that it returns. */
export function defineMutation<Member extends ObjectRef<SchemaTypes, unknown>, Args extends InputFieldMap>(
  field: string,
  { result, isNullable = false, resolve, ...options }: Mutation<Member, Args>,
): void {
  const { name, description, types } = result;
  const type = builder.unionType(name, { description, types: [...types] });
  builder.mutationField(field, (t) =>
    t.field({
      ...options,
      type,
      nullable: isNullable,
      // The types cannot decide whether a generic result is a list.
      resolve: (_root, args, context) => resolve(args, context) as never,
    }),
  );
}

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
