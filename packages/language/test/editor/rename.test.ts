import type { Trace } from '@switchboard/model/lineage/column-origins';
import { sampleRuns } from '@switchboard/model/testing/sample-runs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { prepareRename } from '../../src/editor/rename/rename.ts';
import { Workspace } from '../../src/workspace.ts';
import { samples } from '../scripts.ts';
import { applyRename } from './apply-rename.ts';
import { offsetIn, PROJECT, workspaceOf } from './project.ts';

/** The lines that a rename of the project changes, or why it is refused. */
function changedLines(
  path: string,
  piece: string,
  name: string,
  files = PROJECT,
  time = 1,
): readonly string[] | string {
  const workspace = workspaceOf(files);
  const after = applyRename(workspace, path, offsetIn(workspace, path, piece, time), name);
  if (typeof after === 'string') return after;
  return workspace.paths().flatMap((each) => {
    const before = workspace.text(each)?.split('\n');
    return (after[each] ?? '').split('\n').flatMap((line, index) => (line === before?.[index] ? [] : [line.trim()]));
  });
}

describe('a rename', () => {
  test.each<[what: string, rename: [path: string, piece: string, name: string], changes: string]>([
    [
      'of a table reaches all files',
      ['tables.sbs', 'everything', 'all_ads'],
      `upload all_ads as everything to { type: "disk"; path: "all.csv"; };
table all_ads is union ads, ads_old;
from all_ads as e`,
    ],
    [
      'of a table leaves the names of its uploads',
      ['out.sbs', 'latest', 'last seen'],
      `upload "last seen" as newest to { type: "sql"; key: "warehouse"; table: "latest"; mode: "upsert"; key_columns: ["site"]; };
table "last seen" is upsert daily by site order by date desc;`,
    ],
    [
      'of a column goes along with unions and stops where a select lists it',
      ['ads/sources.sbs', 'site', 'page'],
      `site: string not null as page;
download ads_old from { type: "folder"; pattern: "old/*.csv"; } using { date: date; site: string as page; m_clicks: integer; };
select date, e.page as site, sum(m_clicks) as clicks, max(unit) as unit
where page != 'x'
table totals is select page as site, sum(columns("^m_")) from ads;`,
    ],
    [
      'of an output column goes along with using, upsert, replace and parameters',
      ['out.sbs', '"site"', 'Web site'],
      `table sites from { member: "sites.csv"; } using { site: string as "Web site"; owner: string; };
upload latest as newest to { type: "sql"; key: "warehouse"; table: "latest"; mode: "upsert"; key_columns: ["Web site"]; };
select date, e.site as "Web site", sum(m_clicks) as clicks, max(unit) as unit
select * except (owner) replace (upper("Web site") as "Web site")
from daily join sites using ("Web site");
table latest is upsert daily by "Web site" order by date desc;`,
    ],
    [
      'of an alias stays in its query',
      ['tables.sbs', 'e.site', 'sources'],
      `select date, sources.site, sum(m_clicks) as clicks, max(unit) as unit
from everything as sources`,
    ],
    [
      'of an upload stays in its declaration',
      ['out.sbs', 'newest', 'to'],
      `upload latest as to to { type: "sql"; key: "warehouse"; table: "latest"; mode: "upsert"; key_columns: ["site"]; };`,
    ],
    [
      'of a bundle stays in its declaration',
      ['ads/sites.sbs', 'books', 'library'],
      `download bundle library from { type: "folder"; pattern: "*.zip"; } using {`,
    ],
    [
      'overwrites the alias of a downloaded column',
      ['ads/sources.sbs', 'unit;', 'ad_unit'],
      `"Ad unit": string as ad_unit;
select date, e.site, sum(m_clicks) as clicks, max(ad_unit) as unit`,
    ],
    [
      'overwrites the alias of an expression',
      ['tables.sbs', 'clicks > 1', 'where'],
      `select date, e.site, sum(m_clicks) as "where", max(unit) as unit
having "where" > 1
order by "where" desc;`,
    ],
    ['to the same name changes nothing', ['tables.sbs', 'daily', 'daily'], ''],
  ])('a rename %s', (_what, rename, changes) => {
    expect([changedLines(...rename)].flat().join('\n')).toBe(changes);
  });

  test('a rename of a column keeps the name of the field that it gives a record', () => {
    const script = `download d from { type: "web"; url: "https://example.com/d"; } using { site: string; n: integer; };
table t is select record(site, d.n, n + 1 as more) as r, record(site).site as s from d;`;
    expect(changedLines('a.sbs', 'site', 'domain', { 'a.sbs': script })).toEqual([
      'download d from { type: "web"; url: "https://example.com/d"; } using { site: string as domain; n: integer; };',
      'table t is select record(domain as site, d.n, n + 1 as more) as r, record(domain as site).site as s from d;',
    ]);
  });
});

