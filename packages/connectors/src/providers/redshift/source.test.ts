import type { Parameters } from '@switchboard/model/plan';
import { beforeAll, describe, expect, it } from 'vitest';
import type { KeyProperties } from '../../spec.ts';
import { buildContext } from '../../testing/context.ts';
import { changeKey } from '../../testing/harness.ts';
import { type Asked, readSource } from '../../testing/read-source.ts';
import { readDecimals } from '../../testing/sources.ts';
import { testReadOnly, testSqlSource } from '../../testing/sql-source-promises.ts';
import { useDatabase } from '../../testing/use-database.ts';
import { source } from './source.ts';

// PostgreSQL answers for Redshift.
const database = useDatabase();
const redshiftKey = (change: KeyProperties['properties'] = {}): KeyProperties =>
  changeKey(database.key, { dialect: 'redshift', ...change });
beforeAll(async () => {
  await database.rows('create table orders (id int, day date, at timestamptz, note text, ok boolean)');
  await database.rows(`insert into orders values
    (1, '2026-03-03', '2026-03-03 23:59:59.5Z', 'plain', true), (2, '2026-03-04', '2026-03-04 00:00Z', 'a,"b"', false),
    (3, '2026-03-04', '2026-03-05 00:30+01', '', null), (4, '2026-03-05', '2026-03-05 00:00Z', null, null)`);
  await database.rows(`create view long as select n, repeat('x', 1000) as filler from generate_series(1, 5000) n`);
});

/** Name, address and text of the file. */
const read = (parameters: Parameters, asked: Asked = {}, context = buildContext()): Promise<readonly string[]> =>
  readSource(source, { name: 'orders', parameters, key: redshiftKey(), reportDate: '2026-03-04', ...asked }, context);

describe('redshift source', () => {
  const rows = (statement: string) => database.rows(statement);
  testReadOnly({ read, rows });
  testSqlSource({
    read,
    key: redshiftKey,
    address: () => database,
    run: rows,
    schema: '',
    foreignDialect: 'postgresql',
    foreignDatabase: 'nowhere',
    readsDaysOfTexts: false,
    missing: /answered 42P01: relation "missing" does not exist\. Check/,
    denied: /answered 42501: permission denied for table hidden/,
  });

  it('reads the rows of a report date, in UTC, with null and empty text apart', async () => {
    const { port, db_name: name } = database.key.properties;
    expect(await read({ table: 'public.orders', date_column: 'day', order_by: 'id' })).toEqual([
      'orders-2026-03-04.csv',
      `redshift://127.0.0.1:${String(port)}/${String(name)}`,
      'id,day,at,note,ok\n2,2026-03-04,2026-03-04 00:00:00+00,"a,""b""",f\n3,2026-03-04,2026-03-04 23:30:00+00,"",\n',
    ]);
  });

  it('keeps every digit of floats and decimals, and the header of a result without rows', async () => {
    const query = `select 0.1::float8 + 0.2::float8 as f, 12345678901234567890.123456789::numeric(38, 9) as d, 9223372036854775807 as i`;
    expect((await read({ query }))[2]).toBe(
      'f,d,i\n0.30000000000000004,12345678901234567890.123456789,9223372036854775807\n',
    );
    expect((await read({ table: 'orders', date_column: 'day' }, { reportDate: '2020-01-01' }))[2]).toBe(
      'id,day,at,note,ok\n',
    );
  });

  it('reads no faster than the rows are taken', async () => {
    await database.rows(`create view endless as select repeat('x', 1000) as filler from generate_series(1, 100000) n`);
    const request = {
      name: 'orders',
      parameters: { table: 'endless' },
      key: redshiftKey(),
      reportDate: null,
      state: null,
    };
    const answer = await source.fetch(request, buildContext());
    if (answer.kind !== 'files') throw new Error('expected files');
    for await (const { body } of answer.files) {
      const waits = async (): Promise<string | null> => {
        const [row] = await database.rows(
          `select wait_event from pg_stat_activity where application_name = 'switchboard' and datname = current_database()`,
        );
        return row?.[0] as string | null;
      };
      await expect.poll(waits).toBe('ClientWrite');
      expect(body.readableLength).toBeLessThan(1_000_000);
      body.destroy();
    }
  });
});

it('says which columns are decimals, and how many digits they are declared with', async () => {
  const declared = {
    parameters: { query: 'select 0.10::numeric(18, 2) as a, 1.5::numeric as b, 1 as c, 0.1::float8 as d' },
    key: redshiftKey(),
  };
  expect(await readDecimals('redshift', declared)).toEqual({ a: { precision: 18, scale: 2 }, b: null });
});
