import { expect, test } from 'vitest';
import { InsertTextFormat, TextEdit } from 'vscode-languageserver-types';
import { completionListAt, completionsAt } from '../../src/editor/completion/completion.ts';
import { offsetOf } from '../../src/editor/positions.ts';
import { QUERY_FORMS } from '../../src/query-forms/registry.ts';
import { linesOf } from '../../src/text/lines.ts';
import { editorFile, labelsAt } from './editor-file.ts';

/** The text after the item of that label was chosen, its places to fill in left empty. */
function chosen(marked: string, label: string): string {
  const { workspace, path, offset, text } = editorFile(marked);
  const item = completionsAt(workspace, path, offset).find((each) => each.label === label);
  if (!item?.textEdit || !TextEdit.is(item.textEdit)) throw new Error(`${label} is not offered`);
  const lines = linesOf(text);
  const { range, newText } = item.textEdit;
  const snippet = item.insertTextFormat === InsertTextFormat.Snippet;
  const written = snippet ? newText.replace(/\$(\d)|\$\{\d:([^}]*)\}/g, '$2').replace(/\\([$}\\])/g, '$1') : newText;
  return text.slice(0, offsetOf(range.start, lines)) + written + text.slice(offsetOf(range.end, lines));
}

/** `first`: how the list begins. `with`: what it holds. `without`: what it does not. `only`: all of it. */
type Case = { at: string; first?: string[]; with?: string[]; without?: string[]; only?: string[] };

const DECLARATIONS: Case[] = [
  { at: '|', first: ['download', 'download bundle', 'table'], with: ['upload', 'import', 'export'] },
  { at: 'dow|', only: ['download', 'download bundle'] },
  { at: 'upload ads to { type: "disk"; path: "x"; };\n|', first: ['download'] },
  { at: 'table t is select site from ads\nup|', first: ['upload'] },
  { at: 'download |', only: ['bundle'] },
  { at: 'download x |', only: ['from'] },
  { at: 'download x f|', only: ['from'] },
  { at: 'download bundle x |', only: ['from'] },
  { at: 'download x from { type: "web"; } |', only: ['using'] },
  { at: 'upload ads |', only: ['to', 'as'] },
  { at: 'upload ads as other |', only: ['to'] },
  { at: 'upload ads as |', only: [] },
  { at: 'table t |', only: ['is'] },
  {
    at: 'table t is |',
    only: QUERY_FORMS.map(({ kind }) => kind),
  },
  { at: 'table t is uns|', only: [] },
  { at: '// |', only: [] },
  { at: '# ups|', only: [] },
  { at: '/* select | */', only: [] },
  { at: '/* select |', only: [] },
  { at: '/* done */ |', with: ['table'] },
];

