import { DECLARATIONS } from '../../declarations/registry.ts';
import { lex } from '../../syntax/tokens/lexer.ts';
import { isName, symbolOf, wordOf } from '../../syntax/tokens/token-shape.ts';
import type { Comment, Token } from '../../syntax/tokens/tokens.ts';
import type { Span } from '../../text/span.ts';
import type { Workspace } from '../../workspace.ts';
import { corrected, startsMistyped } from './mistyped.ts';

/** The name or text being typed at the cursor, perhaps empty: what a completion replaces. `typed` ends at the cursor. */
export type Word = Span & { readonly typed: string; readonly quote: '"' | "'" | null };

/** The text around a cursor. Unfinished text before it does not affect the tokens after it. */
export type CursorText = {
  /** The tokens of the declaration around the cursor that stand before the word; none between two declarations. */
  readonly before: readonly Token[];
  /** The tokens behind the word, up to the next declaration. */
  readonly after: readonly Token[];
  readonly word: Word;
  /** The whole file. */
  readonly text: string;
  /** Whether the word begins a line, as declarations do. */
  readonly fresh: boolean;
};

/** The maximum length of the text that is read behind the word. */
const TAIL = 20_000;
const STARTERS: ReadonlySet<string> = new Set(DECLARATIONS.flatMap((spec) => spec.keywords));
const FOLLOWERS: ReadonlySet<string> = new Set(DECLARATIONS.flatMap((spec) => spec.followers));
const REST_OF_NAME = /^[\p{L}\p{N}\p{M}_]*/u;

function silent(): undefined {
  return undefined;
}

function atDeclaration(tokens: readonly Token[], index: number): boolean {
  if (!STARTERS.has(wordOf(tokens[index]))) return false;
  if (wordOf(tokens[index + 1]) === 'bundle' && isName(tokens[index + 2])) return true;
  const follower = tokens[index + 2];
  return isName(tokens[index + 1]) && (FOLLOWERS.has(wordOf(follower)) || symbolOf(follower) === '{');
}

type Started = { readonly start: number; readonly bundle: boolean };

/** Where each declaration starts and whether the last one has ended; also declarations of which only the start is there. */
function declarationsIn(tokens: readonly Token[], text: string): { starts: Started[]; ended: boolean } {
  const starts: Started[] = [];
  let depth = 0;
  let ended = true;
  for (const [index, token] of tokens.entries()) {
    const inBundle = depth > 0 && starts.at(-1)?.bundle === true;
    const next = tokens[index + 1];
    const loose =
      STARTERS.has(wordOf(token)) && (ended || beginsLine(text, token.start)) && (next === undefined || isName(next));
    const member = inBundle && wordOf(token) === 'table' && wordOf(tokens[index + 2]) !== 'is';
    if (!member && (loose || atDeclaration(tokens, index) || (ended && startsMistyped(tokens, index)))) {
      starts.push({ start: index, bundle: wordOf(next) === 'bundle' && isName(tokens[index + 2]) });
      depth = 0;
      ended = false;
      continue;
    }
    const symbol = symbolOf(token);
    if (symbol === '{') depth += 1;
    else if (symbol === '}') depth = Math.max(0, depth - 1);
    else if (symbol === ';' && depth === 0) ended = true;
  }
  return { starts, ended };
}

/** Where a string ends behind the cursor: at its closing mark, or right here when the mark seems to belong to another. */
function endOfString(rest: string, quote: string): number {
  const [line = ''] = rest.split(/[\r\n]/, 1);
  for (let index = 0; index < line.length; index += 1) {
    const char = line[index];
    if (char === '\\') index += 1;
    else if (char === quote) return index + 1;
    else if (char === ';' || char === '{' || char === '}') break;
  }
  return REST_OF_NAME.exec(rest)?.[0].length ?? 0;
}

/** The tokens of a text without its end mark, moved by an offset. */
function tokensOf(text: string, offset: number): Token[] {
  const { tokens } = lex(text, silent);
  return tokens.slice(0, -1).map((token) => ({ ...token, start: token.start + offset, end: token.end + offset }));
}

function inComment(comments: readonly Comment[], offset: number): boolean {
  return comments.some(({ start, end, line, text }) => {
    if (offset <= start || offset > end) return false;
    const closed = !line && text.length > 3 && text.endsWith('*/');
    return offset < end || !closed;
  });
}

/** The word in which a cursor stands or that ends there, if this token is one; null in numbers. */
function wordAt(text: string, offset: number, token: Token | undefined): Word | null {
  const empty: Word = { start: offset, end: offset, typed: '', quote: null };
  if (!token || token.start >= offset || token.end < offset) return empty;
  const { start, end, kind, quote } = token;
  if (kind === 'number') return null;
  const typed = text.slice(start, offset);
  if (kind === 'name') return { start, end, typed, quote: null };
  if (quote === undefined || (offset === end && !token.flawed)) return empty;
  const rest = text.slice(offset, offset + 1000);
  const [read] = lex(typed, silent).tokens;
  return { start, end: offset + endOfString(rest, quote), typed: read?.text ?? '', quote };
}

/** The tokens behind the word: those that the whole text has there, unless the word is a text without its closing mark. */
function tokensAfter(text: string, tokens: readonly Token[], word: Word): readonly Token[] {
  const index = tokens.findIndex((token) => token.start >= word.end);
  const before = tokens[(index < 0 ? tokens.length : index) - 1];
  const whole = word.quote === null || before?.end === word.end;
  return whole ? tokens.slice(index, -1) : tokensOf(text.slice(word.end, word.end + TAIL), word.end);
}

function beginsLine(text: string, offset: number): boolean {
  return offset === 0 || text[offset - 1] === '\n' || text[offset - 1] === '\r';
}

/** Reads the text around a cursor; null inside comments and numbers, and in unknown files. */
export function readCursor(workspace: Workspace, path: string, offset: number): CursorText | null {
  const text = workspace.text(path);
  const script = workspace.scriptOf(path);
  if (text === undefined || !script || inComment(script.comments, offset)) return null;
  const { tokens } = script;
  const at = tokens.findLastIndex((token) => token.start < offset && token.kind !== 'end');
  const word = wordAt(text, Math.max(0, Math.min(offset, text.length)), tokens[at]);
  if (!word) return null;
  // A token that continues behind the cursor is not complete.
  const spanning = word.start < offset || (tokens[at]?.end ?? 0) > offset;
  const known = tokens.slice(0, spanning ? at : at + 1);
  const { starts, ended } = declarationsIn(known, text);
  const last = starts.at(-1);
  const inBundle = !ended && last?.bundle === true;
  const tail = tokensAfter(text, tokens, word);
  const next = tail.findIndex((token, index) => {
    const member = inBundle && wordOf(token) === 'table' && wordOf(tail[index + 2]) !== 'is';
    return !member && atDeclaration(tail, index);
  });
  const around = corrected(ended ? [] : known.slice(last?.start ?? 0), next < 0 ? tail : tail.slice(0, next));
  return {
    ...around,
    word,
    text,
    fresh: beginsLine(text, word.start),
  };
}
