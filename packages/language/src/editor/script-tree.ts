import type { TableNode } from '../syntax/tree.ts';
import type { ReadScript, Workspace } from '../workspace/workspace.ts';

const NOTHING: ReadScript = { declarations: [], tokens: [], comments: [] };

/** The declarations, tokens and comments of a file, whatever is wrong with it; nothing for files that are not here. */
export function scriptIn(workspace: Workspace, path: string): ReadScript {
  return workspace.scriptOf(path) ?? NOTHING;
}

/** The declaration of a derived table; undefined for source tables and unknown names. */
export function tableNode(workspace: Workspace, name: string): TableNode | undefined {
  const path = workspace.declaredIn('table', name);
  if (path === undefined) return undefined;
  return scriptIn(workspace, path).declarations.find(
    (node): node is TableNode => node.kind === 'table' && node.name.text === name,
  );
}
