export const KIND = { none: 0, quoted: 1, text: 2, number: 3, word: 4, symbol: 5 } as const;

const NUMBER = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w"'])/y;
const WORD = /[A-Za-z_]\w*(?!["'\w])/y;

const ASCII = 128;
/** Kinds of tokens by their first character; those of symbols may be of two characters. */
const KIND_OF = new Uint8Array(ASCII);
for (const char of '()[],.+-*/%=<>:|') KIND_OF[char.charCodeAt(0)] = KIND.symbol;
for (let code = 0; code < ASCII; code += 1) {
  const char = String.fromCharCode(code);
  if (/\d/.test(char)) KIND_OF[code] = KIND.number;
  if (/[A-Za-z_]/.test(char)) KIND_OF[code] = KIND.word;
}
KIND_OF['"'.charCodeAt(0)] = KIND.quoted;
KIND_OF["'".charCodeAt(0)] = KIND.text;

/** Symbols of two characters. The first of `||` is none of its own. */
const PAIRS = ['--', '/*', '<>', '<=', '>=', '||'];
const PAIR_CODES: ReadonlySet<number> = new Set(PAIRS.map((pair) => pair.charCodeAt(0) * ASCII + pair.charCodeAt(1)));
const BAR = '|'.charCodeAt(0);
const SPACE = ' '.charCodeAt(0);
const NEWLINE = '\n'.charCodeAt(0);

/** Where a quoted stretch ends, a doubled mark being part of it; -1 when it does not. */
function endOfQuoted(sql: string, start: number, mark: string): number {
  let end = sql.indexOf(mark, start + 1);
  while (end >= 0 && sql.charAt(end + 1) === mark) end = sql.indexOf(mark, end + 2);
  return end < 0 ? -1 : end + 1;
}

function endOfSymbol(sql: string, at: number): number {
  const first = sql.charCodeAt(at);
  const second = at + 1 < sql.length ? sql.charCodeAt(at + 1) : 0;
  if (second < ASCII && PAIR_CODES.has(first * ASCII + second)) return at + 2;
  return first === BAR ? -1 : at + 1;
}

function endOfMatch(pattern: RegExp, sql: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(sql) ? pattern.lastIndex : -1;
}

function endOf(kind: number, sql: string, at: number): number {
  switch (kind) {
    case KIND.quoted:
      return endOfQuoted(sql, at, '"');
    case KIND.text:
      return endOfQuoted(sql, at, "'");
    case KIND.number:
      return endOfMatch(NUMBER, sql, at);
    case KIND.word:
      return endOfMatch(WORD, sql, at);
    case KIND.symbol:
      return endOfSymbol(sql, at);
    default:
      return -1;
  }
}

/** The tokens of one statement after another. They are offsets, not strings: a plan has thousands of statements. */
export class SqlTokens {
  #sql = '';
  #count = 0;
  readonly #kinds: number[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];

  /** Reads a statement. Returns the offset of the first character that starts no token; -1 when there is none. */
  read(sql: string): number {
    this.#sql = sql;
    this.#count = 0;
    if (sql.includes('\0')) return 0;
    for (let at = 0; at < sql.length; ) {
      const code = sql.charCodeAt(at);
      if (code === SPACE || code === NEWLINE) {
        at += 1;
        continue;
      }
      const kind = KIND_OF[code] ?? KIND.none;
      const end = endOf(kind, sql, at);
      if (end < 0) return at;
      this.#kinds[this.#count] = kind;
      this.#starts[this.#count] = at;
      this.#ends[this.#count] = end;
      this.#count += 1;
      at = end;
    }
    return -1;
  }

  get count(): number {
    return this.#count;
  }

  /** The kind of a token; none outside of the statement. */
  kind(index: number): number {
    return index >= 0 && index < this.#count ? (this.#kinds[index] ?? KIND.none) : KIND.none;
  }

  text(index: number): string {
    return this.#sql.slice(this.#starts[index], this.#ends[index]);
  }

  /** Whether a token is this word or symbol. */
  is(index: number, kind: typeof KIND.word | typeof KIND.symbol, text: string): boolean {
    if (this.kind(index) !== kind) return false;
    const start = this.#starts[index] ?? 0;
    return (this.#ends[index] ?? 0) - start === text.length && this.#sql.startsWith(text, start);
  }

  isWord(index: number, text: string): boolean {
    return this.is(index, KIND.word, text);
  }

  isSymbol(index: number, text: string): boolean {
    return this.is(index, KIND.symbol, text);
  }
}
