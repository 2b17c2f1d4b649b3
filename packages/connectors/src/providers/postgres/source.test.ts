import type { Parameters } from '@switchboard/model/plan';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildContext } from '../../testing/context.ts';
import { changeKey } from '../../testing/harness.ts';
import { type Asked, readSource } from '../../testing/read-source.ts';
import { readDecimals } from '../../testing/sources.ts';
import { testReadOnly, testSqlSource } from '../../testing/sql-source-promises.ts';
import { serveTcp } from '../../testing/tcp-server.ts';
import { useDatabase } from '../../testing/use-database.ts';
import { source } from './source.ts';
import { statementOf } from './source-reader.ts';

const database = useDatabase();
beforeAll(async () => {
  await database.rows('create table orders (id int, day date, at timestamptz, note text, ok boolean)');
  await database.rows(`insert into orders values
    (1, '2026-03-03', '2026-03-03 23:59:59.5Z', 'plain', true), (2, '2026-03-04', '2026-03-04 00:00Z', 'a,"b"', false),
    (3, '2026-03-04', '2026-03-05 00:30+01', '', null), (4, '2026-03-05', '2026-03-05 00:00Z', null, null)`);
  await database.rows(`create view long as select n, repeat('x', 1000) from generate_series(1, 5000) n`);
});

/** Name, address and text of the file. */
const read = (parameters: Parameters, asked: Asked = {}, context = buildContext()): Promise<readonly string[]> =>
  readSource(source, { name: 'orders', parameters, key: database.key, reportDate: '2026-03-04', ...asked }, context);

describe('postgres source', () => {
  const rows = (statement: string) => database.rows(statement);
  testReadOnly({ read, rows });
  testSqlSource({
    read,
    key: () => database.key,
    address: () => database,
    run: rows,
    schema: '',
    foreignDialect: 'mysql',
    foreignDatabase: 'nowhere',
    readsDaysOfTexts: false,
    missing: /answered 42P01: relation "missing" does not exist\. Check/,
    denied: /answered 42501: permission denied for table hidden/,
  });

  it('reads the rows of a report date, in UTC, with null and empty text apart', async () => {
    const { port, db_name: name } = database.key.properties;
    expect(await read({ table: 'public.orders', date_column: 'day', order_by: 'id' })).toEqual([
      'orders-2026-03-04.csv',
      `postgresql://127.0.0.1:${String(port)}/${String(name)}`,
      'id,day,at,note,ok\n2,2026-03-04,2026-03-04 00:00:00+00,"a,""b""",f\n3,2026-03-04,2026-03-04 23:30:00+00,"",\n',
    ]);
    const byTime = { query: 'select id, at from orders;', date_column: 'at', order_by: ['id'] };
    expect((await read({ ...byTime, timezone: 'UTC' }))[2]).toBe(
      'id,at\n2,2026-03-04 00:00:00+00\n3,2026-03-04 23:30:00+00\n',
    );
  });

  it('finds the rows of a date by an index', async () => {
    await database.rows('create table indexed (day date primary key, at timestamptz unique)');
    await database.rows(
      `insert into indexed select d, d from generate_series(timestamp '2000-01-01', '2026-12-31', '1 day') d`,
    );
    await database.rows('analyze indexed');
    for (const [column, kind] of [
      ['day', 'day'],
      ['at', 'moment'],
    ] as const) {
      const request = { name: 'x', parameters: { table: 'indexed', date_column: column }, reportDate: '2026-03-04' };
      const plan = await database.rows(`explain ${statementOf(request).rows(kind)}`);
      expect(plan.flat().join('\n')).toMatch(/Index Scan/);
    }
  });

  it('reads a query with a report date in it, and a whole table without one', async () => {
    const query = `select id from orders where day > '{YYYY-MM-DD}' -- later`;
    expect((await read({ query }))[2]).toBe('id\n4\n');
    const whole = await read({ query: 'select count(*) from orders' }, { reportDate: null });
    expect([whole[0], whole[2]]).toEqual(['orders.csv', 'count\n4\n']);
    expect((await read({ table: 'orders', date_column: 'day' }, { reportDate: '2020-01-01' }))[2]).toBe(
      'id,day,at,note,ok\n',
    );
  });

  it('says which columns are decimals, and how many digits they are declared with', async () => {
    const query =
      'select 0.10::numeric(18, 2) as a, sum(1.5) as b, 1 as c, 0.1::float8 as d, 1::numeric(5) as e -- later';
    expect(await readDecimals('postgres', { parameters: { query }, key: database.key })).toEqual({
      a: { precision: 18, scale: 2 },
      b: null,
      e: { precision: 5, scale: 0 },
    });
    expect((await read({ query }))[2]).toBe('a,b,c,d,e\n0.10,1.5,1,0.1,1\n');
  });

  it('reports a server that speaks something else', async () => {
    const port = await serveTcp((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await expect(read({ table: 'orders' }, { key: changeKey(database.key, { port }) })).rejects.toMatchObject({
      code: 'SOURCE_UNREACHABLE',
    });
  });

  it('stops when it is cancelled between rows, and leaves no session', async () => {
    const abort = new AbortController();
    const context = buildContext({ signal: abort.signal, onBytes: () => abort.abort(new Error('cancelled')) });
    await expect(read({ table: 'long' }, {}, context)).rejects.toThrow();
    const sessions = () =>
      database.rows(
        `select pid from pg_stat_activity where application_name = 'switchboard' and datname = current_database()`,
      );
    await expect.poll(sessions).toEqual([]);
  });
});
