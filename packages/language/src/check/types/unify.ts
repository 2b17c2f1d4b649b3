import type { Fix } from '../../diagnostics/diagnostics.ts';
import type { Span } from '../../text/span.ts';
import type { Typed, ValueType } from '../../typed/typed.ts';
import { isNumeric, NULL, shown, widen } from '../../typed/types.ts';
import type { Context } from '../context.ts';
import { literalConversions } from '../expressions/fixed-values.ts';

/** The type to which all values convert by themselves; reports a conflict and gives null. */
export function unifiedType(
  values: readonly Typed[],
  operator: string,
  span: Span,
  context: Context,
): ValueType | null {
  const types: ValueType[] = [];
  for (const each of values) types.push(each.type);
  return unifiedOf(types, operator, span, context, values);
}

/** The same for types that values will have; `values` are those of the script, for advice on how to write them. */
export function unifiedOf(
  types: readonly ValueType[],
  operator: string,
  span: Span,
  context: Context,
  values: readonly Typed[] = [],
): ValueType | null {
  let type: ValueType = NULL;
  for (const each of types) {
    const wider = widen(type, each);
    if (wider === null) {
      const { advice, fix } = conflictAdvice(type, each, values);
      context.report('SBS3002', span, { operator, left: shown(type), right: shown(each), advice }, fix);
      return null;
    }
    type = wider;
  }
  return type;
}

const BY_NAME = ['integer', 'float', 'decimal', 'boolean', 'date', 'datetime'];

function conflictAdvice(
  left: ValueType,
  right: ValueType,
  values: readonly Typed[],
): { readonly advice: string; readonly fix?: Fix } {
  const other = left.kind === 'string' ? right : right.kind === 'string' ? left : null;
  if (left.kind === 'json' || right.kind === 'json') {
    const plain = left.kind === 'json' ? right : left;
    const name = BY_NAME.includes(plain.kind) || plain.kind === 'string' ? plain.kind : 'string';
    return { advice: `Convert the json with ${name}(…).` };
  }
  if (!other || other.kind === 'null' || !BY_NAME.includes(other.kind))
    return { advice: 'Convert one side to the type of the other.' };
  const literal = literalConversions(
    values.filter(({ type }) => type.kind === 'string'),
    other,
  );
  if (literal) return literal;
  const number = values.find(({ kind, type }) => kind === 'constant' && isNumeric(type));
  if (number?.kind === 'constant' && isNumeric(other))
    return { advice: `Write '${String(number.value)}' in quotation marks, or convert the text with ${other.kind}(…).` };
  return {
    advice: `Convert the text with cast(… as ${shown(other)}), which fails for a value that is none; ${other.kind}(…) gives null for it.`,
  };
}
