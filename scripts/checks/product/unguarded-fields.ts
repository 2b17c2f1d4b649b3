import { graphqlSchema } from '@switchboard/server/graphql-schema';
import { type GraphQLObjectType, isObjectType } from 'graphql';
import type { Outcome } from '../outcome.ts';

/** Unguarded fields of the API as it is built: neither the field nor, below the roots, its type names a permission. */
export function findUnguardedFields(): Outcome {
  const schema = graphqlSchema();
  const roots = new Set([schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]);
  const findings = Object.values(schema.getTypeMap()).flatMap((type) => {
    if (!isObjectType(type) || type.name.startsWith('__')) return [];
    return unguardedFields(type, !roots.has(type)).map(
      (name) => `${type.name}.${name} has no permission; give it authScopes`,
    );
  });
  return { findings };
}

/** @param mayGuardAll whether a permission of the type holds for its fields */
function unguardedFields(type: GraphQLObjectType, mayGuardAll: boolean): string[] {
  if (mayGuardAll && hasScopes(type.extensions)) return [];
  const fields = Object.values(type.getFields()).filter(({ extensions }) => !hasScopes(extensions));
  return fields.map(({ name }) => name);
}

function hasScopes(extensions: Readonly<Record<string, unknown>>): boolean {
  const options = extensions['pothosOptions'];
  return typeof options === 'object' && options !== null && 'authScopes' in options && options.authScopes !== undefined;
}
