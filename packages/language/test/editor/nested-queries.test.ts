import { describe, expect, test } from 'vitest';
import { hoverAt } from '../../src/editor/hover/hover.ts';
import { definitionAt } from '../../src/editor/symbols/definition.ts';
import { QUERY_FORMS } from '../../src/query-forms/registry.ts';
import { editorFile, labelsAt } from './editor-file.ts';
import { shownPlaces } from './project.ts';

type Case = { at: string; first?: string[]; with?: string[]; without?: string[]; only?: string[] };

const FORMS = QUERY_FORMS.map(({ kind }) => kind);

const PARTS: Case[] = [
  { at: 'table t is with |', only: [] },
  { at: 'table t is with a |', only: ['as'] },
  { at: 'table t is with a as |', only: [] },
  { at: 'table t is with a as (|', only: FORMS },
  { at: 'table t is with a as (select | from ads) select site from a;', first: ['site'], with: ['clicks', 'upper'] },
  { at: 'table t is with a as (select site from |', only: ['ads', 'anything', 'sites'] },
  { at: 'table t is with a as (select site from ads) |', only: FORMS },
  { at: 'table t is with a as (select site from ads), |', only: [] },
  {
    at: 'table t is with a as (select site from ads), b as (select | from a) select 1 as x from b;',
    first: ['site'],
    without: ['clicks'],
  },
  {
    at: 'table t is with a as (select site from ads), b as (select site from |',
    only: ['a', 'ads', 'anything', 'sites'],
  },
  {
    at: 'table t is with a as (select site from |), b as (select site from ads) select site from b;',
    without: ['a', 'b'],
  },
  { at: 'table t is with a as (select site from ads) select site from |', first: ['a'], with: ['ads', 'sites'] },
  {
    at: 'table t is with a as (select site, clicks + 1 as more from ads) select | from a;',
    first: ['site', 'more'],
    without: ['clicks'],
  },
  { at: 'table t is with a as (select site as s from ads) select s from a where |', first: ['s'], without: ['site'] },
  { at: 'table t is with a as (select site as s from ads) select x.| from a as x;', only: ['s', '*'] },
  { at: 'table t is with ads as (select site as s from ads) select ads.| from ads;', only: ['s', '*'] },
  {
    at: 'table t is with a as (with b as (select site as s from ads) select s from b) select | from a;',
    first: ['s'],
    without: ['site', 'b'],
  },
  { at: 'table t is with a as (select site from ads), b as (select id from sites) union |', first: ['b', 'a'] },
  { at: 'table t is with a as (select site from ads) select ki| from a join sites on site == id;', first: ['kind'] },
];

const READ: Case[] = [
  { at: "table t is select | from dates('2026-01-01', today()) as d;", first: ['date'], with: ['d'] },
  { at: "table t is select d.| from ads cross join dates('2026-01-01', date(today())) as d;", only: ['date', '*'] },
  { at: "table t is select site from ads join dates('2026-01-01', today(), 'week') on dates.|", only: ['date'] },
  {
    at: "table t is select site from ads where exists (select 1 from dates('2026-01-01', today()) as d where d.|",
    only: ['date'],
  },
  { at: "table t is with d as (dates('2026-01-01', today())) select | from d;", first: ['date'] },
  { at: "table t is select site from ads cross join dates('2026-01-01', |", with: ['today', 'date_add'] },
  { at: "table t is select site from ads cross join dates('2026-01-01', today()) |", with: ['as', 'where'] },
  { at: 'table t is select site from (|', only: FORMS },
  {
    at: 'table t is select | from (select site as s, sum(clicks) as n from ads) as x;',
    first: ['s', 'n'],
    without: ['clicks'],
  },
  { at: 'table t is select x.| from (select site as s from ads) as x;', only: ['s', '*'] },
  { at: 'table t is select 1 as a from (select | from sites) as x;', first: ['id', 'kind'], without: ['site'] },
  {
    at: 'table t is select 1 as a from ads join (select id from sites where |) as s on s.id == site;',
    first: ['id'],
    without: ['site', 'ads'],
  },
  {
    at: 'table t is select 1 as a from ads join (select id as i from sites) as s on |',
    with: ['i', 'site'],
    without: ['id'],
  },
  { at: 'table t is select 1 as a from (select site from ads) |', with: ['as'] },
  { at: 'table t is select 1 as a from (select site from ads) as x |', with: ['join', 'where'] },
  {
    at: 'table t is select | from (select y.s from (select site as s from ads) as y) as x;',
    first: ['s'],
    without: ['y', 'site'],
  },
  {
    at: 'table t is with a as (select site as s from ads) select | from (select s as deep from a) as x;',
    first: ['deep'],
    without: ['s'],
  },
  { at: 'table t is select * except (|) from (select site as s, kind as k from ads) as x;', only: ['s', 'k'] },
  {
    at: 'table t is select 1 as a from (select site from ads) as x join (select kind, site from ads) as y using (|',
    only: ['site'],
  },
];

