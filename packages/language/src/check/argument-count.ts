import { otherCount } from '../diagnostics/habits/functions/other-counts.ts';
import type { FunctionSpec } from '../functions/function-spec.ts';
import type { ParameterSignature, Signature } from '../functions/signature.ts';
import type { Expression } from '../syntax/tree/expression-tree.ts';
import type { Context } from './context.ts';
import { rewriteOf } from './expressions/unknown-function.ts';

function arityText(parameters: readonly ParameterSignature[]): string {
  const least = parameters.filter((parameter) => !parameter.optional).length;
  const open = parameters.some((parameter) => parameter.rest);
  const most = open ? least : parameters.length;
  const range = open ? `at least ${least}` : least === most ? String(least) : `${least} to ${most}`;
  return `${range} ${most === 1 ? 'argument' : 'arguments'}`;
}

/** Reports a call with too few or too many arguments. Returns whether it is one. */
export function reportCount(
  node: Extract<Expression, { kind: 'call' }>,
  spec: FunctionSpec,
  { parameters, minArguments, maxArguments }: Signature,
  { report }: Context,
): boolean {
  const given = node.arguments.length;
  if (given >= minArguments && given <= maxArguments) return false;
  const other = otherCount(spec.name, given);
  const values = {
    name: spec.name,
    expected: arityText(parameters),
    given: String(given),
    signature: `${spec.name}${spec.signature}${other ? `. ${other.advice}` : ''}`,
  };
  report('SBS3008', node.name, values, other?.rewrite && rewriteOf(node, other.rewrite));
  return true;
}
