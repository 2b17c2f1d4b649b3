import { describe, expect, test } from 'vitest';
import { compile, type Message } from '../../src/index.ts';
import { CATALOG } from '../catalog.ts';
import { PRELUDE } from '../prelude.ts';
import { rowsOf } from '../rows-of.ts';

function warningsOf(text: string): readonly Message[] {
  return compile([{ path: 'main.sbs', text }, PRELUDE], CATALOG).messages.filter(
    ({ path, type, code }) => path === 'main.sbs' && (type === 'error' || (type === 'warning' && code !== 'SBS5002')),
  );
}

/** Case 02: one of two tables spells a column otherwise. */
describe('a union with a column on one side only', () => {
  const [a, b] = ['table a is select site, clicks from ads;', 'table b is select site, clicks as click from ads;'];

  test('a misspelt column is one warning that names what is meant', () => {
    const [warning, ...others] = warningsOf(`${a} ${b} table t is union a, b;`);
    expect(others).toEqual([]);
    expect(warning).toMatchObject({ code: 'SBS5010', type: 'warning' });
    expect(warning?.message).toBe(
      'b has no clicks, which a has: the values are null in its rows. Did you mean clicks for click?',
    );
  });

  test('a column that one table lacks is a warning that says how to mean it', () => {
    const text = `${a} table c is select site from ads; table t is union a, c;`;
    expect(warningsOf(text).map(({ message }) => message)).toEqual([
      'c has no clicks, which a has: the values are null in its rows. If that is meant, select cast(null as integer) as clicks in it.',
    ]);
    const meant = `${a} table c is select site, cast(null as integer) as clicks from ads; table t is union a, c;`;
    expect(warningsOf(meant)).toEqual([]);
  });

  test('tables whose columns the data knows are not warned of', () => {
    expect(warningsOf('table o is select * from anything; table t is union anything, o;')).toEqual([]);
  });
});

describe('a result that depends on the order of rows', () => {
  test.each([
    ['first', 'select kind, first(site) as s from ads'],
    ['last', 'select kind, last(site) as s from ads'],
    ['limit', 'select site from ads limit 5'],
    ['upsert', 'upsert ads by site'],
  ])('%s without an order is a warning', (what, query) => {
    const [warning, ...others] = warningsOf(`table t is ${query};`);
    expect(others).toEqual([]);
    expect(warning?.code).toBe('SBS5011');
    expect(warning?.message).toContain(`${what} has no order`);
  });

  test.each([
    ['select kind, first(site order by day) as s from ads'],
    ['select first(site) over (order by day) as s from ads'],
    ['select site from ads order by site limit 5'],
    ['select sum(clicks) as n from ads limit 1'],
    ['upsert ads by site order by day desc'],
  ])('%s has no warning', (query) => {
    expect(warningsOf(`table t is ${query};`).map(({ message }) => message)).toEqual([]);
  });
});

test.each(['(select limit_date == null from ads limit 1)', '(select kind == e.site from ads as e limit 1)'])(
  'a comparison in a query that is a value is not taken for a name with a value: %s',
  (query) => {
    const text = `let limit_date is date('2026-01-31'); table t is select site, ${query} as same from ads;`;
    expect(warningsOf(text).filter(({ type, code }) => type === 'error' && code !== 'SBS3048')).toEqual([]);
  },
);

describe('like with an escape', () => {
  test.each([
    ["'100%' like '100!%' escape '!'", true],
    ["'100x' like '100!%' escape '!'", false],
    ["'a_b' like 'a\\_b' escape '\\'", true],
    ["'axb' like 'a\\_b' escape '\\'", false],
    ["'a_b' like 'a\\_b' escape '\\\\'", true],
    ["'A_B' ilike 'a!_b' escape '!'", true],
    ["'axb' not like 'a!_b' escape '!'", true],
    ["'a!b' like 'a!!b' escape '!'", true],
    ["'a%c' like 'a!%' || '_' escape '!'", true],
  ])('%s is %j', async (expression, expected) => {
    expect((await rowsOf(`select ${expression} as x from ads`))[0]?.x).toBe(expected);
  });

  test.each([
    ["site like 'a!' escape '!'", 'stands before nothing'],
    ["site like 'a' escape '!!'", 'must be one ASCII character'],
    ["site like 'a' escape 'é'", 'must be one ASCII character'],
    ["site like 'a' escape '%'", 'which a pattern needs itself'],
    ["site like kind escape '!'", 'needs a constant pattern'],
  ])('%s is an error', (condition, words) => {
    const [error, ...others] = warningsOf(`table t is select site from ads where ${condition};`);
    expect(others).toEqual([]);
    expect(error).toMatchObject({ code: 'SBS3071', type: 'error' });
    expect(error?.message).toContain(words);
  });
});

test('an upsert whose columns are all keys needs no order', () => {
  const rows = 'table a is select site, kind from ads;';
  expect(warningsOf(`${rows} table t is upsert a by site, kind;`)).toEqual([]);
  expect(warningsOf(`${rows} table t is upsert a by site;`).map(({ code }) => code)).toEqual(['SBS5011']);
});
