import { chainBefore, type ExpressionPlace, type QueryContext, wordsContext } from '../../query-forms/query-context.ts';
import { SelectReader } from '../../query-forms/select/select-reader.ts';
import { isName, symbolOf, wordOf } from '../../syntax/tokens/token-shape.ts';
import type { Token } from '../../syntax/tokens/tokens.ts';

/** Returns the grammar context at a cursor in a constant; `before` starts with its keyword. */
export function constantContextAt(before: readonly Token[], after: readonly Token[]): QueryContext {
  const [, name, is] = before;
  if (!isName(name)) return wordsContext();
  if (wordOf(is) !== 'is') return wordsContext('is');
  const value = before.slice(3);
  const reader = new SelectReader(value, 'where');
  if (reader.top.expect === 'type') return { kind: 'type', formats: false };
  const place: ExpressionPlace = {
    clause: 'where',
    frame: reader.top,
    frames: reader.frames,
    sources: [],
    outputs: [],
    previous: value.at(-1),
    chain: reader.top.expect === 'member' ? chainBefore(value) : [],
    clauses: new Set(['where', 'having', 'qualify', 'order', 'limit']),
    cross: false,
    merged: new Set(),
    next: symbolOf(after[0]),
  };
  return { kind: 'expression', place };
}
