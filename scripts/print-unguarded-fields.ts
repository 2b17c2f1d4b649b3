import { graphqlSchema } from '@switchboard/server/graphql-schema';
import { type GraphQLObjectType, isObjectType } from 'graphql';

/** Prints each unguarded field of the API: neither the field nor, below the roots, its type names a permission. */
const schema = graphqlSchema();
const roots = new Set([schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]);

for (const type of Object.values(schema.getTypeMap())) {
  if (!isObjectType(type) || type.name.startsWith('__')) continue;
  for (const name of unguardedFields(type)) console.log(`${type.name}.${name} has no permission; give it authScopes`);
}

function unguardedFields(type: GraphQLObjectType): string[] {
  if (!roots.has(type) && hasScopes(type.extensions)) return [];
  const fields = Object.values(type.getFields()).filter(({ extensions }) => !hasScopes(extensions));
  return fields.map(({ name }) => name);
}

function hasScopes(extensions: Readonly<Record<string, unknown>>): boolean {
  const options = extensions['pothosOptions'];
  return typeof options === 'object' && options !== null && 'authScopes' in options && options.authScopes !== undefined;
}
