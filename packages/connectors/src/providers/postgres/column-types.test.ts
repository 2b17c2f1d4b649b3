import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Column, ColumnType } from '@switchboard/model/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MatrixServer, recordVerdicts, testColumnMatrix } from '../../testing/column-matrix.ts';
import { buildContext } from '../../testing/context.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { buildContent, buildDelivery } from '../../testing/delivery.ts';
import { POSTGRES_TYPES } from './column-types.ts';
import { destination } from './destination.ts';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.rows(`set timezone = 'UTC'`);
  await database.rows(`set datestyle = 'ISO, YMD'`);
  folder = mkdtempSync(join(tmpdir(), 'column-types-'));
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const COLUMN_TYPES = [
  ...['text', 'varchar(3)', 'varchar', 'char(3)', 'bpchar', 'name', '"char"', 'xml', 'json', 'jsonb'],
  ...['smallint', 'integer', 'bigint', 'real', 'double precision', 'money', 'oid', 'boolean', 'bytea'],
  ...[
    'numeric',
    'numeric(4, 1)',
    'numeric(10, 2)',
    'numeric(18, 6)',
    'numeric(38, 10)',
    'numeric(12)',
    'numeric(6, -2)',
  ],
  ...['date', 'timestamp', 'timestamp(0)', 'timestamp(3)', 'timestamptz', 'timestamptz(0)'],
  ...['time', 'time(0)', 'time(3)', 'timetz', 'timetz(0)', 'interval', 'interval(0)', 'interval day to minute'],
  ...['uuid', 'inet', 'bit(8)', 'text[]', 'integer[]', 'int4range', 'tsvector', 'point'],
];

const server: MatrixServer = {
  async column(type) {
    await database.rows('drop table if exists probe');
    await database.rows(`create table probe (value ${type})`);
    const [[spelled] = []] = await database.rows(
      `select format_type(atttypid, atttypmod) from pg_attribute where attrelid = 'probe'::regclass and attname = 'value'`,
    );
    const shown = type === 'money' ? 'value::numeric::text' : 'value::text';
    return {
      spelled: String(spelled),
      async store(value) {
        await database.rows('delete from probe');
        const [[held] = []] = await database.rows(
          `insert into probe values ('${value.replaceAll("'", "''")}') returning ${shown}`,
        );
        return (held ?? null) as string | null;
      },
    };
  },
};
testColumnMatrix('PostgreSQL', POSTGRES_TYPES, COLUMN_TYPES, (tried) => recordVerdicts(tried, server));

const decimal = (precision: number, scale: number): ColumnType => ({ kind: 'decimal', precision, scale });
const columns = (...types: readonly (readonly [string, ColumnType])[]): readonly Column[] =>
  types.map(([name, type]) => ({ name, type, nullable: true }));

type Added = { readonly names: readonly string[][] };

async function deliver(
  table: string,
  of: readonly Column[],
  rows: readonly string[],
  { fence = 1, ...parameters }: Readonly<Record<string, string | number | boolean>> = {},
): Promise<Added> {
  const content = buildContent(folder, of.map(({ name }) => name).join(','), rows);
  const names: string[][] = [];
  await destination.deliver(
    buildDelivery(content, {
      columns: of,
      key: database.key,
      parameters: { table, schema: 'public', ...parameters },
      mode: 'truncate',
      fence: Number(fence),
    }),
    buildContext({ onColumnsAdded: async (added) => void names.push([...added]) }),
  );
  return { names };
}

const messageOf = async (delivery: Promise<unknown>): Promise<string> => {
  const error = await delivery.then(
    () => null,
    (caught: unknown) => caught,
  );
  expect(error).toMatchObject({ code: 'DESTINATION_SCHEMA', class: 'permanent' });
  return (error as Error).message;
};

