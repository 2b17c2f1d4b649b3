import type { CheckedResult } from '../../check/checked-query.ts';
import { checkBoolean } from '../../check/expressions/operation.ts';
import type { Placed, Program } from '../../check/program.ts';
import type { TableNode } from '../../syntax/tree/declaration-tree.ts';
import { holdsRows } from '../select/grouping.ts';
import { checkKept } from './check-kept.ts';
import type { UpsertNode } from './parse-upsert.ts';

/** `upsert ads by site order by at desc delete where gone`: the rows of all report dates so far, one for each key. */
export function checkUpsert(program: Program, placed: Placed<TableNode>, node: UpsertNode): CheckedResult {
  const { info, context, query } = checkKept(program, placed, node);
  // Rows with equal keys are equal where all columns are keys.
  const equal = !info.open && query.columns.every((column) => query.keys.includes(column.name));
  if (node.order.length === 0 && !info.flawed && !equal) {
    const effect = 'of several rows of a key that of the latest report date stays, whatever it holds';
    placed.report('SBS5011', node, { what: 'upsert', effect, advice: 'Write order by column desc behind the keys.' });
  }
  const removed = node.removed ? checkBoolean(node.removed, 'The condition of delete where', context) : null;
  if (removed && holdsRows(removed)) placed.report('SBS3018', removed.span, {});
  return { query: { kind: 'upsert', ...query, removed }, columns: query.columns, open: info.open };
}
