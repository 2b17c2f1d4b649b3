import {
  type GraphQLField,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql';

export type Call = { readonly query: string; readonly variables: Readonly<Record<string, unknown>> };

/** An id that no row has. */
const NO_ID = '00000000-0000-7000-8000-000000000000';
const SCALARS: Readonly<Record<string, unknown>> = {
  ID: NO_ID,
  Int: 1,
  Float: 1,
  Boolean: true,
  DateTime: '2020-01-02T00:00:00.000Z',
  JSON: {},
};

/** The smallest value of a type that validation accepts. */
function minimalValue(type: GraphQLInputType, name: string): unknown {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return [minimalValue(nullable.ofType, name)];
  if (isInputObjectType(nullable))
    return Object.fromEntries(
      Object.values(nullable.getFields())
        .filter(isRequiredInputField)
        .map((field) => [field.name, minimalValue(field.type, field.name)]),
    );
  if (isEnumType(nullable)) return nullable.getValues()[0]?.name;
  return nullable.name in SCALARS ? SCALARS[nullable.name] : `no ${name}`;
}

/**
 * A call of a root field with its required arguments only.
 * @param known arguments by name, in place of generated ones, and optional ones
 */
export function minimalCall(
  operation: 'query' | 'mutation' | 'subscription',
  field: GraphQLField<unknown, unknown>,
  known: Readonly<Record<string, unknown>> = {},
): Call {
  const args = field.args.filter((arg) => isRequiredArgument(arg) || arg.name in known);
  const declared = args.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ');
  const passed = args.map(({ name }) => `${name}: $${name}`).join(', ');
  const selection = isLeafType(getNamedType(field.type)) ? '' : ' { __typename }';
  const list = (text: string): string => (text === '' ? '' : `(${text})`);
  return {
    query: `${operation}${list(declared)} { ${field.name}${list(passed)}${selection} }`,
    variables: Object.fromEntries(
      args.map(({ name, type }) => [name, name in known ? known[name] : minimalValue(type, name)]),
    ),
  };
}