describe('columns that would change values', () => {
  it('refuses them before loading, with a value and the statements after which they are kept', {
    tags: 'proof:destination-never-rounds',
  }, async () => {
    await database.rows('create table narrow (amt numeric(4,1), at date, n real)');
    await database.rows('insert into narrow values (1, null, 2.5)');
    const of = columns(['amt', decimal(10, 2)], ['at', { kind: 'datetime' }], ['n', { kind: 'integer' }]);
    const rows = ['1.25,2026-11-26 23:59:59,9007199254740993'];
    const message = await messageOf(deliver('narrow', of, rows));
    expect(message).toBe(
      'The table public.narrow does not fit: its column amt of type numeric(4,1) would change values of decimal(10, 2), such as 1.05; ' +
        'its column at of type date would change values of datetime, such as 2026-11-26 23:59:59; ' +
        'its column n of type real would change values of integer, such as 922337203. To keep them: ' +
        'alter table "public"."narrow" alter column "amt" type numeric(10, 2); ' +
        'alter table "public"."narrow" alter column "at" type timestamptz; ' +
        'alter table "public"."narrow" alter column "n" type numeric(38, 10). Change the table, or the upload’s columns.',
    );
    expect(await database.rows('select amt::text from narrow')).toEqual([['1.0']]);
    for (const statement of message.match(/alter table .*?(?=;|\. Change)/g) ?? []) await database.rows(statement);
    expect(await database.rows('select n::float::text from narrow')).toEqual([['2.5']]);
    await deliver('narrow', of, rows);
    expect(await database.rows('select amt::text, at::text, trim_scale(n)::text from narrow')).toEqual([
      ['1.25', '2026-11-26 23:59:59+00', '9007199254740993'],
    ]);
  });

  it('reads domains by the type that they narrow', async () => {
    await database.rows('create domain amount as numeric(4,1)');
    await database.rows('create domain cost as amount check (value > 0)');
    await database.rows('create table narrowed (amt cost)');
    const of = columns(['amt', decimal(10, 2)]);
    expect(await messageOf(deliver('narrowed', of, ['1.25']))).toContain(
      'its column amt of type numeric(4,1) would change values of decimal(10, 2)',
    );
    await deliver('narrowed', of, ['1.50']);
    expect(await database.rows('select amt::text from narrowed')).toEqual([['1.5']]);
  });

  it('leaves a value that the server refuses to the server', async () => {
    await database.rows('create table short (site varchar(3), n smallint)');
    const of = columns(['site', { kind: 'string' }], ['n', { kind: 'integer' }]);
    await deliver('short', of, ['abc,300']);
    expect(await messageOf(deliver('short', of, ['abcd,300'], { fence: 2 }))).toContain('value too long');
    expect(await messageOf(deliver('short', of, ['abc,40000'], { fence: 3 }))).toContain('out of range');
    expect(await database.rows('select site from short')).toEqual([['abc']]);
  });
});

describe('columns that the table lacks', () => {
  const of = columns(['site', { kind: 'string' }], ['cost', decimal(12, 2)], ['at', { kind: 'datetime' }]);
  const rows = ['a,1.25,2026-11-26 23:59:59'];

  it('names them with the statements that add them', async () => {
    await database.rows('create table lacking (site text)');
    const message = await messageOf(deliver('lacking', of, rows));
    expect(message).toBe(
      'The table public.lacking does not fit: it has no column cost, at. To add: ' +
        'alter table "public"."lacking" add column if not exists "cost" numeric(12, 2); ' +
        'alter table "public"."lacking" add column if not exists "at" timestamptz; or set evolve to add_columns. ' +
        'Change the table, or the upload’s columns.',
    );
  });

  it('adds them on request, and says which', { tags: 'proof:destination-adds-columns' }, async () => {
    await database.rows('create table growing (site text)');
    await database.rows(`insert into growing values ('old')`);
    const added = await deliver('growing', of, rows, { evolve: 'add_columns' });
    expect(added.names).toEqual([['cost', 'at']]);
    expect(await database.rows('select site, cost::text, at::text from growing')).toEqual([
      ['a', '1.25', '2026-11-26 23:59:59+00'],
    ]);
    expect((await deliver('growing', of, rows, { evolve: 'add_columns', fence: 2 })).names).toEqual([]);
  });

  it('adds them once when many deliveries add them at a time, while readers read', async () => {
    await database.rows('create table crowded (site text)');
    const reading = database.rows('select count(*) from crowded');
    const fences = [1, 2, 3, 4];
    const outcomes = await Promise.allSettled(
      fences.map((fence) => deliver('crowded', of, rows, { evolve: 'add_columns', fence })),
    );
    await reading;
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    for (const reason of refused) expect(reason).toMatchObject({ code: 'DESTINATION_SUPERSEDED' });
    const [[held] = []] = await database.rows(
      `select string_agg(attname, ',' order by attnum) from pg_attribute where attrelid = 'crowded'::regclass and attnum > 0`,
    );
    expect(String(held).split(',').sort()).toEqual(['at', 'cost', 'site']);
  });
});
