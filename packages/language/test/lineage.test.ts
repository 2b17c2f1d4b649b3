import { lineageGraph, originsAt, originsOf } from '@switchboard/model/lineage/lineage';
import type { Plan } from '@switchboard/model/plan';
import { expect, test } from 'vitest';
import { compile } from '../src/index.ts';
import { CATALOG } from './catalog.ts';

const SOURCES = `
download ads from { type: "web"; url: "https://example.com"; } using { site: string; clicks: integer; "Ad unit": string as unit; price: float; day: date; };
download sites from { type: "web"; url: "https://example.com"; } using { id: string; name: string; };
download open from { type: "folder"; pattern: "*.csv"; } using { id: integer; * };
download bundle mail { type: "folder"; pattern: "*.zip"; } using { table orders from { member: "o*"; } using { id: integer; m_a: float; m_b: float; }; };`;

function planOf(tables: string): Plan {
  const { plan, messages } = compile([{ path: 'a.sbs', text: `${SOURCES}\n${tables}` }], CATALOG);
  expect(messages.filter((message) => message.type === 'error')).toEqual([]);
  if (!plan) throw new Error('There is no plan.');
  return plan;
}

/** `column <- sources`, then what decides about rows, of the last table. */
function linesOf(tables: string): string[] {
  const table = planOf(tables).tables.at(-1);
  if (!table?.lineage) throw new Error('There is no table.');
  const { lineage } = table;
  const shown = (list: readonly (readonly [string, string | null])[]): string =>
    list.map(([of, column]) => `${of}.${column ?? '*'}`).join(' ');
  const lines = table.columns.map(({ name }) => `${name} <- ${shown(originsOf(table, name))}`);
  if (!table.closed) lines.push(`* <- ${shown(originsOf(table, null))}`);
  lines.push(`rows <- ${shown(originsAt(lineage, lineage.conditions))}`);
  return lines.map((line) => line.trim());
}

test.each([
  [
    'expressions, joins and conditions',
    `table t is select name, upper(unit) || site as label, price > 1 ? clicks : 0 as n, 'x' as kind, ads.report_date
       from ads left join sites on ads.site == sites.id where day > date('2026-01-01') order by price limit 5;`,
    [
      'name <- sites.name',
      'label <- ads.site ads.unit',
      'n <- ads.clicks ads.price',
      'kind <-',
      'report_date <- ads.report_date',
      'rows <- ads.day ads.price ads.site sites.id',
    ],
  ],
  [
    'aggregates, windows and having, through a table between',
    `table a is select site, sum(clicks) as clicks, count() as n from ads where price > 0 having max(day) > date('2026-01-01');
     table t is select clicks * 2 as twice, n, row_number() over (partition by site order by n) as place from a;`,
    ['twice <- ads.clicks', 'n <-', 'place <- ads.site', 'rows <- ads.day ads.price'],
  ],
  [
    'a column that using made of two',
    `table renamed is select id as site, name from sites;
     table t is select site, name from ads full join renamed using (site);`,
    ['site <- ads.site sites.id', 'name <- sites.name', 'rows <- ads.site sites.id'],
  ],
  [
    'a union by name',
    `table a is select site, clicks as n from ads; table b is select name as site from sites; table t is union a, b;`,
    ['site <- ads.site sites.name', 'n <- ads.clicks', 'rows <-'],
  ],
  [
    'an unpivot',
    'table t is unpivot orders on columns("^m_") into name, value;',
    ['id <- orders.id', 'name <-', 'value <- orders.m_a orders.m_b', 'rows <-'],
  ],
  [
    'an upsert',
    'table a is select site, sum(clicks) as n, max(day) as day from ads; table t is upsert a by site order by day desc;',
    ['site <- ads.site', 'n <- ads.clicks', 'day <- ads.day', 'rows <- ads.day ads.site'],
  ],
  [
    'an upsert that removes keys',
    'table a is select site, clicks from ads; table t is upsert a by site delete where clicks == 0;',
    ['site <- ads.site', 'clicks <- ads.clicks', 'rows <- ads.clicks ads.site'],
  ],
  [
    'a snapshot',
    'table a is select site, clicks from ads; table t is snapshot a by site;',
    ['site <- ads.site', 'clicks <- ads.clicks', 'valid_from <-', 'valid_to <-', 'rows <- ads.site'],
  ],
  [
    'all columns of an open table, and one that is not declared',
    `table a is select * replace (id * 2 as id) from open; table t is select *, upper(a.extra) as big from a where a.flag == 'x';`,
    ['id <- open.id', 'big <- open.*', '* <- open.*', 'rows <- open.*'],
  ],
  [
    'columns of an open table by pattern',
    'table t is select sum(columns("^i") * flag) from open; ',
    ['id <- open.flag open.id', '* <- open.* open.flag open.id', 'rows <-'],
  ],
  [
    'an unpivot of an open table',
    'table t is unpivot open on columns("^i") into name, value;',
    ['name <-', 'value <- open.* open.id', '* <- open.*', 'rows <-'],
  ],
  ['an undeclared column, named', 'table t is select extra as x from open;', ['x <- open.extra', '* <-', 'rows <-']],
])('finds the lineage of %s', (_name, tables, expected) => {
  expect(linesOf(tables)).toEqual(expected);
});

test('the graph of an upload goes from downloads through tables to it, column by column', () => {
  const plan = planOf(`
    table a is select id, m_a + m_b as total from orders where m_a > 0;
    table b is select total as sum_of_all from a;
    table other is select site from ads;
    upload b as out to { type: "disk"; path: "b.csv"; };
    upload open to { type: "disk"; path: "o.csv"; };`);
  const graph = lineageGraph(plan, 'out');
  expect(graph?.nodes.map(({ id, source, columns }) => [id, source, columns])).toEqual([
    ['download:orders', 'mail', ['id', 'm_a', 'm_b']],
    ['table:a', undefined, ['id', 'total']],
    ['table:b', undefined, ['sum_of_all']],
    ['upload:out', undefined, ['sum_of_all']],
  ]);
  const edgesTo = (upload: string) =>
    lineageGraph(plan, upload)?.edges.map(({ from, to, columns, conditions }) => [
      `${from} -> ${to}`,
      columns.map((column) => `${column.from} -> ${column.to}`),
      conditions,
    ]);
  expect(edgesTo('out')).toEqual([
    ['download:orders -> table:a', ['id -> id', 'm_a -> total', 'm_b -> total'], ['m_a']],
    ['table:a -> table:b', ['total -> sum_of_all'], []],
    ['table:b -> upload:out', ['sum_of_all -> sum_of_all'], []],
  ]);
  // The columns that only the data knows have no names.
  expect(edgesTo('open')).toEqual([['download:open -> upload:open', ['id -> id', 'null -> null'], []]]);
  expect(lineageGraph(plan, 'nothing')).toBeNull();
});

test('the lineage of a long chain of tables stays small', () => {
  const tables = Array.from({ length: 500 }, (_, index) => {
    const input = index === 0 ? 'ads' : `t${index - 1}`;
    return `table t${index} is select site, clicks + 1 as clicks, unit, price, day from ${input};`;
  });
  const plan = planOf(tables.join('\n'));
  const lineage = JSON.stringify(plan.tables.map((table) => table.lineage));
  const last = plan.tables.at(-1);
  if (!last) throw new Error('There is no table.');
  expect(originsOf(last, 'clicks')).toEqual([['ads', 'clicks']]);
  expect(lineage.length / plan.tables.length).toBeLessThan(400);
});
