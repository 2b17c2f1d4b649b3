import { fullNumber } from '@switchboard/model/format';
import { linesOf } from '../text/lines.ts';
import type { Span } from '../text/span.ts';
import type { Workspace } from '../workspace.ts';
import { rangeOf } from './positions.ts';

/** A line above a declaration: a command for its name, or what is known of its last run. */
export type Lens = {
  readonly range: ReturnType<typeof rangeOf>;
  readonly title: string;
  readonly command: 'run' | 'preview' | null;
  readonly name: string;
};

/** The numbers of rows of the last run, by the names of downloads, tables and uploads. */
export type RowCounts = ReadonlyMap<string, number>;

const shownRows = (rows: number): string => `${fullNumber(rows)} ${rows === 1 ? 'row' : 'rows'} in the last run`;

/** Lenses of the declarations of a file: uploads run, tables and downloads are previewed. */
export function codeLenses(workspace: Workspace, path: string, rows: RowCounts): Lens[] {
  const text = workspace.text(path);
  const script = workspace.scriptOf(path);
  if (text === undefined || !script) return [];
  const lines = linesOf(text);
  return script.declarations.flatMap((node): Lens[] => {
    if (node.kind === 'constant' || node.kind === 'assertion') return [];
    const named = node.kind === 'upload' ? (node.alias ?? node.table) : node.name;
    const at: Span = { start: named.start, end: named.end };
    const range = rangeOf(at, lines);
    const name = named.text;
    const count = rows.get(name);
    return [
      ...(node.kind === 'upload' ? [{ range, title: 'Run', command: 'run', name } as const] : []),
      ...(node.kind === 'table' || node.kind === 'download'
        ? [{ range, title: 'Preview', command: 'preview', name } as const]
        : []),
      ...(count === undefined ? [] : [{ range, title: shownRows(count), command: null, name }]),
    ];
  });
}
