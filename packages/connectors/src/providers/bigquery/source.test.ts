import type { Parameters } from '@switchboard/model/plan';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildContext, impatientContext } from '../../testing/context.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import type { FaultKind } from '../../testing/faults.ts';
import { type GoogleStandIn, startGoogleStandIn } from '../../testing/google/stand-in.ts';
import { type Asked, readSource } from '../../testing/read-source.ts';
import { readDecimals } from '../../testing/sources.ts';
import { source } from './source.ts';
import { createBigQueryApi } from './testing/bigquery.ts';

let database: TestDatabase;
let bigquery: ReturnType<typeof createBigQueryApi>;
let google: GoogleStandIn;
beforeAll(async () => {
  database = await createTestDatabase();
  bigquery = createBigQueryApi(database.url);
  google = await startGoogleStandIn(bigquery);
  await bigquery.createDataset('shop');
  await bigquery.makeTable('shop', 'orders', [
    { name: 'id', type: 'INT64' },
    { name: 'note', type: 'STRING' },
    { name: 'at', type: 'TIMESTAMP' },
    { name: 'paid', type: 'BOOL' },
  ]);
  await bigquery.rows(`insert into shop.orders values
    (1, 'plain', '2026-03-03 23:59:59.999999+00', true), (2, 'a,"b"', '2026-03-04 00:00:00+00', false),
    (3, '', '2026-03-04 12:00:00.5+00', true), (4, null, '2026-03-05 00:00:00+00', null), (5, 'größe', '1969-12-31 23:59:59.5+00', true)`);
});
afterAll(async () => {
  await google.close();
  await bigquery.close();
  await database.close();
});
beforeEach(() => {
  google.plant();
  Object.assign(bigquery.control, { polls: 0, pageRows: 10_000 });
});

/** Name, address and text of each file. */
const read = (parameters: Parameters, asked: Asked = {}, context = buildContext()): Promise<readonly string[]> =>
  readSource(
    source,
    { name: 'orders', parameters, key: google.tokens.key(), reportDate: '2026-03-04', ...asked },
    context,
  );

const ORDERS_OF_DAY = { table: 'shop.orders', date_column: 'at', order_by: 'id', timezone: 'UTC' };

describe('bigquery source', () => {
  it('reads the rows of a report date, with null and empty text apart', async () => {
    bigquery.control.polls = 2;
    expect(await read(ORDERS_OF_DAY)).toEqual([
      'orders-2026-03-04.csv',
      'bigquery://acme',
      'id,note,at,paid\n2,"a,""b""",2026-03-04 00:00:00,false\n3,"",2026-03-04 12:00:00.500000,true\n',
    ]);
  });

  it('reads the days of a timezone, by the type of the date column', async () => {
    const ids = async (parameters: Parameters) =>
      (await read({ date_column: 'at', order_by: 'id', ...parameters }))[2]?.match(/^\d/gm);
    expect(await ids({ table: 'shop.orders', timezone: 'Europe/Berlin' })).toEqual(['1', '2', '3']);
    const query = 'select id, CAST(at AS DATE) as at from shop.orders';
    expect(await ids({ query, timezone: 'Europe/Berlin' })).toEqual(['2', '3']);
    await expect(ids({ table: 'shop.orders', date_column: 'paid' })).rejects.toMatchObject({
      code: 'PARAMETER_INVALID',
    });
  });

  it.each([1, 2, 5])('reads a whole table in pages of %d rows', async (pageRows) => {
    bigquery.control.pageRows = pageRows;
    const [, , rows = ''] = await read({ table: 'shop.orders', order_by: 'id' });
    expect(rows.split('\n')).toHaveLength(7);
    expect(rows).toContain('4,,2026-03-05 00:00:00,\n5,größe,1969-12-31 23:59:59.500000,true\n');
  });

  it('reads a query with a report date in it, and no rows', async () => {
    expect((await read({ query: `select id from shop.orders where at > '{YYYY-MM-DD}' order by id;` }))[2]).toBe(
      'id\n3\n4\n',
    );
    expect((await read({ query: 'select id from shop.orders where id > 9' }, { reportDate: null }))[2]).toBe('id\n');
  });

  it('runs a query once when the answer to its request is lost', async () => {
    google.plant({ request: /queries/, skip: 1, kind: 'cut-after' });
    expect((await read(ORDERS_OF_DAY))[2]).toContain('2026-03-04');
    expect(google.asked().filter((line) => line.includes('queries'))).toHaveLength(3);
  });

  it('never takes a page that does not come for the end', async () => {
    bigquery.control.pageRows = 2;
    google.plant({ request: /^GET/, skip: 1, times: 9, kind: { status: 503, reason: 'backendError' } });
    await expect(read({ table: 'shop.orders' })).rejects.toMatchObject({
      code: 'SOURCE_HTTP_ERROR',
      class: 'transient',
    });
  });

  it.each<[string, FaultKind, string]>([
    ['a missing permission', { status: 403, reason: 'accessDenied' }, 'SOURCE_AUTH_FAILED'],
    ['a missing table', { status: 404, reason: 'notFound' }, 'SOURCE_NOT_FOUND'],
    ['a malformed query', { status: 400, reason: 'invalidQuery' }, 'SOURCE_BAD_REQUEST'],
    ['silence', 'hang', 'SOURCE_TIMEOUT'],
    ['a cut connection', 'cut-after', 'SOURCE_UNREACHABLE'],
  ])('reports %s', { tags: ['case:denied', 'case:missing', 'case:silent', 'case:cut'] }, async (_, kind, code) => {
    google.plant({ request: /queries/, times: 9, kind });
    const context = kind === 'hang' ? impatientContext() : buildContext();
    await expect(read(ORDERS_OF_DAY, {}, context)).rejects.toMatchObject({ code });
  });

  it('reports a key that is missing, rejected, or without a project, and a host that is away', {
    tags: ['case:wrong-key', 'case:refused'],
  }, async () => {
    const away = google.tokens.key({ token_uri: 'http://127.0.0.1:1/token' });
    await expect(read(ORDERS_OF_DAY, { key: away })).rejects.toMatchObject({ code: 'SOURCE_UNREACHABLE' });
    await expect(read(ORDERS_OF_DAY, { key: null })).rejects.toMatchObject({ code: 'KEY_MISSING' });
    const denied = google.tokens.key({ client_email: 'denied@acme.example' });
    await expect(read(ORDERS_OF_DAY, { key: denied })).rejects.toMatchObject({ code: 'SOURCE_AUTH_FAILED' });
    const key = google.tokens.key({ project_id: undefined });
    await expect(read(ORDERS_OF_DAY, { key })).rejects.toMatchObject({ code: 'PARAMETER_INVALID' });
    expect(await read({ ...ORDERS_OF_DAY, project: 'acme' }, { key })).toHaveLength(3);
  });
});

it('says which columns are decimals, and how many digits they are declared with', async () => {
  const declared = { parameters: { query: 'select cast(0.10 as numeric) as a, 1 as b' }, key: google.tokens.key() };
  expect(await readDecimals('bigquery', declared)).toEqual({ a: { precision: 38, scale: 9 } });
});
