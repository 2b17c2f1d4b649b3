import type { Report } from '../../diagnostics/diagnostics.ts';
import type { Span } from '../../text/span.ts';
import { SYMBOL, TEXT_OF, TOKEN } from '../tokens/codes.generated.ts';
import { CODE_MASK, FLAWED, OTHER_CASE } from '../tokens/codes.ts';
import type { TokenBuffer } from '../tokens/token-buffer.ts';

/** Walks over tokens by their codes. */
export class TokenCursor {
  readonly report: Report;
  /** Height of the last parsed expression; of several in a row, the tallest. Kept by `measured`. */
  height = 0;
  /** Number of `columns(…)` read so far. */
  patterns = 0;
  protected readonly tokens: TokenBuffer;
  protected readonly codes: Int32Array;
  protected readonly starts: Int32Array;
  protected readonly ends: Int32Array;
  protected position = 0;

  constructor(tokens: TokenBuffer, report: Report) {
    this.tokens = tokens;
    this.codes = tokens.codes;
    this.starts = tokens.starts;
    this.ends = tokens.ends;
    this.report = report;
  }

  /** The code of the token here. */
  get code(): number {
    return (this.codes[this.position] ?? TOKEN.end) & CODE_MASK;
  }

  /** The code of a token up to three further on. */
  codeAhead(ahead: number): number {
    return (this.codes[this.position + ahead] ?? TOKEN.end) & CODE_MASK;
  }

  /** The number of the token here, for those methods that take one. */
  get index(): number {
    return this.position;
  }

  /** Where the token here starts. */
  get start(): number {
    return this.starts[this.position] ?? 0;
  }

  /** Where the token before this one ends. */
  get end(): number {
    return this.ends[this.position - 1] ?? 0;
  }

  /** The keyword here, in lower case; empty for other tokens. */
  get word(): string {
    const { code } = this;
    return code > TOKEN.name ? (TEXT_OF[code] ?? '') : '';
  }

  get atName(): boolean {
    return this.code >= TOKEN.name;
  }

  get atText(): boolean {
    const { code } = this;
    return code === TOKEN.double || code === TOKEN.single;
  }

  /** Whether the token at this distance is a name, quoted or not. */
  nameAhead(ahead: number): boolean {
    const code = this.codeAhead(ahead);
    return code >= TOKEN.name || code === TOKEN.double || code === TOKEN.single;
  }

  /** The value of a token: a name, a string with its escapes resolved, the digits of a number. */
  textOf(index: number): string {
    return this.tokens.textOf(index);
  }

  /** The script at a place, as it is written. */
  writtenAt({ start, end }: Span): string {
    return this.tokens.text.slice(start, end);
  }

  spanOf(index: number): Span {
    return { start: this.starts[index] ?? 0, end: this.ends[index] ?? 0 };
  }

  isFlawed(index: number): boolean {
    return ((this.codes[index] ?? 0) & FLAWED) !== 0;
  }

  /** Whether the current token is this symbol or keyword, in any case. */
  at(code: number): boolean {
    return ((this.codes[this.position] ?? TOKEN.end) & CODE_MASK) === code;
  }

  ahead(code: number, ahead: number): boolean {
    return this.codeAhead(ahead) === code;
  }

  /** Advances to the next token. */
  next(): void {
    if (this.code !== TOKEN.end) this.position += 1;
  }

  take(code: number): boolean {
    const flagged = this.codes[this.position] ?? TOKEN.end;
    if ((flagged & CODE_MASK) !== code) return false;
    if ((flagged & OTHER_CASE) !== 0) this.#advise(TEXT_OF[code] ?? '');
    this.position += 1;
    return true;
  }

  /** Number of names in square brackets from here to the end of the declaration. */
  bracketedNames(): number {
    let count = 0;
    for (let at = this.position; this.codeAt(at) !== TOKEN.end && this.codeAt(at) !== SYMBOL.semicolon; at += 1) {
      const named = this.codeAt(at + 1) >= TOKEN.name && this.codeAt(at + 2) === SYMBOL.squareClose;
      if (this.codeAt(at) === SYMBOL.squareOpen && named) count += 1;
    }
    return count;
  }

  /** The code of a token by its number. */
  codeAt(index: number): number {
    return (this.codes[index] ?? TOKEN.end) & CODE_MASK;
  }

  /** Whether a word with a # before it, which is a comment, stands on this line before the token here. */
  get atTemporary(): boolean {
    const { end, start } = this;
    return start > end + 1 && /^[ \t]*#{1,2}\w/.test(this.tokens.text.slice(end, end + 40));
  }

  /** Whether a parameter or a column starts here. */
  get atEntry(): boolean {
    return this.nameAhead(0) && this.ahead(SYMBOL.colon, 1);
  }

  #advise(word: string): void {
    const span = this.spanOf(this.position);
    const fix = { title: `Write ${word}`, edits: [{ ...span, text: word }] };
    this.report('SBS5004', span, { word: this.textOf(this.position), lower: word }, fix);
  }
}