const BLOCKS: Case[] = [
  { at: 'download x from { | }', first: ['type', 'key'], with: ['timezone'], without: ['url'] },
  { at: 'download x from { type: "web"; | }', first: ['url'], with: ['headers', 'key'], without: ['type'] },
  { at: 'download x from { | type: "web"; } using { * };', first: ['url'], without: ['type'] },
  { at: 'download x from { type: "web"; ti| } using { * };', first: ['timezone'] },
  { at: 'download x from { type: "folder"; | }', first: ['pattern', 'regex'], without: ['key'] },
  { at: 'download x from { type: "folder"; pattern: "x"; | }', without: ['pattern', 'regex'] },
  { at: 'download x from { type: "web"; hour_of_day: 3; | }', without: ['period_hours', 'delay_hours', 'hour_of_day'] },
  { at: 'download x from { type: "nothing"; | }', with: ['timezone'], without: ['url'] },
  { at: 'download x from { url: "a";\n  | \n  key: "other"; }', first: ['type'], without: ['key'] },
  { at: 'download x from { type: |', only: ['web', 'folder'] },
  { at: 'download x from { type: "|', only: ['web', 'folder'] },
  { at: 'download x from { type: "we|', only: ['web'] },
  { at: 'download x from { type: we| }', only: ['web'] },
  { at: 'download x from { type: "web" |', only: [] },
  { at: 'download x from { type |', only: [] },
  { at: 'download x from { type: "web"; key: "|"; }', only: ['other'] },
  { at: 'download x from { key: "|"; }', first: ['warehouse', 'other', 'old'] },
  { at: 'upload ads to { type: "sql"; key: | };', only: ['warehouse', 'old'] },
  { at: 'download x from { type: "web"; timezone: "Europe/Pa|"; }', first: ['Europe/Paris'] },
  { at: 'download x from { type: "web"; timezone: |', first: ['UTC', 'America/Los_Angeles'] },
  { at: 'download x from { type: "web"; header: |', only: ['true', 'false'] },
  { at: 'download x from { type: "web"; header: "|"; }', only: [] },
  { at: 'download x from { type: "web"; format: "p|', first: ['psv', 'parquet'] },
  { at: 'download x from { type: "web"; day_of_week: "|', with: ['sunday'], without: ['0'] },
  { at: 'download x from { type: "web"; day_of_week: [|', with: ['sunday', '0'] },
  { at: 'download x from { type: "web"; day_of_week: ["monday", "|"]; }', with: ['friday'], without: ['monday'] },
  { at: 'download x from { type: "web"; day_of_week: ["monday" |', only: [] },
  { at: 'download x from { type: "web"; lookback_days: | }', with: [] },
  { at: 'download x from { type: "web"; datetime_pattern: "|"; }', first: ['YYYY-MM-DD'] },
  { at: 'download x from { type: "web"; headers: { | }; }', only: [] },
  { at: 'download x from { type: "web"; url: "https://|"; }', only: [] },
  { at: 'upload ads to { | };', first: ['type'], with: ['mode', 'deadline'], without: ['pattern'] },
  { at: 'upload ads to { type: "sql"; | };', first: ['table'], with: ['schema', 'key', 'test'] },
  { at: 'export ads to { type: "|" };', only: ['disk', 'sql', 'tape'], first: ['disk', 'sql'] },
  { at: 'upload ads to { type: "disk"; mode: "|"; };', only: ['replace_date', 'truncate'] },
  { at: 'upload ads to { type: "sql"; mode: |', only: ['replace_date', 'truncate', 'append', 'upsert'] },
  { at: 'upload ads to { type: "disk"; format: "|"; };', only: ['csv', 'parquet'] },
  { at: 'upload ads to { type: "disk"; path: "|"; };', first: ['{YYYY-MM-DD}'] },
  { at: 'upload sites to { type: "sql"; key_columns: "|', only: ['id', 'kind'] },
  { at: 'upload sites to { type: "sql"; key_columns: ["id", |', only: ['kind'] },
  {
    at: 'upload ads to { type: "sql"; test: { | }; };',
    first: ['table'],
    with: ['schema', 'key'],
    without: ['test', 'deadline'],
  },
  { at: 'upload ads to { type: "sql"; test: { schema: "s"; mode: "|', with: ['append'] },
];

