import { buildSchema, parse } from 'graphql';
import { expect, it } from 'vitest';
import { cacheTypesModule } from './graphql-cache-types.ts';

const SCHEMA = buildSchema(`
  type Query { book: Book! hits: [Hit!]! unused: Unused }
  type Book { id: ID! cover: Cover! }
  type Cover { colour: String! }
  type Problem { message: String! }
  type Unused { x: Int }
  union Hit = Book | Problem
`);

it('lists the keyless types that documents use', () => {
  const module = cacheTypesModule(SCHEMA, [parse('{ book { cover { colour } } hits { ... on Book { id } } }')]);
  expect(module).toContain('= ["Cover","Problem"];');
  expect(module).toContain('= {};');
});

it('lists the members of a union on which a fragment is', () => {
  for (const document of ['{ hits { ... on Hit { __typename } } }', 'fragment A on Hit { __typename }'])
    expect(cacheTypesModule(SCHEMA, [parse(document)])).toContain('= {"Hit":["Book","Problem"]};');
});
