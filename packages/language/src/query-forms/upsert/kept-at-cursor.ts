import { EMPTY_RESULT_CHOICES } from '@switchboard/model/plan';
import { isName, symbolOf, wordOf } from '../../syntax/tokens/token-shape.ts';
import type { Token } from '../../syntax/tokens/tokens.ts';
import { clauseContext } from '../clause-of-one-table.ts';
import { columnsContext, onlySource, type QueryContext, wordsContext } from '../query-context.ts';
import type { QueryAtCursor } from '../query-form.ts';
import { type Frame, SelectReader } from '../select/select-reader.ts';

/** The index of a word behind the table; -1 if there is none. */
function indexOfWord(before: readonly Token[], word: string): number {
  return before.findIndex((token, index) => wordOf(token) === word && index > 1);
}

/** The clause that the tokens end in, without its two words; null before the first. */
function lastClause(
  before: readonly Token[],
): { readonly clause: 'order' | 'where'; readonly second: string; readonly start: number } | null {
  const removed = indexOfWord(before, 'delete');
  if (removed >= 0) return { clause: 'where', second: 'where', start: removed + 1 };
  const order = indexOfWord(before, 'order');
  return order < 0 ? null : { clause: 'order', second: 'by', start: order + 1 };
}

/** The words that may follow inside `when empty`; null before it. */
function whenEmptyAt(before: readonly Token[]): readonly string[] | null {
  const start = indexOfWord(before, 'when');
  if (start < 0) return null;
  if (wordOf(before[start + 1]) !== 'empty') return ['empty'];
  return start + 2 === before.length ? EMPTY_RESULT_CHOICES : [];
}

/** Returns the grammar context at a cursor in a form that keeps rows. `clauses`: those that may follow its keys, each of two words. */
export function keptContextAt({ table, before, after }: QueryAtCursor, clauses: readonly string[]): QueryContext {
  const [input] = before;
  if (!isName(input)) return { kind: 'tables', reader: table, given: [] };
  if (before.length === 1) return wordsContext('by');
  const emptied = whenEmptyAt(before);
  if (emptied) return wordsContext(...emptied);
  const source = onlySource(input);
  const within = lastClause(before);
  if (within) {
    const { clause, second, start } = within;
    if (wordOf(before[start]) !== second) return wordsContext(second);
    const tokens = before.slice(start + 1);
    const reader = new SelectReader(tokens, clause);
    return clauseContext({ clause, tokens, reader, next: after[0], source, clauses: ['order', 'limit'] });
  }
  const last = before.at(-1);
  const awaits = wordOf(last) === 'by' || symbolOf(last) === ',';
  return awaits ? columnsContext(source, before.slice(2)) : wordsContext(...clauses);
}

/** The brackets that are open in the last clause of a form that keeps rows. */
export function keptFramesAt(before: readonly Token[]): readonly Frame[] {
  const within = lastClause(before);
  return within ? new SelectReader(before.slice(within.start + 1), within.clause).frames : [];
}
