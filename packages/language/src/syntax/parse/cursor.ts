import type { Fix, Report } from '../../diagnostics/diagnostics.ts';
import { SYMBOL, TEXT_OF, TOKEN, WORD } from '../tokens/codes.generated.ts';
import { CODE_MASK, FLAWED, OTHER_CASE } from '../tokens/codes.ts';
import type { TokenBuffer } from '../tokens/token-buffer.ts';
import type { Span } from '../tokens/tokens.ts';
import type { Name } from '../tree/name.ts';
import { reportHabit } from './habits/explain-token.ts';

/** Unwinds to the nearest place where parsing can go on. Its message has been given already. */
export class SyntaxStop extends Error {}

/** Thrown instead of a new error each: a file may have very many mistakes, and a stack trace is never read. */
const STOP = new SyntaxStop();

const MAX_NESTING = 150;
/** The number of tokens to search for a missing brace. */
const FAR = 500;

function closing(open: number): number {
  if (open === SYMBOL.braceOpen) return SYMBOL.braceClose;
  return open === SYMBOL.roundOpen ? SYMBOL.roundClose : SYMBOL.squareClose;
}

/** Walks over tokens by their codes; the one place that words syntax errors and recovers from them. */
export class Cursor {
  readonly report: Report;
  /** How many levels the expression has that was parsed last; of several in a row, the tallest. Kept by `measured`. */
  height = 0;
  /** How many `columns(…)` have been read so far. */
  patterns = 0;
  readonly #tokens: TokenBuffer;
  readonly #codes: Int32Array;
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;
  readonly #starters: Uint8Array;
  readonly #followers: Uint8Array;
  #index = 0;
  #nesting = 0;
  /** How many blocks are open here. */
  #blocks = 0;
  /** The token before which a `}` was missing. Further errors there are consequences and are not reported. */
  #unclosed = -1;
  /** How often something was left out that could not be read. */
  losses = 0;

  /** Tables by code: 1 for keywords that start a declaration, and for tokens that may follow its name. */
  constructor(tokens: TokenBuffer, starters: Uint8Array, followers: Uint8Array, report: Report) {
    this.#tokens = tokens;
    this.#codes = tokens.codes;
    this.#starts = tokens.starts;
    this.#ends = tokens.ends;
    this.#starters = starters;
    this.#followers = followers;
    this.report = report;
  }

