import type { FixEdit } from '../../diagnostics/diagnostics.ts';
import type { Expression } from '../../syntax/tree/expression-tree.ts';
import type { Context } from '../context.ts';
import type { Typed } from '../typed.ts';
import { shown } from '../types/types.ts';

type Sum = Extract<Expression, { kind: 'binary' }>;

/** The parts of `a + b + c`, from left to right. */
export function termsOf(node: Sum): Expression[] {
  const terms: Expression[] = [node.right];
  let rest: Expression = node.left;
  // A sum in brackets ends behind its last term, and is one term.
  for (; rest.kind === 'binary' && rest.operator === '+' && rest.end === rest.right.end; rest = rest.left)
    terms.unshift(rest.right);
  return [rest, ...terms];
}

/** Reports strings that are added, once for all of them. */
export function reportConcatenation(
  node: Expression,
  terms: readonly Expression[],
  typed: readonly Typed[],
  context: Context,
): void {
  const edits: FixEdit[] = [];
  for (let index = 1; index < terms.length; index += 1) {
    const [left, right] = [terms[index - 1], terms[index]];
    if (left && right) edits.push({ start: left.end, end: right.start, text: ' || ' });
  }
  const at = typed.findIndex(({ type }) => type.kind === 'string');
  const [left, right] = [typed[Math.max(0, at - 1)], typed[Math.max(1, at)]];
  const values = {
    operator: '+',
    left: left ? shown(left.type) : '',
    right: right ? shown(right.type) : '',
    advice: 'To concatenate strings, write ||.',
  };
  context.report('SBS3002', node, values, { title: 'Write ||', edits });
}
