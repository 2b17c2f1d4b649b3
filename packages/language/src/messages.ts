import { type Code, DIAGNOSTICS, type Fix, type Report, type Severity, textOf } from './diagnostics.ts';
import type { Lines } from './syntax/lines.ts';
import type { Span } from './syntax/tokens.ts';

/** A text edit; lines and columns are 1-based, ends exclusive. */
export type TextEdit = {
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly text: string;
};

/** One message about a script. `line` is `startLine`; lines and columns are 1-based, ends exclusive. */
export type Message = {
  readonly type: Severity;
  readonly code: Code;
  readonly path: string;
  readonly line: number;
  readonly startLine: number;
  readonly endLine: number;
  readonly startColumn: number;
  readonly endColumn: number;
  readonly message: string;
  /** Edits of the same file that repair it. */
  readonly fix?: { readonly title: string; readonly edits: readonly TextEdit[] };
};

/** The place of a stretch of text. */
export function placeOf(span: Span, lines: Lines): Omit<TextEdit, 'text'> {
  const [start, end] = [lines.at(span.start), lines.at(Math.max(span.start, span.end))];
  return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
}

function located(fix: Fix, lines: Lines): NonNullable<Message['fix']> {
  return { title: fix.title, edits: fix.edits.map((edit) => ({ ...placeOf(edit, lines), text: edit.text })) };
}

/** A report that collects messages of one file. The same thing is said once about the same place. */
export function collector(path: string, lines: Lines, messages: Message[]): Report {
  const said = new Set<string>();
  return (code, span, values, fix) => {
    const key = `${code} ${span.start} ${span.end}`;
    if (said.has(key)) return;
    said.add(key);
    const place = placeOf(span, lines);
    const message = textOf(code, values).trim();
    const type: Severity = DIAGNOSTICS[code].severity;
    messages.push({
      type,
      code,
      path,
      line: place.startLine,
      ...place,
      message,
      ...(fix ? { fix: located(fix, lines) } : {}),
    });
  };
}

/** By path, then place, then code. */
export function inOrder(messages: readonly Message[]): Message[] {
  return messages.toSorted(
    (a, b) =>
      (a.path < b.path ? -1 : a.path > b.path ? 1 : 0) ||
      a.startLine - b.startLine ||
      a.startColumn - b.startColumn ||
      (a.code < b.code ? -1 : a.code > b.code ? 1 : 0),
  );
}
