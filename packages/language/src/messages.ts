import { type Code, DIAGNOSTICS, type Report, type Severity, textOf } from './diagnostics.ts';
import { locatedFix, placeOf, type TextEdit } from './located-fix.ts';
import type { Lines } from './syntax/lines.ts';

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
      ...(fix ? { fix: locatedFix(fix, lines) } : {}),
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
