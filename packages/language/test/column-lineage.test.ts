import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ColumnLineage, type ColumnRef, connectedNodes } from '@switchboard/model/lineage/column-lineage';
import {
  type LineageGraph,
  lineageGraph,
  originsAt,
  originsOf,
  scriptLineage,
} from '@switchboard/model/lineage/lineage';
import type { Plan } from '@switchboard/model/plan';
import { startProcessorTime } from '@switchboard/model/testing/processor-time';
import { describe, expect, it } from 'vitest';
import { compile } from '../src/index.ts';
import { CATALOG } from './catalog.ts';

const GOOD = join(import.meta.dirname, 'corpus/good');

/** The plans of all scripts of the corpus. */
const plans: readonly (readonly [string, Plan])[] = readdirSync(GOOD)
  .filter((name) => name.endsWith('.sbs'))
  .flatMap((name) => {
    const { plan } = compile([{ path: name, text: readFileSync(join(GOOD, name), 'utf8') }], CATALOG);
    return plan === null ? [] : [[name, plan] as const];
  });

const text = ({ node, column }: ColumnRef): string => `${node.slice(node.indexOf(':') + 1)}.${column ?? '*'}`;
const texts = (refs: readonly ColumnRef[]): string[] => refs.map(text).sort();
/** A table and the upload of it can have one name. */
const key = ({ node, column }: ColumnRef): string => `${node}.${column ?? '*'}`;
const keys = (refs: readonly ColumnRef[]): Set<string> => new Set(refs.map(key));

/** A column of a table or upload with those of downloads, as the compiler has traced them through all tables. */
function compiled(plan: Plan): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const shown = (list: readonly (readonly [string, string | null])[]): string[] =>
    list.map(([of, column]) => `${of}.${column ?? '*'}`).sort();
  for (const table of plan.tables) {
    const { lineage } = table;
    if (lineage === undefined) continue;
    const columns = [...table.columns.map(({ name }) => name), ...(table.closed ? [] : [null])];
    for (const column of columns) found.set(`table:${table.name} ${column}`, shown(originsOf(table, column)));
    found.set(`table:${table.name} rows`, shown(originsAt(lineage, lineage.conditions)));
  }
  return found;
}

/** The same by walking the diagram step by step. */
function walked(graph: LineageGraph, lineage: ColumnLineage): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { id, kind, columns, open } of graph.nodes) {
    if (kind !== 'table') continue;
    for (const column of [...columns, ...(open ? [null] : [])])
      found.set(`${id} ${column}`, texts(lineage.origins({ node: id, column })));
    found.set(`${id} rows`, texts(lineage.rowOrigins(id)));
  }
  return found;
}

describe('the lineage of a script', () => {
  it('covers the corpus', () => {
    expect(plans.length).toBeGreaterThan(50);
  });

  it.each(plans)('leads to the columns of downloads that the compiler names: %s', (_name, plan) => {
    const graph = scriptLineage(plan);
    expect(walked(graph, new ColumnLineage(graph))).toEqual(compiled(plan));
  });

  it.each(plans)('leads from a column to all that depend on it, and from no other: %s', (_name, plan) => {
    const graph = scriptLineage(plan);
    const lineage = new ColumnLineage(graph);
    const all = graph.nodes.flatMap(({ id, columns, open }) =>
      [...columns, ...(open ? [null] : [])].map((column) => lineage.resolve({ node: id, column })),
    );
    const known = keys(all);
    const pasts = new Map(all.map((each) => [key(each), keys(pastOf(graph, lineage, each))]));
    for (const start of all) {
      const { columns, links } = lineage.trace(start);
      const past = pasts.get(key(start)) ?? new Set();
      const future = all.filter((each) => pasts.get(key(each))?.has(key(start))).map(key);
      const expected = new Set([...past, ...future, key(start)].filter((each) => known.has(each)));
      expect(new Set([...keys(columns)].filter((each) => known.has(each)))).toEqual(expected);
      for (const { from, to } of links) expect(keys(lineage.sources(to))).toContain(key(from));
    }
  });

  it.each(plans)('contains the diagram of each upload: %s', (_name, plan) => {
    const whole = scriptLineage(plan);
    for (const { name } of plan.uploads) {
      const own = lineageGraph(plan, name);
      const ids = new Set(own?.nodes.map(({ id }) => id));
      expect(own?.nodes).toEqual(whole.nodes.filter(({ id }) => ids.has(id)));
      expect(own?.edges).toEqual(whole.edges.filter(({ to }) => ids.has(to)));
      // What only an assertion reads belongs to the upload, but no arrow leads from it.
      expect([...connectedNodes(whole, `upload:${name}`)].filter((id) => !ids.has(id))).toEqual([]);
    }
  });
});

/** All columns before one, by repeated search of the edges: slow, and without any index. */
function pastOf({ edges }: LineageGraph, lineage: ColumnLineage, start: ColumnRef): ColumnRef[] {
  const found = new Map<string, ColumnRef>();
  const waiting = [start];
  for (let ref = waiting.pop(); ref !== undefined; ref = waiting.pop())
    for (const { from, to, columns } of edges)
      for (const pair of columns) {
        if (to !== ref.node || key(lineage.resolve({ node: to, column: pair.to })) !== key(ref)) continue;
        const source = lineage.resolve({ node: from, column: pair.from });
        if (found.has(key(source))) continue;
        found.set(key(source), source);
        waiting.push(source);
      }
  return [...found.values()];
}

it('traces a column of 500 tables of 50 columns within a second', () => {
  const columns = Array.from({ length: 50 }, (_, at) => `c${at}`);
  const schema = columns.map((name) => `${name}: integer;`).join(' ');
  const tables = Array.from(
    { length: 500 },
    (_, at) => `table t${at} is select ${columns.join(', ')} from ${at < 10 ? 'ads' : `t${at - 10}`};`,
  );
  const script = `download ads from { type: "web"; url: "https://example.com"; } using { ${schema} };\n${tables.join('\n')}
upload t499 as sent to { type: "disk"; path: "x.csv"; };`;
  const { plan } = compile([{ path: 'a.sbs', text: script }], CATALOG);
  if (plan === null) throw new Error('The script has errors.');
  const processorTime = startProcessorTime();
  const lineage = new ColumnLineage(scriptLineage(plan));
  const { columns: reached, links } = lineage.trace({ node: 'upload:sent', column: 'c7' });
  expect(processorTime()).toBeLessThan(1_000);
  expect(reached).toHaveLength(52);
  expect(links).toHaveLength(51);
  expect(lineage.trace({ node: 'download:ads', column: 'c0' }).columns).toHaveLength(502);
});
