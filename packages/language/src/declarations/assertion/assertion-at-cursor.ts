import {
  chainBefore,
  columnsContext,
  type ExpressionPlace,
  onlySource,
  type QueryContext,
  wordsContext,
} from '../../query-forms/query-context.ts';
import { SelectReader } from '../../query-forms/select/select-reader.ts';
import type { SourceReference } from '../../query-forms/select/sources.ts';
import { isName, symbolOf, wordOf } from '../../syntax/tokens/token-shape.ts';
import type { Token } from '../../syntax/tokens/tokens.ts';

/** The words of `row_count between 50 and 200 percent of last 7 dates else warn`, each by the one before it. */
const AFTER_WORD: Readonly<Record<string, readonly string[]>> = {
  row_count: ['between'],
  percent: ['of'],
  of: ['last'],
  dates: ['else warn'],
  else: ['warn'],
};

/** Words that begin a claim. */
const CLAIM_WORDS: readonly string[] = ['unique (', 'not null (', 'row_count between'];

function rowCountContext(claim: readonly Token[]): QueryContext {
  const last = claim.at(-1);
  const following = AFTER_WORD[wordOf(last)];
  if (following) return wordsContext(...following);
  if (last?.kind !== 'number') return wordsContext();
  const word = wordOf(claim.at(-2));
  if (word === 'last') return wordsContext('dates');
  return word === 'and' ? wordsContext('percent of last 7 dates', 'else warn') : wordsContext('and');
}

function bracketContext(claim: readonly Token[], source: SourceReference): QueryContext {
  const open = claim.findLastIndex((token) => symbolOf(token) === '(');
  const closed = claim.slice(open).some((token) => symbolOf(token) === ')');
  if (open < 0) return wordsContext();
  if (closed) return wordsContext('else warn');
  const last = symbolOf(claim.at(-1));
  return last === '(' || last === ',' ? columnsContext(source, claim.slice(open + 1)) : wordsContext();
}

function conditionContext(claim: readonly Token[], next: Token | undefined, source: SourceReference): QueryContext {
  const reader = new SelectReader(claim, 'where');
  if (reader.top.expect === 'type') return { kind: 'type', formats: false };
  const place: ExpressionPlace = {
    clause: 'where',
    frame: reader.top,
    frames: reader.frames,
    sources: [source],
    outputs: [],
    previous: claim.at(-1),
    chain: reader.top.expect === 'member' ? chainBefore(claim) : [],
    clauses: new Set(['where', 'having', 'order', 'limit']),
    cross: false,
    merged: new Set(),
    next: symbolOf(next),
    words: { before: claim.length === 0 ? CLAIM_WORDS : [], behind: ['else warn'] },
  };
  return { kind: 'expression', place };
}

/** Returns the grammar context at a cursor in an assertion; `before` starts with its keyword. */
export function assertionContextAt(
  before: readonly Token[],
  after: readonly Token[],
): QueryContext | { readonly kind: 'uploaded' } {
  const [, name, on, table, colon] = before;
  if (!isName(name)) return wordsContext();
  if (!on) return wordsContext('on');
  if (!isName(table)) return { kind: 'uploaded' };
  if (!colon) return wordsContext();
  const claim = before.slice(5);
  const source = onlySource(table);
  const [first, second] = claim;
  if (wordOf(claim.at(-1)) === 'else') return wordsContext('warn');
  if (wordOf(first) === 'row_count') return rowCountContext(claim);
  if (wordOf(first) === 'unique' && symbolOf(second) === '(') return bracketContext(claim, source);
  if (wordOf(first) === 'not' && wordOf(second) === 'null' && claim.length > 2) return bracketContext(claim, source);
  const target = claim.findIndex((token, index) => wordOf(token) === 'in' && isName(claim[index + 1]));
  const referenced = claim[target + 1];
  if (target > 0 && isName(referenced)) {
    const dot = symbolOf(claim.at(-1)) === '.';
    if (dot) return columnsContext(onlySource(referenced), []);
    return symbolOf(claim[target + 2]) === '('
      ? bracketContext(claim, onlySource(referenced))
      : wordsContext('else warn');
  }
  return conditionContext(claim, after[0], source);
}
