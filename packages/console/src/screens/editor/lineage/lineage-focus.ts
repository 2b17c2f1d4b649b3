import { type ColumnLineage, type ColumnRef, connectedNodes } from '@switchboard/model/lineage/column-lineage';
import type { LineageGraph, LineageNode } from '@switchboard/model/lineage/lineage';
import type { GraphData, GraphNode } from '../../../ui/graph/graph-data.ts';

/** Shown part of the lineage: everything, one box with what it is connected with, or one column of it. */
export type LineageFocus =
  | { readonly kind: 'all' }
  | { readonly kind: 'node'; readonly node: LineageNode }
  | { readonly kind: 'column'; readonly node: LineageNode; readonly column: string | null };

/** The parameter value that shows everything, and the one that means the undeclared columns. */
export const ALL = 'all';
export const REST = '*';

/** The focus that an address names. A box or column that the script does not have shows everything, or the whole box. */
export function readFocus({ nodes }: LineageGraph, id: string, column: string): LineageFocus {
  const node = nodes.find((each) => each.id === id);
  if (node === undefined) return { kind: 'all' };
  if (column === REST && node.open) return { kind: 'column', node, column: null };
  return node.columns.includes(column) ? { kind: 'column', node, column } : { kind: 'node', node };
}

export const KIND_WORDS = { download: 'Download', table: 'Table', upload: 'Upload' } as const;

/** The undeclared columns of a box as a text. */
export const columnText = (column: string | null): string => column ?? 'all other columns';

/** Subject of a node of the diagram: a box, or a column of it. */
export type Shown = { readonly node: LineageNode; readonly column?: string | null };

export type LineageDiagram = {
  readonly graph: GraphData;
  /** By the id of its nodes. */
  readonly shown: ReadonlyMap<string, Shown>;
  /** The node that the focus is. */
  readonly start: string | null;
  /** Whether the columns are too many, so that they stand together in their boxes. */
  readonly isCollapsed: boolean;
};

/** From so many columns on they are drawn as boxes with a count. */
const MAX_COLUMNS = 250;

const idOfColumn = ({ node, column }: ColumnRef): string => JSON.stringify([node, column]);

/** The diagram of a focus: boxes without their columns, or the columns before and after one. */
export function lineageDiagram(whole: LineageGraph, lineage: ColumnLineage, focus: LineageFocus): LineageDiagram {
  if (focus.kind === 'column') return columnDiagram(whole, lineage, focus);
  const ids = focus.kind === 'all' ? null : connectedNodes(whole, focus.node.id);
  const nodes = whole.nodes.filter(({ id }) => ids === null || ids.has(id));
  return {
    graph: {
      nodes: nodes.map(boxOf),
      edges: whole.edges.filter(({ from, to }) => ids === null || (ids.has(from) && ids.has(to))).map(linkOf),
    },
    shown: new Map(nodes.map((node) => [node.id, { node }])),
    start: focus.kind === 'node' ? focus.node.id : null,
    isCollapsed: false,
  };
}

const linkOf = ({ from, to }: { readonly from: string; readonly to: string }) => ({ from, to });

const boxOf = ({ id, name, kind, columns }: LineageNode): GraphNode => ({
  id,
  label: name,
  kind: `${KIND_WORDS[kind]} · ${columns.length === 1 ? '1 column' : `${columns.length} columns`}`,
});

function columnDiagram(
  { nodes }: LineageGraph,
  lineage: ColumnLineage,
  { node: start, column: startColumn }: Extract<LineageFocus, { kind: 'column' }>,
): LineageDiagram {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const { columns, links } = lineage.trace({ node: start.id, column: startColumn });
  if (columns.length > MAX_COLUMNS) return collapsedDiagram(byId, columns, links, start.id);
  const shown = new Map<string, Shown>();
  const drawn: GraphNode[] = [];
  for (const ref of columns) {
    const node = byId.get(ref.node);
    if (node === undefined) continue;
    const id = idOfColumn(ref);
    shown.set(id, { node, column: ref.column });
    drawn.push({ id, label: columnText(ref.column), kind: `${KIND_WORDS[node.kind]} ${node.name}` });
  }
  return {
    graph: { nodes: drawn, edges: links.map(({ from, to }) => ({ from: idOfColumn(from), to: idOfColumn(to) })) },
    shown,
    start: idOfColumn({ node: start.id, column: startColumn }),
    isCollapsed: false,
  };
}

function collapsedDiagram(
  byId: ReadonlyMap<string, LineageNode>,
  columns: readonly ColumnRef[],
  links: readonly { readonly from: ColumnRef; readonly to: ColumnRef }[],
  start: string,
): LineageDiagram {
  const counted = [...Map.groupBy(columns, ({ node }) => node)].flatMap(([id, own]) => {
    const node = byId.get(id);
    return node === undefined ? [] : [{ node, count: own.length }];
  });
  const edges = new Map(links.map(({ from, to }) => [`${from.node} ${to.node}`, { from: from.node, to: to.node }]));
  return {
    graph: {
      nodes: counted.map(({ node, count }) => ({
        ...boxOf(node),
        kind: `${KIND_WORDS[node.kind]} · ${count === 1 ? '1 of its columns' : `${count} of its columns`}`,
      })),
      edges: [...edges.values()],
    },
    shown: new Map(counted.map(({ node }) => [node.id, { node }])),
    start,
    isCollapsed: true,
  };
}

/** Boxes and columns whose name contains these words, those that begin with them first. */
export function searchLineage({ nodes }: LineageGraph, words: string, most: number): readonly Shown[] {
  const wanted = words.trim().toLowerCase();
  if (wanted === '') return [];
  const found: { readonly shown: Shown; readonly rank: number }[] = [];
  const rankOf = (name: string): number => {
    const at = name.toLowerCase().indexOf(wanted);
    return at < 0 ? -1 : at === 0 ? (name.length === wanted.length ? 0 : 1) : 2;
  };
  for (const node of nodes) {
    const rank = rankOf(node.name);
    if (rank >= 0) found.push({ shown: { node }, rank });
    for (const column of node.columns) {
      const own = rankOf(column);
      if (own >= 0) found.push({ shown: { node, column }, rank: own + 0.5 });
    }
  }
  return found
    .sort((one, other) => one.rank - other.rank)
    .slice(0, most)
    .map(({ shown }) => shown);
}
