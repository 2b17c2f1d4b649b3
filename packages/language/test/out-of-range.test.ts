import { beforeAll, expect, test } from 'vitest';
import { compile } from '../src/index.ts';
import { CATALOG } from './catalog.ts';
import { createSources, type Database, openDatabase } from './open-database.ts';

const SOURCE = `download d from { type: "web"; url: "https://example.com"; } using {
  smallest: integer; largest: integer; minus: integer; first: date; last: date; dawn: datetime; dusk: datetime; url: string;
};`;
const ROW = `SELECT -9223372036854775808 AS smallest, 9223372036854775807 AS largest, -1::BIGINT AS minus,
  DATE '0001-01-01' AS "first", DATE '9999-12-31' AS "last", TIMESTAMP '0001-01-01 00:00:00' AS dawn,
  TIMESTAMP '9999-12-31 23:59:59' AS dusk, '/%ff' AS url`;

let database: Database;

async function resultOf(item: string): Promise<unknown> {
  const text = `${SOURCE} table t is select ${item} as x from d;`;
  const { plan, messages } = compile([{ path: 'a.sbs', text }], CATALOG);
  expect(messages.filter(({ type }) => type === 'error')).toEqual([]);
  const [row] = await database.run(plan?.tables[0]?.sql.duckdb ?? '');
  return row?.x;
}

beforeAll(async () => {
  database = await openDatabase();
  const { plan } = compile([{ path: 'a.sbs', text: `${SOURCE} table t is select url from d;` }], CATALOG);
  if (!plan) throw new Error('The source does not compile.');
  await createSources(database, plan, { d: ROW });
});

test.each([
  ['abs(smallest)', null],
  ['abs(largest)', '9223372036854775807'],
  ['-smallest', null],
  ['-largest', '-9223372036854775807'],
  ['-max(smallest)', null],
  ['mod(smallest, minus)', '0'],
  ['mod(smallest, -1)', '0'],
  ['smallest % minus', '0'],
  ['smallest % (minus * 1)', '0'],
  ['smallest % -1', '0'],
  ['mod(largest, minus + 1)', null],
  ['mod(null, minus)', null],
  ['sum(largest % minus)', '0'],
  ['mod(-7, 4)', '-3'],
  ['round(largest, -2)', '9223372036854775800'],
  ['round(largest, -38)', '0'],
  ['round(-15, -1)', '-20'],
  ['round(-14, -1)', '-10'],
  ['round(smallest + 8, -1)', '-9223372036854775800'],
  ['date_add(last, 1)', null],
  ["date_add(last, 1, 'hour')", '9999-12-31 01:00:00'],
  ["date_add(last, 24, 'hour')", null],
  ['date_add(last, largest)', null],
  ["date_add(first, smallest, 'year')", null],
  ['date_add(first, minus + 2)', '0001-01-02'],
  ['date_add(max(first), 1 - min(minus))', '0001-01-03'],
  ['date_sub(first, 1)', null],
  ["date_sub(last, 99999, 'day')", '9726-03-18'],
  ["to_timezone(dawn, 'America/Los_Angeles')", null],
  ["to_timezone(dusk, 'Asia/Kolkata')", null],
  ["to_utc(dawn, 'Asia/Kolkata')", null],
  ["to_utc(dusk, 'UTC')", '9999-12-31 23:59:59'],
  ['url_decode(url)', null],
  ["url_decode('a%20b')", 'a b'],
  ["concat('a', 5e0, 1.50)", 'a51.50'],
  ["concat_ws('-', 5e0, null, 0.50)", '5-0.50'],
  ["try_cast('25.000' as integer)", null],
  ["integer('25.00')", '25'],
] as readonly (readonly [string, unknown])[])('%s is %j', async (item, expected) => {
  expect(await resultOf(item)).toEqual(expected);
});

test.each(['largest + 1', 'smallest - 1', 'largest * 2', 'sum(largest) * 2', '0 - smallest'])(
  '%s ends the run with an error',
  async (item) => {
    await expect(resultOf(item)).rejects.toThrow(/Overflow/);
  },
);
