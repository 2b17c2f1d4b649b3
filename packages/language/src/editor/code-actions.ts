import type { Range, TextEdit } from 'vscode-languageserver-types';
import type { Code } from '../diagnostics/diagnostics.ts';
import type { Message } from '../diagnostics/messages.ts';
import type { Workspace } from '../workspace.ts';

type Located = Pick<Message, 'startLine' | 'startColumn' | 'endLine' | 'endColumn'>;

/** The place of a message or of an edit of its fix. */
export function rangeOfPlace({ startLine, startColumn, endLine, endColumn }: Located): Range {
  return {
    start: { line: startLine - 1, character: startColumn - 1 },
    end: { line: endLine - 1, character: endColumn - 1 },
  };
}

/** A repair that can be offered: for one message, or of all that leaves no choice. */
export type Fixing = { readonly title: string; readonly edits: readonly TextEdit[]; readonly message: Message | null };

/** Messages whose fix is always right, so that it can be applied to the whole file. */
const CERTAIN: ReadonlySet<Code> = new Set<Code>(['SBS1008', 'SBS1012', 'SBS1013', 'SBS1016', 'SBS5004']);

function editsOf({ fix }: Message): TextEdit[] {
  return (fix?.edits ?? []).map((edit) => ({ range: rangeOfPlace(edit), newText: edit.text }));
}

function before(a: Range['start'], b: Range['start']): boolean {
  return a.line < b.line || (a.line === b.line && a.character < b.character);
}

function apart(a: Range, b: Range): boolean {
  return !before(a.start, b.end) || !before(b.start, a.end);
}

function touches(a: Range, b: Range): boolean {
  return !before(a.end, b.start) && !before(b.end, a.start);
}

/** The fixes of messages that touch a range of a file. */
export function quickFixes(workspace: Workspace, path: string, range: Range): Fixing[] {
  if (workspace.text(path) === undefined) return [];
  return workspace
    .messages(path)
    .filter((message) => message.fix && touches(rangeOfPlace(message), range))
    .map((message) => ({ title: message.fix?.title ?? '', edits: editsOf(message), message }));
}

/** All fixes of a file that leave no choice, as one; null when there is none. Of fixes that overlap the first is taken. */
export function fixAll(workspace: Workspace, path: string): Fixing | null {
  if (workspace.text(path) === undefined) return null;
  const edits: TextEdit[] = [];
  for (const message of workspace.messages(path)) {
    const own = CERTAIN.has(message.code) ? editsOf(message) : [];
    if (own.every((edit) => edits.every((other) => apart(edit.range, other.range)))) edits.push(...own);
  }
  return edits.length === 0 ? null : { title: 'Fix all that leaves no choice', edits, message: null };
}
