import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  type InlineFragmentNode,
  isAbstractType,
  isObjectType,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';

/**
 * The module that describes to the console's GraphQL cache the types in its documents: which have no id and are stored
 * within their parent, and which members the unions and interfaces have on which a fragment is.
 */
export function cacheTypesModule(schema: GraphQLSchema, documents: readonly DocumentNode[]): string {
  const types = [...typesOf(schema, documents)].sort((a, b) => a.name.localeCompare(b.name));
  const roots = new Set([schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]);
  const keyless = types.filter((type) => isObjectType(type) && !roots.has(type) && !('id' in type.getFields()));
  const conditions = conditionsOf(documents);
  const abstract = types.filter(isAbstractType).filter(({ name }) => conditions.has(name));
  const members = abstract.map((type): [string, string[]] => [
    type.name,
    schema.getPossibleTypes(type).map((member) => member.name),
  ]);
  return [
    '// Generated from packages/server/schema.graphql by scripts/generate-graphql.ts: do not edit.',
    '/** Types without an id: part of another, with no identity of their own. */',
    `export const KEYLESS_TYPES: readonly string[] = ${JSON.stringify(keyless.map(({ name }) => name))};`,
    '/** The members of each union and interface on which a fragment is. */',
    `export const POSSIBLE_TYPES: Record<string, string[]> = ${JSON.stringify(Object.fromEntries(members))};`,
    '',
  ].join('\n');
}

/** The composite types that the documents select from, with the members of abstract ones. */
function typesOf(schema: GraphQLSchema, documents: readonly DocumentNode[]): ReadonlySet<GraphQLNamedType> {
  const found = new Set<GraphQLNamedType>();
  const info = new TypeInfo(schema);
  const add = (): undefined => {
    const type = getNamedType(info.getType());
    if (isAbstractType(type)) for (const member of [type, ...schema.getPossibleTypes(type)]) found.add(member);
    else if (isObjectType(type)) found.add(type);
    return undefined;
  };
  for (const document of documents) {
    visit(document, visitWithTypeInfo(info, { Field: add, FragmentDefinition: add, InlineFragment: add }));
  }
  return found;
}

/** The names of the types on which the documents have fragments. */
function conditionsOf(documents: readonly DocumentNode[]): ReadonlySet<string> {
  const found = new Set<string>();
  const add = ({ typeCondition }: FragmentDefinitionNode | InlineFragmentNode): undefined => {
    if (typeCondition !== undefined) found.add(typeCondition.name.value);
    return undefined;
  };
  for (const document of documents) visit(document, { FragmentDefinition: add, InlineFragment: add });
  return found;
}
