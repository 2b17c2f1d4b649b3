import type { Typed, ValueType } from '../../typed/typed.ts';
import { isFlexible, isNumeric, sameType } from '../../typed/types.ts';

/** Makes an implicit conversion explicit. The caller has checked that it exists. */
export function coerce(value: Typed, type: ValueType): Typed {
  if (type.kind === 'null' || type.kind === 'unknown' || sameType(value.type, type)) return value;
  if (value.kind === 'constant' && value.value === null && value.type.kind === 'null') return { ...value, type };
  const digits = value.kind === 'constant' && typeof value.value === 'string' && isNumeric(value.type);
  if (digits && isNumeric(type)) return { ...value, type };
  return {
    kind: 'cast',
    operand: value,
    lenient: false,
    type,
    nullable: value.nullable || value.type.kind === 'json',
    span: value.span,
  };
}

/** A whole number compared with a decimal column takes the column's type, so that the column itself stays as stored. */
export function fittingConstant(value: Typed, other: ValueType): ValueType {
  if (other.kind !== 'decimal' || value.kind !== 'constant') return value.type;
  if (value.type.kind !== 'integer' || typeof value.value !== 'string') return value.type;
  const digits = value.value.replace('-', '').length;
  return digits <= other.precision - other.scale ? other : value.type;
}

/** Whether a type converts implicitly to another. */
export function fits(from: ValueType, to: ValueType): boolean {
  if (isFlexible(from) || isFlexible(to) || sameType(from, to)) return true;
  if (to.kind === 'float') return isNumeric(from);
  if (to.kind === 'decimal') return from.kind === 'integer' || from.kind === 'decimal';
  if (to.kind === 'datetime') return from.kind === 'date';
  return to.kind === 'list' && from.kind === 'list' && fits(from.element, to.element);
}

/** Advice on how to convert one type to another. */
export function conversionAdvice(from: ValueType, to: ValueType): string {
  const named = ['string', 'integer', 'float', 'decimal', 'boolean', 'json', 'date', 'datetime'];
  if (isNumeric(from) && (to.kind === 'date' || to.kind === 'datetime'))
    return 'Write from_epoch(…) for seconds since 1970, from_epoch_ms(…) for milliseconds.';
  if (from.kind === 'list' || from.kind === 'record' || !named.includes(to.kind)) return 'Use a value of that type.';
  return `Convert it with ${to.kind}(…).`;
}
