import type { LineageGraph, LineageNode } from '@switchboard/model/lineage/lineage';

/** Beyond these, programs that draw such diagrams refuse them by default. */
const MAX_ARROWS = 400;
const MAX_TEXT = 45_000;

/**
 * Lineage as a Mermaid flowchart: a box a table with its columns inside, an arrow for each column that becomes another, a
 * dotted one for each that only decides about rows. A graph that is too large for that is drawn without columns.
 */
export function lineageMermaid(graph: LineageGraph): string {
  const arrows = graph.edges.reduce((sum, edge) => sum + edge.columns.length + edge.conditions.length, 0);
  const full = arrows > MAX_ARROWS ? null : flowchart([...boxes(graph), ...columnArrows(graph)]);
  if (full !== null && full.length <= MAX_TEXT) return full;
  const ids = idsOf(graph);
  return flowchart([
    '%% Columns are left out: there are too many of them.',
    ...graph.nodes.map((node) => `${ids.get(node.id)}["${titleOf(node)}"]`),
    ...graph.edges.map(({ from, to }) => `${ids.get(from)} --> ${ids.get(to)}`),
  ]);
}

function flowchart(lines: readonly string[]): string {
  return ['flowchart LR', ...lines.map((line) => `  ${line}`)].join('\n');
}

/** Names of the diagram, made from positions: those of a script may hold anything. */
function idsOf({ nodes }: LineageGraph): ReadonlyMap<string, string> {
  return new Map(nodes.map((node, index) => [node.id, `n${index}`]));
}

/** The columns of a box; null for those that are not declared. */
function columnsOf({ columns, open }: LineageNode): readonly (string | null)[] {
  return open ? [...columns, null] : columns;
}

function boxes(graph: LineageGraph): string[] {
  return graph.nodes.flatMap((node, index) => {
    const columns = columnsOf(node);
    if (columns.length === 0) return [`n${index}["${titleOf(node)}"]`];
    return [
      `subgraph n${index}["${titleOf(node)}"]`,
      ...columns.map((name, at) => `  n${index}c${at}["${name === null ? 'all others' : escaped(name)}"]`),
      'end',
    ];
  });
}

function columnArrows(graph: LineageGraph): string[] {
  const ids = idsOf(graph);
  const places = new Map(
    graph.nodes.map((node) => [
      node.id,
      new Map(columnsOf(node).map((name, at) => [name, `${ids.get(node.id)}c${at}`])),
    ]),
  );
  return graph.edges.flatMap(({ from, to, columns, conditions }) => {
    const [left, right] = [ids.get(from), ids.get(to)];
    // A column that the box does not list, such as filename, leads from the box itself.
    const start = (name: string | null): string | undefined => places.get(from)?.get(name) ?? left;
    const end = (name: string | null): string | undefined => places.get(to)?.get(name) ?? right;
    if (columns.length + conditions.length === 0) return [`${left} --> ${right}`];
    return [
      ...columns.map((each) => `${start(each.from)} --> ${end(each.to)}`),
      ...conditions.map((name) => `${start(name)} -.-> ${right}`),
    ];
  });
}

function titleOf({ kind, name }: LineageNode): string {
  return `${kind} ${escaped(name)}`;
}

/** A name inside quotation marks: letters, digits and blanks as they are, all else by its number. */
function escaped(name: string): string {
  return name.toWellFormed().replace(/[^\p{L}\p{M}\p{N} _.-]/gu, (char) => `#${char.codePointAt(0)};`);
}