const SCHEMAS: Case[] = [
  { at: 'download x from { type: "web"; } using { | };', only: ['*'] },
  { at: 'download x from { type: "web"; } using |', only: ['*'] },
  { at: 'download x from { type: "web"; } using { a: | };', with: ['string', 'decimal', 'date("…")', '{ record }'] },
  { at: 'download x from { type: "web"; } using { a: da|', first: ['date', 'datetime'] },
  { at: 'download x from { type: "web"; using { a: |', with: ['string'] },
  { at: 'download x from { type: "web"; } using { a: string | };', only: ['not null', 'as'] },
  { at: 'download x from { type: "web"; } using { a: string as b | };', only: ['not null'] },
  { at: 'download x from { type: "web"; } using { a: string not null | };', only: ['as'] },
  { at: 'download x from { type: "web"; } using { a: string not | };', only: ['null'] },
  { at: 'download x from { type: "web"; } using { a: string as | };', only: [] },
  { at: 'download x from { type: "web"; } using { | a: string; };', only: ['*'] },
  { at: 'download x from { type: "web"; } using { a: date("|"); };', first: ['YYYY-MM-dd'] },
  { at: 'download x from { type: "web"; } using { a: [|', with: ['string'], without: ['date("…")'] },
  { at: 'download x from { type: "web"; } using { a: { b: |', with: ['string'] },
  { at: 'download x from { type: "web"; } using { a: { b: string; | }; };', only: [] },
  { at: 'download bundle b from { type: "folder"; } using { | };', only: ['table'] },
  { at: 'download bundle b from { type: "folder"; } using {\n  table t |', only: ['from', 'using'] },
  { at: 'download bundle b from { type: "folder"; } using { table t from { |', only: ['member'] },
  { at: 'download bundle b from { type: "folder"; } using { table t using { a: |', with: ['integer'] },
  { at: 'download bundle b { type: "folder"; | } using { table t using { * }; };', with: ['pattern'] },
];

