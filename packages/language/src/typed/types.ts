import type { Column, ColumnType } from '@switchboard/model/schema';
import { typeName } from '@switchboard/model/schema';
import type { ValueType } from './typed.ts';

const SCALARS = ['string', 'integer', 'float', 'boolean', 'date', 'datetime', 'time', 'json'] as const;
export const TYPE_NAMES: readonly string[] = [...SCALARS, 'decimal'];

export const STRING: ColumnType = { kind: 'string' };
export const INTEGER: ColumnType = { kind: 'integer' };
export const FLOAT: ColumnType = { kind: 'float' };
export const BOOLEAN: ColumnType = { kind: 'boolean' };
export const UNKNOWN: ColumnType = { kind: 'unknown' };
export const NULL: ValueType = { kind: 'null' };
/**
 * The type of a column, an element or a field that holds nothing but bare nulls: it fits every type, and is a string where
 * it stays alone. It is known by its identity, so that plans have a plain string.
 */
export const ONLY_NULLS: ColumnType = { kind: 'string' };
/** One object for each simple type, so that the same types are mostly the same object. */
const scalarTypes: ReadonlyMap<string, ColumnType> = new Map(
  SCALARS.map((kind) => [kind, [STRING, INTEGER, FLOAT, BOOLEAN].find((type) => type.kind === kind) ?? { kind }]),
);
export const MAXIMUM_DIGITS = 38;
/** Digits that any 64-bit integer needs. */
const INTEGER_DIGITS = 19;

/** The simple type of a name; undefined for decimal, which has arguments, and for unknown names. */
export function scalarType(name: string): ColumnType | undefined {
  return scalarTypes.get(name);
}

export function isNumeric(type: ValueType): boolean {
  return type.kind === 'integer' || type.kind === 'decimal' || type.kind === 'float';
}

/** Whether all values of a type are whole numbers. */
export function isWhole(type: ValueType): boolean {
  return type.kind === 'integer' || (type.kind === 'decimal' && type.scale === 0);
}

/** Types that are known only at run time, or fit anywhere. */
export function isFlexible(type: ValueType): boolean {
  return type.kind === 'unknown' || type.kind === 'null' || type === ONLY_NULLS;
}

export function isScalar(type: ValueType): boolean {
  return type.kind !== 'record' && type.kind !== 'list' && type.kind !== 'json';
}

function digitsOf(type: ValueType): { precision: number; scale: number } {
  return type.kind === 'decimal' ? type : { precision: INTEGER_DIGITS, scale: 0 };
}

/** Beyond 38 digits there are fewer digits before the point; a value that does not fit ends the run. */
function decimal(whole: number, scale: number): ColumnType {
  return decimalType(Math.min(MAXIMUM_DIGITS, whole + scale), scale);
}

const decimals: ColumnType[][] = [];

/** The type decimal(precision, scale), one object for each. */
export function decimalType(precision: number, scale: number): ColumnType {
  let ofPrecision = decimals[precision];
  if (!ofPrecision) {
    ofPrecision = [];
    decimals[precision] = ofPrecision;
  }
  let type = ofPrecision[scale];
  if (!type) {
    type = { kind: 'decimal', precision, scale };
    ofPrecision[scale] = type;
  }
  return type;
}

export function sameType(a: ValueType, b: ValueType): boolean {
  if (a === b) return true;
  if (a === ONLY_NULLS || b === ONLY_NULLS) return false;
  if (a.kind === 'list' && b.kind === 'list') return sameType(a.element, b.element);
  if (a.kind === 'record' && b.kind === 'record')
    return a.fields.length === b.fields.length && a.fields.every((field, index) => sameField(field, b.fields[index]));
  if (a.kind === 'decimal' && b.kind === 'decimal') return a.precision === b.precision && a.scale === b.scale;
  return a.kind === b.kind;
}

function sameField(a: Column, b: Column | undefined): boolean {
  return b !== undefined && a.name === b.name && sameType(a.type, b.type);
}

function widenFields(a: readonly Column[], b: readonly Column[]): Column[] | null {
  if (a.length !== b.length) return null;
  const fields: Column[] = [];
  for (const [index, field] of a.entries()) {
    const other = b[index];
    const type = other?.name === field.name ? widen(field.type, other.type) : null;
    if (!type || !other) return null;
    fields.push({ name: field.name, type: columnType(type), nullable: field.nullable || other.nullable });
  }
  return fields;
}

/** The narrowest type that holds both: integer -> decimal -> float, date -> datetime; null when there is none. */
export function widen(a: ValueType, b: ValueType): ValueType | null {
  if (a.kind === 'null' || a === ONLY_NULLS) return b;
  if (b.kind === 'null' || b === ONLY_NULLS) return a;
  if (a.kind === 'unknown' || b.kind === 'unknown') return UNKNOWN;
  if (a.kind === 'list' && b.kind === 'list') {
    const element = widen(a.element, b.element);
    return element && { kind: 'list', element: columnType(element) };
  }
  if (a.kind === 'record' && b.kind === 'record') {
    const fields = widenFields(a.fields, b.fields);
    return fields && { kind: 'record', fields };
  }
  if (sameType(a, b)) return a;
  if (isNumeric(a) && isNumeric(b)) {
    if (a.kind === 'float' || b.kind === 'float') return FLOAT;
    const [left, right] = [digitsOf(a), digitsOf(b)];
    const scale = Math.max(left.scale, right.scale);
    return decimal(Math.max(left.precision - left.scale, right.precision - right.scale), scale);
  }
  const kinds = [a.kind, b.kind];
  return kinds.includes('date') && kinds.includes('datetime') ? { kind: 'datetime' } : null;
}

/** Returns the number of decimal places of a product; 0 for floats. */
export function placesOfProduct(a: ValueType, b: ValueType): number {
  return a.kind === 'float' || b.kind === 'float' ? 0 : digitsOf(a).scale + digitsOf(b).scale;
}

/** The result of `+ - * %` on two numbers. That of bare nulls alone is an integer. */
export function arithmetic(operator: '+' | '-' | '*' | '%', a: ValueType, b: ValueType): ValueType {
  if (a.kind === 'null' && b.kind === 'null') return INTEGER;
  if (isFlexible(a) || isFlexible(b))
    return a.kind === 'null' && b.kind !== 'null' ? b : a.kind === 'unknown' ? a : b.kind === 'null' ? a : b;
  if (a.kind === 'float' || b.kind === 'float') return FLOAT;
  if (a.kind === 'integer' && b.kind === 'integer') return INTEGER;
  const [left, right] = [digitsOf(a), digitsOf(b)];
  if (operator === '*') {
    const scale = Math.min(MAXIMUM_DIGITS, left.scale + right.scale);
    return decimal(left.precision + right.precision - scale, scale);
  }
  const scale = Math.max(left.scale, right.scale);
  const whole = Math.max(left.precision - left.scale, right.precision - right.scale);
  return decimal(operator === '%' ? whole : whole + 1, scale);
}

/** The type that a column, an element or a field of such values gets. */
export function columnType(type: ValueType): ColumnType {
  return type.kind === 'null' ? ONLY_NULLS : type;
}

/** The type that the values of a column, an element or a field have for those who read them. */
export function valueType(type: ValueType): ValueType {
  return type === ONLY_NULLS ? NULL : type;
}

/** A type as messages show it. */
export function shown(type: ValueType): string {
  return type.kind === 'null' ? 'null' : type.kind === 'unknown' ? 'a type known only at run time' : typeName(type);
}
