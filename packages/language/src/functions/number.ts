import type { ColumnType } from '@switchboard/model/schema';
import type { Typed } from '../typed/typed.ts';
import { arithmetic, columnType, decimalType, INTEGER, MAXIMUM_DIGITS } from '../typed/types.ts';
import { functionsOf } from './function-spec.ts';

function restType(args: readonly Typed[]): ColumnType {
  return columnType(arithmetic('%', args[0]?.type ?? INTEGER, args[1]?.type ?? INTEGER));
}

/** 99.9 becomes 100.0: a rounded decimal may have one more digit before the point. */
function roundedType([value, digits]: readonly Typed[]): ColumnType {
  const type = columnType(value?.type ?? INTEGER);
  if (type.kind !== 'decimal') return type;
  const places = digits?.kind === 'constant' ? Number(digits.value) : 0;
  return places >= type.scale ? type : decimalType(Math.min(MAXIMUM_DIGITS, type.precision + 1), type.scale);
}

/** Functions on numbers. Out of their domain they give null, never an error. */
export const NUMBER_FUNCTIONS = functionsOf('scalar', {
  abs: {
    signature: '(value: number): number',
    doc: 'The value without its sign; null for the smallest integer, whose negative does not fit into 64 bits.',
    example: 'abs(-3)',
    nullable: ([value]) => value?.type.kind === 'integer',
  },
  round: {
    signature: '(value: number, digits?: digits): number',
    doc: 'The value rounded to some digits after the point, none if not given; halves away from zero. A decimal gets one more digit before the point, up to 38 digits in all. A decimal beyond 38 digits and an integer beyond 64 bits end the run.',
    example: 'round(2.567, 1)',
    result: roundedType,
  },
  floor: {
    signature: '(value: number): number',
    doc: 'The largest whole number that is not above the value. A decimal gets one more digit before the point, up to 38 digits in all.',
    example: 'floor(2.7)',
    result: roundedType,
  },
  ceil: {
    signature: '(value: number): number',
    doc: 'The smallest whole number that is not below the value. A decimal gets one more digit before the point, up to 38 digits in all.',
    example: 'ceil(2.1)',
    result: roundedType,
  },
  mod: {
    signature: '(value: number, divisor: number): number',
    doc: 'The rest of a division; null when the divisor is zero.',
    example: 'mod(7, 3)',
    nullable: true,
    result: restType,
  },
  power: {
    signature: '(value: float, exponent: float): float',
    doc: 'The value raised to an exponent; null when there is no such number, or it is too large for a float.',
    nullable: true,
    example: 'power(2, 10)',
  },
  sqrt: {
    signature: '(value: float): float',
    doc: 'The square root; null for a negative value.',
    example: 'sqrt(9)',
    nullable: true,
  },
  ln: {
    signature: '(value: float): float',
    doc: 'The natural logarithm; null for a value that is not above zero.',
    example: 'ln(2.7)',
    nullable: true,
  },
  log10: {
    signature: '(value: float): float',
    doc: 'The logarithm to base 10; null for a value that is not above zero.',
    example: 'log10(100)',
    nullable: true,
  },
  sign: {
    signature: '(value: number): integer',
    doc: '-1, 0 or 1, as the value is below, at or above zero.',
    example: 'sign(-3)',
  },
  greatest: {
    signature: '(value: T, ...others: T): T',
    doc: 'The largest of the values, nulls left out.',
    example: 'greatest(1, 2, 3)',
    nullable: 'all',
  },
  least: {
    signature: '(value: T, ...others: T): T',
    doc: 'The smallest of the values, nulls left out.',
    example: 'least(1, 2, 3)',
    nullable: 'all',
  },
});
