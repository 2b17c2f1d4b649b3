import type { Fix } from '../../diagnostics/diagnostics.ts';
import { findFunction } from '../../functions/registry.ts';
import { closest } from '../../suggest/suggest.ts';
import { writtenName } from '../../syntax/tokens/written-name.ts';
import type { Expression } from '../../syntax/tree/expression-tree.ts';
import { partsOf, type Typed } from '../../typed/typed.ts';
import type { Context } from '../context.ts';
import { isFailed } from '../names/scope.ts';

/** Whether an expression has the same value in every row. One that was reported counts as varying. */
export function isFixed(node: Typed): boolean {
  if (node.kind === 'constant') return !isFailed(node);
  if (node.kind === 'column' || node.kind === 'columns' || node.kind === 'query') return false;
  if (node.kind === 'call' && (node.over !== null || findFunction(node.function)?.kind !== 'scalar')) return false;
  return partsOf(node).every(isFixed);
}

/** The column that a constant in `order by` stands for: a position means nothing, and a text may be a misspelt name. */
function columnMeant(node: Expression, columns: readonly string[], context: Context): string | null {
  if (node.kind === 'number') return /^[1-9]\d{0,3}$/.test(node.text) ? (columns[Number(node.text) - 1] ?? null) : null;
  if (node.kind !== 'quoted' && node.kind !== 'string') return null;
  return closest(node.value, [...columns, ...context.scope.columnNames()]);
}

/**
 * Reports an order by a value that is the same in every row.
 * @param columns the columns that a position would count; empty if not all are known
 */
export function reportFixedOrder(node: Expression, by: Typed, columns: readonly string[], context: Context): void {
  if (!isFixed(by)) return;
  const column = columnMeant(node, columns, context);
  const text = column === null ? '' : writtenName(column);
  const advice =
    column !== null
      ? `Write ${text}.`
      : node.kind === 'number'
        ? 'Write a column, not its position.'
        : 'Write a column.';
  const fix: Fix | undefined =
    column === null ? undefined : { title: `Write ${text}`, edits: [{ start: node.start, end: node.end, text }] };
  context.report('SBS3029', node, { advice }, fix);
}
