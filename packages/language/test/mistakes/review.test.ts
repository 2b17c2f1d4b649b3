import { describe, expect, test } from 'vitest';
import { applyFix } from '../apply-fix.ts';
import { errorsOf } from './errors-of.ts';
import { judge } from './mistake.ts';

/** Scripts that an outside user wrote, with «the place of the mistake», and what their fix makes of them. */
const CASES: readonly (readonly [name: string, written: string, fixed: string | null])[] = [
  [
    'offset before limit',
    'table t is select site from ads «limit 20, 10»;',
    'table t is select site from ads limit 10 offset 20;',
  ],
  ['regexp', "table t is select site from ads where site «regexp» 'a';", null],
  [
    'union all between queries',
    'table t is select site from ads «union all» select site from ads;',
    'table t is (select site from ads) union (select site from ads);',
  ],
  [
    'not null without is',
    'table t is select site from ads where site «not null»;',
    'table t is select site from ads where site is not null;',
  ],
  [
    'descending',
    'table t is select site from ads order by site «descending»;',
    'table t is select site from ads order by site desc;',
  ],
  ['a window in where', 'table t is select site from ads where «row_number()» over (order by site) == 1;', null],
  [
    'a window in having',
    'table t is select site from ads «having row_number() over (order by site) == 1»;',
    'table t is select site from ads qualify row_number() over (order by site) == 1;',
  ],
  [
    'extract',
    'table t is select «extract(year from day)» as y from ads;',
    'table t is select year(day) as y from ads;',
  ],
  ['extract with a time', 'table t is select «extract(epoch from at)» as y from ads;', null],
  [
    'interval',
    "table t is select day «+ interval '1 day'» as d from ads;",
    "table t is select date_add(day, 1, 'day') as d from ads;",
  ],
  [
    'two intervals',
    "table t is select day «+ interval '1 month' - interval 2 day» as d from ads;",
    "table t is select date_sub(date_add(day, 1, 'month'), 2, 'day') as d from ads;",
  ],
  [
    'an interval in a call',
    'table t is select date_add(day, «interval 7 day») as d from ads;',
    "table t is select date_add(day, 7, 'day') as d from ads;",
  ],
  [
    'the unit first',
    "table t is select date_add(«'day'», 1, date) as d from ads;",
    "table t is select date_add(date, 1, 'day') as d from ads;",
  ],
  [
    'the unit first in date_trunc',
    "table t is select date_trunc(«'month'», day) as d from ads;",
    "table t is select date_trunc(day, 'month') as d from ads;",
  ],
  [
    'a unit without quotation marks',
    'table t is select date_trunc(day, «month») as d from ads;',
    "table t is select date_trunc(day, 'month') as d from ads;",
  ],
  [
    'a unit of T-SQL',
    'table t is select «dateadd»(month, 1, day) as d from ads;',
    "table t is select date_add(day, 1, 'month') as d from ads;",
  ],
  [
    'digits as a date',
    'table t is select «date(20260131)» as d from ads;',
    "table t is select parse_date(string(20260131), 'YYYYMMdd') as d from ads;",
  ],
  ['len', 'table t is select «len»(site) as n from ads;', null],
  ['nvl', "table t is select «nvl»(kind, 'a') as k from ads;", "table t is select coalesce(kind, 'a') as k from ads;"],
  [
    'nvl with a condition',
    'table t is select «nvl2»(kind, clicks > 1 or active, false) as k from ads;',
    'table t is select if(kind is not null, clicks > 1 or active, false) as k from ads;',
  ],
  ['to_char', "table t is select «to_char»(day, 'YYYY') as y from ads;", null],
  ['wher', 'table t is select site from ads «wher» clicks > 1;', 'table t is select site from ads where clicks > 1;'],
  [
    'wher behind a join',
    'table t is select site from ads join sites on site == id «wher» clicks > 1;',
    'table t is select site from ads join sites on site == id where clicks > 1;',
  ],
  ['form', 'table t is select site «form» ads;', 'table t is select site from ads;'],
  ['selct', 'table t is «selct» site from ads;', 'table t is select site from ads;'],
  ['oder by', 'table t is select site from ads «oder» by site;', 'table t is select site from ads order by site;'],
  ['orderby', 'table t is select site from ads «orderby» site;', 'table t is select site from ads order by site;'],
  [
    'lft join',
    'table t is select site from ads «lft» join sites on site == id;',
    'table t is select site from ads left join sites on site == id;',
  ],
  ['a missing comma between columns', 'table t is select «site clicks» from ads;', null],
  [
    'a missing comma before a call',
    'table t is select «site sum»(clicks) as n from ads;',
    'table t is select site, sum(clicks) as n from ads;',
  ],
  [
    'a missing comma in a list',
    "table t is select site from ads where site in («'a' 'b'»);",
    "table t is select site from ads where site in ('a', 'b');",
  ],
  ['a missing comma in a call', 'table t is select coalesce(«site kind») as s from ads;', null],
  [
    'a name without as',
    'table t is select sum(clicks) «total» from ads;',
    'table t is select sum(clicks) as total from ads;',
  ],
  [
    'a cast',
    'table t is select clicks«::float» as f from ads;',
    'table t is select cast(clicks as float) as f from ads;',
  ],
  // Dialects cut digits off, or round halves in their own ways.
  ['a cast to an integer', 'table t is select ratio«::int8» as f from ads;', null],
  [
    'a cast of a cast',
    'table t is select clicks«::text::float8» as f from ads;',
    'table t is select cast(cast(clicks as string) as float) as f from ads;',
  ],
  [
    'a cast of a call',
    "table t is select coalesce(site, '1')«::numeric(10, 2)» as f from ads;",
    "table t is select cast(coalesce(site, '1') as decimal(10, 2)) as f from ads;",
  ],
  [
    'commas in a block',
    'download d from { type: "web"«,» url: "https://example.com"; } using { a: string; };',
    'download d from { type: "web"; url: "https://example.com"; } using { a: string; };',
  ],
  [
    'a mistyped parameter',
    'download d from { type: "web"; «ur»: "https://example.com/mine"; } using { a: string; };',
    'download d from { type: "web"; url: "https://example.com/mine"; } using { a: string; };',
  ],
  [
    'a mistyped type',
    'download d from { «tpye»: "web"; url: "https://example.com"; } using { a: string; };',
    'download d from { type: "web"; url: "https://example.com"; } using { a: string; };',
  ],
  [
    'a mistyped group',
    'download d from { type: "folder"; «patern»: "*.csv"; } using { a: string; };',
    'download d from { type: "folder"; pattern: "*.csv"; } using { a: string; };',
  ],
  [
    'a mistyped connector',
    'download d from { type: «"wbe"»; url: "https://example.com"; } using { a: string; };',
    'download d from { type: "web"; url: "https://example.com"; } using { a: string; };',
  ],
  [
    'a mistyped key',
    'upload ads to { type: "sql"; table: "t"; key: «"warehuose"»; };',
    'upload ads to { type: "sql"; table: "t"; key: "warehouse"; };',
  ],
  [
    'a value without quotation marks',
    'upload ads to { type: «disk»; path: "a.csv"; };',
    'upload ads to { type: "disk"; path: "a.csv"; };',
  ],
  ['a quoted column', 'table t is select «"sitte"» from ads;', 'table t is select "site" from ads;'],
  ['a natural join', 'table t is select site from ads «natural» join sites;', null],
  ['a table like the declared one', 'table total is select site from «totals»;', null],
  [
    'strings that are added',
    "table t is select «site + '-' + site» as s from ads;",
    "table t is select site || '-' || site as s from ads;",
  ],
  [
    'strings and brackets that are added',
    "table t is select «(site + '-') + kind» as s from ads;",
    "table t is select (site || '-') || kind as s from ads;",
  ],
  [
    'a number added to a date',
    'table t is select «day + 7» as d from ads;',
    "table t is select date_add(day, 7, 'day') as d from ads;",
  ],
  [
    'two dates',
    'table t is select «day - date» as n from ads;',
    "table t is select date_diff(date, day, 'day') as n from ads;",
  ],
  [
    'a missing table and two columns of one name',
    'table t is select a.site, b.site from ads as a join «noads» as b on a.site == b.site;',
    null,
  ],
  ['create table', 'create table t as select site from ads;', 'table t is select site from ads;'],
  [
    'typographic quotation marks',
    'table t is select site from ads where site == «‘a’»;',
    "table t is select site from ads where site == 'a';",
  ],
  ['backquotes', 'table t is select «`site`» from ads;', 'table t is select site from ads;'],
  [
    'a name of the result in where',
    'table t is select clicks * 2 as twice from ads where «twice» > 1;',
    'table t is select clicks * 2 as twice from ads where (clicks * 2) > 1;',
  ],
  ['an aggregate of the result in where', 'table t is select site, sum(clicks) as n from ads where «n» > 1;', null],
  [
    'a name of the result in an item',
    'table t is select clicks * 2 as twice, «twice» + 1 as more from ads;',
    'table t is select clicks * 2 as twice, (clicks * 2) + 1 as more from ads;',
  ],
  ['current_date', 'table t is select «current_date» as d from ads;', 'table t is select today() as d from ads;'],
  [
    'a comment of SQL',
    'table t is select site «--» the site\nfrom ads;',
    'table t is select site // the site\nfrom ads;',
  ],
  [
    '&&',
    'table t is select site from ads where clicks > 1 «&&» active;',
    'table t is select site from ads where clicks > 1 and active;',
  ],
  ['!', 'table t is select site from ads where «!»active;', 'table t is select site from ads where not active;'],
  [
    'a doubled quotation mark',
    "table t is select «'it''s'» as s from ads;",
    "table t is select 'it\\'s' as s from ads;",
  ],
  ['top', 'table t is select «top 10» site from ads;', 'table t is select site from ads limit 10;'],
  ['as before the query', 'table t «as» select site from ads;', 'table t is select site from ads;'],
  ['no is', 'table t «select» site from ads;', 'table t is select site from ads;'],
  ['no table', '«t» is select site from ads;', 'table t is select site from ads;'],
  ['no from', 'table t is select site «ads»;', 'table t is select site from ads;'],
  [
    'no closing bracket',
    'table t is select sum«(»clicks as n from ads;',
    'table t is select sum(clicks) as n from ads;',
  ],
  [
    'a column without a colon',
    'download d from { type: "web"; url: "https://example.com"; } using { a «string»; };',
    'download d from { type: "web"; url: "https://example.com"; } using { a: string; };',
  ],
  [
    'an equals sign in a block',
    'download d from { type «=» "web"; url: "https://example.com"; } using { a: string; };',
    'download d from { type : "web"; url: "https://example.com"; } using { a: string; };',
  ],
  [
    'a type with a length',
    'download d from { type: "web"; url: "https://example.com"; } using { a: «varchar(20)»; };',
    'download d from { type: "web"; url: "https://example.com"; } using { a: string; };',
  ],
  [
    'group by',
    'table t is select site, sum(clicks) as n from ads «group by site»;',
    'table t is select site, sum(clicks) as n from ads ;',
  ],
  [
    'case',
    'table t is select «case» when active then 1 else 0 end as n from ads;',
    'table t is select active ? 1 : 0 as n from ads;',
  ],
  [
    'count distinct',
    'table t is select count(«distinct» site) as n from ads;',
    'table t is select count_distinct(site) as n from ads;',
  ],
  [
    'an order in listagg',
    "table t is select listagg(site, ',') «within group (order by clicks)» as s from ads;",
    "table t is select string_agg(site, ',' order by clicks) as s from ads;",
  ],
  [
    'a string function of a number',
    'table t is select upper(«clicks») as s from ads;',
    'table t is select upper(string(clicks)) as s from ads;',
  ],
  [
    'having without an aggregate',
    'table t is select site from ads having «clicks > 1»;',
    'table t is select site from ads where clicks > 1;',
  ],
  ['a template', "table t is select site from «{{» ref('ads') }};", null],
];

describe('a mistake of the review', () => {
  test.each(CASES)('explains %s', (_name, marked, fixed) => {
    const text = marked.replace(/[«»]/g, '');
    const start = Math.max(0, marked.indexOf('«'));
    const end = Math.max(start, marked.indexOf('»') - 1);
    expect(judge({ label: '', text, start, end, prelude: true }).complaints).toEqual([]);
    const fix = errorsOf(text)[0]?.fix;
    expect(fix ? applyFix(text, fix) : null).toBe(fixed);
    if (fixed !== null) expect(errorsOf(fixed)).toEqual([]);
  });
});
