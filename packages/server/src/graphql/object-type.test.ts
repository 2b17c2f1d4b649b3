import { execute, parse } from 'graphql';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { builder } from './builder.ts';
import {
  boolean,
  type ColumnsOf,
  dateTime,
  float,
  from,
  id,
  nullable,
  object,
  objects,
  references,
  string,
  strings,
} from './columns.ts';
import type { LoaderDefinition } from './loaders.ts';
import { defineObject, hasProperty } from './object-type.ts';
import { RequestError } from './request-error.ts';

type Part = { readonly name: string };
type Row = {
  readonly id: string;
  readonly status: 'active' | 'suspended';
  readonly row_count: number | null;
  readonly created: Date;
  readonly tags: readonly string[];
  readonly first_part: Part | null;
  readonly parts: readonly Part[];
};

const partRef = builder.objectRef<Part>('Part');
const rowRef = builder.objectRef<Row>('Row');
const description = 'A field.';
const authScopes = { signedIn: true } as const;

defineObject(partRef, { description, authScopes, columns: { name: string(description) } });
defineObject(rowRef, {
  description,
  authScopes,
  columns: {
    id: id(description),
    status: string(description),
    rowCount: from('row_count', nullable(float(description))),
    created: dateTime(description),
    tags: strings(description),
    part: from('first_part', nullable(object(partRef, description))),
    parts: objects(partRef, description),
  },
  fields: (t) => ({
    isActive: t.boolean({ description, resolve: ({ status }) => status === 'active' }),
  }),
});

/** A row with a column that needs a permission that its root field does not require. */
type Keyed = { readonly name: string; readonly part_ids: string };
const keyedRef = builder.objectRef<Keyed>('Keyed');
const partsOf: LoaderDefinition<readonly Part[]> = {
  keys: 'names',
  batch: async () => new Map([['p', [{ name: 'p' }]]]),
};
defineObject(keyedRef, {
  description,
  authScopes: { permission: 'manage-keys' },
  columns: { name: string(description), parts: from('part_ids', references(partRef, partsOf, description)) },
  fields: (t) => ({ length: t.int({ description, resolve: ({ name }) => name.length }) }),
});

builder.scalarType('DateTime', { serialize: (value) => value.toISOString() });
builder.queryType({
  fields: (t) => ({
    row: t.field({ type: rowRef, authScopes, resolve: () => ROW }),
    keyed: t.field({ type: keyedRef, nullable: true, authScopes, resolve: () => ({ name: 'key', part_ids: 'p' }) }),
  }),
});

const ROW: Row = {
  id: '1',
  status: 'active',
  row_count: null,
  created: new Date('2026-11-20T06:00:00Z'),
  tags: ['a', 'b'],
  first_part: null,
  parts: [{ name: 'p' }],
};

describe('defineObject', () => {
  test('shows columns and computed fields', async () => {
    const result = await execute({
      schema: builder.toSchema(),
      document: parse('{ row { id status rowCount created tags part { name } parts { name } isActive } }'),
      contextValue: { adminGrants: new Set(), loaders: new Map() },
    });
    expect(result).toEqual({
      data: {
        row: {
          id: '1',
          status: 'active',
          rowCount: null,
          created: '2026-11-20T06:00:00.000Z',
          tags: ['a', 'b'],
          part: null,
          parts: [{ name: 'p' }],
          isActive: true,
        },
      },
    });
  });

  test.each(['name', 'parts { name }', 'length'])(
    'refuses each field to people without the permission of the type: %s',
    async (fields) => {
      const run = (permissions: readonly string[]) =>
        execute({
          schema: builder.toSchema(),
          document: parse(`{ keyed { ${fields} } }`),
          contextValue: {
            adminGrants: new Set(),
            loaders: new Map(),
            session: { accountId: 'a', permissions: new Set(permissions) },
            database: { withAccount: (_: string, use: (tx: null) => unknown) => use(null) },
          },
        });
      const refused = await run(['view']);
      const cause = refused.errors?.[0]?.originalError;
      expect({ data: refused.data, code: cause instanceof RequestError ? cause.code : null }).toEqual({
        data: { keyed: null },
        code: 'NOT_ALLOWED',
      });
      expect((await run(['manage-keys'])).errors).toBeUndefined();
    },
  );

  test('compiles with columns that the row has with the same type and nullability only', () => {
    type IsAccepted<Columns> = Columns extends ColumnsOf<Row, Columns> ? true : false;
    const declare = <Columns>(_columns: Columns): IsAccepted<Columns>[] => [];
    expectTypeOf(declare({ status: string(description) })).toEqualTypeOf<true[]>();
    // The row has no column `name`.
    expectTypeOf(declare({ name: string(description) })).toEqualTypeOf<false[]>();
    // The row has no column `title`.
    expectTypeOf(declare({ id: from('title', string(description)) })).toEqualTypeOf<false[]>();
    // `status` holds strings.
    expectTypeOf(declare({ status: boolean(description) })).toEqualTypeOf<false[]>();
    // `row_count` may hold null.
    expectTypeOf(declare({ row_count: float(description) })).toEqualTypeOf<false[]>();
    // `created` never holds null.
    expectTypeOf(declare({ created: nullable(dateTime(description)) })).toEqualTypeOf<false[]>();
    // `parts` holds parts.
    expectTypeOf(declare({ parts: objects(rowRef, description) })).toEqualTypeOf<false[]>();
  });
});

test('hasProperty accepts objects with the property', () => {
  expect([{ source: null }, {}, null, 'source'].map(hasProperty('source'))).toEqual([true, false, false, false]);
});
