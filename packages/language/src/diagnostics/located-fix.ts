import type { Lines } from '../text/lines.ts';
import type { Span } from '../text/span.ts';
import type { Fix, FixEdit } from './diagnostics.ts';

/** A text edit; lines and columns are 1-based, ends exclusive. */
export type TextEdit = {
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly text: string;
};

/** The place of a stretch of text. */
export function placeOf(span: Span, lines: Lines): Omit<TextEdit, 'text'> {
  const [start, end] = [lines.at(span.start), lines.at(Math.max(span.start, span.end))];
  return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
}

function removed(edit: FixEdit, between: { before: number; after: number }, lines: Lines): TextEdit {
  const place = placeOf(edit, lines);
  const [before, after] = [lines.at(between.before), lines.at(between.after)];
  if (before.line < place.startLine && place.endLine < after.line)
    return { startLine: place.startLine, startColumn: 1, endLine: place.endLine + 1, endColumn: 1, text: '' };
  const start = before.line === place.startLine ? between.before : edit.start;
  return { ...placeOf({ start, end: edit.end }, lines), text: '' };
}

function added(edit: FixEdit, like: { open: number; start: number } | null, lines: Lines): TextEdit {
  const [open, first] = like ? [lines.at(like.open), lines.at(like.start)] : [null, null];
  const own = open && first && open.line < first.line ? `\n${' '.repeat(first.column - 1)}` : ' ';
  return { ...placeOf(edit, lines), text: `${own}${edit.text}` };
}

function textOf({ text, parts }: FixEdit, lines: Lines): string {
  return parts?.map((part) => (typeof part === 'string' ? part : lines.slice(part.start, part.end))).join('') ?? text;
}

/** The edits of a fix by line and column, with whitespace that matches the surrounding text. */
export function locatedFix(fix: Fix, lines: Lines): { readonly title: string; readonly edits: readonly TextEdit[] } {
  const edits: TextEdit[] = [];
  for (const edit of fix.edits) {
    const one = edit.between
      ? removed(edit, edit.between, lines)
      : edit.like === undefined
        ? { ...placeOf(edit, lines), text: textOf(edit, lines) }
        : added(edit, edit.like, lines);
    // Insertions at one place are one edit: editors do not agree about the order of several.
    const last = edits.at(-1);
    const same =
      last && last.endLine === one.startLine && last.endColumn === one.startColumn && edit.start === edit.end;
    if (same) edits[edits.length - 1] = { ...last, text: last.text + one.text };
    else edits.push(one);
  }
  return { title: fix.title, edits };
}
