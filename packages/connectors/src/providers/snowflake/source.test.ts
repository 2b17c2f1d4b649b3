import type { Parameters } from '@switchboard/model/plan';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildContext, impatientContext } from '../../testing/context.ts';
import type { FaultKind } from '../../testing/faults.ts';
import { type Asked, readSource } from '../../testing/read-source.ts';
import { tokenChange } from '../../testing/snowflake/authorize.ts';
import { startSnowflake, type TestSnowflake } from '../../testing/snowflake/start-snowflake.ts';
import { readDecimals } from '../../testing/sources.ts';
import { source } from './source.ts';

let snowflake: TestSnowflake;
beforeAll(async () => {
  snowflake = await startSnowflake();
  await snowflake.rows(`create table "PUBLIC"."ORDERS" ("ID" bigint, "NOTE" text, "AT" timestamptz, "PAID" boolean)`);
  await snowflake.rows(`insert into "PUBLIC"."ORDERS" values
    (1, 'plain', '2026-03-03 23:59:59.999999+00', true), (2, 'a,"b"', '2026-03-04 00:00:00+00', false),
    (3, '', '2026-03-04 12:00:00.5+00', true), (4, null, '2026-03-05 00:00:00+00', null), (5, 'größe', '1969-12-31 23:59:59.5+00', true)`);
});
afterAll(() => snowflake.close());
beforeEach(() => {
  snowflake.plant();
  snowflake.statements();
  snowflake.clock.now = buildContext().now();
  Object.assign(snowflake.control, { polls: 0, partitionRows: 10_000 });
});

/** Name, address and text of each file. */
const read = (parameters: Parameters, asked: Asked = {}, context = buildContext()): Promise<readonly string[]> =>
  readSource(source, { name: 'orders', parameters, key: snowflake.key(), reportDate: '2026-03-04', ...asked }, context);

const ORDERS_OF_DAY = { table: 'public.orders', date_column: 'at', order_by: 'id', timezone: 'UTC' };

