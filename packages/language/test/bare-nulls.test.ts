import { describe, expect, test } from 'vitest';
import { compile } from '../src/index.ts';
import { CATALOG } from './catalog.ts';
import { PRELUDE } from './prelude.ts';
import { rowsOf } from './rows-of.ts';

const BARE = [
  'null',
  'site is null ? null : null',
  'coalesce(null, null)',
  'if(clicks > 1, null, null)',
  'nullif(null, null)',
  'max(null)',
  'first(null)',
];

/** The type of the last column of the last table, or the codes of its errors. */
function typeIn(script: string): string {
  const { plan, messages } = compile([{ path: 'main.sbs', text: script }, PRELUDE], CATALOG);
  const errors = messages.filter(({ path, type }) => path === 'main.sbs' && type === 'error');
  return errors.length > 0
    ? errors.map(({ code }) => code).join(', ')
    : JSON.stringify(plan?.tables.at(-1)?.columns.at(-1)?.type);
}

const ofColumn = (name: string): string => typeIn(`table t is select ${name} as v from ads;`);
const COLUMNS = ['site', 'day', 'at', 'clicks', 'price', 'ratio', 'active', 'owner', 'tags', 'extra'];

describe.each(BARE)('a column that is %s', (bare) => {
  test.each(COLUMNS)('takes the type of %s from the other side', (name) => {
    const [none, some] = [`(select ${bare} as v from ads)`, `(select ${name} as v from ads)`];
    const type = ofColumn(name);
    expect(typeIn(`table t is ${none} union ${some};`)).toBe(type);
    expect(typeIn(`table t is ${some} union ${none};`)).toBe(type);
    expect(typeIn(`table t is ${none} union ${some} union ${none};`)).toBe(type);
    expect(
      typeIn(
        `table t is select v from (select ${bare} as v from ads) as n; table u is ${some} union (select v from t);`,
      ),
    ).toBe(type);
    expect(
      typeIn(
        `table n is select ${bare} as v from ads; table s is select ${name} as v from ads; table t is union n, s;`,
      ),
    ).toBe(type);
  });

  test('a column without a type on any side stays a string', () => {
    expect(typeIn(`table t is select ${bare} as v from ads;`)).toBe('{"kind":"string"}');
    expect(typeIn(`table t is (select ${bare} as v from ads) union (select null as v from sites);`)).toBe(
      '{"kind":"string"}',
    );
  });
});

test.each(['except', 'intersect'])('%s compares a bare null with values of any type', (form) => {
  for (const name of ['site', 'day', 'clicks', 'price'])
    expect(typeIn(`table t is (select null as v from ads) ${form} (select ${name} as v from ads);`)).toBe(
      ofColumn(name),
    );
});

test.each([
  ["day > date('2026-01-01')", '{"kind":"boolean"}'],
  ['day + 1', '{"kind":"integer"}'],
  ['coalesce(day, today())', '{"kind":"date"}'],
  ['day in (1, 2)', '{"kind":"boolean"}'],
  ["upper(day) || 'x'", '{"kind":"string"}'],
  ["date_add(day, 1, 'day')", '{"kind":"datetime"}'],
  ['sum(day)', '{"kind":"integer"}'],
])('a bare null of a query inside fits %s', (expression, type) => {
  expect(typeIn(`table t is select ${expression} as v from (select null as day from ads) as n;`)).toBe(type);
  expect(typeIn(`table n is select null as day from ads; table t is select ${expression} as v from n;`)).toBe(type);
});

test('a bare null of a query that is a value fits', () => {
  expect(typeIn('table t is select clicks in (select null as x from sites) as v from ads;')).toBe('{"kind":"boolean"}');
  expect(typeIn('table t is select clicks + (select null as x from sites order by id limit 1) as v from ads;')).toBe(
    '{"kind":"integer"}',
  );
});

test('the plan has the plain columns of a table', () => {
  const text = 'table t is select site, null as v from ads; upload t to { type: "disk"; path: "/x"; };';
  const { plan } = compile([{ path: 'main.sbs', text }, PRELUDE], CATALOG);
  expect(plan?.uploads).toHaveLength(1);
  expect(JSON.stringify(plan)).not.toContain('untyped');
});

test('the rows of both sides are kept, nulls as nulls', async () => {
  expect(await rowsOf('(select day, clicks from ads) union (select null as day, null as clicks from sites)')).toEqual([
    { day: '2026-01-01', clicks: '1' },
    { day: '2026-01-02', clicks: '3' },
    { day: '2026-01-02', clicks: '5' },
    { day: null, clicks: null },
    { day: null, clicks: null },
  ]);
  expect(await rowsOf('(select null as clicks from sites) except (select clicks from ads)')).toEqual([
    { clicks: null },
  ]);
  expect(
    await rowsOf(
      'table n is select null as day, site from ads; table t is select day is null as a, day > today() as b, count() as n from n;',
    ),
  ).toEqual([{ a: true, b: null, n: '3' }]);
  expect(await rowsOf("select site in (select null as x from sites) as a from ads where site == 'b'")).toEqual([
    { a: false },
  ]);
});

test('an unpivot of columns of which one is a bare null has the type of the other', () => {
  const script =
    'table n is select site, clicks, null as shown from ads; table t is unpivot n on clicks, shown into name, value;';
  expect(typeIn(script)).toBe('{"kind":"integer"}');
});
