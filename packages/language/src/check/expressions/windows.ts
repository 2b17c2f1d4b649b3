import type { FunctionSpec } from '../../functions/function-spec.ts';
import type { BoundNode, FrameNode, WindowNode } from '../../syntax/tree/expression-tree.ts';
import type { Span } from '../../text/span.ts';
import type { TypedOrder, TypedWindow, ValueType } from '../../typed/typed.ts';
import { FLOAT, isFlexible, shown } from '../../typed/types.ts';
import type { Context } from '../context.ts';
import { coerce } from '../types/coerce.ts';
import { warnOfText } from './doubtful-text.ts';
import { checkOrder } from './modifiers.ts';

/** Checks `over (…)` behind a call of a function. */
export function checkWindow(node: WindowNode, spec: FunctionSpec, context: Context): TypedWindow {
  const plain: Context = { ...context, aliases: new Map(), inWindow: true };
  const partition = node.partition.map((each) => context.check(each, plain));
  for (const each of node.partition) warnOfText(each, plain);
  const order = checkOrder(node.order, plain);
  if (!node.frame) return { partition, order, frame: null };
  checkFrame(node.frame, order, spec, context);
  return { partition, order: measurable(node.frame, order), frame: node.frame };
}

/** The order of a frame. A key whose type is known only at run time is measured as a float. */
function measurable({ unit, first, last }: FrameNode, order: readonly TypedOrder[]): readonly TypedOrder[] {
  const [key, ...others] = order;
  if (unit === 'rows' || !key || !isFlexible(key.by.type) || (first.amount === null && last.amount === null))
    return order;
  return [{ ...key, by: coerce(key.by, FLOAT) }, ...others];
}

/** The place of a bound relative to the current row, to compare two of them. */
function placeOf({ side, amount }: BoundNode): number {
  if (side === 'current') return 0;
  const distance = amount === null ? Number.POSITIVE_INFINITY : Number(amount);
  return side === 'preceding' ? -distance : distance;
}

type Problem = { readonly text: string; readonly advice: string; readonly at?: Span };

/** Checks a frame: its function, the order that it needs, and that its bounds are numbers that fit and are not reversed. */
function checkFrame(node: FrameNode, order: readonly TypedOrder[], spec: FunctionSpec, context: Context): void {
  if (spec.kind !== 'aggregate' && !spec.framed) {
    context.report('SBS3060', node, { name: spec.name, what: 'a frame', advice: 'Remove it.' });
    return;
  }
  const problem =
    frameProblem(node, order) ?? boundProblem(node, node.first, order) ?? boundProblem(node, node.last, order);
  if (problem) context.report('SBS3061', problem.at ?? node, { problem: problem.text, advice: problem.advice });
}

function frameProblem({ first, last }: FrameNode, order: readonly TypedOrder[]): Problem | null {
  if (order.length === 0) return { text: 'has no order', advice: 'Write order by before it.' };
  const [start, end] = [placeOf(first), placeOf(last)];
  const reversed = start > end || (start === end && Math.abs(start) === Number.POSITIVE_INFINITY);
  return reversed ? { text: 'ends before it starts', advice: 'Write its earlier bound first.' } : null;
}

function boundProblem({ unit }: FrameNode, bound: BoundNode, order: readonly TypedOrder[]): Problem | null {
  const { amount } = bound;
  const [key, second] = order;
  if (amount === null || !key) return null;
  if (unit === 'rows')
    return /^\d{1,9}$/.test(amount)
      ? null
      : { text: `counts rows, got ${amount}`, advice: 'Write a whole number.', at: bound };
  if (second) return { text: 'measures a distance in two orders', advice: 'Keep one of them, or use rows.', at: bound };
  const problem = distanceProblem(amount, key.by.type);
  return problem && { ...problem, at: bound };
}

/** The mistake in a distance between values of a type; null when it is valid. */
function distanceProblem(amount: string, type: ValueType): Problem | null {
  if (type.kind === 'float' || isFlexible(type)) return null;
  if (type.kind === 'integer')
    return /^\d{1,9}$/.test(amount)
      ? null
      : { text: `measures integers, got ${amount}`, advice: 'Write a whole number.' };
  if (type.kind === 'date')
    return /^\d{1,5}$/.test(amount)
      ? null
      : { text: `measures days, got ${amount}`, advice: 'Write a whole number up to 99999.' };
  const advice =
    type.kind === 'datetime'
      ? 'Order by date(…), or use rows.'
      : 'Order by an integer, a float or a date, or use rows.';
  return { text: `cannot measure distances of type ${shown(type)}`, advice };
}
