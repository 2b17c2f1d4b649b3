import type { Expression } from '../../syntax/tree/expression-tree.ts';
import type { Typed } from '../../typed/typed.ts';
import { isNumeric, shown } from '../../typed/types.ts';
import type { Context } from '../context.ts';
import { failed } from '../names/scope.ts';

type Sum = Extract<Expression, { kind: 'binary' }>;

export function isSum(node: Expression): node is Sum {
  return node.kind === 'binary' && node.operator === '+';
}

/** The sums of `a + (b + c)`, and its terms from left to right. */
export function partsOfSum(
  node: Sum,
  sums: Sum[] = [],
  terms: Expression[] = [],
): { sums: Sum[]; terms: Expression[] } {
  for (const side of [node.left, node.right]) {
    if (isSum(side)) partsOfSum(side, sums, terms);
    else terms.push(side);
  }
  sums.push(node);
  return { sums, terms };
}

/** Adds up the values of the terms of a sum, in its order. */
export function foldSum(
  node: Sum,
  values: Iterator<Typed, undefined>,
  add: (node: Sum, left: Typed, right: Typed) => Typed,
): Typed {
  const [left, right] = [node.left, node.right].map((side) => {
    if (isSum(side)) return foldSum(side, values, add);
    const next = values.next();
    return next.done === true ? failed(side) : next.value;
  });
  return add(node, left ?? failed(node), right ?? failed(node));
}

const CALCULATED = 'To calculate, convert the text with integer(…), decimal(…) or float(…). To concatenate, write ||.';

/** Reports strings that are added, once for all of them. */
export function reportConcatenation(node: Sum, sums: readonly Sum[], typed: readonly Typed[], context: Context): void {
  const edits = sums
    .map(({ left, right }) => ({ start: left.end, end: right.start, text: ' || ' }))
    .sort((a, b) => a.start - b.start);
  const at = typed.findIndex(({ type }) => type.kind === 'string');
  const [left, right] = [typed[Math.max(0, at - 1)], typed[Math.max(1, at)]];
  // Most dialects read the text as a number then.
  const calculates = typed.some(({ type }) => isNumeric(type));
  const values = {
    operator: '+',
    left: left ? shown(left.type) : '',
    right: right ? shown(right.type) : '',
    advice: calculates ? CALCULATED : 'To concatenate strings, write ||.',
  };
  context.report('SBS3002', node, values, calculates ? undefined : { title: 'Write ||', edits });
}