test('a rename of a column that is called as its constant leaves the constant', () => {
  const script = `let vat is 1;
download d from { type: "web"; url: "https://example.com/d"; } using { n: integer; };
table t is select n, vat from d;
table u is select t.vat as x from t;`;
  expect(changedLines('a.sbs', 'vat as x', 'tax', { 'a.sbs': script })).toEqual([
    'table t is select n, vat as tax from d;',
    'table u is select t.tax as x from t;',
  ]);
});

test('a rename of dates without an alias gives them one', () => {
  const script = `download d from { type: "web"; url: "https://example.com/d"; } using { day: date; };
table t is select dates.date from dates('2026-01-01', date(today())) join d on d.day == dates.date;`;
  const changed =
    "table t is select days.date from dates('2026-01-01', date(today())) as days join d on d.day == days.date;";
  expect(changedLines('a.sbs', 'dates.date', 'days', { 'a.sbs': script })).toEqual([changed]);
});

describe('a rename inside a with', () => {
  const sources = 'download d from { type: "web"; url: "https://example.com/d"; } using { id: string; n: integer; };';

  test('a rename of a column of a part goes along with its readers', () => {
    const script = `${sources}
table t is with a as (select id as key, sum(n) as total from d) select x.key, total + 1 as more from a as x where total > 1;`;
    expect(changedLines('a.sbs', 'total from', 'sum', { 'a.sbs': script })).toEqual([
      'table t is with a as (select id as key, sum(n) as sum from d) select x.key, sum + 1 as more from a as x where sum > 1;',
    ]);
  });

  test('a rename is refused where a union would no longer match its columns', () => {
    const script = `${sources}
table t is with a as (select id from d), b as (union a, d) select count() as rows from b;`;
    expect(changedLines('a.sbs', 'id: string', 'key', { 'a.sbs': script })).toMatch(
      /^With any other name, a\.sbs:2 would have other columns, because a rename does not follow/,
    );
  });

  test('a rename is refused where * takes a column of a query inside another along, whatever the name', () => {
    const script = `${sources}
table t is
    select * from (select id as key from d) as x;
table u is select key from t;`;
    expect(changedLines('a.sbs', 'key from d', 'other', { 'a.sbs': script })).toMatch(
      /^With any other name, a\.sbs:4 would be wrong, because a rename does not follow/,
    );
  });
});

describe('a refused rename', () => {
  test.each([
    ['a taken name', 'tables.sbs', 'daily', 'ADS', /^The name ADS is taken: see ads\/sources.sbs:1/],
    ['a taken column', 'ads/sources.sbs', 'site', 'Unit', /^ads has a column unit already/],
    ['an empty name', 'tables.sbs', 'daily', '  ', /^A name cannot be empty/],
    ['two lines', 'tables.sbs', 'daily', 'a\nb', /^A name must be on one line/],
    ['a function', 'tables.sbs', 'sum', 'total', /^Functions have/],
    ['a parameter', 'out.sbs', 'type', 'kind', /^Parameters have/],
    ['a connector', 'out.sbs', '"disk"', 'kind', /^Connectors have/],
    ['a key', 'out.sbs', '"warehouse"', 'store', /^Keys are renamed/],
    ['a name that is data', 'ads/sources.sbs', 'm_cost', 'm_price', /^unpivot in long writes the name m_cost/],
    ['a name that a pattern would choose', 'ads/sources.sbs', 'site', 'm_site', /would choose m_site/],
    ['a keyword', 'tables.sbs', 'select', 'x', /^nothing to rename/],
    ['a reserved table', 'tables.sbs', 'daily', 'switchboard:x', /^With that name, tables\.sbs:2 would be wrong/],
  ])('a rename is refused: %s', (_what, path, piece, name, message) => {
    expect(changedLines(path, piece, name)).toMatch(message);
  });

  test('a name whose meaning would be caught by another is refused', () => {
    const files = {
      'a.sbs': `download a from { type: "web"; url: "https://example.com"; } using { x: integer; y: string; };
download b from { type: "web"; url: "https://example.com"; } using { id: integer; z: string; };
table t is select x as n, id, "q" as text from a join b on x == id order by y;`,
    };
    expect(changedLines('a.sbs', 'y: string', 'n', files)).toMatch(/would mean something else in a\.sbs/);
    expect(changedLines('a.sbs', 'x: integer', 'id', files)).toMatch(/^With that name, a\.sbs:3 would be wrong/);
    expect(changedLines('a.sbs', 'z: string', 'q', files)).toMatch(/would mean something else/);
  });

  test('a rename of what only the data names is refused', () => {
    const files = {
      'a.sbs':
        'download a from { type: "web"; url: "https://example.com"; } using { * };\ntable t is select x from a;\n',
    };
    expect(changedLines('a.sbs', 'x from', 'y', files)).toMatch(/^x gets its name from the data/);
  });

  test('a rename of what a snapshot adds is refused, whatever the name', () => {
    const files = {
      'a.sbs':
        'download a from { type: "web"; url: "https://example.com"; } using { x: string; };\ntable h is snapshot a by x;\ntable t is select x, valid_from from h;\n',
    };
    for (const name of ['since', 'valid_from now'])
      expect(changedLines('a.sbs', 'valid_from', name, files)).toBe(
        'valid_from gets its name from snapshot in h. Give it an alias in a table that reads h.',
      );
  });

  test('a name that stands in a broken part of some file is refused, and only then', () => {
    const broken = (text: string): Record<string, string> => ({ ...PROJECT, 'zz.sbs': text });
    const uncertain = /^The meaning of daily is uncertain because of an error near zz\.sbs:2/;
    expect(changedLines('tables.sbs', 'daily', 'd', broken('table x is select\n  site fro daily;\n'))).toMatch(
      uncertain,
    );
    expect(
      changedLines(
        'tables.sbs',
        'daily',
        'd',
        broken('table x is select a fro b;\ntable y is select clicks from daily;\n'),
      ),
    ).toContain('table y is select clicks from d;');
  });
});

