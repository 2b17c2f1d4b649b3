import { beforeAll, describe, expect, test } from 'vitest';
import { compile } from '../src/index.ts';
import { applyFix } from './apply-fix.ts';
import { CATALOG } from './catalog.ts';
import { createSources, type Database, openDatabase } from './open-database.ts';

const SOURCE = `download d from { type: "web"; url: "https://example.com"; } using {
  site: string; clicks: integer; day: date; at: datetime; price: decimal(9, 2); ratio: float; extra: json;
};`;
const ROWS = `SELECT * FROM (VALUES
  ('a', 1::BIGINT, DATE '2026-01-04', TIMESTAMP '2026-01-31 23:30:00', 2.50::DECIMAL(9, 2), 2.5::DOUBLE, '{"n": null, "m": 1}'::JSON),
  (NULL, 9007199254740993, DATE '2026-01-05', NULL, -2.50, -8, '{"n": 2}')
) AS rows(site, clicks, "day", "at", price, ratio, extra)`;

let database: Database;

function compileItem(item: string): { readonly sql: string; readonly codes: readonly string[] } {
  const text = `${SOURCE} table t is select ${item} as x from d;`;
  const { plan, messages } = compile([{ path: 'a.sbs', text }], CATALOG);
  const codes = messages.filter(({ type }) => type === 'error').map(({ code }) => code);
  return { sql: plan?.tables[0]?.sql.duckdb ?? '', codes };
}

function codesOf(text: string, severity: 'error' | 'warning'): readonly string[] {
  const { messages } = compile([{ path: 'a.sbs', text }], CATALOG);
  return messages.filter(({ type }) => type === severity).map(({ code }) => code);
}

async function valuesOf(item: string): Promise<readonly unknown[]> {
  const { sql, codes } = compileItem(item);
  expect(codes).toEqual([]);
  return (await database.run(sql)).map(({ x }) => x);
}

beforeAll(async () => {
  database = await openDatabase();
  const { plan } = compile([{ path: 'a.sbs', text: `${SOURCE} table t is select site from d;` }], CATALOG);
  if (!plan) throw new Error('The source does not compile.');
  await createSources(database, plan, { d: ROWS });
});

/** Regression cases of values that were silently wrong. Readings of files are in the table of conversions. */
describe('the value of a calculation', () => {
  test.each([
    ['1: offsets', "datetime('2026-01-31T23:30:00-08:00')", '2026-02-01 07:30:00', '2026-01-31 23:30:00'],
    ['1: offsets in cast', "cast('2026-01-31T23:30:00-08:00' as datetime)", '2026-02-01 07:30:00', 'the local time'],
    [
      '7: a declared format is the only one',
      "parse_date('2026-13-01', 'YYYY-dd-MM')",
      '2026-01-13',
      'a column read ISO',
    ],
    ['8: JSON nulls', 'extra.n is not null', false, true],
    ['8: JSON nulls counted', 'count(extra.n)', '1', '2'],
    ['8: JSON nulls of a path', "json_extract(extra, '$.n') is null", true, false],
    ['9: a float is rounded', 'cast(ratio as integer)', '3', '2'],
    ['9: a float is rounded by a function', 'integer(ratio)', '3', '2'],
    ['9: a decimal is rounded', 'integer(price)', '3', '2'],
    ['9: a text is not rounded', "try_cast('2.5' as integer)", null, '3'],
    ['11: weeks are counted by their starts', "date_diff(date('2026-01-04'), date('2026-01-05'), 'week')", '1', '0'],
    ['12: the value of the best row may be null', 'arg_max(site, clicks)', null, 'a'],
    ['13: outside the domain of power', 'power(-8, 1.0 / 3)', null, 'NaN'],
    ['13: too large a power', 'power(10, 400)', null, 'infinity'],
  ] as readonly (readonly [name: string, item: string, expected: unknown, before: unknown])[])(
    '%s: %s is %j, was %j',
    async (_name, item, expected, _before) => {
      expect((await valuesOf(item))[0]).toEqual(expected);
    },
  );

  test.each([
    ['6: zones by abbreviation', "to_timezone(at, 'BST')", 'SBS3020'],
    ['6: offsets as zones', "to_timezone(at, '+02:00')", 'SBS3020'],
    ['9: a literal that is not an integer', "cast('2.5' as integer)", 'SBS3031'],
    ['10: a literal that is not a date', "cast('2026-01-31abc' as date)", 'SBS3031'],
    ['2: decimal commas', "float('0,125')", 'SBS3070'],
    ['2: groups', "integer('25.000.000')", 'SBS3070'],
    ['10: trailing characters', "date('2026-01-31abc')", 'SBS3070'],
    ['10: the year 0', "date('0000-01-01')", 'SBS3070'],
    ['10: infinity', "date('infinity')", 'SBS3070'],
    ['10: booleans of numbers', 'boolean(2)', 'SBS3070'],
    ['10: booleans of texts', "boolean('2')", 'SBS3070'],
    ['13: too large for a float', "float('1e400')", 'SBS3070'],
    ['14: a format without a date', "parse_date('10:30', 'HH:mm')", 'SBS3032'],
    ['a form of groups that the database does not read', "regex_match(site, '(?<n>a)')", 'SBS3012'],
  ])('%s: the compiler refuses %s with %s', (_name, item, code) => {
    expect(compileItem(item).codes).toEqual([code]);
  });

  test.each([
    ['13: a product of floats', 'ratio * 1e308 * 1e308'],
    ['13: a quotient', '1.0 / (ratio * 1e308 * 1e308)'],
    ['13: a sum of floats', 'sum(1e308 + ratio * 0)'],
    ['13: a mean of floats', 'avg(1e308 + ratio * 0)'],
  ])('%s that is too large ends the run: %s', async (_name, item) => {
    await expect(valuesOf(item)).rejects.toThrow('~finite~');
  });
});

