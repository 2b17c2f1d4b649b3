import type { Origin } from '@switchboard/model/lineage/column-origins';
import type { LineageNode } from '@switchboard/model/lineage/lineage';
import { type Colours, printable } from '../terminal/terminal.ts';
import { textTable } from '../terminal/text-table.ts';
import type { UploadLineage } from './upload-lineage.ts';

/** Lineage for people: a tree from the upload back to its downloads, then each column with its sources. */
export function lineageText(lineage: UploadLineage, colours: Colours): string {
  const columns = lineage.columns.map(({ name, origins }) => [
    name === null ? 'all others' : printable(name),
    origins.length === 0 ? 'no column' : origins.map(originText).join(', '),
  ]);
  const title = [{ title: 'Column' }, { title: 'Comes from' }];
  const paint = (cell: string, _column: number, row: number | 'title'): string =>
    row === 'title' ? colours.bold(cell) : cell;
  const conditions = lineage.conditions.map(originText).join(', ');
  return [
    treeText(lineage, colours),
    textTable(title, columns, paint),
    ...(conditions === '' ? [] : [`${colours.bold('Rows are decided by')} ${conditions}`]),
  ].join('\n\n');
}

function originText([table, column]: Origin): string {
  return `${printable(table)}.${column === null ? '*' : printable(column)}`;
}

/** The tree of an upload's nodes. A node that is needed twice is drawn once, and named the second time. */
function treeText({ nodes, edges, destination }: UploadLineage, colours: Colours): string {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const inputs = Map.groupBy(edges, (edge) => edge.to);
  const drawn = new Set<string>();
  const lines: string[] = [];
  const root = nodes.find((node) => node.kind === 'upload');
  const waiting = root ? [{ id: root.id, before: '', branch: '', after: '' }] : [];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { id, before, branch, after } = next;
    const node = byId.get(id);
    if (!node) continue;
    const own = inputs.get(id) ?? [];
    const again = drawn.has(id) && own.length > 0;
    drawn.add(id);
    const about = node.kind === 'upload' ? `upload to ${printable(destination)}` : kindText(node);
    lines.push(
      `${before}${branch}${colours.bold(printable(node.name))}  ${colours.dim(again ? `${about}, see above` : about)}`,
    );
    if (again) continue;
    for (const [index, edge] of [...own.entries()].reverse()) {
      const isLast = index === own.length - 1;
      waiting.push({
        id: edge.from,
        before: before + after,
        branch: isLast ? '└─ ' : '├─ ',
        after: isLast ? '   ' : '│  ',
      });
    }
  }
  return lines.join('\n');
}

function kindText({ kind, name, source }: LineageNode): string {
  return source === undefined || source === name ? kind : `${kind}, of the bundle ${printable(source)}`;
}