test('prepares with the name as it is meant', () => {
  const workspace = workspaceOf();
  const at = offsetIn(workspace, 'out.sbs', '"site"') + 2;
  expect(prepareRename(workspace, 'out.sbs', at)).toEqual({
    range: { start: { line: 1, character: 107 }, end: { line: 1, character: 113 } },
    placeholder: 'site',
  });
  expect(prepareRename(workspace, 'out.sbs', offsetIn(workspace, 'out.sbs', 'type'))).toHaveProperty('refused');
  expect(prepareRename(workspace, 'tables.sbs', 1)).toBeNull();
  expect(prepareRename(workspace, 'nowhere.sbs', 0)).toBeNull();
});

/** Every name of the good samples, with a workspace of its sample. */
const TARGETS = samples('good').flatMap((sample) => {
  const workspace = new Workspace(sample.catalog);
  for (const { path, text } of sample.files) workspace.set(path, text);
  return workspace
    .paths()
    .flatMap((path) =>
      workspace.occurrences(path).map(({ start, symbol }) => ({ name: sample.name, workspace, path, start, symbol })),
    );
});

const isText = (value: unknown): value is string => typeof value === 'string';

/** A plan as text, without places and without what was added to a name. Lists sorted by name are sorted again; a union ignores case. */
function planText(workspace: Workspace, suffix: string): string {
  const old = (text: string): string => text.replaceAll(suffix, '').toLowerCase();
  return JSON.stringify(workspace.plan(), (key, value: unknown) => {
    // Expressions are shown as they are written.
    if (key === 'position' || key === 'expressions') return undefined;
    if (key === 'undeclared' && Array.isArray(value)) return value.map((origin) => old(String(origin))).sort();
    if (isText(value)) return old(value);
    if (Array.isArray(value) && value.length > 0 && value.every(isText)) return value.map(old).sort();
    return key === 'lineage' || key === 'step' ? namedOrigins(value as Trace, old) : value;
  });
}

/** Where columns come from by names instead of numbers. */
function namedOrigins(trace: Trace, old: (text: string) => string): unknown {
  const names = trace.origins.map((origin) => old(origin.join('.')));
  const named = (numbers: readonly number[]): string[] => numbers.map((at) => names[at] ?? '').sort();
  return {
    columns: trace.columns.map((each) => named(each).join()),
    rest: named(trace.rest ?? []).join(),
    conditions: named(trace.conditions).join(),
  };
}

test('compiles to the same plan but for the name, whatever is renamed', () => {
  expect(TARGETS.length).toBeGreaterThan(500);
  let done = 0;
  const property = fc.property(fc.constantFrom(...TARGETS), fc.constantFrom('_q7', ' q7'), (target, suffix) => {
    const { workspace, path, start, symbol } = target;
    const name = `${symbol.name}${suffix}`;
    const after = applyRename(workspace, path, start, name);
    if (typeof after === 'string') {
      expect(after).toMatch(
        /^(Functions|Parameters|Connectors|Keys) |gets its name from (the data|snapshot)|columns\("|(unpivot|select) in|^With any other name|Choose a plain name|(union|except|intersect) (matches|compares)/,
      );
      return;
    }
    const other = workspaceOf(after, workspace.catalog);
    expect(planText(other, suffix) === planText(workspace, suffix)).toBe(true);
    done += 1;
  });
  const runs = sampleRuns(200, 4);
  fc.assert(property, { numRuns: runs });
  expect(done).toBeGreaterThan(0.3 * runs);
});