const QUERIES: Case[] = [
  {
    at: 'table t is select | from ads;',
    first: ['site', 'kind', 'day'],
    with: ['report_date', 'sum', 'upper', '*', 'distinct', 'explode'],
  },
  { at: 'table t is select site, | from ads;', with: ['clicks', 'row_number'], without: ['distinct', 'from'] },
  { at: 'table t is select cl|\n from ads;', first: ['clicks'] },
  { at: 'table t is select |', with: ['count', 'upper', 'site'] },
  { at: 'table t is select site |', first: ['as', 'from'], with: ['is null', 'and'] },
  { at: 'table t is select site | from ads;', first: ['as'], without: ['from'] },
  { at: 'table t is select site as | from ads;', only: [] },
  { at: 'table t is select site as s |', only: ['from'] },
  { at: 'table t is select 1| from ads', only: [] },
  { at: "table t is select '|' as a from ads", only: [] },
  { at: 'table t is select ads.| from ads;', first: ['site'], with: ['report_date', '*'], without: ['upper'] },
  { at: 'table t is select a.|, clicks from ads as a where a.site == 1', first: ['site'] },
  { at: 'table t is select a.ow| from ads as a;', only: ['owner'] },
  { at: 'table t is select owner.| from ads', only: ['id', 'name'] },
  { at: 'table t is select ads.owner.| from ads', only: ['id', 'name'] },
  { at: 'table t is select extra.| from ads', only: [] },
  { at: 'table t is select nothing.| from ads', only: [] },
  { at: 'table t is select ki| from ads join sites on ads.site == sites.id;', first: ['ads.kind', 'sites.kind'] },
  { at: 'table t is select ki| from ads join sites using (kind);', first: ['kind'], without: ['ads.kind'] },
  { at: 'table t is select id| from ads semi join sites using (kind);', without: ['id'] },
  { at: 'table t is select * | from ads', first: ['except', 'replace'] },
  { at: 'table t is select * except (| from ads', first: ['site'], without: ['upper', 'report_date'] },
  { at: 'table t is select * except (site, |) from ads', first: ['kind'], without: ['site'] },
  { at: 'table t is select * replace (upper(site) |) from ads', first: ['as'] },
  { at: 'table t is select * replace (upper(site) as |) from ads', first: ['site'], without: ['upper'] },
  { at: 'table t is select sum(|) from ads', first: ['clicks', 'price', 'ratio'], without: ['sum', 'count'] },
  { at: 'table t is select upper(| from ads where clicks > 0', first: ['site', 'kind'], with: ['lower'] },
  { at: "table t is select date_trunc(day, '|') as d from ads", first: ['year'], without: ['day_of_week'] },
  { at: 'table t is select date_trunc(day, m|', with: ['month', 'minute'] },
  { at: 'table t is select to_timezone(at, "Europe/Ber|', first: ['Europe/Berlin'] },
  { at: 'table t is select format_date(day, |) from ads', first: ['YYYY-MM-dd'] },
  { at: 'table t is select round(price, |) from ads', only: [] },
  { at: 'table t is select columns("|") from ads;', first: ['^m_'], with: ['^site$'] },
  { at: "table t is select columns('|') from ads;", first: ['^m_'], with: ['^site$'] },
  { at: 'table t is select columns("|', first: ['^m_'], with: ['^site$', '^id$'] },
  { at: 'table t is select sum(columns("|', first: ['^m_'], with: ['^site$'] },
  { at: 'table t is select * except (|', with: ['site', 'id'], without: ['upper', 'report_date'] },
  { at: 'table t is select * except (site, |', with: ['kind'], without: ['site'] },
  { at: 'table t is select ads.|', first: ['site'], with: ['kind'], without: ['id'] },
  { at: 'table t is select owner.|', only: ['id', 'name'] },
  { at: 'table t is select site, upper(|', with: ['site', 'kind', 'id'] },
  { at: 'table t is select cast(site | from ads', first: ['as'] },
  { at: 'table t is select cast(site as | from ads', with: ['integer'], without: ['date("…")'] },
  { at: 'table t is select row_number() | from ads', with: ['over'] },
  { at: 'table t is select row_number() over (| from ads', only: ['partition by', 'order by'] },
  { at: 'table t is select row_number() over (partition | from ads', only: ['by'] },
  { at: 'table t is select row_number() over (partition by | from ads', first: ['site'], without: ['row_number'] },
  { at: 'table t is select row_number() over (partition by site | from ads', first: ['order by', 'desc'] },
  { at: 'table t is select record(| from ads', first: ['site'], with: ['upper'] },
  { at: 'table t is select record(site | from ads', first: ['as'] },
  { at: 'table t is select record(site as | from ads', only: [] },
  { at: 'table t is select record(site as a, | from ads', first: ['site'] },
  { at: 'table t is select sum(clicks) | from ads', with: ['over', 'filter'] },
  { at: 'table t is select sum(clicks) filter (| from ads', only: ['where'] },
  { at: 'table t is select sum(clicks) filter (where | from ads', first: ['site'], with: ['upper'] },
  { at: 'table t is select sum(clicks) filter (where clicks > 1) | from ads', with: ['over', 'as'] },
  { at: 'table t is select first(site | from ads', with: ['order by', 'ignore nulls'] },
  { at: 'table t is select sum(clicks | from ads', without: ['order by', 'ignore nulls'] },
  { at: 'table t is select first(site order | from ads', only: ['by'] },
  { at: 'table t is select first(site order by | from ads', first: ['site'] },
  { at: 'table t is select lag(site ignore | from ads', only: ['nulls'] },
  { at: 'table t is select sum(clicks) over (order by day | from ads', with: ['rows between', 'range between'] },
  {
    at: 'table t is select sum(clicks) over (order by day desc nulls last | from ads',
    only: ['rows between', 'range between'],
  },
  { at: 'table t is select sum(clicks) over (order by day rows | from ads', only: ['between'] },
  {
    at: 'table t is select sum(clicks) over (order by day rows between | from ads',
    only: ['unbounded preceding', 'current row', 'unbounded following'],
  },
  {
    at: 'table t is select sum(clicks) over (order by day rows between 6 | from ads',
    only: ['preceding', 'following'],
  },
  { at: 'table t is select sum(clicks) over (order by day rows between 6 preceding | from ads', only: ['and'] },
  {
    at: 'table t is select sum(clicks) over (order by day rows between 6 preceding and current | from ads',
    only: ['row'],
  },
  { at: 'table t is select site from |', only: ['ads', 'anything', 'sites'] },
  { at: 'table t is select site from si|', only: ['sites'] },
  { at: 'table t is select site from "a|', only: ['ads', 'anything'] },
  {
    at: 'table t is select site from ads |',
    first: ['where', 'join'],
    with: ['as', 'order by'],
    without: ['on', 'from'],
  },
  { at: 'table t is select site from ads | where clicks > 0', with: ['join', 'having'], without: ['where'] },
  { at: 'table t is select site from ads as |', only: [] },
  { at: 'table t is select site from ads as a |', with: ['where'], without: ['as'] },
  { at: 'table t is select site from ads a |', with: ['where'], without: ['as'] },
  { at: 'table t is select a.| from ads a', first: ['site'] },
  { at: 'table t is select site from ads left |', only: ['join'] },
  { at: 'table t is select site from ads left join |', only: ['ads', 'anything', 'sites'] },
  { at: 'table t is select site from ads join sites |', first: ['on', 'using'], with: ['as', 'where'] },
  { at: 'table t is select site from ads cross join sites |', first: ['where'], without: ['on', 'using'] },
  { at: 'table t is select 1 as a from ads join sites on |', with: ['ads.kind', 'sites.kind'], without: ['sum'] },
  { at: 'table t is select 1 as a from ads join sites on ads.site == |', with: ['sites.kind', 'id'] },
  { at: 'table t is select 1 as a from ads join sites on sites.|', first: ['id'] },
  { at: 'table t is select 1 as a from ads join sites using (|', only: ['kind'] },
  {
    at: 'table t is select site from ads where |',
    first: ['site'],
    with: ['upper'],
    without: ['sum', 'row_number', 'explode'],
  },
  { at: 'table t is select site from ads where site |', first: ['and', 'or'], with: ['is null', 'in', 'having'] },
  { at: 'table t is select site from ads where site is |', only: ['null', 'not null'] },
  { at: 'table t is select site from ads where site is not |', only: ['null'] },
  { at: 'table t is select site from ads where site not |', only: ['in', 'between', 'like', 'ilike'] },
  { at: 'table t is select site from ads where clicks between 1 and |', with: ['m_one'] },
  { at: 'table t is select site from ads where site in (|', first: ['site'] },
  { at: 'table t is select site, sum(clicks) as total from ads having |', first: ['site', 'total'], with: ['sum'] },
  { at: 'table t is select site, sum(clicks) as total from ads order by |', first: ['site', 'total'] },
  {
    at: 'table t is select site, sum(clicks) as total from ads order by total |',
    first: ['desc', 'asc'],
    with: ['limit'],
  },
  { at: 'table t is select site from ads order by site desc |', first: ['nulls last', 'nulls first', 'limit'] },
  { at: 'table t is select site from ads order by site nulls |', only: ['last', 'first'] },
  { at: 'table t is select site from ads order |', only: ['by'] },
  { at: 'table t is select site from ads limit |', only: [] },
  { at: 'table t is union |', only: ['ads', 'anything', 'sites'] },
  { at: 'table t is union ads, |, sites;', only: ['anything'] },
  { at: 'table t is union ads |', only: [] },
  { at: 'table t is upsert |', with: ['ads'] },
  { at: 'table t is upsert ads |', only: ['by'] },
  { at: 'table t is upsert ads by |', first: ['site'], without: ['report_date', 'upper'] },
  { at: 'table t is upsert ads by site, |', first: ['kind'], without: ['site'] },
  { at: 'table t is upsert ads by site |', only: ['order by', 'delete where', 'when empty'] },
  { at: 'table t is upsert ads by site delete |', only: ['where'] },
  { at: 'table t is upsert ads by site delete where |', with: ['at', 'upper'] },
  { at: 'table t is upsert ads by site order by at desc delete where |', with: ['at', 'upper'] },
  { at: 'table t is snapshot |', with: ['ads'] },
  { at: 'table t is snapshot ads |', only: ['by'] },
  { at: 'table t is snapshot ads by |', first: ['site'], without: ['report_date', 'upper'] },
  { at: 'table t is snapshot ads by site |', only: ['order by', 'when empty'] },
  { at: 'table t is snapshot ads by site when |', only: ['empty'] },
  { at: 'table t is snapshot ads by site order by at desc when empty |', only: ['keep', 'replace', 'fail'] },
  { at: 'table t is upsert ads by site delete where at is null when empty |', only: ['keep', 'replace', 'fail'] },
  { at: 'table t is upsert ads by site when empty fail |', only: [] },
  { at: 'table t is upsert ads by site order by |', with: ['at', 'upper'] },
  { at: 'table t is (|', first: ['select'] },
  { at: 'table t is (select | from ads) union (select clicks from sites)', first: ['site'], with: ['clicks'] },
  { at: 'table t is (select site from ads) |', only: ['union', 'except', 'intersect'] },
  { at: 'table t is (select site from ads) union |', only: [] },
  { at: 'table t is (select site from ads) union (|', first: ['select'] },
  { at: 'table t is (select site from ads) union (select id from |', with: ['ads', 'sites'] },
  { at: 'table t is pivot |', with: ['ads', 'sites'] },
  { at: 'table t is pivot ads |', only: ['on'] },
  { at: 'table t is pivot ads on |', first: ['site'], without: ['columns'] },
  { at: 'table t is pivot ads on kind |', only: ['in'] },
  { at: "table t is pivot ads on kind in ('a' |", only: ['as'] },
  { at: "table t is pivot ads on kind in ('a', 'b' as c) |", only: ['using'] },
  { at: "table t is pivot ads on kind in ('a') using |", with: ['sum', 'count'] },
  { at: "table t is pivot ads on kind in ('a') using sum(|", first: ['clicks'] },
  { at: "table t is pivot ads on kind in ('a') using sum(clicks) |", first: ['as'], without: ['from'] },
  { at: "table t is pivot ads on kind in ('a') using sum(clicks) as |", only: [] },
  { at: 'table t is unpivot ads |', only: ['on'] },
  { at: 'table t is unpivot ads on |', first: ['site'], with: ['columns'] },
  { at: 'table t is unpivot ads on columns("|', first: ['^m_'], with: ['^site$'] },
  { at: 'table t is unpivot ads on columns(|', first: ['^m_'], with: ['^site$'] },
  { at: 'table t is select literal "|" as x from ads', only: [] },
  { at: 'table t is select "|" from ads', first: ['site'] },
  { at: 'table t is unpivot ads on m_one, m_two |', only: ['into'] },
  { at: 'table t is unpivot ads on m_one into |', only: [] },
  { at: 'upload |', only: ['ads', 'anything', 'sites'] },
  // Neither itself nor what is made from it.
  {
    at: 'table b is select 1 as x from a; table c is union b; table a is select 1 as x from |;',
    only: ['ads', 'anything', 'sites'],
  },
  { at: 'table mine is select site from ads; table t is select site from |', first: ['mine', 'ads'] },
  { at: 'table t is select site from ads;\ntable u is select t.| from t', only: ['site', '*'] },
];