describe('an order by the same value in every row', () => {
  const scriptOf = (query: string): string => `${SOURCE} table t is ${query};`;

  test.each([
    ['select site, clicks from d order by 2 desc', 'select site, clicks from d order by clicks desc'],
    ['select site, clicks from d order by "sitte"', 'select site, clicks from d order by site'],
    ["select site, clicks from d order by 'clicks'", 'select site, clicks from d order by clicks'],
    ['select site, clicks from d order by 3', null],
    ['select * from d order by 1 + 1', null],
    ["select site from d order by 'zzzzz'", null],
    ['select site from d order by today(), site', null],
    ["select site from d order by date('2026-01-31')", null],
    ['select site, row_number() over (order by 1) as n from d', null],
    ['select array_agg(site order by 1) as sites from d', null],
    ['upsert d by site order by 3', 'upsert d by site order by day'],
    ['upsert d by site order by now()', null],
  ])('an order by the same value in every row is an error: %s', (query, fixed) => {
    const { messages } = compile([{ path: 'a.sbs', text: scriptOf(query) }], CATALOG);
    const errors = messages.filter(({ type }) => type === 'error');
    expect(errors.map(({ code }) => code)).toEqual(['SBS3029']);
    const fix = errors[0]?.fix;
    expect(fix === undefined ? null : applyFix(scriptOf(query), fix)).toBe(fixed === null ? null : scriptOf(fixed));
  });

  test.each([
    "select 'a' as kind, site from d order by kind, site",
    'select site, count() as n from d order by count() desc',
    'select site from d order by (select max(clicks) from d), site',
    'select site, row_number() over (partition by 1 order by clicks) as n from d',
  ])('gives no error: %s', (query) => {
    expect(codesOf(scriptOf(query), 'error')).toEqual([]);
  });

  test('an order by the same value in every row is reported once beside an unknown column', () => {
    expect(codesOf(scriptOf('select site from d order by clcks + 1'), 'error')).toEqual(['SBS2004']);
  });
});

describe('a text in double quotes that is spelt like a column', () => {
  const scriptOf = (condition: string): string => `${SOURCE} table t is select site from d where ${condition};`;

  test.each([
    [`"stie" == 'a'`, `site == 'a'`],
    [`'a' != "stie"`, `'a' != site`],
    [`lower("stie") == 'a'`, `lower(site) == 'a'`],
    [`"stie" in ('a', 'b')`, `site in ('a', 'b')`],
    [`"stie" between 'a' and 'b'`, `site between 'a' and 'b'`],
    [`"stie" like 'a%'`, `site like 'a%'`],
    [`"stie" is not null`, 'site is not null'],
    [`"stie" == null`, 'site == null'],
  ])('a text in double quotes that is spelt like a column is doubted in %s', (condition, fixed) => {
    const { messages } = compile([{ path: 'a.sbs', text: scriptOf(condition) }], CATALOG);
    const found = messages.filter(({ code }) => code === 'SBS3030');
    expect(found).toHaveLength(1);
    expect(messages.filter(({ type }) => type === 'error')).toEqual([]);
    const fix = found[0]?.fix;
    expect(fix && applyFix(scriptOf(condition), fix)).toBe(scriptOf(fixed));
  });

  test('a text in double quotes that is spelt like a column is an unknown column where it has another type than a text', () => {
    expect(codesOf(scriptOf('"clcks" > 5'), 'error')).toEqual(['SBS2004']);
  });

  test.each([`site == 'stie'`, `site == "zzzz"`, `site like "sit%"`, `site == literal "stie"`])(
    'a text in double quotes that is spelt like a column is not doubted in %s',
    (condition) => {
      expect(codesOf(scriptOf(condition), 'warning')).not.toContain('SBS3030');
    },
  );
});
