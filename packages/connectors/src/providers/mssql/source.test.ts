import type { Parameters } from '@switchboard/model/plan';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildContext } from '../../testing/context.ts';
import { createTestMssql, type TestMssql } from '../../testing/mssql/server.ts';
import { type Asked, readSource } from '../../testing/read-source.ts';
import { readDecimals } from '../../testing/sources.ts';
import { testSqlSource } from '../../testing/sql-source-promises.ts';
import { source } from './source.ts';

let server: TestMssql;
beforeAll(async () => {
  server = await createTestMssql();
  const { database } = server;
  await database.rows('create table dbo.orders (id int, day date, at timestamptz, note text, ok boolean)');
  await database.rows(`insert into dbo.orders values
    (1, '2026-03-03', '2026-03-03 23:59:59.5Z', 'plain', true), (2, '2026-03-04', '2026-03-04 00:00Z', 'a,"b"', false),
    (3, '2026-03-04', '2026-03-05 00:30+01', '', null), (4, '2026-03-05', '2026-03-05 00:00Z', null, null)`);
  await database.rows(`create view dbo.long as select n, repeat('x', 1000) as filler from generate_series(1, 5000) n`);
});
afterAll(() => server.close());

/** Name, address and text of the file. */
const read = (parameters: Parameters, asked: Asked = {}, context = buildContext()): Promise<readonly string[]> =>
  readSource(source, { name: 'orders', parameters, key: server.key, reportDate: '2026-03-04', ...asked }, context);

describe('the sent statements', () => {
  it.each([
    ['a table of a date', { table: 'dbo.orders', date_column: 'day', order_by: ['id', 'o]dd'] }, 'table-of-a-date'],
    [
      'a query of moments',
      { query: 'select at from orders;', date_column: 'at', timezone: 'Asia/Tokyo' },
      'query-of-moments',
    ],
    ['a whole table', { table: 'orders' }, 'whole-table'],
  ])('statements match the golden file of %s', async (_, parameters, name) => {
    server.plant();
    await read(parameters).catch(() => undefined);
    await expect(`${server.statements().join(';\n')};\n`).toMatchFileSnapshot(`./golden/${name}.sql`);
  });
});

describe('mssql source', () => {
  testSqlSource({
    read,
    key: () => server.key,
    address: () => ({ host: '127.0.0.1', port: server.port }),
    run: (statement) => server.database.rows(statement),
    schema: 'dbo.',
    foreignDialect: 'postgresql',
    foreignDatabase: 'nowhere',
    readsDaysOfTexts: true,
    missing: /answered 208: relation .*missing.* does not exist\. Check/,
    denied: /answered 229: permission denied for table hidden/,
  });

  it('reads the rows of a report date, moments in UTC, with null and empty text apart', async () => {
    expect(await read({ table: 'dbo.orders', date_column: 'day', order_by: 'id' })).toEqual([
      'orders-2026-03-04.csv',
      `mssql://127.0.0.1:${server.port}/shop`,
      'id,day,at,note,ok\n2,2026-03-04,2026-03-04 00:00:00.0000000+00,"a,""b""",0\n3,2026-03-04,2026-03-04 23:30:00.0000000+00,"",\n',
    ]);
  });

  it('keeps every digit, bytes and texts of every script, and the header of a result without rows', async () => {
    await server.database.rows(`create table dbo.exact (i bigint, d numeric(38, 10), t time(6), b bytea, n text)`);
    await server.database.rows(
      `insert into dbo.exact values (9223372036854775807, 1234567890123456789012345678.0123456789, '23:59:59.123456', '\\x00ff', '😀 ''é]')`,
    );
    expect((await read({ table: 'exact' }))[2]).toBe(
      `i,d,t,b,n\n9223372036854775807,1234567890123456789012345678.0123456789,23:59:59.1234560,\\x00ff,😀 'é]\n`,
    );
    expect((await read({ table: 'orders', date_column: 'day' }, { reportDate: '2020-01-01' }))[2]).toBe(
      'id,day,at,note,ok\n',
    );
  });

  it('reads no faster than the rows are taken', async () => {
    await server.database.rows(
      `create view dbo.endless as select repeat('x', 1000) as filler from generate_series(1, 100000) n`,
    );
    const request = { name: 'o', parameters: { table: 'endless' }, key: server.key, reportDate: null, state: null };
    const answer = await source.fetch(request, buildContext());
    if (answer.kind !== 'files') throw new Error('expected files');
    for await (const { body } of answer.files) {
      const lastChange = async (): Promise<unknown> => {
        const [row] = await server.database.rows(
          `select now() - state_change > interval '300 milliseconds' from pg_stat_activity where query like 'fetch 500%' and state like 'idle%'`,
        );
        return row?.[0];
      };
      await expect.poll(lastChange).toBe('t');
      expect(body.readableLength).toBeLessThan(1_000_000);
      body.destroy();
    }
  });

  it('retries a read of a server that is busy', async () => {
    server.plant({ statement: /^select convert/, answer: [1205, 'Transaction (Process ID 52) was deadlocked.'] });
    await expect(read({ table: 'orders' })).rejects.toMatchObject({ code: 'SOURCE_HTTP_ERROR', class: 'transient' });
  });
});

it('says which columns are decimals, and how many digits they are declared with', async () => {
  await server.database.rows('create table dbo.digits (i bigint, d numeric(38, 10))');
  const declared = { parameters: { table: 'dbo.digits' }, key: server.key };
  expect(await readDecimals('mssql', declared)).toEqual({ d: { precision: 38, scale: 10 } });
});
