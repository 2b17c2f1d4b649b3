import type { Fix, Report } from '../../diagnostics/diagnostics.ts';
import type { Span } from '../../text/span.ts';
import { SYMBOL, TEXT_OF, TOKEN, WORD } from '../tokens/codes.generated.ts';
import { CODE_MASK, codeSet, codesOf } from '../tokens/codes.ts';
import type { TokenBuffer } from '../tokens/token-buffer.ts';
import type { Name } from '../tree/name.ts';
import type { QueryNode } from '../tree/query-node.ts';
import { reportHabit } from './habits/explain-token.ts';
import { TokenView } from './habits/token-view.ts';
import { typoOf } from './habits/word-typo.ts';
import { TokenCursor } from './token-cursor.ts';

/** Unwinds to the nearest place where parsing can go on. Its message has been given already. */
export class SyntaxStop extends Error {}

/** Thrown instead of a new error each: a file may have very many mistakes, and a stack trace is never read. */
const STOP = new SyntaxStop();

const MAX_NESTING = 150;
/** The number of tokens to search for a missing brace. */
const FAR = 500;

/** Keywords that may follow a table or a condition. */
const FOLLOWING = [
  ...['where', 'having', 'order', 'limit', 'join', 'left', 'right', 'full', 'inner', 'cross', 'semi', 'anti', 'outer'],
  ...['group', 'on', 'using', 'as', 'and', 'or', 'not', 'in', 'is', 'like', 'ilike', 'between', 'desc', 'asc', 'nulls'],
  ...['qualify', 'offset', 'union', 'by', 'asof'],
];

/** Words before which an open bracket was forgotten. */
const ENDING = codeSet(
  codesOf(['as', 'from', 'where', 'having', 'order', 'limit', 'asc', 'desc', 'on', 'join', 'using']),
);

function closing(open: number): number {
  if (open === SYMBOL.braceOpen) return SYMBOL.braceClose;
  return open === SYMBOL.roundOpen ? SYMBOL.roundClose : SYMBOL.squareClose;
}

/** Words syntax errors and recovers from them; the one place that does. */
export class Cursor extends TokenCursor {
  /** The tallest expression so far, of the query that is read. Kept by `measured`. */
  peak = 0;
  /** Binding power of the loosest operator at the right end of the expression that was just read. */
  loosest = 0;
  /** Number of nested queries read so far. */
  queries = 0;
  /** Parses a query inside an expression or another query; null where none may stand. */
  parseQuery: ((cursor: Cursor) => QueryNode) | null = null;
  readonly #starters: Uint8Array;
  readonly #followers: Uint8Array;
  #nesting = 0;
  /** Number of open blocks. */
  #blocks = 0;
  /** The token before which a `}` was missing. Further errors there are consequences and are not reported. */
  #unclosed = -1;
  /** Number of unreadable parts skipped so far. */
  losses = 0;

  /** Tables by code: 1 for keywords that start a declaration, and for tokens that may follow its name. */
  constructor(tokens: TokenBuffer, starters: Uint8Array, followers: Uint8Array, report: Report) {
    super(tokens, report);
    this.#starters = starters;
    this.#followers = followers;
  }

