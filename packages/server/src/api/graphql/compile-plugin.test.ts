import { buildSchema, type ExecutionResult, isUnionType } from 'graphql';
import { createYoga } from 'graphql-yoga';
import { expect, it } from 'vitest';
import { compilePlugin } from './compile-plugin.ts';

const SCHEMA = `
  type Query { homepage(refresh: Boolean): Home other: Int }
  union Home = Rows | Nothing
  type Rows { rows: [Row!]! }
  type Row { name: String! days: [Day!]! event: String }
  type Day { running: Boolean! status: String }
  type Nothing { message: String! }
`;
const ROWS = Array.from({ length: 3 }, (_, index) => ({
  name: `row ${index}`,
  days: [
    { running: false, status: 'clean' },
    { running: true, status: null },
  ],
  event: index === 1 ? 'It failed.' : null,
}));

/** Sends operations to a server whose root field resolves to a value, or throws it when it is an error. */
function serve(value: unknown, isCompiled: boolean) {
  const schema = buildSchema(SCHEMA);
  const home = schema.getType('Home');
  if (isUnionType(home)) home.resolveType = () => 'Rows';
  const field = schema.getQueryType()?.getFields()['homepage'];
  if (field)
    field.resolve = () => {
      if (value instanceof Error) throw value;
      return value;
    };
  const plugins = isCompiled ? [compilePlugin() as never] : [];
  const yoga = createYoga({ schema, plugins, maskedErrors: false, logging: false });
  return async (query: string, variables: object): Promise<ExecutionResult> => {
    const response = await yoga.fetch('http://test.test/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables, ...(query.startsWith('query a') ? { operationName: 'a' } : {}) }),
    });
    return (await response.json()) as ExecutionResult;
  };
}

const FIELDS =
  'fragment Fields on Row { title: name name days { ...Health } event } fragment Health on Day { status running }';

it.each([
  ['an object of a union', '{ homepage { __typename ... on Rows { rows { ...Fields } } } }', {}],
  ['two root fields', '{ homepage { ... on Rows { rows { ...Fields } } } again: homepage { __typename } }', {}],
  [
    'fields that a variable leaves out',
    'query ($with: Boolean!) { homepage { ... on Rows { rows { name event @include(if: $with) } } } }',
    { with: false },
  ],
  ['a field that is not compiled', '{ other homepage { __typename } }', {}],
  ['one query of two', 'query a { homepage { __typename } } query b { other }', {}],
])('answers as the executor does: %s', async (_, query, variables) => {
  const text = query.includes('...Fields') ? `${query} ${FIELDS}` : query;
  const value = { rows: ROWS };
  const compiled = await serve(value, true)(text, variables);
  expect(compiled.errors).toBeUndefined();
  expect(compiled).toEqual(await serve(value, false)(text, variables));
});

it.each([
  ['a failure', new Error('It failed.'), {}],
  ['null where there is a value', { rows: [{ name: null, days: [] }] }, {}],
  ['a variable of the wrong type', { rows: ROWS }, { refresh: 'yes' }],
])('answers with the error of the executor: %s', async (_, value, variables) => {
  const query = 'query ($refresh: Boolean) { homepage(refresh: $refresh) { ... on Rows { rows { name } } } }';
  const compiled = await serve(value, true)(query, variables);
  const expected = await serve(value, false)(query, variables);
  const plain = ({ data, errors }: ExecutionResult) => ({
    data,
    errors: errors?.map(({ message, path }) => ({ message, path })),
  });
  expect(compiled.errors).toHaveLength(1);
  expect(plain(compiled)).toEqual(plain(expected));
});
