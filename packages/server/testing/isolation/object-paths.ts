import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
  isRequiredArgument,
  isUnionType,
} from 'graphql';

/** A field of an object, and the object of that type to which it leads, which may be one of several. */
export type Step = {
  readonly field: GraphQLField<unknown, unknown>;
  readonly to: GraphQLObjectType;
  readonly isChoice: boolean;
};
export type ObjectPath = { readonly root: Step; readonly steps: readonly Step[]; readonly type: GraphQLObjectType };

/** The shortest path from a query to each type of object, and one that begins with each field of the root. */
export function objectPaths(schema: GraphQLSchema): readonly ObjectPath[] {
  const roots = Object.values(schema.getQueryType()?.getFields() ?? {}).flatMap(stepsOf);
  const found: ObjectPath[] = roots.map((root) => ({ root, steps: [], type: root.to }));
  const known = new Set(found.map(({ type }) => type));
  for (const { root, steps, type } of found)
    for (const step of Object.values(type.getFields()).flatMap(stepsOf)) {
      if (known.has(step.to) || step.field.args.some(isRequiredArgument)) continue;
      known.add(step.to);
      found.push({ root, steps: [...steps, step], type: step.to });
    }
  return found;
}

function stepsOf(field: GraphQLField<unknown, unknown>): readonly Step[] {
  const type = getNamedType(field.type);
  if (isObjectType(type)) return [{ field, to: type, isChoice: false }];
  return isUnionType(type) ? type.getTypes().map((to) => ({ field, to, isChoice: true })) : [];
}

/** Selects along the steps, and at their end what is given. */
export function selectAlong(steps: readonly Step[], last: string): string {
  return steps.reduceRight((inner, { field, to, isChoice }) => {
    const page = field.args.some(({ name }) => name === 'first') ? '(first: 3)' : '';
    return `{ __typename ${field.name}${page} ${isChoice ? `{ __typename ... on ${to.name} ${inner} }` : inner} }`;
  }, last);
}