test.each([...DECLARATIONS, ...BLOCKS, ...SCHEMAS, ...QUERIES])('offers what fits at $at', (each) => {
  const found = labelsAt(each.at);
  if (each.only) expect(found.toSorted()).toEqual(each.only.toSorted());
  if (each.first) expect(found.slice(0, each.first.length)).toEqual(each.first);
  for (const label of each.with ?? []) expect(found).toContain(label);
  for (const label of each.without ?? []) expect(found).not.toContain(label);
  const { workspace, path, offset } = editorFile(each.at);
  const items = completionsAt(workspace, path, offset).map((item) => `${item.kind} ${item.label}`);
  expect(new Set(items).size).toBe(items.length);
});

/** A text with a mark, the completion chosen there and the text it gives; null when it is not offered. */
const CHOICES: Readonly<Record<string, readonly [label: string, text: string | null]>> = {
  'download x from { ur| }': ['url', null],
  'download x from { type: "web"; u| }': ['url', 'download x from { type: "web"; url: ""; }'],
  'download x from { type: "web"; u|rl: "x"; }': ['url', 'download x from { type: "web"; url: "x"; }'],
  'download x from { type: "w|': ['web', 'download x from { type: "web"'],
  'download x from { type: "fo|lder"; }': ['web', null],
  'download x from { type: "w|older"; }': ['web', 'download x from { type: "web"; }'],
  'download x from { type: "w| ; key: "other"; }': ['web', 'download x from { type: "web" ; key: "other"; }'],
  "download x from { type: 'w|'; }": ['web', "download x from { type: 'web'; }"],
  'table t is select si|te from ads': ['site', 'table t is select site from ads'],
  'table t is select |from ads': ['site', 'table t is select sitefrom ads'],
  'table t is select "si|': ['site', 'table t is select "site"'],
  'table t is select cou|(site) from ads': ['count', 'table t is select count(site) from ads'],
  'table t is select cou| from ads': ['count', 'table t is select count() from ads'],
  'table t is select date_trunc(day, mon|) from ads': ['month', "table t is select date_trunc(day, 'month') from ads"],
  'table t is select ki| from ads, sites join ads as "my ads"': ['kind', null],
  'table t is select ki| from ads as a join sites as "the sites"': [
    'the sites.kind',
    'table t is select "the sites".kind from ads as a join sites as "the sites"',
  ],
  'table t is select site from ads where site is n|': [
    'not null',
    'table t is select site from ads where site is not null',
  ],
};

