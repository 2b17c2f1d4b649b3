import type { ColumnType } from '@switchboard/model';
import type { Typed } from '../check/typed.ts';
import { arithmetic, columnType, INTEGER } from '../check/types/types.ts';
import type { FunctionSpec } from './function-spec.ts';

const scalar = 'scalar';

function restType(args: readonly Typed[]): ColumnType {
  return columnType(arithmetic('%', args[0]?.type ?? INTEGER, args[1]?.type ?? INTEGER));
}

/** Functions on numbers. Out of their domain they give null, never an error. */
export const NUMBER_FUNCTIONS: readonly FunctionSpec[] = [
  {
    name: 'abs',
    kind: scalar,
    signature: '(value: number): number',
    doc: 'The value without its sign.',
    example: 'abs(-3)',
  },
  {
    name: 'round',
    kind: scalar,
    signature: '(value: number, digits?: digits): number',
    doc: 'The value rounded to some digits after the point, none if not given; halves away from zero.',
    example: 'round(2.567, 1)',
  },
  {
    name: 'floor',
    kind: scalar,
    signature: '(value: number): number',
    doc: 'The largest whole number that is not above the value.',
    example: 'floor(2.7)',
  },
  {
    name: 'ceil',
    kind: scalar,
    signature: '(value: number): number',
    doc: 'The smallest whole number that is not below the value.',
    example: 'ceil(2.1)',
  },
  {
    name: 'mod',
    kind: scalar,
    signature: '(value: number, divisor: number): number',
    doc: 'The rest of a division; null when the divisor is zero.',
    example: 'mod(7, 3)',
    nullable: true,
    result: restType,
  },
  {
    name: 'power',
    kind: scalar,
    signature: '(value: float, exponent: float): float',
    doc: 'The value raised to an exponent.',
    example: 'power(2, 10)',
  },
  {
    name: 'sqrt',
    kind: scalar,
    signature: '(value: float): float',
    doc: 'The square root; null for a negative value.',
    example: 'sqrt(9)',
    nullable: true,
  },
  {
    name: 'ln',
    kind: scalar,
    signature: '(value: float): float',
    doc: 'The natural logarithm; null for a value that is not above zero.',
    example: 'ln(2.7)',
    nullable: true,
  },
  {
    name: 'log10',
    kind: scalar,
    signature: '(value: float): float',
    doc: 'The logarithm to base 10; null for a value that is not above zero.',
    example: 'log10(100)',
    nullable: true,
  },
  {
    name: 'sign',
    kind: scalar,
    signature: '(value: number): integer',
    doc: '-1, 0 or 1, as the value is below, at or above zero.',
    example: 'sign(-3)',
  },
  {
    name: 'greatest',
    kind: scalar,
    signature: '(value: T, ...others: T): T',
    doc: 'The largest of the values, nulls left out.',
    example: 'greatest(1, 2, 3)',
    nullable: 'all',
  },
  {
    name: 'least',
    kind: scalar,
    signature: '(value: T, ...others: T): T',
    doc: 'The smallest of the values, nulls left out.',
    example: 'least(1, 2, 3)',
    nullable: 'all',
  },
];
