import { type InlayHint, InlayHintKind, type Range } from 'vscode-languageserver-types';
import { linesOf } from '../text/lines.ts';
import { shown } from '../typed/types.ts';
import type { Workspace } from '../workspace.ts';
import { offsetOf, positionOf } from './positions.ts';
import { scriptIn } from './symbols/script-tree.ts';

/** A longer type is cut; its tooltip has all of it. */
const MAX_LENGTH = 40;

/**
 * The inferred type behind each column that a table declares by name, in the order of the text. Declared types are written
 * in the script, and types known only at run time are left out.
 * @param range the stretch of the file to show; all of it if not given
 */
export function inlayHints(workspace: Workspace, path: string, range?: Range): InlayHint[] {
  const text = workspace.text(path);
  if (text === undefined) return [];
  const lines = linesOf(text);
  const [start, end] = range ? [offsetOf(range.start, lines), offsetOf(range.end, lines)] : [0, text.length];
  const tables = new Set(
    scriptIn(workspace, path).declarations.flatMap((node) => (node.kind === 'table' ? [node.name.text] : [])),
  );
  const hints: InlayHint[] = [];
  const seen = new Set<number>();
  for (const { symbol, role, type, end: at } of workspace.occurrences(path)) {
    if (role !== 'declaration' || symbol.kind !== 'column' || !tables.has(symbol.table)) continue;
    if (!type || type.kind === 'unknown' || type.kind === 'null' || at < start || at > end || seen.has(at)) continue;
    seen.add(at);
    const label = shown(type);
    const cut = label.length > MAX_LENGTH;
    hints.push({
      position: positionOf(at, lines),
      label: `: ${cut ? `${label.slice(0, MAX_LENGTH - 1)}…` : label}`,
      kind: InlayHintKind.Type,
      ...(cut ? { tooltip: label } : {}),
    });
  }
  return hints.sort((a, b) => a.position.line - b.position.line || a.position.character - b.position.character);
}