test.each(Object.entries(CHOICES))('%s with %s', (marked, [label, text]) => {
  if (text === null) expect(labelsAt(marked)).not.toContain(label);
  else if (marked.includes('"si|')) expect(chosen(`${marked}" from ads`, label)).toBe(`${text} from ads`);
  else expect(chosen(marked, label)).toBe(text);
});

test('names that need quotation marks get them', () => {
  const source =
    'download odd from { type: "web"; url: "https://x.y"; } using { "Ad unit": string; "from": string; "a\\"b\\\\c": string; };\n';
  expect(chosen(`${source}table t is select Ad| from odd;`, 'Ad unit')).toContain('select "Ad unit" from');
  expect(chosen(`${source}table t is select "Ad| from odd;`, 'Ad unit')).toContain('select "Ad unit" from');
  expect(chosen(`${source}table t is select odd.fr| from odd;`, 'from')).toContain('select odd."from" from');
  expect(chosen(`${source}table t is select a| from odd;`, 'a"b\\c')).toContain('select "a\\"b\\\\c" from');
});

test('items show types, and suspended keys', () => {
  const { workspace, path, offset } = editorFile('upload ads to { type: "sql"; key: | };');
  expect(completionsAt(workspace, path, offset).map((item) => item.detail)).toEqual(['sql', 'sql, suspended']);
  const query = editorFile('table t is select | from ads;');
  const [site] = completionsAt(query.workspace, query.path, query.offset);
  expect(site).toMatchObject({
    detail: 'string not null',
    documentation: { kind: 'markdown', value: 'Column of `ads`' },
  });
});

test('a list that is cut says so, and typing on finds the rest', () => {
  const many = Array.from({ length: 300 }, (_, index) => `table many_${index} is select site from ads;`).join('\n');
  const all = editorFile(`${many}\ntable t is select site from |`);
  const list = completionListAt(all.workspace, all.path, all.offset);
  expect(list.items).toHaveLength(200);
  expect(list.isIncomplete).toBe(true);
  const some = editorFile(`${many}\ntable t is select site from many_29|`);
  const found = completionListAt(some.workspace, some.path, some.offset);
  expect(found.isIncomplete).toBe(false);
  expect(found.items[0]?.label).toBe('many_29');
  expect(found.items).toHaveLength(11 + 10);
});

test('a file that is not there has no completions', () => {
  const { workspace } = editorFile('|');
  expect(completionsAt(workspace, 'other.sbs', 0)).toEqual([]);
});
