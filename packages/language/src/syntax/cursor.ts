import type { Fix, Report } from '../diagnostics.ts';
import type { Span, Token } from './tokens.ts';
import type { Name } from './tree.ts';

/** Unwinds to the nearest place where parsing can go on. Its message has been given already. */
export class SyntaxStop extends Error {}

const MAXIMUM_NESTING = 150;
const CLOSING: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' };
/** Words that follow a declaration's name: they tell `table t is` from a column called table. */
const AFTER_NAME = new Set(['is', 'from', 'to', 'as', 'using', 'select', 'union', 'upsert', 'unpivot', '{']);

/** Walks over tokens; the one place that words syntax errors and recovers from them. */
export class Cursor {
  readonly report: Report;
  readonly #tokens: readonly Token[];
  readonly #starters: ReadonlySet<string>;
  #index = 0;
  #nesting = 0;

  constructor(tokens: readonly Token[], starters: ReadonlySet<string>, report: Report) {
    this.#tokens = tokens;
    this.#starters = starters;
    this.report = report;
  }

  peek(ahead = 0): Token {
    const token = this.#tokens[Math.min(this.#index + ahead, this.#tokens.length - 1)];
    if (token === undefined) throw new SyntaxStop();
    return token;
  }

  get previous(): Token {
    return this.#tokens[this.#index - 1] ?? this.peek();
  }

  get position(): number {
    return this.#index;
  }

  next(): Token {
    const token = this.peek();
    if (token.kind !== 'end') this.#index += 1;
    return token;
  }

  /** The stretch from a token to the one before the cursor. */
  spanFrom(start: Span): Span {
    return { start: start.start, end: Math.max(start.end, this.previous.end) };
  }

  atSymbol(text: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.kind === 'symbol' && token.text === text;
  }

  /** Whether a keyword stands here, in whatever case. */
  atWord(word: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.kind === 'name' && token.text.toLowerCase() === word;
  }

  takeSymbol(text: string): Token | null {
    return this.atSymbol(text) ? this.next() : null;
  }

  takeWord(word: string): Token | null {
    if (!this.atWord(word)) return null;
    const token = this.next();
    if (token.text !== word) {
      const fix = { title: `Write ${word}`, edits: [{ start: token.start, end: token.end, text: word }] };
      this.report('SBS5004', token, { word: token.text, lower: word }, fix);
    }
    return token;
  }

  expectSymbol(text: string, advice = ''): Token {
    return this.takeSymbol(text) ?? this.fail(text, advice);
  }

  expectWord(word: string, advice = ''): Token {
    return this.takeWord(word) ?? this.fail(word, advice);
  }

  expectName(what: string, advice = ''): Name {
    const token = this.peek();
    if (token.kind !== 'name' && token.kind !== 'string') return this.fail(what, advice);
    this.next();
    if (token.text === '' && !token.flawed) this.report('SBS1018', token, {});
    return { text: token.text, quoted: token.kind === 'string', start: token.start, end: token.end };
  }

  expectString(what: string, advice = ''): Token {
    return this.peek().kind === 'string' ? this.next() : this.fail(what, advice);
  }

  /** The `;` that ends something. When it is missing, says so once and goes on as if it stood there. */
  expectEnd(what: string): void {
    if (this.takeSymbol(';')) return;
    const { previous } = this;
    if (this.#silent()) throw new SyntaxStop();
    const token = this.peek();
    const fix: Fix = { title: 'Add ;', edits: [{ start: previous.end, end: previous.end, text: ';' }] };
    this.report('SBS1008', { start: Math.max(previous.start, previous.end - 1), end: previous.end }, { what }, fix);
    const fresh = token.kind === 'end' || token.text === '}' || this.atDeclaration() || this.#startsEntry();
    if (!fresh) throw new SyntaxStop();
  }

  /** The symbol that closes what `open` opened. */
  expectClose(open: Token, advice = ''): void {
    const close = CLOSING[open.text] ?? '';
    if (this.takeSymbol(close)) return;
    const found = this.peek();
    if (!this.#silent()) {
      if (found.kind === 'end' || found.text === ';' || this.atDeclaration() || open.text === '(') {
        this.report('SBS1009', open, { open: open.text, close });
      } else this.fail(close, advice);
    }
    throw new SyntaxStop();
  }

  /** Reports what stands here instead of what was expected, and unwinds. */
  fail(expected: string, advice = ''): never {
    if (!this.#silent()) {
      const token = this.peek();
      const found = token.kind === 'end' ? 'the end of the file' : token.kind === 'string' ? 'a text' : token.text;
      const span = token.kind === 'end' ? { start: this.previous.start, end: this.previous.end } : token;
      this.report('SBS1007', span, { expected, found, advice });
    }
    throw new SyntaxStop();
  }

  /** Runs a parser one level deeper; refuses depths that could exhaust the stack. */
  nested<T>(parse: () => T): T {
    if (this.#nesting >= MAXIMUM_NESTING) {
      this.report('SBS1011', this.peek(), {});
      throw new SyntaxStop();
    }
    this.#nesting += 1;
    try {
      return parse();
    } finally {
      this.#nesting -= 1;
    }
  }

  /** Whether a declaration starts here: a keyword, a name, and a word that only follows a declaration's name. */
  atDeclaration(): boolean {
    const token = this.peek();
    if (token.kind !== 'name' || !this.#starters.has(token.text.toLowerCase())) return false;
    if (this.atWord('bundle', 1)) return this.peek(2).kind === 'name';
    const name = this.peek(1);
    return (name.kind === 'name' || name.kind === 'string') && AFTER_NAME.has(this.peek(2).text.toLowerCase());
  }

  /**
   * Goes to the end of a broken entry: behind its `;`, or before the `}` that closes the block around it,
   * or before the next declaration. Blocks on the way are skipped whole.
   */
  skipEntry(): void {
    let depth = 0;
    for (; this.peek().kind !== 'end'; this.next()) {
      if (this.atDeclaration()) return;
      const { kind, text } = this.peek();
      if (kind !== 'symbol') continue;
      if (text === '{') depth += 1;
      if (text === '}') {
        if (depth === 0) return;
        depth -= 1;
      }
      if (text === ';' && depth === 0) {
        this.next();
        return;
      }
    }
  }

  /** Tries an entry; when it is broken, skips to the next one and gives null. */
  recovering<T>(parse: () => T): T | null {
    const start = this.#index;
    try {
      return parse();
    } catch (error) {
      if (!(error instanceof SyntaxStop)) throw error;
      this.skipEntry();
      if (this.#index === start && !this.atSymbol('}') && !this.atDeclaration()) this.next();
      return null;
    }
  }

  #startsEntry(): boolean {
    const token = this.peek();
    return (token.kind === 'name' || token.kind === 'string') && (this.atSymbol(':', 1) || this.atWord('from', 2));
  }

  /** After a flawed token its own message is enough. */
  #silent(): boolean {
    return this.peek().flawed === true || this.previous.flawed === true;
  }
}
