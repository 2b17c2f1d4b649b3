import {
  buildSchema,
  type GraphQLNamedType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
} from 'graphql';
import { textCheck } from './check.ts';

const SCHEMA = 'packages/server/schema.graphql';

/** Every type and field of the API has a description. */
export const schema = textCheck('schema', 'every GraphQL type and field has a description', (tree) => {
  const types = Object.values(buildSchema(tree.read(SCHEMA)).getTypeMap()).filter(({ name }) => !name.startsWith('__'));
  const findings: string[] = [];
  let fields = 0;
  for (const type of types) {
    const builtIn = isScalarType(type) && type.astNode === undefined;
    if (!type.description && !builtIn && type.astNode) findings.push(`${SCHEMA}: ${type.name} has no description`);
    for (const field of fieldsOf(type)) {
      fields += 1;
      if (!field.description) findings.push(`${SCHEMA}: ${type.name}.${field.name} has no description`);
    }
  }
  return { findings, note: `${fields} fields` };
});

type Described = { readonly name: string; readonly description?: string | null | undefined };

function fieldsOf(type: GraphQLNamedType): Described[] {
  if (isInputObjectType(type)) return Object.values(type.getFields());
  return isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
}
