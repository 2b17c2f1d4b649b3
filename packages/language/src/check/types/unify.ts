import type { Span } from '../../text/span.ts';
import type { Typed, ValueType } from '../../typed/typed.ts';
import { NULL, shown, widen } from '../../typed/types.ts';
import type { Context } from '../context.ts';

/** The type to which all values convert by themselves; reports a conflict and gives null. */
export function unifiedType(
  values: readonly Typed[],
  operator: string,
  span: Span,
  context: Context,
): ValueType | null {
  const types: ValueType[] = [];
  for (const each of values) types.push(each.type);
  return unifiedOf(types, operator, span, context);
}

/** The same for types that values will have. */
export function unifiedOf(
  types: readonly ValueType[],
  operator: string,
  span: Span,
  context: Context,
): ValueType | null {
  let type: ValueType = NULL;
  for (const each of types) {
    const wider = widen(type, each);
    if (wider === null) {
      const advice = conflictAdvice(type, each);
      context.report('SBS3002', span, { operator, left: shown(type), right: shown(each), advice });
      return null;
    }
    type = wider;
  }
  return type;
}

function conflictAdvice(left: ValueType, right: ValueType): string {
  const other = left.kind === 'string' ? right : right.kind === 'string' ? left : null;
  const byName = ['integer', 'float', 'decimal', 'boolean', 'date', 'datetime'];
  if (other && byName.includes(other.kind))
    return `Convert the text with ${other.kind}(…), or the other side with string(…).`;
  return 'Convert one side to the type of the other.';
}
