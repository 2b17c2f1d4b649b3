import { DECLARATIONS } from '../../declarations/registry.ts';
import { QUERY_FORMS } from '../../query-forms/registry.ts';
import { JOIN_KINDS } from '../../query-forms/select/select-words.ts';
import { closest } from '../../suggest/suggest.ts';
import { isKeyword } from '../../syntax/tokens/codes.ts';
import { isName, symbolOf, wordOf } from '../../syntax/tokens/token-shape.ts';
import type { Token } from '../../syntax/tokens/tokens.ts';

const STARTERS = DECLARATIONS.flatMap((spec) => spec.keywords);
const FOLLOWERS: ReadonlySet<string> = new Set(DECLARATIONS.flatMap((spec) => spec.followers));
const FORMS = QUERY_FORMS.map(({ kind }) => kind);
/** Words that follow a value or a table. */
const CLAUSES = [
  ...['from', 'where', 'having', 'qualify', 'order', 'group', 'limit', 'offset', 'join', 'using', 'into', 'delete'],
  ...['union', 'except', 'intersect', 'filter', 'nulls', 'desc', 'between', 'like', 'ilike', 'and', 'not', 'escape'],
  ...JOIN_KINDS,
];
/** Keywords that end a value or a list. */
const ENDS: ReadonlySet<string> = new Set(['asc', 'desc', 'null', 'first', 'last', 'true', 'false']);
/** Words behind which a bracket may open a query. */
const BEFORE_QUERY: ReadonlySet<string> = new Set([
  ...['from', 'join', 'in', 'exists', 'is', 'as', 'union', 'except', 'intersect'],
]);
/** Words that must follow one of these. */
const NEXT: Readonly<Record<string, readonly string[]>> = {
  order: ['by'],
  group: ['by'],
  partition: ['by'],
  nulls: ['first', 'last'],
  delete: ['where'],
  ...Object.fromEntries(JOIN_KINDS.map((kind) => [kind, ['join', 'outer']])),
};

/** Shorter words are close to too many others. */
const SHORTEST = 3;

function near(token: Token, words: readonly string[]): string | null {
  const word = wordOf(token);
  return word.length < SHORTEST ? null : closest(word, words);
}

/** Whether a declaration starts here, its keyword mistyped. */
export function startsMistyped(tokens: readonly Token[], index: number): boolean {
  const token = tokens[index];
  const follower = tokens[index + 2];
  if (token?.kind !== 'name' || STARTERS.includes(wordOf(token)) || !isName(tokens[index + 1])) return false;
  const bundle = wordOf(tokens[index + 1]) === 'bundle' && isName(follower);
  return (bundle || FOLLOWERS.has(wordOf(follower)) || mistypedFollower(follower)) && near(token, STARTERS) !== null;
}

function mistypedFollower(token: Token | undefined): boolean {
  return token?.kind === 'name' && near(token, [...FOLLOWERS]) !== null;
}

/** Whether a token ends a value, a table or a list, so that a name behind it is an alias or a mistyped keyword. */
function endsOperand(token: Token | undefined): boolean {
  if (token?.kind === 'symbol') return [')', ']', '*', '}'].includes(token.text);
  if (token?.kind === 'name') return !isKeyword(wordOf(token)) || ENDS.has(wordOf(token));
  return token !== undefined;
}

/** Whether what follows suits a keyword rather than an alias; at the cursor, anything does. */
function suits(keyword: string, next: Token | undefined, atCursor: boolean): boolean {
  if (atCursor) return true;
  const word = wordOf(next);
  const following = NEXT[keyword];
  if (following) return following.includes(word) || (next?.kind === 'name' && near(next, following) !== null);
  if (keyword === 'limit' || keyword === 'offset') return next?.kind === 'number';
  if (keyword === 'using' || keyword === 'filter') return ['(', '{', '*'].includes(symbolOf(next));
  if (keyword === 'from' && symbolOf(next) === '{') return true;
  const starts = next?.kind === 'string' || next?.kind === 'number' || symbolOf(next) === '(';
  return starts || (next?.kind === 'name' && (!isKeyword(word) || ['not', 'exists', 'null'].includes(word)));
}

/** Corrects the keywords of one declaration that are mistyped, in the light of those before them. */
class Corrector {
  readonly #tokens: readonly Token[];
  readonly #cursor: number;
  readonly #found: Token[] = [];

  constructor(tokens: readonly Token[], cursor: number) {
    this.#tokens = tokens;
    this.#cursor = cursor;
    for (const [index, token] of tokens.entries()) this.#found.push(this.#corrected(token, index));
  }

  get tokens(): readonly Token[] {
    return this.#found;
  }

  #corrected(token: Token, index: number): Token {
    if (token.kind !== 'name' || isKeyword(wordOf(token))) return token;
    const keyword = this.#keywordAt(token, index);
    return keyword === null ? token : { ...token, text: keyword };
  }

  #keywordAt(token: Token, index: number): string | null {
    const before = this.#found[index - 1];
    const word = wordOf(before);
    const [starter] = this.#found;
    if (index === 0) return near(token, STARTERS);
    if (wordOf(starter) === 'table' && index === 2) return word === 'is' ? null : near(token, ['is']);
    if (wordOf(starter) === 'table' && index === 3 && word === 'is') return near(token, FORMS);
    if (Object.hasOwn(NEXT, word)) return near(token, NEXT[word] ?? []) ?? (wordOf(token).length === 2 ? 'by' : null);
    const opens = symbolOf(before) === '(' && BEFORE_QUERY.has(wordOf(this.#found[index - 2]));
    if (opens) return near(token, FORMS);
    if (symbolOf(before) === '(' && wordOf(this.#found[index - 2]) === 'over')
      return near(token, ['partition', 'order']);
    return this.#clauseAt(token, index);
  }

  #clauseAt(token: Token, index: number): string | null {
    const next = this.#tokens[index + 1];
    // The word at the cursor, which is left out, may be a value.
    const follows = index === this.#cursor || endsOperand(this.#found[index - 1]);
    if (!follows || symbolOf(next) === '.' || symbolOf(next) === ':') return null;
    const inWindow = symbolOf(this.#found[index - 1]) === ')' && wordOf(this.#found[index - 2]) === '';
    const keyword = near(token, inWindow ? [...CLAUSES, 'over'] : CLAUSES);
    if (keyword === null || !suits(keyword, next, index === this.#cursor - 1)) return null;
    // A name that stands before a dot somewhere is an alias.
    const alias = this.#tokens.some(
      (each, at) => each.kind === 'name' && each.text === token.text && symbolOf(this.#tokens[at + 1]) === '.',
    );
    return alias ? null : keyword;
  }
}

/** The tokens around a cursor, mistyped keywords corrected, so that what follows them is still understood. */
export function corrected(
  before: readonly Token[],
  after: readonly Token[],
): { readonly before: readonly Token[]; readonly after: readonly Token[] } {
  const { tokens } = new Corrector([...before, ...after], before.length);
  return { before: tokens.slice(0, before.length), after: tokens.slice(before.length) };
}
