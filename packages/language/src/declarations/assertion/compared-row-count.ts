import type { Expression } from '../../syntax/tree/expression-tree.ts';

/** The rows that a table may have; texts, as a script writes them. */
export type RowRange = { readonly low: string; readonly high: string };

/** More rows than any table has. It stands for an open end. */
const MOST = 1e15;
const MIRRORED: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=', '==': '==' };

function isRowCount(node: Expression): boolean {
  return node.kind === 'name' && !node.constant && !node.name.quoted && node.name.text.toLowerCase() === 'row_count';
}

function boundsOf(operator: string, rows: number): readonly [low: number, high: number] {
  switch (operator) {
    case '>':
      return [Math.floor(rows) + 1, MOST];
    case '>=':
      return [Math.ceil(rows), MOST];
    case '<':
      return [0, Math.ceil(rows) - 1];
    case '<=':
      return [0, Math.floor(rows)];
    default:
      return [Math.ceil(rows), Math.floor(rows)];
  }
}

/** The range that a comparison of `row_count` with a number means; null for other conditions, and where no number is in it. */
export function comparedRowCount(condition: Expression): RowRange | null {
  if (condition.kind !== 'binary') return null;
  const { left, right } = condition;
  const [rows, number] = isRowCount(left) ? [left, right] : [right, left];
  const operator = rows === left ? condition.operator : MIRRORED[condition.operator];
  if (operator === undefined || !(operator in MIRRORED) || !isRowCount(rows) || number.kind !== 'number') return null;
  const [low, high] = boundsOf(operator, Number(number.text));
  if (low > high || high > MOST || high < 0) return null;
  const written = (value: number): string => (value === MOST ? '1e15' : String(value));
  return { low: written(Math.max(low, 0)), high: written(high) };
}
