import { SYMBOL, TOKEN } from '../../tokens/codes.generated.ts';
import { CODE_MASK } from '../../tokens/codes.ts';
import type { TokenBuffer } from '../../tokens/token-buffer.ts';

/** Brackets are matched within this many tokens, so that the time for a file grows with its length. */
const FAR = 300;

/** Words before the name of a table. */
const TABLE_NEXT: ReadonlySet<string> = new Set([
  'from',
  'join',
  'into',
  'upsert',
  'snapshot',
  'pivot',
  'unpivot',
  'union',
]);

/** The tokens around a mistake, read in both directions. */
export class TokenView {
  readonly #tokens: TokenBuffer;

  constructor(tokens: TokenBuffer) {
    this.#tokens = tokens;
  }

  code(index: number): number {
    return index < 0 ? TOKEN.end : (this.#tokens.codes[index] ?? TOKEN.end) & CODE_MASK;
  }

  start(index: number): number {
    return this.#tokens.starts[index] ?? 0;
  }

  /** The character behind a token. */
  behind(index: number): string {
    return this.#tokens.text.charAt(this.end(index));
  }

  /** The text from a place on, as far as a name may reach. */
  textAt(place: number): string {
    return this.#tokens.text.slice(place, place + FAR);
  }

  /** A word with a # before it, which is a comment, on the line behind a token that awaits a table; null without one. */
  hashBehind(index: number): string | null {
    if (!TABLE_NEXT.has(this.word(index))) return null;
    return /^[ \t]*(#{1,2}\w+)/.exec(this.textAt(this.end(index)))?.[1] ?? null;
  }

  end(index: number): number {
    return this.#tokens.ends[index] ?? 0;
  }

  /** The text from one token to another as it is written. */
  source(first: number, last = first): string {
    return this.#tokens.text.slice(this.start(first), this.end(last));
  }

  /** A name outside quotation marks, in lower case; a symbol; empty for other tokens. */
  word(index: number): string {
    const code = this.code(index);
    if (code === TOKEN.end || this.isString(index) || code === TOKEN.number) return '';
    return this.#tokens.textOf(index).toLowerCase();
  }

  isName(index: number): boolean {
    return this.code(index) >= TOKEN.name;
  }

  isString(index: number): boolean {
    const code = this.code(index);
    return code === TOKEN.single || code === TOKEN.double;
  }

  isNumber(index: number): boolean {
    return this.code(index) === TOKEN.number;
  }

  isInvalid(index: number): boolean {
    return this.code(index) === TOKEN.invalid;
  }

  isEnd(index: number): boolean {
    return this.code(index) === TOKEN.end;
  }

  /** The value of a string, the text of another token. */
  value(index: number): string {
    return this.#tokens.textOf(index);
  }

  /** Whether no space lies between a token and the one before it. */
  touches(index: number): boolean {
    return this.end(index - 1) === this.start(index);
  }

  /** The bracket that is open before a token, in the same declaration; -1 if none is. */
  openBefore(index: number): number {
    let depth = 0;
    for (let at = index - 1; at >= Math.max(0, index - FAR) && this.code(at) !== SYMBOL.semicolon; at -= 1) {
      const code = this.code(at);
      if (code === SYMBOL.roundClose || code === SYMBOL.squareClose) depth += 1;
      else if (code === SYMBOL.roundOpen || code === SYMBOL.squareOpen) {
        if (depth === 0) return at;
        depth -= 1;
      }
    }
    return -1;
  }

  /** The bracket that closes the one at `open`; -1 if it is not closed before the declaration ends. */
  closeOf(open: number): number {
    let depth = 0;
    for (let at = open; at < open + FAR && !this.isEnd(at) && this.code(at) !== SYMBOL.semicolon; at += 1) {
      const code = this.code(at);
      if (code === SYMBOL.roundOpen || code === SYMBOL.squareOpen) depth += 1;
      else if (code === SYMBOL.roundClose || code === SYMBOL.squareClose) {
        depth -= 1;
        if (depth === 0) return at;
      }
    }
    return -1;
  }

  /** The first token of the value that ends before `index`: a name, a constant, a call or brackets; -1 if none does. */
  operandBefore(index: number, depth = 0): number {
    if (depth > FAR) return -1;
    let at = index - 1;
    const closed = this.code(at) === SYMBOL.roundClose || this.code(at) === SYMBOL.squareClose;
    if (closed) {
      at = this.openBefore(at);
      if (at < 0) return -1;
      const indexed = this.code(at) === SYMBOL.squareOpen;
      const named = this.isName(at - 1) && this.touches(at);
      if (indexed && (named || this.code(at - 1) === SYMBOL.roundClose)) return this.operandBefore(at, depth + 1);
      if (!named) return at;
      at -= 1;
    } else if (!this.isName(at) && !this.isString(at) && !this.isNumber(at)) return -1;
    return this.code(at - 1) === SYMBOL.dot ? this.operandBefore(at - 1, depth + 1) : at;
  }
}