  /** The code of the token here. */
  get code(): number {
    return (this.#codes[this.#index] ?? TOKEN.end) & CODE_MASK;
  }

  /** The code of a token up to three further on. */
  codeAhead(ahead: number): number {
    return (this.#codes[this.#index + ahead] ?? TOKEN.end) & CODE_MASK;
  }

  /** The number of the token here, for those methods that take one. */
  get index(): number {
    return this.#index;
  }

  /** Where the token here starts. */
  get start(): number {
    return this.#starts[this.#index] ?? 0;
  }

  /** Where the token before this one ends. */
  get end(): number {
    return this.#ends[this.#index - 1] ?? 0;
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
    return this.#tokens.textOf(index);
  }

  spanOf(index: number): Span {
    return { start: this.#starts[index] ?? 0, end: this.#ends[index] ?? 0 };
  }

  isFlawed(index: number): boolean {
    return ((this.#codes[index] ?? 0) & FLAWED) !== 0;
  }

  /** Whether the current token is this symbol or keyword, in any case. */
  at(code: number): boolean {
    return ((this.#codes[this.#index] ?? TOKEN.end) & CODE_MASK) === code;
  }

  ahead(code: number, ahead: number): boolean {
    return this.codeAhead(ahead) === code;
  }

  /** Advances to the next token. */
  next(): void {
    if (this.code !== TOKEN.end) this.#index += 1;
  }

  take(code: number): boolean {
    const flagged = this.#codes[this.#index] ?? TOKEN.end;
    if ((flagged & CODE_MASK) !== code) return false;
    if ((flagged & OTHER_CASE) !== 0) this.#advise(TEXT_OF[code] ?? '');
    this.#index += 1;
    return true;
  }

  expect(code: number, advice = ''): void {
    if (!this.take(code)) this.fail(TEXT_OF[code] ?? '', advice);
  }

  /** Takes the current keyword and returns its place. */
  takeKeyword(): Span {
    const span = this.spanOf(this.#index);
    this.take(this.code);
    return span;
  }

  /** A name, quoted or not. */
  expectName(what: string, advice = ''): Name {
    const index = this.#index;
    const { code } = this;
    const quoted = code === TOKEN.double || code === TOKEN.single;
    if (code < TOKEN.name && !quoted) return this.fail(what, advice);
    this.#index = index + 1;
    const text = this.#tokens.textOf(index);
    if (text === '' && !this.isFlawed(index)) this.report('SBS1018', this.spanOf(index), {});
    return { text, quoted, start: this.#starts[index] ?? 0, end: this.#ends[index] ?? 0 };
  }

  /** Takes the `;` that ends something. When it is missing, reports it once and continues as if it were there. */
  expectEnd(what: string, name?: Name): void {
    if (this.take(SYMBOL.semicolon) || this.#unclosed === this.#index) return;
    const previous = this.#previous();
    if (this.#silent()) throw STOP;
    const { code } = this;
    const fresh = code === TOKEN.end || code === SYMBOL.braceClose || this.atDeclaration() || this.#startsEntry();
    if (!fresh && this.reportedHabit()) throw STOP;
    const { start, end } = this.spanOf(previous);
    const fix: Fix = { title: 'Add ;', edits: [{ start: end, end, text: ';' }] };
    const whole = name ? `${what} ${name.text}` : what;
    this.report('SBS1008', { start: Math.max(start, end - 1), end }, { what: whole }, fix);
    if (!fresh) throw STOP;
  }

  /** Takes the symbol that closes the bracket at the token `open`. */
  expectClose(open: number, advice = ''): void {
    const opened = (this.#codes[open] ?? TOKEN.end) & CODE_MASK;
    const close = closing(opened);
    if (this.take(close)) return;
    if (!this.#silent() && !this.reportedHabit()) {
      const { code } = this;
      const ends = code === TOKEN.end || code === SYMBOL.semicolon || opened === SYMBOL.roundOpen;
      if (ends || this.atDeclaration()) {
        this.report('SBS1009', this.spanOf(open), { open: TEXT_OF[opened] ?? '', close: TEXT_OF[close] ?? '' });
      } else this.fail(TEXT_OF[close] ?? '', advice);
    }
    throw STOP;
  }

  /** The `{` of a block, which ends with `closeBlock`. */
  openBlock(advice = ''): void {
    this.expect(SYMBOL.braceOpen, advice);
    this.#blocks += 1;
  }

  /** Whether no further entry of the block can start here: at its `}`, or where that is missing. */
  get atBlockEnd(): boolean {
    const { code } = this;
    if (code === SYMBOL.braceClose || code === TOKEN.end) return true;
    if (code === SYMBOL.semicolon) return this.#lacksBrace();
    if (code === SYMBOL.roundClose || code === SYMBOL.squareClose) return true;
    if (code === WORD.using) return this.ahead(SYMBOL.braceOpen, 1) || this.ahead(SYMBOL.star, 1);
    return this.atDeclaration();
  }

  /** Takes the `}` of the block that the token `open` opened. When it is missing, reports it once and continues as if it were there. */
  closeBlock(open: number): void {
    this.#blocks -= 1;
    if (this.take(SYMBOL.braceClose)) return;
    if (!this.#silent()) this.report('SBS1009', this.spanOf(open), { open: '{', close: '}' });
    this.losses += 1;
    this.#unclosed = this.#index;
  }

  /** Reports the current token as unexpected, and unwinds. */
  fail(expected: string, advice = ''): never {
    if (!this.#silent() && !this.reportedHabit()) {
      const atEnd = this.code === TOKEN.end;
      const found = atEnd ? 'the end of the file' : this.atText ? 'a string' : this.textOf(this.#index);
      this.report('SBS1007', this.spanOf(atEnd ? this.#previous() : this.#index), { expected, found, advice });
    }
    throw STOP;
  }

  /** Whether a SQL dialect explains the token here. It has then been reported. */
  reportedHabit(): boolean {
    return reportHabit(this.#tokens, this.#index, this.report);
  }

  /** Unwinds after a message that was given elsewhere. */
  stop(): never {
    throw STOP;
  }

  /** Goes one level deeper, to be left again with `leave`; refuses depths that could exhaust the stack. */
  enter(): void {
    if (this.#nesting >= MAX_NESTING) {
      this.report('SBS1011', this.spanOf(this.#index), {});
      throw STOP;
    }
    this.#nesting += 1;
  }

  leave(): void {
    this.#nesting -= 1;
  }

  /** Whether a declaration starts here: a keyword, a name, and a word that only follows a declaration's name. */
  atDeclaration(): boolean {
    if (this.#starters[this.code] !== 1) return false;
    if (this.ahead(WORD.bundle, 1)) return this.codeAhead(2) >= TOKEN.name;
    return this.nameAhead(1) && this.#followers[this.codeAhead(2)] === 1;
  }

  /**
   * Goes to the end of a broken entry: behind its `;`, or before the `}` that closes the block around it,
   * or before the next declaration. Blocks on the way are skipped whole.
   */
  skipEntry(): void {
    let depth = 0;
    for (; this.code !== TOKEN.end; this.next()) {
      if (this.atDeclaration()) return;
      const { code } = this;
      if (code === SYMBOL.braceOpen) depth += 1;
      if (code === SYMBOL.braceClose) {
        if (depth === 0) return;
        depth -= 1;
      }
      if (code === SYMBOL.semicolon && depth === 0) {
        this.next();
        return;
      }
    }
  }

  /** Tries an entry; when it is broken, skips to the next one and gives null. */
  recovering<T>(parse: (cursor: Cursor) => T): T | null {
    const start = this.#index;
    const nesting = this.#nesting;
    const blocks = this.#blocks;
    try {
      return parse(this);
    } catch (error) {
      if (!(error instanceof SyntaxStop)) throw error;
      this.#nesting = nesting;
      this.#blocks = blocks;
      this.losses += 1;
      this.skipEntry();
      if (this.#index === start && !this.at(SYMBOL.braceClose) && !this.atDeclaration()) this.next();
      return null;
    }
  }

  #previous(): number {
    return Math.max(0, this.#index - 1);
  }

  #advise(word: string): void {
    const span = this.spanOf(this.#index);
    const fix = { title: `Write ${word}`, edits: [{ ...span, text: word }] };
    this.report('SBS5004', span, { word: this.textOf(this.#index), lower: word }, fix);
  }

  /** Whether a parameter or a column starts here. */
  get atEntry(): boolean {
    return this.nameAhead(0) && this.ahead(SYMBOL.colon, 1);
  }

  #startsEntry(): boolean {
    return this.atEntry || (this.nameAhead(0) && this.ahead(WORD.from, 2));
  }

  /** Whether fewer `}` follow, up to the next declaration, than blocks are open. */
  #lacksBrace(): boolean {
    const start = this.#index;
    let [depth, lowest] = [0, 0];
    for (this.next(); this.#index - start < FAR && this.code !== TOKEN.end && !this.atDeclaration(); this.next()) {
      if (this.at(SYMBOL.braceOpen)) depth += 1;
      if (this.at(SYMBOL.braceClose)) depth -= 1;
      lowest = Math.min(lowest, depth);
    }
    this.#index = start;
    return -lowest < this.#blocks;
  }

  /** After a flawed token its own message is enough, as is that of a missing brace. */
  #silent(): boolean {
    return this.#unclosed === this.#index || this.isFlawed(this.#index) || this.isFlawed(this.#previous());
  }
}
