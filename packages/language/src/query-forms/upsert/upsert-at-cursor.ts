import { isName, symbolOf, wordOf } from '../../syntax/tokens/token-shape.ts';
import type { Token } from '../../syntax/tokens/tokens.ts';
import { clauseContext } from '../clause-of-one-table.ts';
import { columnsContext, onlySource, type QueryContext, wordsContext } from '../query-context.ts';
import type { QueryAtCursor } from '../query-form.ts';
import { type Frame, SelectReader } from '../select/select-reader.ts';

/** The index of `order` behind the table; -1 if there is none. */
function orderIn(before: readonly Token[]): number {
  return before.findIndex((token, index) => wordOf(token) === 'order' && index > 1);
}

/** Returns the grammar context at a cursor in an upsert. */
export function upsertContextAt({ table, before, after }: QueryAtCursor): QueryContext {
  const [input] = before;
  if (!isName(input)) return { kind: 'tables', reader: table, given: [] };
  if (before.length === 1) return wordsContext('by');
  const source = onlySource(input);
  const order = orderIn(before);
  if (order >= 0) {
    if (wordOf(before[order + 1]) !== 'by') return wordsContext('by');
    const tokens = before.slice(order + 2);
    const reader = new SelectReader(tokens, 'order');
    return clauseContext({ clause: 'order', tokens, reader, next: after[0], source, clauses: ['limit'] });
  }
  const last = before.at(-1);
  const awaits = wordOf(last) === 'by' || symbolOf(last) === ',';
  return awaits ? columnsContext(source, before.slice(2)) : wordsContext('order by');
}

/** The brackets that are open in the order of an upsert. */
export function upsertFramesAt(before: readonly Token[]): readonly Frame[] {
  const order = orderIn(before);
  return order > 0 ? new SelectReader(before.slice(order + 2), 'order').frames : [];
}
