import { QUERY_FORMS } from '../../query-forms/registry.ts';
import type { Token } from '../../syntax/tokens/tokens.ts';

/** Words after which a bracket is not that of a call. */
const BEFORE_BRACKET = new Set([
  'in',
  'is',
  'unique',
  'null',
  'using',
  'except',
  'union',
  'intersect',
  'over',
  'filter',
  'and',
  'or',
  'not',
  'on',
  'where',
  'having',
  'qualify',
  'select',
  'distinct',
  'by',
  'between',
  'like',
  'ilike',
  'escape',
  'as',
  'limit',
  'from',
  'join',
  'exists',
]);
/** Query forms whose keyword starts nothing else: a bracket after it holds a part of the query. */
const FORMS = new Set(
  QUERY_FORMS.filter((form) => form.keywords.some(({ word }) => word === form.kind)).map(({ kind }) => kind),
);
const VALUE_ENDS = new Set([')', ']', '}']);

function isWord(token: Token, words: ReadonlySet<string>): boolean {
  return token.kind === 'name' && words.has(token.text.toLowerCase());
}

/** Whether a value can end with this token, so that a minus after it subtracts and a bracket after it picks an element. */
function endsValue(token: Token): boolean {
  if (token.kind === 'symbol') return VALUE_ENDS.has(token.text);
  return token.kind !== 'end' && !isWord(token, BEFORE_BRACKET);
}

/** The gap between two adjacent tokens on one line. `before` is the token before `left`. */
export function gapBetween(left: Token, right: Token, before: Token | undefined, inCondition: boolean): '' | ' ' {
  if (right.kind === 'symbol') {
    if (right.text === ';' || right.text === ',' || right.text === ')' || right.text === ']') return '';
    if (right.text === '.') return '';
    if (right.text === ':') return inCondition ? ' ' : '';
    if (right.text === '(') {
      if (left.kind === 'name' && !isWord(left, BEFORE_BRACKET) && !isWord(left, FORMS))
        return isStarReplace(left, before) ? ' ' : '';
    }
    if (right.text === '[' && endsValue(left)) return '';
  }
  if (left.kind === 'symbol') {
    if (left.text === '(' || left.text === '[' || left.text === '.') return '';
    // Two dashes without a space between them are a comment of SQL.
    if (left.text === '-' && !(before && endsValue(before)))
      return right.kind === 'symbol' && right.text === '-' ? ' ' : '';
  }
  return ' ';
}

function isStarReplace(left: Token, before: Token | undefined): boolean {
  return (
    left.text.toLowerCase() === 'replace' && before?.kind === 'symbol' && (before.text === '*' || before.text === ')')
  );
}
