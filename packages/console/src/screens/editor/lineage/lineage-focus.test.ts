import { ColumnLineage } from '@switchboard/model/lineage/column-lineage';
import type { LineageGraph, LineageNode } from '@switchboard/model/lineage/lineage';
import { describe, expect, it } from 'vitest';
import { lineageDiagram, readFocus, searchLineage } from './lineage-focus.ts';

const node = (kind: LineageNode['kind'], name: string, columns: readonly string[], open = false): LineageNode => ({
  id: `${kind}:${name}`,
  kind,
  name,
  project: 'p',
  columns,
  open,
});
const edge = (from: string, to: string, ...pairs: readonly string[]) => ({
  from,
  to,
  columns: pairs.map((pair) => ({ from: pair.split('>')[0] ?? '', to: pair.split('>')[1] ?? '' })),
  conditions: [],
});

const GRAPH: LineageGraph = {
  nodes: [
    node('download', 'ads', ['site', 'price']),
    node('download', 'other', ['id'], true),
    node('table', 'daily', ['site', 'cost']),
    node('upload', 'sent', ['site', 'cost']),
  ],
  edges: [
    edge('download:ads', 'table:daily', 'site>site', 'price>cost'),
    edge('table:daily', 'upload:sent', 'site>site', 'cost>cost'),
  ],
};
const LINEAGE = new ColumnLineage(GRAPH);

const diagram = (id: string, column = '') => lineageDiagram(GRAPH, LINEAGE, readFocus(GRAPH, id, column));
const labels = (id: string, column = '') =>
  diagram(id, column).graph.nodes.map(({ label, kind }) => `${label}, ${kind}`);

describe('the diagram of a lineage', () => {
  it('shows all boxes without their columns', () => {
    expect(labels('all')).toEqual([
      'ads, Download · 2 columns',
      'other, Download · 1 column',
      'daily, Table · 2 columns',
      'sent, Upload · 2 columns',
    ]);
    expect(diagram('all').start).toBeNull();
  });

  it('shows what a box is connected with', () => {
    expect(diagram('upload:sent').graph.nodes.map(({ id }) => id)).toEqual([
      'download:ads',
      'table:daily',
      'upload:sent',
    ]);
    expect(diagram('upload:sent').start).toBe('upload:sent');
    expect(labels('download:other')).toEqual(['other, Download · 1 column']);
  });

  it('shows the columns before and after one', () => {
    const { graph, start, shown } = diagram('table:daily', 'cost');
    expect(graph.nodes.map(({ label, kind }) => `${label}, ${kind}`)).toEqual([
      'cost, Table daily',
      'price, Download ads',
      'cost, Upload sent',
    ]);
    expect(graph.edges).toHaveLength(2);
    expect(shown.get(start ?? '')).toMatchObject({ node: { name: 'daily' }, column: 'cost' });
  });

  it('shows the undeclared columns of an open box as one', () => {
    expect(labels('download:other', '*')).toEqual(['all other columns, Download other']);
    // One without such columns is shown as a whole.
    expect(diagram('table:daily', '*').start).toBe('table:daily');
  });

  it('shows everything for a box that the script does not have', () => {
    expect(diagram('table:gone', 'x').graph.nodes).toHaveLength(4);
  });

  it('draws very many columns as boxes with a count', () => {
    const many = Array.from({ length: 300 }, (_, at) => `c${at}`);
    const graph: LineageGraph = {
      nodes: [node('download', 'wide', many), node('table', 'sum', ['total'])],
      edges: [edge('download:wide', 'table:sum', ...many.map((name) => `${name}>total`))],
    };
    const found = lineageDiagram(graph, new ColumnLineage(graph), readFocus(graph, 'table:sum', 'total'));
    expect(found.isCollapsed).toBe(true);
    expect(found.graph.nodes.map(({ label, kind }) => `${label}, ${kind}`)).toEqual([
      'sum, Table · 1 of its columns',
      'wide, Download · 300 of its columns',
    ]);
    expect(found.graph.edges).toEqual([{ from: 'download:wide', to: 'table:sum' }]);
  });
});

it('finds boxes and columns by their names, exact ones first', () => {
  const found = (words: string, most = 10) =>
    searchLineage(GRAPH, words, most).map((shown) => [shown.node.id, shown.column].filter(Boolean).join(' '));
  expect(found('SITE')).toEqual(['download:ads site', 'table:daily site', 'upload:sent site']);
  expect(found('s')).toEqual([
    'upload:sent',
    'download:ads site',
    'table:daily site',
    'upload:sent site',
    'download:ads',
    'table:daily cost',
    'upload:sent cost',
  ]);
  expect(found('s', 2)).toHaveLength(2);
  expect(found(' ')).toEqual([]);
});
