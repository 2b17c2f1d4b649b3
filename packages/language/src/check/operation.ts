import type { Expression } from '../syntax/expression-tree.ts';
import type { Span } from '../syntax/tokens.ts';
import { coerce } from './coerce.ts';
import type { Context } from './context.ts';
import { failed } from './scope.ts';
import type { Typed, ValueType } from './typed.ts';
import { BOOLEAN, isFlexible, shown } from './types.ts';

/** An operator applied to checked operands; a truth value if nothing else is said. */
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

/** A value that has to be true or false. */
export function checkBoolean(node: Expression, what: string, context: Context): Typed {
  const checked = context.check(node, context);
  if (checked.type.kind === 'boolean' || isFlexible(checked.type)) return coerce(checked, BOOLEAN);
  context.report('SBS3009', node, { what, type: shown(checked.type) });
  return failed(node);
}