const VALUES: Case[] = [
  { at: 'table t is select site from ads where exists (|', only: FORMS },
  {
    at: 'table t is select site from ads where exists (select 1 from sites where |',
    first: ['id', 'kind'],
    with: ['ads.kind', 'site', 'clicks', 'ads', 'sites'],
  },
  {
    at: 'table t is select site from ads where exists (select 1 from sites where ads.|',
    first: ['site'],
    with: ['clicks'],
    without: ['id'],
  },
  { at: 'table t is select site from ads as a where exists (select 1 from ads where a.|', with: ['clicks'] },
  {
    at: 'table t is select site from ads where exists (select 1 from ads where |',
    first: ['site'],
    without: ['ads.site'],
  },
  { at: 'table t is select site from ads where site in (select | from sites);', first: ['id'], with: ['clicks'] },
  { at: 'table t is select site from ads where site in (select id from |', only: ['ads', 'anything', 'sites'] },
  { at: 'table t is select (select max(|) from sites where id == site) as m from ads;', with: ['id', 'site'] },
  {
    at: 'table t is select site, | from ads where exists (select 1 from sites where id == site);',
    with: ['kind'],
    without: ['id'],
  },
  { at: 'table t is select site from ads where exists (select 1 from sites) |', with: ['and', 'having', 'order by'] },
  {
    at: 'table t is select site from ads where exists (select 1 from sites where exists (select 1 from anything where |',
    with: ['id', 'site', 'ads', 'sites'],
  },
  {
    at: 'table t is select site from ads where exists (select 1 from (select id from sites where |) as s where s.id == site);',
    first: ['id'],
    without: ['site', 'ads'],
  },
  {
    at: 'table t is select site from ads where exists (with s as (select id as i from sites) select 1 from s where |',
    first: ['i'],
    with: ['site'],
  },
  { at: 'table t is select site from ads where clicks > (select avg(clicks) from ads) and |', first: ['site'] },
];

describe('completion', () => {
  test.each([...PARTS, ...READ, ...VALUES])('offers what fits at $at', (each) => {
    const found = labelsAt(each.at);
    if (each.only) expect(found.toSorted()).toEqual(each.only.toSorted());
    if (each.first) expect(found.slice(0, each.first.length)).toEqual(each.first);
    for (const label of each.with ?? []) expect(found).toContain(label);
    for (const label of each.without ?? []) expect(found).not.toContain(label);
  });
});

const SCRIPT = `table t is
    with clicked as (select site as page, sum(clicks) as total from ads),
        top as (select max(total) as most from clicked)
    select clicked.page, (select count() from sites where id == page) as known
    from clicked join top on clicked.total == top.most
        join (select id as key, kind from sites) as owned on owned.key == clicked.page
    where owned.kind is not null;
`;

/** The workspace of the script, and the place of the n-th time that a piece stands in it. */
function placed(piece: string, time = 1): ReturnType<typeof editorFile> {
  let at = -1;
  for (let count = 0; count < time; count += 1) at = SCRIPT.indexOf(piece, at + 1);
  return editorFile(`${SCRIPT.slice(0, at)}|${SCRIPT.slice(at)}`);
}

describe('definition', () => {
  test.each<[piece: string, time: number, places: readonly string[]]>([
    ['clicked)', 1, ['a.sbs:2 clicked']],
    ['clicked join', 1, ['a.sbs:2 clicked']],
    ['clicked.page', 1, ['a.sbs:2 clicked']],
    ['top on', 1, ['a.sbs:3 top']],
    ['total) as', 1, ['a.sbs:2 total']],
    ['total == top', 1, ['a.sbs:2 total']],
    ['most\n', 1, ['a.sbs:3 most']],
    ['page) as known', 1, ['a.sbs:2 page']],
    ['owned.key', 1, ['a.sbs:6 owned']],
    ['kind is', 1, ['a.sbs:6 kind']],
  ])('leads from %s to its place', (piece, time, places) => {
    const { workspace, path, offset } = placed(piece, time);
    expect(shownPlaces(workspace, definitionAt(workspace, path, offset))).toEqual(places);
  });
});

describe('hover', () => {
  test.each([
    ['clicked)', 'Table `clicked`'],
    ['owned on', 'kind: string;'],
    ['total == top', 'Column of the query `clicked`'],
    ['clicked join', 'total'],
    ['total == top', 'total: integer'],
    ['most\n', 'most: integer'],
    ['page) as known', 'page: string not null'],
    ['owned.key', 'owned'],
    ['kind is', 'kind: string'],
  ])('describes %s', (piece, text) => {
    const { workspace, path, offset } = placed(piece);
    expect(JSON.stringify(hoverAt(workspace, path, offset))).toContain(text);
  });

  test('describes a column of an unfinished query', () => {
    const { workspace, path, offset } = editorFile(
      'table t is with a as (select site as s from ads) select upper(|s from a;',
    );
    expect(JSON.stringify(hoverAt(workspace, path, offset))).toContain('s: string');
  });
});
