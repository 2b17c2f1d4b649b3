import type { Parameters } from '@switchboard/model/plan';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildContext, impatientContext } from '../../testing/context.ts';
import type { FaultKind } from '../../testing/faults.ts';
import { changeKey } from '../../testing/harness.ts';
import { type Asked, readSource } from '../../testing/read-source.ts';
import { source, textExpression } from './source.ts';
import { isChdb } from './testing/chdb.ts';
import { DATABASE, startClickhouse, type TestClickhouse } from './testing/start-clickhouse.ts';

let server: TestClickhouse;
beforeAll(async () => {
  server = await startClickhouse();
  await server.run(
    `CREATE TABLE ${DATABASE}.orders (id Int64, day Date, moment DateTime64(3), note Nullable(String), \`a "note"\` String) ENGINE = MergeTree ORDER BY tuple()`,
  );
  for (const values of [
    `1, '2026-03-03', '2026-03-03 22:59:59.125', 'plain', 'x'`,
    `2, '2026-03-04', '2026-03-03 23:00:00.125', 'a,"b"', 'x'`,
    `3, '2026-03-04', '2026-03-04 22:59:59.125', '', 'x'`,
    `4, '2026-03-05', '2026-03-04 23:00:00.125', NULL, 'größe 😀'`,
  ])
    await server.run(`INSERT INTO ${DATABASE}.orders (id, day, moment, note, \`a "note"\`) VALUES (${values})`);
});
afterAll(() => server.close());
beforeEach(() => {
  server.plant();
  server.control.changeAnswer = (reply) => reply;
});

/** Name, address and text of the file. */
const read = (parameters: Parameters, asked: Asked = {}, context = buildContext()): Promise<readonly string[]> =>
  readSource(source, { name: 'orders', parameters, key: server.key(), reportDate: '2026-03-04', ...asked }, context);
const ORDERS = { table: 'orders', order_by: 'id' };

