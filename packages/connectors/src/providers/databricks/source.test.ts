import type { Parameters } from '@switchboard/model/plan';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildContext, impatientContext } from '../../testing/context.ts';
import { startDatabricks, type TestDatabricks } from '../../testing/databricks/start-databricks.ts';
import type { FaultKind } from '../../testing/faults.ts';
import { type Asked, readSource } from '../../testing/read-source.ts';
import { readDecimals } from '../../testing/sources.ts';
import { source } from './source.ts';

let databricks: TestDatabricks;
beforeAll(async () => {
  databricks = await startDatabricks();
  await databricks.rows(`create table "default".orders (id bigint, note text, at timestamptz, paid boolean)`);
  await databricks.rows(`insert into "default".orders values
    (1, 'plain', '2026-03-03 23:59:59.999999+00', true), (2, 'a,"b"', '2026-03-04 00:00:00+00', false),
    (3, '', '2026-03-04 12:00:00.5+00', true), (4, null, '2026-03-05 00:00:00+00', null), (5, 'größe', '1969-12-31 23:59:59.5+00', true)`);
});
afterAll(() => databricks.close());
beforeEach(() => {
  databricks.plant();
  databricks.statements();
  Object.assign(databricks.control, { polls: 0, chunkRows: 10_000 });
});

/** Name, address and text of each file. */
const read = (parameters: Parameters, asked: Asked = {}, context = buildContext()): Promise<readonly string[]> =>
  readSource(
    source,
    {
      name: 'orders',
      key: databricks.key(),
      reportDate: '2026-03-04',
      ...asked,
      parameters: { warehouse_id: 'w1', ...parameters },
    },
    context,
  );

const ORDERS_OF_DAY = { table: 'default.orders', date_column: 'at', order_by: 'id', timezone: 'UTC' };