  expect(code: number, advice = ''): void {
    if (this.take(code)) return;
    const text = TEXT_OF[code] ?? '';
    if (!this.#reportedTypo([text])) this.fail(text, advice);
    this.position += 1;
  }

  /** Takes the current keyword and returns its place. */
  takeKeyword(): Span {
    const span = this.spanOf(this.position);
    this.take(this.code);
    return span;
  }

  /** A name, quoted or not. */
  expectName(what: string, advice = ''): Name {
    const index = this.position;
    const { code } = this;
    const quoted = code === TOKEN.double || code === TOKEN.single;
    if ((code < TOKEN.name && !quoted) || (what === 'a table' && this.atTemporary)) return this.fail(what, advice);
    this.position = index + 1;
    const text = this.tokens.textOf(index);
    if (text === '' && !this.isFlawed(index)) this.report('SBS1018', this.spanOf(index), {});
    return { text, quoted, start: this.starts[index] ?? 0, end: this.ends[index] ?? 0 };
  }

  /** Takes the `;` that ends something. When it is missing, reports it once and continues as if it were there. */
  expectEnd(what: string, name?: Name): void {
    if (this.take(SYMBOL.semicolon) || this.#unclosed === this.position) return;
    const previous = this.#previous();
    if (this.#silent()) throw STOP;
    const { code } = this;
    const whole = name ? `${what} ${name.text}` : what;
    const entry = (this.nameAhead(1) && this.ahead(SYMBOL.colon, 2)) || this.ahead(SYMBOL.braceClose, 1);
    if (code === SYMBOL.comma && entry) {
      const comma = this.spanOf(this.position);
      this.report('SBS1044', comma, { what: whole }, { title: 'Write ;', edits: [{ ...comma, text: ';' }] });
      this.position += 1;
      return;
    }
    const star = code === SYMBOL.star && (this.ahead(SYMBOL.braceClose, 1) || this.ahead(SYMBOL.semicolon, 1));
    const ends = code === TOKEN.end || code === SYMBOL.braceClose || star;
    const fresh = ends || this.atDeclaration() || this.#startsEntry();
    if (!fresh) {
      this.failUnexpected(whole);
      throw STOP;
    }
    const { start, end } = this.spanOf(previous);
    const fix: Fix = { title: 'Add ;', edits: [{ start: end, end, text: ';' }] };
    this.report('SBS1008', { start: Math.max(start, end - 1), end }, { what: whole }, fix);
  }

  /** Unwinds after a message about the token here, which nothing can be made of. `words` may stand here. */
  failUnexpected(what: string, words: readonly string[] = FOLLOWING): never {
    this.failTypo(words);
    if (!this.#silent() && !this.reportedHabit()) {
      const found = this.atText ? 'a string' : this.textOf(this.position);
      this.report('SBS1045', this.spanOf(this.position), { found, what });
    }
    throw STOP;
  }

  /** Unwinds, after a message about what stands before it, at a token that begins no clause. */
  stopAtOperand(): void {
    if (this.atText || this.at(TOKEN.name) || this.at(TOKEN.number) || this.at(SYMBOL.roundOpen)) throw STOP;
  }

  /** Expects one of these words or symbols; the token here is none of them, and may be one that is mistyped. */
  failWord(words: readonly string[], advice = ''): never {
    const expected = `${words.slice(0, -1).join(', ')}${words.length > 1 ? ' or ' : ''}${words.at(-1)}`;
    this.failTypo(words);
    return this.fail(expected, advice);
  }

  /** Unwinds after a message if the word here is close to one of these. */
  failTypo(words: readonly string[]): void {
    if (this.#reportedTypo(words)) throw STOP;
  }

  /** Reports the word here if it is close to one of these, and is not one of another dialect. */
  #reportedTypo(words: readonly string[]): boolean {
    const { code } = this;
    if (code < TOKEN.name || this.#silent()) return false;
    const span = this.spanOf(this.position);
    const found = this.textOf(this.position);
    const typo = typoOf(found, span, words);
    if (!typo) return false;
    if (this.reportedHabit()) throw STOP;
    this.report('SBS1007', span, { expected: typo.word, found, advice: `Did you mean ${typo.word}?` }, typo.fix);
    return true;
  }

  /** Reports what is missing before the token here; the caller goes on as if it were there, or unwinds. */
  reportMissing(text: string, advice: string): void {
    if (this.#silent()) throw STOP;
    const span = this.spanOf(this.position);
    const found = this.atText ? 'a string' : this.textOf(this.position);
    const word = /^\w/.test(text);
    const at = word ? span.start : this.end;
    const edits = [{ start: at, end: at, text: word ? `${text} ` : text }];
    this.report('SBS1007', span, { expected: text, found, advice }, { title: `Write ${text}`, edits });
  }

  /** The `:` between a name and a value or type. */
  expectColon(advice: string): void {
    if (this.take(SYMBOL.colon)) return;
    const { code } = this;
    if (code === SYMBOL.singleEqual || code === SYMBOL.equal) {
      const span = this.spanOf(this.position);
      const fix = { title: 'Write :', edits: [{ ...span, text: ':' }] };
      this.report('SBS1007', span, { expected: ':', found: TEXT_OF[code] ?? '', advice }, fix);
      this.position += 1;
    } else if (
      code >= TOKEN.name ||
      this.atText ||
      code === TOKEN.number ||
      code === SYMBOL.braceOpen ||
      code === SYMBOL.squareOpen
    ) {
      this.reportMissing(':', advice);
    } else this.fail(':', advice);
  }

  /** Takes the symbol that closes the bracket at the token `open`. */
  expectClose(open: number, advice = ''): void {
    const opened = (this.codes[open] ?? TOKEN.end) & CODE_MASK;
    const close = closing(opened);
    if (this.take(close)) return;
    if (!this.#silent() && !this.reportedHabit()) {
      if (this.#closesHere(opened)) {
        const values = { open: TEXT_OF[opened] ?? '', close: TEXT_OF[close] ?? '' };
        // Where the bracket is closed further on, something else is wrong.
        const fix = new TokenView(this.tokens).closeOf(open) < 0 ? this.#closeFix(open, close) : undefined;
        this.report('SBS1009', this.spanOf(open), values, fix);
      } else if (this.#startsValue()) this.#failComma(open);
      else this.fail(opened === SYMBOL.roundOpen ? ', or )' : (TEXT_OF[close] ?? ''), advice);
    }
    throw STOP;
  }

  /** Whether an open bracket lacks its end here, rather than that it contains something wrong. */
  #closesHere(opened: number): boolean {
    const { code } = this;
    if (code === TOKEN.end || code === SYMBOL.semicolon || code === SYMBOL.braceClose || this.atDeclaration())
      return true;
    return ENDING[code] === 1 || (opened === SYMBOL.roundOpen && code === SYMBOL.squareClose);
  }

  /** Closes a bracket before the token here, where only one value is in it. */
  #closeFix(open: number, close: number): Fix | undefined {
    for (let at = open + 1; at < this.position; at += 1)
      if (((this.codes[at] ?? 0) & CODE_MASK) === SYMBOL.comma) return undefined;
    let { end } = this;
    const before = (this.codes[open - 1] ?? 0) & CODE_MASK;
    if (before === WORD.from || before === WORD.join) {
      // A query that is read as a table ends before its name.
      if (this.codeAhead(-2) !== WORD.as) return undefined;
      end = this.spanOf(this.index - 3).end;
    }
    return { title: `Add ${TEXT_OF[close]}`, edits: [{ start: end, end, text: TEXT_OF[close] ?? '' }] };
  }

  /** Whether a value starts here, after the end of another. */
  #startsValue(): boolean {
    const { code } = this;
    return code >= TOKEN.name || this.atText || code === TOKEN.number;
  }

  /** Two values of a bracket without a comma between them. */
  #failComma(open: number): never {
    const listed = this.codeAt(open) === SYMBOL.squareOpen || this.codeAt(open - 1) === WORD.in;
    const end = this.ends[this.#previous()] ?? 0;
    const fix = listed ? { title: 'Add ,', edits: [{ start: end, end, text: ',' }] } : undefined;
    this.reportSideBySide(fix);
    throw STOP;
  }

  /** Reports that the token here follows a value without anything between them. */
  reportSideBySide(fix?: Fix, advice = 'Write a comma or an operator between them.'): void {
    const [left, right] = [this.#previous(), this.position].map((index) => {
      const { start, end } = this.spanOf(index);
      return this.tokens.text.slice(start, end);
    });
    const span = { start: this.starts[this.#previous()] ?? 0, end: this.spanOf(this.position).end };
    this.report('SBS1046', span, { left: left ?? '', right: right ?? '', advice }, fix);
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
    this.#unclosed = this.position;
  }

  /** Reports the current token as unexpected, and unwinds. */
  fail(expected: string, advice = ''): never {
    if (!this.#silent() && !this.reportedHabit()) {
      const atEnd = this.code === TOKEN.end;
      const found = atEnd ? 'the end of the file' : this.atText ? 'a string' : this.textOf(this.position);
      this.report('SBS1007', this.spanOf(atEnd ? this.#previous() : this.position), { expected, found, advice });
    }
    throw STOP;
  }

  /** Whether a SQL dialect explains the token here. It has then been reported. */
  reportedHabit(): boolean {
    return reportHabit(this.tokens, this.position, this.report);
  }

  /** Unwinds after a message that was given elsewhere. */
  stop(): never {
    throw STOP;
  }

  /** Goes one level deeper, to be left again with `leave`; refuses depths that could exhaust the stack. */
  enter(): void {
    if (this.#nesting >= MAX_NESTING) {
      this.report('SBS1011', this.spanOf(this.position), {});
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
    const start = this.position;
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
      if (this.position === start && !this.at(SYMBOL.braceClose) && !this.atDeclaration()) this.next();
      return null;
    }
  }

  #previous(): number {
    return Math.max(0, this.position - 1);
  }

  #startsEntry(): boolean {
    return this.atEntry || (this.nameAhead(0) && this.ahead(WORD.from, 2));
  }

  /** Whether fewer `}` follow, up to the next declaration, than blocks are open. */
  #lacksBrace(): boolean {
    const start = this.position;
    let [depth, lowest] = [0, 0];
    for (this.next(); this.position - start < FAR && this.code !== TOKEN.end && !this.atDeclaration(); this.next()) {
      if (this.at(SYMBOL.braceOpen)) depth += 1;
      if (this.at(SYMBOL.braceClose)) depth -= 1;
      lowest = Math.min(lowest, depth);
    }
    this.position = start;
    return -lowest < this.#blocks;
  }

  /** After a flawed token its own message is enough, as is that of a missing brace. */
  #silent(): boolean {
    return this.#unclosed === this.position || this.isFlawed(this.position) || this.isFlawed(this.#previous());
  }
}
