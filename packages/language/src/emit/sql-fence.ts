/** The words allowed in a dialect's statements, besides quoted names, strings, numbers and symbols. Case-sensitive. */
export type SqlWords = {
  readonly keywords: ReadonlySet<string>;
  readonly types: ReadonlySet<string>;
  /** Functions by the name under which they are called, without quotation marks. */
  readonly functions: ReadonlySet<string>;
};

type Token = { readonly kind: 'quoted' | 'text' | 'number' | 'word' | 'symbol'; readonly text: string };

const NUMBER = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w"'])/y;
const WORD = /[A-Za-z_]\w*(?!["'\w])/y;
const SYMBOLS = new Set([...'()[],.+-*/%=<>:', '--', '/*', '<>', '<=', '>=', '||']);
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']' };
const START: Token = { kind: 'symbol', text: '' };

/** Where a quoted stretch ends, a doubled mark being part of it; -1 when it does not. */
function endOfQuoted(sql: string, start: number, mark: string): number {
  let end = sql.indexOf(mark, start + 1);
  while (end >= 0 && sql.charAt(end + 1) === mark) end = sql.indexOf(mark, end + 2);
  return end < 0 ? -1 : end + 1;
}

function tokenAt(sql: string, at: number): Token | null {
  const first = sql.charAt(at);
  if (first === '"' || first === "'") {
    const end = endOfQuoted(sql, at, first);
    return end < 0 ? null : { kind: first === '"' ? 'quoted' : 'text', text: sql.slice(at, end) };
  }
  const two = sql.slice(at, at + 2);
  const symbol = SYMBOLS.has(two) ? two : SYMBOLS.has(first) ? first : null;
  if (symbol !== null) return { kind: 'symbol', text: symbol };
  const pattern = first >= '0' && first <= '9' ? NUMBER : WORD;
  pattern.lastIndex = at;
  const text = pattern.exec(sql)?.[0];
  return text === undefined ? null : { kind: pattern === WORD ? 'word' : 'number', text };
}

function tokensOf(sql: string): Token[] | string {
  const tokens: Token[] = [];
  const nothing = sql.indexOf('\0');
  for (let at = 0; at < sql.length; ) {
    const token = sql.charAt(at) === ' ' || sql.charAt(at) === '\n' ? START : tokenAt(sql, at);
    if (token === null || nothing >= 0) return `${JSON.stringify(sql.slice(at, at + 12))} is not valid in a query`;
    if (token !== START) tokens.push(token);
    at += token.text.length || 1;
  }
  return tokens;
}

/** `SELECT` starts the statement, a query in brackets, or the other half of a union. */
function startsQuery(tokens: readonly Token[], at: number): boolean {
  const [before = START, two = START] = [tokens[at - 1], tokens[at - 2]];
  if (at === 0 || before.text === '(') return true;
  if (before.kind === 'word' && (before.text === 'EXCEPT' || before.text === 'INTERSECT')) return true;
  // Behind the tables of a with.
  if (before.text === ')' && tokens.some(({ kind, text }) => kind === 'word' && text === 'WITH')) return true;
  return (before.text === 'ALL' && two.text === 'UNION') || (before.text === 'NAME' && two.text === 'BY');
}

function isQueryWord(token: Token | undefined): boolean {
  return token?.kind === 'word' && (token.text === 'SELECT' || token.text === 'WITH');
}

function refusedWord(tokens: readonly Token[], at: number, words: SqlWords, bound: Set<string>): string | null {
  const { text } = tokens[at] ?? START;
  const [before = START, after = START] = [tokens[at - 1], tokens[at + 1]];
  if (before.text === '.' && before.kind === 'symbol') return `${text} follows a point without quotation marks`;
  if (before.text === 'lambda' && before.kind === 'word') {
    bound.add(text);
    return after.text === ':' ? null : `lambda ${text} has no colon`;
  }
  if (words.keywords.has(text)) {
    if (text === 'SELECT' && !startsQuery(tokens, at)) return 'SELECT does not start a query here';
    if (text === 'WITH' && !(startsQuery(tokens, at) && after.kind === 'quoted')) return 'WITH defines no table here';
    if (text === 'UNION' && after.text !== 'ALL') return 'UNION without ALL';
    if (text !== 'FROM' && text !== 'JOIN') return null;
    const named = after.kind === 'quoted' && tokens[at + 2]?.text !== '(';
    return named || (after.text === '(' && isQueryWord(tokens[at + 2])) ? null : `${text} reads no table`;
  }
  if (words.types.has(text) || bound.has(text)) return null;
  if (after.kind !== 'symbol' || after.text !== '(') return `${text} is not an allowed keyword`;
  return words.functions.has(text) ? null : `${text} is not an allowed function`;
}

/**
 * Validates a statement word by word, independently of the emitter. It must be a single SELECT, and contain only quoted
 * names and the listed keywords, types and functions.
 * @returns why the statement must not run; null when it may
 *
 * A defect of the emitter therefore fails the compilation. The engine validates the statement again with the database's own
 * parser: that parser knows which functions reach beyond a query, this function knows which ones the compiler emits.
 */
export function refusal(sql: string, words: SqlWords): string | null {
  const tokens = tokensOf(sql);
  if (typeof tokens === 'string') return tokens;
  const [first] = tokens;
  if (first?.kind !== 'word' || (first.text !== 'SELECT' && first.text !== 'WITH'))
    return 'it does not start with SELECT';
  const open: string[] = [];
  const bound = new Set<string>();
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind === 'word') {
      const reason = refusedWord(tokens, at, words, bound);
      if (reason !== null) return reason;
    } else if (kind === 'quoted') {
      const called = tokens[at + 1];
      const name = text.slice(1, -1).replaceAll('""', '"');
      if (name === '') return 'a name is empty';
      if (called?.kind === 'symbol' && called.text === '(' && !words.functions.has(name))
        return `${text} is not an allowed function`;
    } else if (kind === 'symbol') {
      if (text === '--' || text === '/*') return 'it holds a comment';
      const closing = CLOSING[text];
      if (closing !== undefined) open.push(closing);
      else if ((text === ')' || text === ']') && open.pop() !== text) return 'its brackets do not match';
    }
  }
  return open.length === 0 ? null : 'its brackets do not match';
}