describe('clickhouse source', () => {
  it('reads the rows of a report date, with null and empty text apart', async () => {
    const query = 'select id, day, note from orders';
    expect(await read({ query, date_column: 'day', order_by: 'id' })).toEqual([
      'orders-2026-03-04.csv',
      `clickhouse://127.0.0.1:${server.port}/marts`,
      'id,day,note\n2,2026-03-04,"a,""b"""\n3,2026-03-04,""\n',
    ]);
  });

  it('reads a whole table, a table of a named database, a query with a report date, and no rows', async () => {
    const [name, , csv] = await read(ORDERS, { reportDate: null });
    expect([name, csv?.split('\n')[4]]).toEqual(['orders.csv', '4,2026-03-05,2026-03-04 23:00:00.125,,größe 😀']);
    const elsewhere = { table: 'marts.orders', order_by: 'id' };
    expect((await read(elsewhere, { key: server.key({ database: 'default' }) }))[2]).toBe(csv);
    const query = `select id, \`a "note"\` from orders where day > '{YYYY-MM-DD}' -- later`;
    expect((await read({ query }))[2]).toBe('id,"a ""note"""\n4,größe 😀\n');
    expect((await read({ query: 'select id from orders where id > 9;' }))[2]).toBe('id\n');
  });

  it.each([
    ['UTC', '3 4'],
    ['Europe/Berlin', '2 3'],
  ])('begins the days of moments in the timezone %s of the download', async (timezone, ids) => {
    const [, , csv = ''] = await read({ ...ORDERS, date_column: 'moment', timezone });
    expect(csv.replaceAll(/,.*/g, '').trim().split('\n').slice(1).join(' ')).toBe(ids);
  });

  it('sends no setting, which users who may only read cannot change, and only statements that read', async () => {
    await read({ ...ORDERS, date_column: 'day' });
    expect(server.asked().map((sql) => sql.split(/[\s(]/)[0])).toEqual(['DESCRIBE', 'DESCRIBE', 'SELECT']);
    await expect(read({ query: ') ; drop table orders; select (1' })).rejects.toMatchObject({
      code: 'SOURCE_BAD_REQUEST',
    });
    expect((await read(ORDERS))[2]).toContain('\n4,');
  });

  it.each<[string, Parameters, string]>([
    ['a table that does not exist', { table: 'nowhere' }, 'SOURCE_NOT_FOUND'],
    ['a database that does not exist', { table: 'nowhere.orders' }, 'SOURCE_NOT_FOUND'],
    ['a column that does not exist', { ...ORDERS, date_column: 'missing' }, 'SOURCE_BAD_REQUEST'],
    ['a date column that holds no dates', { ...ORDERS, date_column: 'id' }, 'PARAMETER_INVALID'],
    ['a query that is none', { query: 'selec 1' }, 'SOURCE_BAD_REQUEST'],
  ])('reports %s', { tags: 'case:missing' }, async (_, parameters, code) => {
    await expect(read(parameters)).rejects.toMatchObject({ code, class: 'permanent' });
  });

  it.each<[string, FaultKind, string, string]>([
    ['a table that the user may not read', { status: 403, reason: '497' }, 'SOURCE_BAD_REQUEST', 'permanent'],
    ['too many queries', { status: 500, reason: '202' }, 'SOURCE_HTTP_ERROR', 'transient'],
    ['too little memory', { status: 500, reason: '241' }, 'SOURCE_HTTP_ERROR', 'transient'],
    ['silence', 'hang', 'SOURCE_TIMEOUT', 'transient'],
    ['a cut connection', 'cut-after', 'SOURCE_UNREACHABLE', 'transient'],
  ])('reports %s', { tags: ['case:denied', 'case:silent', 'case:cut', 'case:full'] }, async (_, kind, code, kindOf) => {
    server.plant({ request: /^DESCRIBE/, times: 9, kind });
    const context = kind === 'hang' ? impatientContext() : buildContext();
    await expect(read(ORDERS, {}, context)).rejects.toMatchObject({ code, class: kindOf });
  });

  it('reports a wrong password', { tags: 'case:wrong-key' }, async () => {
    const key = changeKey(server.key(), { password: 'another p@ssword' });
    const failed = read(ORDERS, { key });
    await expect(failed).rejects.toMatchObject({ code: 'SOURCE_AUTH_FAILED', class: 'authentication' });
    await expect(failed).rejects.not.toThrow('another');
  });
});

describe('an answer whose status is 200', () => {
  /** The answer cut after two rows, with something behind it. */
  const endWith = (end: string): void => {
    server.control.changeAnswer = (reply, sql) => {
      if (!sql.startsWith('SELECT')) return reply;
      const whole = reply.body.toString();
      const cut = whole.split('\n').findIndex((line) => line.startsWith('\t\t["2"'));
      return {
        ...reply,
        body: Buffer.from(
          `${whole
            .split('\n')
            .slice(0, cut + 1)
            .join('\n')}\n${end}`,
        ),
      };
    };
  };
  const exception = 'Code: 241. DB::Exception: Query memory limit exceeded. (MEMORY_LIMIT_EXCEEDED) (version 25.8)';

  it.each([
    ['an exception in its place', exception],
    ['an exception in the middle of a row', `\t\t["3","2026-${exception}`],
    [
      'an exception with a tag, as newer servers write it',
      `__exception__\r\nabcdefghijklmnop\r\n${exception}\n104 abcdefghijklmnop\r\n__exception__\r\n`,
    ],
    ['a complete JSON with an exception', `\t],\n\n\t"rows": 2,\n\n\t"exception": ${JSON.stringify(exception)}\n}\n`],
  ])('reports an error with %s, never a shorter file', async (_, end) => {
    endWith(end);
    const failed = read(ORDERS);
    await expect(failed).rejects.toMatchObject({ code: 'SOURCE_HTTP_ERROR', class: 'transient' });
    await expect(failed).rejects.toThrow(/Query memory limit exceeded/);
  });

  it.each([
    ['nothing', ''],
    ['half a row', '\t\t["3",'],
    ['another number of rows', '\t],\n\n\t"rows": 4\n}\n'],
    ['half of its end', '\t],\n\n\t"rows": 2'],
  ])('reports an error with %s behind the rows', async (_, end) => {
    endWith(end);
    await expect(read(ORDERS)).rejects.toMatchObject({ code: 'SOURCE_ENDED_EARLY', class: 'transient' });
  });
});

it.each([
  ['String', "if(isValidUTF8(`c`), toString(`c`), concat('\\\\x', lower(hex(`c`))))"],
  ['LowCardinality(Nullable(String))', "if(isValidUTF8(`c`), toString(`c`), concat('\\\\x', lower(hex(`c`))))"],
  ['Nullable(Decimal(76, 38))', 'toString(`c`)'],
  ['UInt256', 'toString(`c`)'],
  ["DateTime64(9, 'Asia/Tokyo')", "toString(`c`, 'UTC')"],
  ['Array(Nullable(Decimal(18, 6)))', 'toJSONString(`c`)'],
  ['Map(String, UInt64)', 'toJSONString(`c`)'],
])('asks for a value of type %s as %s', (type, expression) => {
  expect(textExpression('`c`', type)).toBe(expression);
});

// The stand-in has texts only.
if (isChdb) {
  it('spells every type of the engine exactly', async () => {
    const values: readonly (readonly [expression: string, text: string])[] = [
      ["CAST('170141183460469231731687303715884105727', 'Int128')", '170141183460469231731687303715884105727'],
      [
        "toUInt256('115792089237316195423570985008687907853269984665640564039457584007913129639935')",
        `${2n ** 256n - 1n}`,
      ],
      ['toUInt64(18446744073709551615)', '18446744073709551615'],
      [
        "CAST('12345678901234567890.123456789012345678', 'Nullable(Decimal(38, 18))')",
        '12345678901234567890.123456789012345678',
      ],
      ["CAST(NULL, 'Nullable(Int8)')", ''],
      ["CAST('', 'LowCardinality(Nullable(String))')", '""'],
      ["CAST(2, 'Enum8(\\'one\\' = 1, \\'two, 2\\' = 2)')", '"two, 2"'],
      ["toUUID('61f0c404-5cb3-11e7-907b-a6006ad3dba0')", '61f0c404-5cb3-11e7-907b-a6006ad3dba0'],
      ["toDateTime64('2026-03-04 01:02:03.123456789', 9, 'Asia/Tokyo')", '2026-03-03 16:02:03.123456789'],
      [
        "CAST(toDateTime('2026-03-04 01:02:03', 'America/New_York'), 'Nullable(DateTime(\\'America/New_York\\'))')",
        '2026-03-04 06:02:03',
      ],
      ["toDate32('2150-01-01')", '2150-01-01'],
      ['true', 'true'],
      ['0.1', '0.1'],
      ["[toDecimal64('1.5', 4), toDecimal64('2', 4)]", '"[1.5,2]"'],
      ["map('k', [1, 2])", '"{""k"":[1,2]}"'],
      ["unhex('ff00')", '\\xff00'],
      ["toFixedString('ab', 2)", 'ab'],
      ["'Code: 60. DB::Exception: no exception'", 'Code: 60. DB::Exception: no exception'],
      ["'two\\nlines'", '"two\nlines"'],
      ["toIPv4('10.0.0.1')", '10.0.0.1'],
    ];
    const query = `select ${values.map(([value], index) => `${value} as v${index}`).join(', ')}`;
    const [, , csv] = await read({ query });
    expect(csv).toBe(
      `${values.map((_, index) => `v${index}`).join(',')}\n${values.map(([, value]) => value).join(',')}\n`,
    );
  });
}
