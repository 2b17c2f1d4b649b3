import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
} from 'graphql';

export type Operation = 'query' | 'mutation' | 'subscription';
/** A place of a root field's arguments that takes a value of one scalar type. */
export type ArgumentPlace = {
  readonly name: string;
  readonly operation: Operation;
  readonly field: GraphQLField<unknown, unknown>;
  readonly argument: string;
  /** Name of the last field of the input, or of the argument. */
  readonly leaf: string;
  readonly type: string;
  /** The argument with a value at this place. */
  argumentWith(value: unknown): unknown;
};

type Leaf = {
  readonly path: string;
  readonly leaf: string;
  readonly type: string;
  readonly wrap: (value: unknown) => unknown;
};

/** Every place of every argument of the root fields. */
export function argumentPlaces(schema: GraphQLSchema): readonly ArgumentPlace[] {
  const roots = [
    ['query', schema.getQueryType()],
    ['mutation', schema.getMutationType()],
    ['subscription', schema.getSubscriptionType()],
  ] as const;
  return roots.flatMap(([operation, root]) =>
    Object.values(root?.getFields() ?? {}).flatMap((field) =>
      field.args.flatMap((argument) =>
        leavesOf(argument.type, argument.name).map(
          ({ path, leaf, type, wrap }): ArgumentPlace => ({
            name: `${field.name}(${argument.name}${path})`,
            operation,
            field,
            argument: argument.name,
            leaf,
            type,
            argumentWith: wrap,
          }),
        ),
      ),
    ),
  );
}

function leavesOf(type: GraphQLInputType, name: string): readonly Leaf[] {
  const nullable = getNullableType(type);
  if (isListType(nullable))
    return leavesOf(nullable.ofType, name).map((leaf) => ({ ...leaf, wrap: (value) => [leaf.wrap(value)] }));
  if (isInputObjectType(nullable))
    return Object.values(nullable.getFields()).flatMap((field) => {
      const required = Object.values(nullable.getFields()).filter((each) => String(each.type).endsWith('!'));
      const others = Object.fromEntries(required.map((each) => [each.name, `no ${each.name}`]));
      return leavesOf(field.type, field.name).map((leaf) => ({
        ...leaf,
        path: `.${field.name}${leaf.path}`,
        wrap: (value: unknown) => ({ ...others, [field.name]: leaf.wrap(value) }),
      }));
    });
  return [{ path: '', leaf: name, type: getNamedType(type).name, wrap: (value) => value }];
}
