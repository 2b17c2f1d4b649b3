import { type Cursor, SyntaxStop } from './cursor.ts';
import { childrenOf, type Expression } from './expression-tree.ts';

/** Taller trees could exhaust the stack of whoever walks them. */
const MAXIMUM_HEIGHT = 300;
const heights = new WeakMap<Expression, number>();

/** Notes how tall an expression is, from its parts; refuses one that is too tall. */
export function measured(cursor: Cursor, node: Expression): Expression {
  let height = 1;
  for (const child of childrenOf(node)) height = Math.max(height, (heights.get(child) ?? 0) + 1);
  if (height > MAXIMUM_HEIGHT) {
    cursor.report('SBS1011', { start: node.start, end: node.end }, {});
    throw new SyntaxStop();
  }
  heights.set(node, height);
  return node;
}

/** The same expression over a wider stretch of the text, as brackets make it. */
export function widened(node: Expression, span: { readonly start: number; readonly end: number }): Expression {
  const whole = { ...node, start: span.start, end: span.end };
  heights.set(whole, heights.get(node) ?? 1);
  return whole;
}
