import type { Expression } from '../../syntax/tree/expression-tree.ts';
import type { Span } from '../../text/span.ts';
import type { Typed, ValueType } from '../../typed/typed.ts';
import { BOOLEAN, isFlexible, shown } from '../../typed/types.ts';
import type { Context } from '../context.ts';
import { failed } from '../names/scope.ts';
import { coerce } from '../types/coerce.ts';

/** An operator applied to checked operands; a boolean unless `type` is given. */
export function operation(
  operator: Extract<Typed, { kind: 'operator' }>['operator'],
  operands: readonly Typed[],
  span: Span,
  type: ValueType = BOOLEAN,
): Typed {
  let nullable = false;
  for (const operand of operands) nullable ||= operand.nullable;
  return { kind: 'operator', operator, operands, type, nullable, span };
}

/** Checks an expression that must be a boolean. */
export function checkBoolean(node: Expression, what: string, context: Context): Typed {
  const checked = context.check(node, context);
  if (checked.type.kind === 'boolean' || isFlexible(checked.type)) return coerce(checked, BOOLEAN);
  context.report('SBS3009', node, { what, type: shown(checked.type) });
  return failed(node);
}
