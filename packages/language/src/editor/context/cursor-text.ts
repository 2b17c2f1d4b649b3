import { CONSTRUCTS } from '../../constructs/registry.ts';
import { AFTER_NAME } from '../../syntax/keywords.ts';
import { lex } from '../../syntax/lexer.ts';
import type { Span, Token } from '../../syntax/tokens.ts';

/** The name or text being typed at the cursor, perhaps empty: what a completion replaces. `typed` ends at the cursor. */
export type Word = Span & { readonly typed: string; readonly quote: '"' | "'" | null };

/** The text around a cursor. It is read in two halves, so that what is unfinished before it does not spoil what follows. */
export type CursorText = {
  /** The tokens of the declaration around the cursor that stand before the word; none between two declarations. */
  readonly before: readonly Token[];
  /** The tokens behind the word, up to the next declaration. */
  readonly after: readonly Token[];
  readonly word: Word;
  /** Whether the word begins a line, as declarations do. */
  readonly fresh: boolean;
};

/** Longer tails are not looked at: what belongs to a declaration is near. */
const TAIL = 20_000;
const STARTERS: ReadonlySet<string> = new Set(CONSTRUCTS.flatMap((construct) => construct.keywords));
const REST_OF_NAME = /^[\p{L}\p{N}\p{M}_]*/u;

function silent(): undefined {
  return undefined;
}

export function isName(token: Token | undefined): token is Token {
  return token !== undefined && (token.kind === 'name' || token.kind === 'string');
}

/** A name outside quotation marks, in lower case; empty for other tokens. */
export function wordOf(token: Token | undefined): string {
  return token?.kind === 'name' ? token.text.toLowerCase() : '';
}

/** The text of a symbol; empty for other tokens. */
export function symbolOf(token: Token | undefined): string {
  return token?.kind === 'symbol' ? token.text : '';
}

function atDeclaration(tokens: readonly Token[], index: number): boolean {
  if (!STARTERS.has(wordOf(tokens[index]))) return false;
  if (wordOf(tokens[index + 1]) === 'bundle' && isName(tokens[index + 2])) return true;
  return isName(tokens[index + 1]) && AFTER_NAME.has(tokens[index + 2]?.text.toLowerCase() ?? '');
}

type Started = { readonly start: number; readonly bundle: boolean };

/** Where each declaration starts and whether the last one has ended; also declarations of which only the start is there. */
function declarationsIn(tokens: readonly Token[], text: string): { starts: Started[]; ended: boolean } {
  const starts: Started[] = [];
  let depth = 0;
  let ended = true;
  for (const [index, token] of tokens.entries()) {
    const inBundle = depth > 0 && starts.at(-1)?.bundle === true;
    const lineStart = token.start === 0 || text[token.start - 1] === '\n' || text[token.start - 1] === '\r';
    const next = tokens[index + 1];
    const loose = STARTERS.has(wordOf(token)) && (ended || lineStart) && (next === undefined || isName(next));
    const member = inBundle && wordOf(token) === 'table' && wordOf(tokens[index + 2]) !== 'is';
    if (!member && (loose || atDeclaration(tokens, index))) {
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

/** Where a text goes on behind the cursor: at its closing mark, or right here when the mark seems to belong to another. */
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

function wordAt(text: string, offset: number, last: Token | undefined): Word | null {
  const empty: Word = { start: offset, end: offset, typed: '', quote: null };
  if (last?.end !== offset) return empty;
  if (last.kind === 'number') return null;
  const rest = text.slice(offset, offset + 1000);
  if (last.kind === 'name') {
    const end = offset + (REST_OF_NAME.exec(rest)?.[0].length ?? 0);
    return { start: last.start, end, typed: last.text, quote: null };
  }
  if (last.kind !== 'string' || !last.flawed || last.quote === undefined) return empty;
  return { start: last.start, end: offset + endOfString(rest, last.quote), typed: last.text, quote: last.quote };
}

/** Reads the text around a cursor; null inside comments and numbers, where nothing is to be said. */
export function readCursor(text: string, offset: number): CursorText | null {
  const at = Math.max(0, Math.min(offset, text.length));
  const head = text.slice(0, at);
  const { tokens, comments } = lex(head, silent);
  const comment = comments.at(-1);
  const closed = comment?.line === false && comment.text.length > 3 && comment.text.endsWith('*/');
  if (comment && comment.end === at && !closed) return null;
  const last = tokens.at(-2);
  const word = wordAt(text, at, last);
  if (!word) return null;
  const known = tokens.slice(0, word.start < at ? -2 : -1);
  const { starts, ended } = declarationsIn(known, text);
  const before = ended ? [] : known.slice(starts.at(-1)?.start ?? 0);
  const tail = tokensOf(text.slice(word.end, word.end + TAIL), word.end);
  const next = tail.findIndex((token, index) => {
    const bundle = starts.at(-1)?.bundle === true && !ended && wordOf(token) === 'table';
    return atDeclaration(tail, index) && (!bundle || wordOf(tail[index + 2]) === 'is');
  });
  const lineStart = word.start === 0 || text[word.start - 1] === '\n' || text[word.start - 1] === '\r';
  return { before, after: next < 0 ? tail : tail.slice(0, next), word, fresh: lineStart };
}
