import type { Declaration } from '../../syntax/tree/declaration-tree.ts';
import type { Workspace } from '../../workspace.ts';
import { scriptIn } from './script-tree.ts';
import { occurrencesAt } from './symbol-at.ts';

/** The table of a declaration: of a bundle the one around the offset, of an upload the one that it delivers. */
function tableOf(node: Declaration, offset: number): string | null {
  switch (node.kind) {
    case 'bundle':
      return (node.tables.find((table) => offset <= table.end) ?? node.tables.at(-1))?.name.text ?? null;
    case 'upload':
      return node.table.text;
    case 'download':
    case 'table':
      return node.name.text;
    default:
      return null;
  }
}

/** The table that a place is about: the one whose name stands there, else that of the declaration around it; null for other places. */
export function tableAt(workspace: Workspace, path: string, offset: number): string | null {
  const named = occurrencesAt(workspace, path, offset).find(({ symbol }) => symbol.kind === 'table');
  if (named) return named.symbol.name;
  const around = scriptIn(workspace, path).declarations.find(({ start, end }) => start <= offset && offset <= end);
  const name = around ? tableOf(around, offset) : null;
  return name === '' ? null : name;
}