describe('snowflake source', () => {
  it('reads the rows of a report date, with null and empty text apart', async () => {
    snowflake.control.polls = 2;
    expect(await read(ORDERS_OF_DAY)).toEqual([
      'orders-2026-03-04.csv',
      `snowflake://127.0.0.1:${snowflake.port}`,
      'id,note,at,paid\n2,"a,""b""",2026-03-04 00:00:00,false\n3,"",2026-03-04 12:00:00.5,true\n',
    ]);
  });

  it('sends statements with names as Snowflake stores them, and typed bounds', async () => {
    await read({ ...ORDERS_OF_DAY, timezone: 'Europe/Berlin' });
    expect(snowflake.statements()).toEqual([
      'select "AT" from "PUBLIC"."ORDERS" limit 0',
      `select * from "PUBLIC"."ORDERS" where "AT" >= '2026-03-03 23:00:00 +0000'::TIMESTAMP_TZ and "AT" < '2026-03-04 23:00:00 +0000'::TIMESTAMP_TZ order by "ID"`,
    ]);
    await expect(read({ table: 'public."orders"' })).rejects.toMatchObject({ code: 'SOURCE_NOT_FOUND' });
    expect(snowflake.statements()).toEqual(['select * from "PUBLIC"."orders"']);
  });

  it('reads the days of a timezone, by the type of the date column', async () => {
    const ids = async (parameters: Parameters) =>
      (await read({ date_column: 'at', order_by: 'id', ...parameters }))[2]?.match(/^\d/gm);
    expect(await ids({ table: 'public.orders', timezone: 'Europe/Berlin' })).toEqual(['1', '2', '3']);
    const query = 'select "ID", CAST("AT" AS DATE) as "AT" from "PUBLIC"."ORDERS"';
    expect(await ids({ query, timezone: 'Europe/Berlin' })).toEqual(['2', '3']);
    await expect(ids({ table: 'public.orders', date_column: 'paid' })).rejects.toMatchObject({
      code: 'PARAMETER_INVALID',
    });
  });

  it.each([1, 2, 5])('reads a whole table in partitions of %d rows', async (partitionRows) => {
    snowflake.control.partitionRows = partitionRows;
    const [, , rows = ''] = await read({ table: 'public.orders', order_by: 'id' });
    expect(rows.split('\n')).toHaveLength(7);
    expect(rows).toContain('4,,2026-03-05 00:00:00,\n5,größe,1969-12-31 23:59:59.5,true\n');
  });

  it('writes values of every type exactly', async () => {
    const query = `select 12345678901234567890123456789012.345678::numeric(38, 6) as n, 1e300::float8 as f, date '0001-01-01' as d,
      time '23:59:59.000001' as t, timestamp '9999-12-31 23:59:59.999999' as ntz, '{"a": [1]}'::jsonb as v, '\\xDEad'::bytea as b`;
    expect((await read({ query }))[2]).toBe(
      'n,f,d,t,ntz,v,b\n12345678901234567890123456789012.345678,1e+300,0001-01-01,23:59:59.000001,9999-12-31 23:59:59.999999,"{""a"": [1]}",\\xdead\n',
    );
  });

  it('reads a query with a report date in it, and no rows', async () => {
    const query = `select "ID" from "PUBLIC"."ORDERS" where "AT" > '{YYYY-MM-DD}' order by "ID";`;
    expect((await read({ query }))[2]).toBe('id\n3\n4\n');
    expect((await read({ query: 'select 1 as "Mixed" where 1 = 2' }, { reportDate: null }))[2]).toBe('Mixed\n');
  });

  it('runs a statement once when the answer to its request is lost', async () => {
    snowflake.plant({ request: /^POST/, skip: 1, kind: 'cut-after' });
    expect((await read(ORDERS_OF_DAY))[2]).toContain('2026-03-04');
    expect([
      snowflake.asked().filter((line) => /&retry=true/.test(line)).length,
      snowflake.statements().length,
    ]).toEqual([1, 2]);
  });

  it('never takes a partition that does not come for the end', async () => {
    snowflake.control.partitionRows = 2;
    snowflake.plant({ request: /partition=1/, times: 9, kind: { status: 503, reason: '000000' } });
    await expect(read({ table: 'public.orders' })).rejects.toMatchObject({
      code: 'SOURCE_HTTP_ERROR',
      class: 'transient',
    });
  });

  it('cancels the statement when it is cancelled', async () => {
    snowflake.control.polls = 1_000;
    snowflake.plant();
    const work = new AbortController();
    const reading = read(ORDERS_OF_DAY, {}, buildContext({ signal: work.signal }));
    await expect.poll(() => snowflake.asked().some((line) => line.startsWith('GET '))).toBe(true);
    work.abort(new Error('lease lost'));
    await expect(reading).rejects.toThrow('lease lost');
    expect(snowflake.cancelled()).toBe(1);
  });

  it.each<[string, FaultKind, string]>([
    ['a rejected request', { status: 403, reason: '390000' }, 'SOURCE_AUTH_FAILED'],
    [
      'a missing permission',
      { status: 422, reason: '003001', message: 'Insufficient privileges' },
      'SOURCE_BAD_REQUEST',
    ],
    ['a missing table', { status: 422, reason: '002003' }, 'SOURCE_NOT_FOUND'],
    ['too many requests', { status: 429, reason: '390000', headers: { 'retry-after': '0' } }, 'SOURCE_RATE_LIMITED'],
    ['a used-up quota', { status: 422, reason: '090073' }, 'SOURCE_HTTP_ERROR'],
    ['silence', 'hang', 'SOURCE_TIMEOUT'],
    ['a cut connection', 'cut-after', 'SOURCE_UNREACHABLE'],
  ])('reports %s', { tags: ['case:denied', 'case:missing', 'case:silent', 'case:full'] }, async (_, kind, code) => {
    snowflake.plant({ request: /statements/, times: 9, kind });
    const context = kind === 'hang' ? impatientContext() : buildContext();
    await expect(read(ORDERS_OF_DAY, {}, context)).rejects.toMatchObject({ code });
  });

  it('reports a key that is missing, rejected or of another kind, without its secrets', {
    tags: 'case:wrong-key',
  }, async () => {
    await expect(read(ORDERS_OF_DAY, { key: null })).rejects.toMatchObject({ code: 'KEY_MISSING' });
    const login = { name: 'warehouse', type: 'sql', properties: { user: 'u', password: 'p' } };
    await expect(read(ORDERS_OF_DAY, { key: login })).rejects.toMatchObject({
      code: 'KEY_NOT_SUPPORTED',
      message: expect.stringContaining('takes no passwords') as unknown,
    });
    const denied = snowflake.key(tokenChange('a-token-that-is-not-known'));
    const error: unknown = await read(ORDERS_OF_DAY, { key: denied }).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'SOURCE_AUTH_FAILED' });
    expect(String(error)).not.toContain('a-token-that-is-not-known');
    expect(await read(ORDERS_OF_DAY, { key: snowflake.key(tokenChange()) })).toHaveLength(3);
  });

  it('signs again by the clock of the server', async () => {
    snowflake.clock.now += 3 * 3600_000;
    expect(await read(ORDERS_OF_DAY)).toHaveLength(3);
    await expect(read(ORDERS_OF_DAY, { key: snowflake.key({ user: 'other' }) })).rejects.toMatchObject({
      code: 'SOURCE_AUTH_FAILED',
    });
  });
});

it('says which columns are decimals, and how many digits they are declared with', async () => {
  const declared = {
    parameters: { query: 'select 0.10::numeric(18, 2) as a, 0.1::float8 as d' },
    key: snowflake.key(),
  };
  expect(await readDecimals('snowflake', declared)).toEqual({ a: { precision: 18, scale: 2 } });
});
