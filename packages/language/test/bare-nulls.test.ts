import { describe, expect, test } from 'vitest';
import { FUNCTIONS } from '../src/functions/registry.ts';
import { type ParameterSignature, readSignature } from '../src/functions/signature.ts';
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

describe.each([
  ['[null]', (name: string) => `[${name}]`],
  ['[]', (name: string) => `[${name}]`],
  ['[[null], []]', (name: string) => `[[${name}]]`],
  ['record(null as a)', (name: string) => `record(${name} as a)`],
  ['record([null] as a)', (name: string) => `record([${name}] as a)`],
  ['list_concat([null], [])', (name: string) => `[${name}]`],
  ['array_agg(null)', (name: string) => `array_agg(${name} order by site)`],
])('%s', (bare, holding) => {
  test.each(COLUMNS.with(0, 'kind'))('takes the type of %s from the other side', (name) => {
    const [none, some] = [`(select ${bare} as v from ads)`, `(select ${holding(name)} as v from ads)`];
    const type = ofColumn(holding(name));
    expect(type).toMatch(/^\{/);
    expect(typeIn(`table t is ${none} union ${some};`)).toBe(type);
    expect(typeIn(`table t is ${some} union ${none};`)).toBe(type);
    expect(typeIn(`table n is ${none.slice(1, -1)}; table s is ${some.slice(1, -1)}; table t is union n, s;`)).toBe(
      type,
    );
  });

  test('stays one of strings alone', () => {
    expect(ofColumn(bare)).toBe(ofColumn(holding('kind')));
  });
});

test.each([
  ['[null][0] + 1', '{"kind":"integer"}'],
  ["record(null as a).a > date('2026-01-01')", '{"kind":"boolean"}'],
  ['[null, 1]', '{"kind":"list","element":{"kind":"integer"}}'],
  ['[[null], [1]]', '{"kind":"list","element":{"kind":"list","element":{"kind":"integer"}}}'],
  ['list_contains([null], 1)', '{"kind":"boolean"}'],
  ['list_max([null]) + 1', '{"kind":"integer"}'],
  ['if(clicks > 1, [null], [day])', '{"kind":"list","element":{"kind":"date"}}'],
  ['coalesce([], [price])', '{"kind":"list","element":{"kind":"decimal","precision":18,"scale":6}}'],
  ['-null', '{"kind":"integer"}'],
  ['null * null', '{"kind":"integer"}'],
])('%s is %s', (expression, type) => {
  expect(ofColumn(expression)).toBe(type);
});

test('what has the type of strings stays so beside bare nulls', () => {
  expect(typeIn("table t is (select [null, 'x'] as v from ads) union (select [clicks] as v from ads);")).toBe(
    'SBS3015',
  );
  expect(
    typeIn("table t is (select if(true, [null], ['x']) as v from ads) union (select [clicks] as v from ads);"),
  ).toBe('SBS3015');
});

test.each([
  'unpivot n on clicks into name, value',
  "pivot n on site in ('a') using sum(clicks)",
  'upsert n by site order by clicks',
  'snapshot n by site',
  'union n, n',
  'select * except (clicks) from n',
])('a column that is a bare null stays one behind %s', (form) => {
  const columns = 'table n is select site, clicks, null as k, [null] as l, record(null as a) as r from ads;';
  const last = (value: string): string =>
    typeIn(`${columns} table t is ${form}; table u is select ${value} as v from t;`);
  expect(last('k + 1')).toBe('{"kind":"integer"}');
  expect(last('coalesce(k, today())')).toBe('{"kind":"date"}');
  if (form.startsWith('pivot')) return;
  expect(last('l[0] + 1')).toBe('{"kind":"integer"}');
  expect(last('coalesce(r.a, today())')).toBe('{"kind":"date"}');
});

const CONSTANT_ARGUMENTS: Readonly<Record<string, string>> = {
  regex: "'a'",
  format: "'YYYY'",
  unit: "'day'",
  zone: "'Europe/Paris'",
  path: "'$.a'",
  digits: '1',
  group: '0',
  position: '0',
  positive: '1',
  fraction: '0.5',
  constant: "'a'",
};

/** Calls of a function with as few and as many arguments as it takes, all of them null. */
function callsOf({ name, signature, kind }: (typeof FUNCTIONS)[number]): readonly string[] {
  const { parameters, minArguments, maxArguments } = readSignature(signature);
  const argument = (parameter: ParameterSignature | undefined, bare: string): string =>
    CONSTANT_ARGUMENTS[parameter?.type ?? ''] ?? bare;
  return [minArguments, Math.min(maxArguments, minArguments + 2)].flatMap((count) =>
    ['k', 'l[0]', 'null'].map((bare) => {
      const given = Array.from({ length: count }, (_, index) => argument(parameters[index] ?? parameters.at(-1), bare));
      return `${name}(${given.join(', ')})${kind === 'window' ? ' over (order by site)' : ''}`;
    }),
  );
}

test.each(['scalar', 'aggregate', 'window'])(
  'the database takes bare nulls for all arguments of %s functions',
  async (kind) => {
    const calls = FUNCTIONS.filter((each) => each.kind === kind).flatMap(callsOf);
    const columns = 'table n is select site, null as k, [null] as l from ads;';
    const refused = (call: string): boolean =>
      typeIn(`${columns} table t is select ${call} as v from n;`).startsWith('SBS');
    const taken = [...new Set(calls)].filter((call) => !refused(call));
    expect(taken.length).toBeGreaterThan(calls.length / 4);
    const items = taken.map((call, index) => `${call} as v${index}`);
    const rows = await rowsOf(`${columns} table t is select ${items.join(', ')} from n;`);
    expect(rows.length).toBeGreaterThan(0);
  },
);

test('the database calculates with bare nulls', async () => {
  const pairs = ['+', '-', '*', '/', '%'].flatMap((operator) => [`k ${operator} k`, `null ${operator} l[0]`]);
  const items = ['-k', '-null', '-(-k)', ...pairs].map((each, index) => `${each} as v${index}`);
  const rows = await rowsOf(
    `table n is select null as k, [null] as l from ads; table t is select ${items.join(', ')} from n;`,
  );
  expect(new Set(rows.flatMap((row) => Object.values(row)))).toEqual(new Set([null]));
});
