import type { Fix } from '../../../diagnostics/diagnostics.ts';
import { SYMBOL } from '../../tokens/codes.generated.ts';
import type { Match } from './match-habit.ts';
import type { TokenView } from './token-view.ts';

/** Two queries may have this many tokens. */
const FAR = 1000;
const OPERATORS = new Set(['union', 'except', 'intersect', 'minus']);
/** Clauses of the second query, which SQL applies to both. */
const OF_BOTH = new Set(['order', 'limit']);

function isOperator(view: TokenView, index: number): boolean {
  return OPERATORS.has(view.word(index)) && view.code(index - 1) !== SYMBOL.star;
}

/** The first token of the query before an operator; -1 if it is not found. */
function startBefore(view: TokenView, operator: number): number {
  let depth = 0;
  for (let at = operator - 1; at > Math.max(0, operator - FAR); at -= 1) {
    const code = view.code(at);
    if (code === SYMBOL.roundClose) depth += 1;
    else if (code === SYMBOL.roundOpen && depth > 0) depth -= 1;
    else if (code === SYMBOL.roundOpen || (depth === 0 && view.word(at) === 'is')) return at + 1;
    else if (code === SYMBOL.semicolon || (depth === 0 && isOperator(view, at))) return -1;
  }
  return -1;
}

/** The last token of the query behind an operator; -1 if more than that query belongs to it. */
function endBehind(view: TokenView, first: number): number {
  let depth = 0;
  for (let at = first; at < first + FAR && !view.isEnd(at); at += 1) {
    const code = view.code(at);
    if (code === SYMBOL.roundOpen) depth += 1;
    else if (code === SYMBOL.roundClose && depth > 0) depth -= 1;
    else if (code === SYMBOL.roundClose || code === SYMBOL.semicolon) return at - 1;
    else if (depth === 0 && (isOperator(view, at) || OF_BOTH.has(view.word(at)))) return -1;
  }
  return -1;
}

/** The items of a select as they are written, without the space between them. */
function itemsOf(view: TokenView, select: number, last: number): string {
  const items: string[] = [];
  for (let at = select + 1; at <= last && view.word(at) !== 'from'; at += 1) items.push(view.source(at));
  return items.join(' ');
}

/**
 * `select a from b except select a from c`, as queries in brackets. SQL matches columns by place: where they are not written
 * alike in both queries, their names may differ, and nothing is offered.
 */
export function bracketFix(view: TokenView, { first, last }: Match): { readonly fix?: Fix } {
  const start = startBefore(view, first);
  const second = last + 1;
  const end = endBehind(view, second);
  if (start < 0 || end < 0 || view.word(start) !== 'select' || view.word(second) !== 'select') return {};
  if (itemsOf(view, start, first) !== itemsOf(view, second, end)) return {};
  const operator = view.word(first) === 'minus' ? 'except' : view.word(first);
  const edits = [
    { start: view.start(start), end: view.start(start), text: '(' },
    { start: view.end(first - 1), end: view.end(first - 1), text: ')' },
    { start: view.start(first), end: view.end(last), text: operator },
    { start: view.start(second), end: view.start(second), text: '(' },
    { start: view.end(end), end: view.end(end), text: ')' },
  ];
  return { fix: { title: 'Put the queries into brackets', edits } };
}
