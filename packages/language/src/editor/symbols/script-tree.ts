import type { Declaration, TableNode } from '../../syntax/tree/declaration-tree.ts';
import type { Name } from '../../syntax/tree/name.ts';
import type { ReadScript, Workspace } from '../../workspace.ts';

const NOTHING: ReadScript = { declarations: [], tokens: [], comments: [] };

/** The declarations, tokens and comments of a file, even if it has errors; nothing for unknown files. */
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

type Declared = { readonly kind: 'table' | 'bundle' | 'upload' | 'assertion' | 'constant'; readonly name: string };

function namesOf(node: Declaration, kind: Declared['kind']): readonly Name[] {
  if (node.kind === 'assertion' || node.kind === 'constant') return kind === node.kind ? [node.name] : [];
  if (node.kind === 'upload') return kind === 'upload' ? [node.alias ?? node.table] : [];
  if (node.kind === 'bundle') return kind === 'table' ? node.tables.map((table) => table.name) : [node.name];
  return kind === 'table' ? [node.name] : [];
}

/** The file that declares something, and its name there. */
export function declaredName(
  workspace: Workspace,
  { kind, name }: Declared,
): { readonly path: string; readonly at: Name } | null {
  const path = workspace.declaredIn(kind, name);
  if (path === undefined) return null;
  for (const node of scriptIn(workspace, path).declarations)
    for (const at of namesOf(node, kind)) if (at.text === name) return { path, at };
  return null;
}
