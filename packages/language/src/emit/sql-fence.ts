import { KIND, SqlTokens } from './sql-tokens.ts';

/** The words allowed in a dialect's statements, besides quoted names, strings, numbers and symbols. Case-sensitive. */
export type SqlWords = {
  readonly keywords: ReadonlySet<string>;
  readonly types: ReadonlySet<string>;
  /** Functions by the name under which they are called, without quotation marks. */
  readonly functions: ReadonlySet<string>;
};

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']' };

/** `SELECT` starts the statement, a query in brackets, or the other half of a union. */
function startsQuery(tokens: SqlTokens, at: number): boolean {
  if (at === 0 || tokens.isSymbol(at - 1, '(')) return true;
  if (tokens.isWord(at - 1, 'EXCEPT') || tokens.isWord(at - 1, 'INTERSECT')) return true;
  // Behind the tables of a with.
  if (tokens.isSymbol(at - 1, ')') && holdsWith(tokens)) return true;
  if (tokens.isWord(at - 1, 'ALL')) return tokens.isWord(at - 2, 'UNION');
  return tokens.isWord(at - 1, 'NAME') && tokens.isWord(at - 2, 'BY');
}

function holdsWith(tokens: SqlTokens): boolean {
  for (let at = 0; at < tokens.count; at += 1) if (tokens.isWord(at, 'WITH')) return true;
  return false;
}

function readsTable(tokens: SqlTokens, at: number): boolean {
  if (tokens.kind(at + 1) === KIND.quoted) return !tokens.isSymbol(at + 2, '(');
  return tokens.isSymbol(at + 1, '(') && (tokens.isWord(at + 2, 'SELECT') || tokens.isWord(at + 2, 'WITH'));
}

function refusedKeyword(tokens: SqlTokens, at: number, text: string): string | null {
  switch (text) {
    case 'SELECT':
      return startsQuery(tokens, at) ? null : 'SELECT does not start a query here';
    case 'WITH':
      return startsQuery(tokens, at) && tokens.kind(at + 1) === KIND.quoted ? null : 'WITH defines no table here';
    case 'UNION':
      return tokens.isWord(at + 1, 'ALL') ? null : 'UNION without ALL';
    case 'FROM':
    case 'JOIN':
      return readsTable(tokens, at) ? null : `${text} reads no table`;
    default:
      return null;
  }
}

function refusedWord(tokens: SqlTokens, at: number, words: SqlWords, bound: Set<string>): string | null {
  const text = tokens.text(at);
  if (tokens.isSymbol(at - 1, '.')) return `${text} follows a point without quotation marks`;
  if (tokens.isWord(at - 1, 'lambda')) {
    bound.add(text);
    return tokens.isSymbol(at + 1, ':') ? null : `lambda ${text} has no colon`;
  }
  if (words.keywords.has(text)) return refusedKeyword(tokens, at, text);
  if (words.types.has(text) || bound.has(text)) return null;
  if (!tokens.isSymbol(at + 1, '(')) return `${text} is not an allowed keyword`;
  return words.functions.has(text) ? null : `${text} is not an allowed function`;
}

/** A quoted name. One before a bracket is a function. */
function refusedName(tokens: SqlTokens, at: number, words: SqlWords): string | null {
  const text = tokens.text(at);
  if (text === '""') return 'a name is empty';
  if (!tokens.isSymbol(at + 1, '(')) return null;
  return words.functions.has(text.slice(1, -1).replaceAll('""', '"')) ? null : `${text} is not an allowed function`;
}

const UNBALANCED = 'its brackets do not match';

/** Reused by all statements. */
const TOKENS = new SqlTokens();

/**
 * Validates a statement word by word, independently of the emitter. It must be a single SELECT, and contain only quoted
 * names and the listed keywords, types and functions.
 * @returns why the statement must not run; null when it may
 *
 * A defect of the emitter therefore fails the compilation. The engine validates the statement again with the database's own
 * parser: that parser knows which functions reach beyond a query, this function knows which ones the compiler emits.
 */
export function refusal(sql: string, words: SqlWords): string | null {
  const tokens = TOKENS;
  const invalid = tokens.read(sql);
  if (invalid >= 0) return `${JSON.stringify(sql.slice(invalid, invalid + 12))} is not valid in a query`;
  if (!tokens.isWord(0, 'SELECT') && !tokens.isWord(0, 'WITH')) return 'it does not start with SELECT';
  const open: string[] = [];
  const bound = new Set<string>();
  for (let at = 0; at < tokens.count; at += 1) {
    const kind = tokens.kind(at);
    let reason: string | null = null;
    if (kind === KIND.word) reason = refusedWord(tokens, at, words, bound);
    else if (kind === KIND.quoted) reason = refusedName(tokens, at, words);
    else if (kind === KIND.symbol) {
      const text = tokens.text(at);
      if (text === '--' || text === '/*') return 'it holds a comment';
      const closing = CLOSING[text];
      if (closing !== undefined) open.push(closing);
      else if ((text === ')' || text === ']') && open.pop() !== text) return UNBALANCED;
    }
    if (reason !== null) return reason;
  }
  return open.length === 0 ? null : UNBALANCED;
}
