import type { Lines } from '../text/lines.ts';
import type { Span } from '../text/span.ts';
import type { Severity } from './diagnostic-definition.ts';
import { type Code, DIAGNOSTICS, type Fix, type FixEdit, type Report, textOf, type Values } from './diagnostics.ts';
import { locatedFix, type TextEdit } from './located-fix.ts';

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

/**
 * A message before it is located: no text, and offsets relative to its declaration, so that it stays
 * the same when other text of its file changes.
 */
export type Diagnostic = Span & {
  readonly code: Code;
  readonly values: Readonly<Record<string, string>>;
  readonly fix: Fix | null;
};

/** Collects diagnostics relative to `origin`. Each code is reported once per place. */
export function collector(origin: number, diagnostics: Diagnostic[]): Report {
  let seen: Set<string> | null = null;
  return (code, span, values, fix) => {
    const start = span.start - origin;
    const end = span.end - origin;
    if (diagnostics.length >= FEW) {
      seen ??= new Set(diagnostics.map(keyOf));
      const key = keyOf({ code, start, end });
      if (seen.has(key)) return;
      seen.add(key);
    } else for (const each of diagnostics) if (each.start === start && each.end === end && each.code === code) return;
    diagnostics.push({ code, start, end, values, fix: fix ? movedFix(fix, -origin) : null });
  };
}

/** Up to this many diagnostics, a linear search is faster than a set. */
const FEW = 8;

function keyOf({ code, start, end }: Pick<Diagnostic, 'code' | 'start' | 'end'>): string {
  return `${code} ${start} ${end}`;
}

function movedPart(part: string | Span, by: number): string | Span {
  return typeof part === 'string' ? part : { start: part.start + by, end: part.end + by };
}

function movedEdit({ start, end, parts, like, between, ...edit }: FixEdit, by: number): FixEdit {
  return {
    ...edit,
    start: start + by,
    end: end + by,
    ...(parts ? { parts: parts.map((part) => movedPart(part, by)) } : {}),
    ...(like === undefined ? {} : { like: like && { open: like.open + by, start: like.start + by } }),
    ...(between ? { between: { before: between.before + by, after: between.after + by } } : {}),
  };
}

function movedFix(fix: Fix, by: number): Fix {
  return { title: fix.title, edits: fix.edits.map((edit) => movedEdit(edit, by)) };
}

export function isError(diagnostic: Diagnostic): boolean {
  return DIAGNOSTICS[diagnostic.code].severity === 'error';
}

/** Whether two lists of diagnostics are equal. */
export function sameDiagnostics(a: readonly Diagnostic[], b: readonly Diagnostic[]): boolean {
  if (a.length === 0 && b.length === 0) return true;
  return a.length === b.length && JSON.stringify(a) === JSON.stringify(b);
}

/** The message of a diagnostic relative to `origin`. */
export function messageOf(
  { code, values, fix, start, end }: Diagnostic,
  origin: number,
  path: string,
  lines: Lines,
): Message {
  const from = lines.at(start + origin);
  const to = end > start ? lines.at(end + origin) : from;
  const message = {
    type: DIAGNOSTICS[code].severity,
    code,
    path,
    line: from.line,
    startLine: from.line,
    startColumn: from.column,
    endLine: to.line,
    endColumn: to.column,
    message: textOf(code, values as Values<Code>).trim(),
  };
  return fix ? { ...message, fix: locatedFix(movedFix(fix, origin), lines) } : message;
}

/** Sorts the messages of one file by position, then by code. */
export function inOrder(messages: Message[]): Message[] {
  if (messages.length < 2) return messages;
  return messages.sort(
    (a, b) =>
      a.startLine - b.startLine || a.startColumn - b.startColumn || (a.code < b.code ? -1 : a.code > b.code ? 1 : 0),
  );
}
