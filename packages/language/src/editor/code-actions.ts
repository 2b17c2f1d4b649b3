import type { Range, TextEdit } from 'vscode-languageserver-types';
import type { Code } from '../diagnostics/diagnostics.ts';
import type { Message } from '../diagnostics/messages.ts';
import { linesOf } from '../text/lines.ts';
import type { Workspace } from '../workspace.ts';
import { offsetOf, rangeOf } from './positions.ts';

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
const CERTAIN: ReadonlySet<Code> = new Set<Code>([
  ...(['SBS1008', 'SBS1012', 'SBS1013', 'SBS1016', 'SBS5004'] as const),
  // What other dialects write: their fixes keep every value.
  ...(['SBS1040', 'SBS1041', 'SBS1042', 'SBS1043', 'SBS2030'] as const),
]);

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

/** Fixes may uncover others; more rounds than that are not made. */
const MAX_ROUNDS = 10;

function applied(text: string, edits: readonly TextEdit[]): string {
  const lines = linesOf(text);
  const places = edits.map(({ range, newText }) => ({
    start: offsetOf(range.start, lines),
    end: offsetOf(range.end, lines),
    newText,
  }));
  return places
    .sort((a, b) => b.start - a.start || b.end - a.end)
    .reduce((left, { start, end, newText }) => left.slice(0, start) + newText + left.slice(end), text);
}

/** One edit from a text to another. */
function changed(text: string, after: string): TextEdit {
  const shorter = Math.min(text.length, after.length);
  let start = 0;
  while (start < shorter && text[start] === after[start]) start += 1;
  let last = 0;
  while (last < shorter - start && text[text.length - 1 - last] === after[after.length - 1 - last]) last += 1;
  const range = rangeOf({ start, end: text.length - last }, linesOf(text));
  return { range, newText: after.slice(start, after.length - last) };
}

/**
 * All fixes of a file that leave no choice, those that others uncover included; null when there is none. Of fixes that overlap
 * the first is taken.
 */
export function fixAll(workspace: Workspace, path: string): Fixing | null {
  const text = workspace.text(path);
  if (text === undefined) return null;
  const title = 'Fix all that leaves no choice';
  const first = certainEdits(workspace, path);
  if (first.length === 0) return null;
  let after = applied(text, first);
  let rounds = 1;
  for (; rounds < MAX_ROUNDS; rounds += 1) {
    workspace.set(path, after);
    const edits = certainEdits(workspace, path);
    if (edits.length === 0) break;
    after = applied(after, edits);
  }
  workspace.set(path, text);
  return { title, edits: rounds === 1 ? first : [changed(text, after)], message: null };
}

function certainEdits(workspace: Workspace, path: string): TextEdit[] {
  const edits: TextEdit[] = [];
  for (const message of workspace.messages(path)) {
    const own = CERTAIN.has(message.code) ? editsOf(message) : [];
    if (own.every((edit) => edits.every((other) => apart(edit.range, other.range)))) edits.push(...own);
  }
  return edits;
}