describe('databricks source', () => {
  it('reads the rows of a report date, with null and empty text apart', async () => {
    databricks.control.polls = 2;
    expect(await read(ORDERS_OF_DAY)).toEqual([
      'orders-2026-03-04.csv',
      `databricks://127.0.0.1:${databricks.port}`,
      'id,note,at,paid\n2,"a,""b""",2026-03-04 00:00:00,false\n3,"",2026-03-04 12:00:00.5,true\n',
    ]);
  });

  it('asks for the columns first, then for each value in an exact form, with typed bounds', async () => {
    await read({ ...ORDERS_OF_DAY, timezone: 'Europe/Berlin' });
    const rows =
      "from `default`.`orders` where `at` >= TIMESTAMP'2026-03-03 23:00:00Z' and `at` < TIMESTAMP'2026-03-04 23:00:00Z' order by `id`";
    expect(databricks.statements()).toEqual([
      'select `at` from `default`.`orders` limit 0',
      `select * ${rows} limit 0`,
      `select CAST(\`id\` AS STRING) AS \`id\`, CAST(\`note\` AS STRING) AS \`note\`, unix_micros(\`at\`) AS \`at\`, CAST(\`paid\` AS STRING) AS \`paid\` ${rows}`,
    ]);
  });

  it('reads the days of a timezone, by the type of the date column', async () => {
    const ids = async (parameters: Parameters) =>
      (await read({ date_column: 'at', order_by: 'id', ...parameters }))[2]?.match(/^\d/gm);
    expect(await ids({ table: 'default.orders', timezone: 'Europe/Berlin' })).toEqual(['1', '2', '3']);
    const query = 'select id, CAST(at AS DATE) as at from `default`.orders';
    expect(await ids({ query, timezone: 'Europe/Berlin' })).toEqual(['2', '3']);
    await expect(ids({ table: 'default.orders', date_column: 'paid' })).rejects.toMatchObject({
      code: 'PARAMETER_INVALID',
    });
  });

  it.each([1, 2, 5])('reads a whole table in chunks of %d rows', async (chunkRows) => {
    databricks.control.chunkRows = chunkRows;
    const [, , rows = ''] = await read({ table: 'default.orders', order_by: 'id' });
    expect(rows.split('\n')).toHaveLength(7);
    expect(rows).toContain('4,,2026-03-05 00:00:00,\n5,größe,1969-12-31 23:59:59.5,true\n');
  });

  it('writes values of every type exactly', async () => {
    const query = `select 12345678901234567890123456789012.345678::numeric(38, 6) as n, 1e300::float8 as f, date '0001-01-01' as d,
      timestamp '9999-12-31 23:59:59.999999' as ntz, '{"a": [1]}'::jsonb as v, '\\xDEad'::bytea as b`;
    expect((await read({ query }))[2]).toBe(
      'n,f,d,ntz,v,b\n12345678901234567890123456789012.345678,1e+300,0001-01-01,9999-12-31 23:59:59.999999,"{""a"": [1]}",\\xdead\n',
    );
  });

  it('reads a query with a report date in it, and no rows', async () => {
    const query = "select id from `default`.orders where at > '{YYYY-MM-DD}' order by id;";
    expect((await read({ query }))[2]).toBe('id\n3\n4\n');
    expect((await read({ query: 'select 1 as a where 1 = 2' }, { reportDate: null }))[2]).toBe('a\n');
  });

  it('asks for another link when one has ended, and sends no key to a link', async () => {
    databricks.plant({ request: /storage/, kind: { status: 403, reason: 'ended' } });
    expect((await read(ORDERS_OF_DAY))[2]).toContain('2026-03-04');
    expect(databricks.asked().filter((line) => /chunks/.test(line))).toHaveLength(2);
  });

  it('never takes a chunk that does not come for the end', async () => {
    databricks.control.chunkRows = 2;
    databricks.plant({ request: /storage\/[^/]+\/1/, times: 9, kind: 'cut-before' });
    await expect(read({ table: 'default.orders' })).rejects.toMatchObject({
      code: 'SOURCE_ENDED_EARLY',
      class: 'transient',
    });
  });

  it('cancels the statement when it is cancelled', async () => {
    databricks.control.polls = 1_000;
    databricks.plant();
    const work = new AbortController();
    const reading = read(ORDERS_OF_DAY, {}, buildContext({ signal: work.signal }));
    await expect.poll(() => databricks.asked().some((line) => line.startsWith('GET '))).toBe(true);
    work.abort(new Error('lease lost'));
    await expect(reading).rejects.toThrow('lease lost');
    expect(databricks.cancelled()).toBe(1);
  });

  it.each<[string, FaultKind, string]>([
    [
      'a token that is not known',
      { status: 403, reason: '403', message: 'Invalid access token.' },
      'SOURCE_AUTH_FAILED',
    ],
    [
      'a missing permission',
      { status: 403, reason: 'PERMISSION_DENIED', message: 'not an owner' },
      'SOURCE_BAD_REQUEST',
    ],
    ['a warehouse that does not exist', { status: 404, reason: 'RESOURCE_DOES_NOT_EXIST' }, 'SOURCE_NOT_FOUND'],
    [
      'too many requests',
      { status: 429, reason: 'REQUEST_LIMIT_EXCEEDED', headers: { 'retry-after': '0' } },
      'SOURCE_RATE_LIMITED',
    ],
    ['a used-up quota', { status: 400, reason: 'QUOTA_EXCEEDED' }, 'SOURCE_HTTP_ERROR'],
    ['silence', 'hang', 'SOURCE_TIMEOUT'],
    ['a cut connection', 'cut-after', 'SOURCE_UNREACHABLE'],
  ])('reports %s', { tags: ['case:denied', 'case:silent', 'case:full'] }, async (_, kind, code) => {
    databricks.plant({ request: /statements/, times: 9, kind });
    const context = kind === 'hang' ? impatientContext() : buildContext();
    await expect(read(ORDERS_OF_DAY, {}, context)).rejects.toMatchObject({ code });
  });

  it('reports a table that does not exist', { tags: 'case:missing' }, async () => {
    await expect(read({ table: 'default.nothing' })).rejects.toMatchObject({
      code: 'SOURCE_NOT_FOUND',
      message: expect.stringContaining('TABLE_OR_VIEW_NOT_FOUND') as unknown,
    });
  });

  it('obtains a token for a service principal, and another one when it has ended', async () => {
    const key = databricks.principalKey();
    expect(await read(ORDERS_OF_DAY, { key })).toHaveLength(3);
    expect(databricks.tokens.given()).toBe(1);
    databricks.plant({ request: /statements/, kind: { status: 401, reason: '401', message: 'Token is expired' } });
    expect(await read(ORDERS_OF_DAY, { key })).toHaveLength(3);
    expect(databricks.asked().filter((line) => /oidc/.test(line))).toHaveLength(2);
  });

  it('reports a key that is missing, rejected or of another kind, without its secrets', {
    tags: 'case:wrong-key',
  }, async () => {
    await expect(read(ORDERS_OF_DAY, { key: null })).rejects.toMatchObject({ code: 'KEY_MISSING' });
    const login = { name: 'warehouse', type: 'sql', properties: {} };
    await expect(read(ORDERS_OF_DAY, { key: login })).rejects.toMatchObject({ code: 'KEY_NOT_SUPPORTED' });
    const secret = 'a-secret-that-is-not-known';
    for (const key of [databricks.key({ access_token: secret }), databricks.principalKey({ client_secret: secret })]) {
      const error: unknown = await read(ORDERS_OF_DAY, { key }).catch((caught: unknown) => caught);
      expect(error).toMatchObject({ code: 'SOURCE_AUTH_FAILED' });
      expect(String(error)).not.toContain(secret);
    }
    const elsewhere = databricks.key({ host: 'user@evil.example/path' });
    await expect(read(ORDERS_OF_DAY, { key: elsewhere })).rejects.toMatchObject({ code: 'PARAMETER_INVALID' });
  });
});

it('says which columns are decimals, and how many digits they are declared with', async () => {
  const declared = {
    parameters: { warehouse_id: 'w1', query: 'select 0.10::numeric(18, 2) as a, 0.1::float8 as d' },
    key: databricks.key(),
  };
  expect(await readDecimals('databricks', declared)).toEqual({ a: { precision: 18, scale: 2 } });
});
