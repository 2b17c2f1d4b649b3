import { isName, symbolOf, wordOf } from '../../syntax/tokens/token-shape.ts';
import type { Token } from '../../syntax/tokens/tokens.ts';
import {
  chainBefore,
  columnsContext,
  type ExpressionPlace,
  onlySource,
  type QueryContext,
  wordsContext,
} from '../query-context.ts';
import type { QueryAtCursor } from '../query-form.ts';
import { type Frame, SelectReader } from '../select/select-reader.ts';
import type { SourceReference } from '../select/sources.ts';

/** The index of `order` behind the table; -1 if there is none. */
function orderIn(before: readonly Token[]): number {
  return before.findIndex((token, index) => wordOf(token) === 'order' && index > 1);
}

function orderContext(order: readonly Token[], next: Token | undefined, source: SourceReference): QueryContext {
  const reader = new SelectReader(order, 'order');
  if (reader.top.expect === 'type') return { kind: 'type', formats: false };
  const place: ExpressionPlace = {
    clause: 'order',
    frame: reader.top,
    frames: reader.frames,
    sources: [source],
    outputs: [],
    previous: order.at(-1),
    chain: reader.top.expect === 'member' ? chainBefore(order) : [],
    clauses: new Set(['limit']),
    cross: false,
    merged: new Set(),
    next: symbolOf(next),
  };
  return { kind: 'expression', place };
}

/** What is allowed at a cursor in an upsert. */
export function upsertContextAt({ table, before, after }: QueryAtCursor): QueryContext {
  const [input] = before;
  if (!isName(input)) return { kind: 'tables', reader: table, given: [] };
  if (before.length === 1) return wordsContext('by');
  const source = onlySource(input);
  const order = orderIn(before);
  if (order >= 0)
    return wordOf(before[order + 1]) === 'by'
      ? orderContext(before.slice(order + 2), after[0], source)
      : wordsContext('by');
  const last = before.at(-1);
  const awaits = wordOf(last) === 'by' || symbolOf(last) === ',';
  return awaits ? columnsContext(source, before.slice(2)) : wordsContext('order by');
}

/** The brackets that are open in the order of an upsert. */
export function upsertFramesAt(before: readonly Token[]): readonly Frame[] {
  const order = orderIn(before);
  return order > 0 ? new SelectReader(before.slice(order + 2), 'order').frames : [];
}
