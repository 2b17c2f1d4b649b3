import type { Catalog } from '@switchboard/model/catalog';
import { compile, type Message } from '../../src/index.ts';
import { isKeyword } from '../../src/syntax/tokens/codes.ts';
import { lex } from '../../src/syntax/tokens/lexer.ts';
import { linesOf } from '../../src/text/lines.ts';
import { applyFix } from '../apply-fix.ts';
import { CATALOG } from '../catalog.ts';
import { PRELUDE } from '../prelude.ts';

/** A script with one mistake, and where that is. */
export type Mistake = {
  readonly label: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Whether the script reads the tables of the examples. */
  readonly prelude: boolean;
  readonly catalog?: Catalog;
};

/** The defects in the messages of a mistake; empty when there are none. */
export type Judgement = {
  readonly errors: number;
  /** The errors that its fix leaves. */
  readonly left: number;
  readonly fix: 'none' | 'fixed' | 'failed';
  readonly complaints: readonly string[];
};

/** The message of a missing thing is at one of the tokens beside the place. */
const NEIGHBOURS = 2;

function errorsIn(text: string, { prelude, catalog }: Mistake): readonly Message[] {
  const files = [{ path: 'main.sbs', text }, ...(prelude ? [PRELUDE] : [])];
  const { messages } = compile(files, catalog ?? CATALOG);
  return messages.filter(({ path, type }) => path === 'main.sbs' && type === 'error');
}

/**
 * The strings, numbers and names of columns and tables outside a place, with how often each occurs. Keywords and functions
 * are words of the language, which a fix may replace.
 */
function contentsOf(text: string, start = -1, end = -1): Map<string, number> {
  const counts = new Map<string, number>();
  const { tokens } = lex(text, () => undefined);
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'name' && token.kind !== 'string' && token.kind !== 'number') continue;
    const word = token.kind === 'name' && (isKeyword(token.text.toLowerCase()) || tokens[index + 1]?.text === '(');
    if (word || (token.start < end && token.end > start)) continue;
    counts.set(token.text, (counts.get(token.text) ?? 0) + 1);
  }
  return counts;
}

/** Returns the author's text outside the marked place that a fix removes. */
function lostText(text: string, fixed: string, start: number, end: number): string[] {
  const kept = contentsOf(fixed);
  return [...contentsOf(text, start, end)]
    .filter(([content, count]) => (kept.get(content) ?? 0) < count)
    .map(([content]) => content);
}

/** Whether a message is at the place of a mistake, or at one of the tokens beside it. */
function isAt(text: string, from: number, to: number, { start, end }: Mistake): boolean {
  const { tokens } = lex(text, () => undefined);
  const first = tokens.filter((token) => token.end <= start).at(-NEIGHBOURS)?.start ?? 0;
  const last = tokens.filter((token) => token.start >= end)[NEIGHBOURS - 1]?.end ?? text.length;
  return from <= last && to >= first;
}

/** Compiles a script with a mistake, applies the fix of its message, and compares. */
export function judge(mistake: Mistake): Judgement {
  const { text } = mistake;
  const errors = errorsIn(text, mistake);
  const [error] = errors;
  const complaints: string[] = [];
  if (!error) return { errors: 0, left: 0, fix: 'none', complaints: ['no message'] };
  if (errors.length > 1) complaints.push(errors.map(({ code, message }) => `${code} ${message}`).join(' | '));
  const lines = linesOf(text);
  const start = lines.offset(error.startLine, error.startColumn);
  const end = lines.offset(error.endLine, error.endColumn);
  if (!isAt(text, start, end, mistake)) complaints.push(`at ${error.startLine}:${error.startColumn} ${error.message}`);
  if (!error.fix) return { errors: errors.length, left: 0, fix: 'none', complaints };
  const fixed = applyFix(text, error.fix);
  const left = errorsIn(fixed, mistake);
  const lost = lostText(text, fixed, start, end);
  if (left.length >= errors.length) complaints.push(`${error.fix.title} leaves ${left[0]?.message} in ${fixed}`);
  if (lost.length > 0) complaints.push(`${error.fix.title} loses ${lost.join(', ')}`);
  const fix = left.length < errors.length && lost.length === 0 ? 'fixed' : 'failed';
  return { errors: errors.length, left: left.length, fix, complaints };
}
