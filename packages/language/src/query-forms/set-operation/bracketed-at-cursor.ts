import { symbolOf } from '../../syntax/tokens/token-shape.ts';
import type { Token } from '../../syntax/tokens/tokens.ts';

/** The bracket that closes the one at the start; -1 if none does. */
function closeOf(tokens: readonly Token[]): number {
  let depth = 0;
  for (const [index, token] of tokens.entries()) {
    if (symbolOf(token) === '(') depth += 1;
    if (symbolOf(token) !== ')') continue;
    depth -= 1;
    if (depth === 0) return index;
  }
  return -1;
}

/**
 * Returns the unfinished part at the end of queries in brackets: the tokens of the innermost open query, its operator, or the bracket
 * of its next one.
 */
export function bracketedAt(tokens: readonly Token[]): readonly Token[] | 'operator' | 'operand' {
  if (symbolOf(tokens[0]) !== '(') return tokens;
  const close = closeOf(tokens);
  if (close < 0) return bracketedAt(tokens.slice(1));
  if (close === tokens.length - 1) return 'operator';
  return close === tokens.length - 2 ? 'operand' : bracketedAt(tokens.slice(close + 2));
}

/** The tokens behind a cursor up to the bracket that closes the query around it. */
export function untilClose(after: readonly Token[]): readonly Token[] {
  let depth = 0;
  const end = after.findIndex((token) => {
    if (symbolOf(token) === '(') depth += 1;
    if (symbolOf(token) === ')') depth -= 1;
    return depth < 0;
  });
  return end < 0 ? after : after.slice(0, end);
}
