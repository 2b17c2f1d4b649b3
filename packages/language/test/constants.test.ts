import { expect, test } from 'vitest';
import { compile } from '../src/index.ts';
import { Workspace } from '../src/workspace.ts';
import { CATALOG } from './catalog.ts';
import { PRELUDE } from './prelude.ts';
import { rowsOf, sqlOf } from './rows-of.ts';

/** The errors and warnings of a script beside the prelude; unused tables and downloads are left out. */
function codesOf(...texts: readonly string[]): string[] {
  const files = texts.map((text, index) => ({ path: `${index}.sbs`, text }));
  const { messages } = compile([PRELUDE, ...files], CATALOG);
  return messages
    .filter(({ code, path }) => path !== PRELUDE.path && !['SBS5001', 'SBS5002', 'SBS5003', 'SBS5006'].includes(code))
    .map(({ code, path }) => `${path} ${code}`);
}

test('a constant is its value wherever an expression stands', async () => {
  const constants = 'let least is 3; let double is least * 2;';
  expect(
    await rowsOf(
      `${constants} table t is select site, clicks * double as n, least from ads where clicks >= least order by n;`,
    ),
  ).toEqual([
    { site: 'a', n: '18', least: '3' },
    { site: 'b', n: '30', least: '3' },
  ]);
});

test('a constant compiles to what its expression compiles to', () => {
  const query = (value: string): string => `select site, clicks * ${value} as n from ads where clicks > ${value}`;
  expect(sqlOf(`let vat is 1.19; table t is ${query('vat')};`)).toBe(sqlOf(query('1.19')));
  expect(sqlOf(`let base is 1 + 2; let more is base * 2; table t is ${query('more')};`)).toBe(
    sqlOf(query('((1 + 2) * 2)')),
  );
});

test('constants serve where a function needs a constant', () => {
  expect(
    codesOf(
      "let p is '^a'; let u is 'day'; table t is select regex_match(site, p) as m, date_diff(day, day, u) as d from ads;",
    ),
  ).toEqual([]);
  expect(codesOf("let p is '(a'; table t is select regex_match(site, p) as m from ads;")).toEqual(['0.sbs SBS3012']);
});

test('a name that a constant and a column have is ambiguous', () => {
  const use = (text: string): string[] => codesOf(`let clicks is 5; table t is select site from ${text};`);
  expect(use('ads where clicks > 1')).toEqual(['0.sbs SBS2020']);
  expect(use('ads where ads.clicks > literal(clicks)')).toEqual([]);
  expect(use('ads where "clicks" > literal(clicks)')).toEqual([]);
  expect(use('anything where clicks > 1')).toEqual(['0.sbs SBS2020']);
  expect(use('anything where literal(clicks) > 1')).toEqual([]);
  expect(use('ads where exists (select id from sites where clicks > 1)')).toEqual(['0.sbs SBS2020']);
  expect(use('sites as s cross join sites as ads where clicks > 1')).toEqual(['0.sbs SBS2004']);
});

test('a constant is known in all files, whatever their order', () => {
  expect(codesOf('table t is select site from ads where clicks > least;', 'let least is 1;')).toEqual([]);
});

test('constants of a cycle are reported once', () => {
  expect(codesOf('let a is b; let b is c; let c is b + 1; table t is select site from ads where clicks > a;')).toEqual([
    '0.sbs SBS3047',
  ]);
});

test('a value that grows with each constant is refused', () => {
  const doubled = Array.from({ length: 12 }, (_, index) => `let a${index + 1} is a${index} + a${index};`);
  expect(codesOf(`let a0 is 1; ${doubled.join(' ')}`)).toEqual(['0.sbs SBS3047', '0.sbs SBS3048']);
});

test('a long chain of constants is followed', () => {
  const chain = Array.from({ length: 20_000 }, (_, index) => `let a${index + 1} is a${index};`);
  expect(codesOf(`let a0 is 1; ${chain.join(' ')} table t is select a20000 from ads;`)).toEqual([]);
});

test('the columns that a table has of a constant come from no column', () => {
  const { plan } = compile(
    [PRELUDE, { path: 'a.sbs', text: 'let vat is 0.19; table t is select site, vat from ads;' }],
    CATALOG,
  );
  const [table] = plan?.tables ?? [];
  expect(table?.columns.map(({ name, type, nullable }) => [name, type, nullable])).toEqual([
    ['site', { kind: 'string' }, false],
    ['vat', { kind: 'decimal', precision: 3, scale: 2 }, false],
  ]);
});

test('a changed constant changes the tables that use it, in other files, too', () => {
  const workspace = new Workspace(CATALOG);
  const table = 'table t is select site from ads where site == word;';
  for (const { path, text } of [PRELUDE, { path: 'z.sbs', text: table }]) workspace.set(path, text);
  const codes = (): string[] => workspace.messages('z.sbs').flatMap(({ code }) => (code === 'SBS5002' ? [] : [code]));
  const sql = (): string => workspace.plan()?.tables[0]?.sql.duckdb ?? '';
  expect(codes()).toEqual(['SBS2004']);
  workspace.set('a.sbs', "let word is 'one';");
  expect(codes()).toEqual([]);
  expect(sql()).toContain("'one'");
  workspace.set('a.sbs', "let word is other; let other is 'two';");
  expect(sql()).toContain("'two'");
  workspace.set('a.sbs', "let word is other; let other is 'three';");
  expect(sql()).toContain("'three'");
  workspace.set('a.sbs', 'let word is 3;');
  expect(codes()).toEqual(['SBS3002']);
  workspace.remove('a.sbs');
  expect(codes()).toEqual(['SBS2004']);
});

test('an unknown name is compared with constants, too, and the one that is meant counts as used', () => {
  const workspace = new Workspace(CATALOG);
  const shown = (): string[] =>
    workspace.messages('z.sbs').flatMap(({ code, message }) => (code === 'SBS5002' ? [] : [message]));
  for (const { path, text } of [
    PRELUDE,
    { path: 'z.sbs', text: 'table t is select site from ads where clicks > vatt;' },
  ])
    workspace.set(path, text);
  expect(shown()).toEqual([expect.not.stringContaining('vat?')]);
  workspace.set('a.sbs', 'let vat is 3;');
  expect(shown()).toEqual(['There is no column vatt in ads. Did you mean vat?']);
  expect(workspace.messages('a.sbs')).toEqual([]);
  workspace.set('a.sbs', 'let other is 3;');
  expect(shown()).toEqual([expect.not.stringContaining('vat?')]);
});
