import type { Expression } from '../tree/expression-tree.ts';
import type { Cursor } from './cursor.ts';

/** Taller trees could exhaust the stack of a recursive walk. */
const MAX_HEIGHT = 300;

/** Records the height of an expression from that of its tallest part; rejects one that is too tall. */
export function measured(cursor: Cursor, parts: number, node: Expression): Expression {
  if (parts >= MAX_HEIGHT) {
    cursor.report('SBS1011', { start: node.start, end: node.end }, {});
    return cursor.stop();
  }
  const height = parts + 1;
  cursor.height = height;
  if (height > cursor.peak) cursor.peak = height;
  return node;
}
