import type { ColumnType } from '@switchboard/model';
import type { Typed } from '../check/typed.ts';
import { arithmetic, columnType, INTEGER } from '../check/types/types.ts';
import { type FunctionSpec, plain, type SqlArgument, sqlOf } from './function-spec.ts';

const scalar = 'scalar';

function restType(args: readonly Typed[]): ColumnType {
  return columnType(arithmetic('%', args[0]?.type ?? INTEGER, args[1]?.type ?? INTEGER));
}

/** The value is bound to a name, so that it is computed, and written, once; TRY would not take aggregates. */
function inDomain(args: readonly SqlArgument[], result: string): string {
  return `list_extract(list_transform([${sqlOf(args, 0)}], lambda x: ${result}), 1)`;
}

/** Functions on numbers. Out of their domain they give null, never an error. */
export const NUMBER_FUNCTIONS: readonly FunctionSpec[] = [
  {
    name: 'abs',
    kind: scalar,
    signature: '(value: number): number',
    doc: 'The value without its sign.',
    example: 'abs(-3)',
    recast: true,
    duckdb: plain('abs'),
  },
  {
    name: 'round',
    kind: scalar,
    signature: '(value: number, digits?: digits): number',
    doc: 'The value rounded to some digits after the point, none if not given; halves away from zero.',
    example: 'round(2.567, 1)',
    recast: true,
    duckdb: (args) => `round(${sqlOf(args, 0)}, ${args[1]?.constant ?? '0'})`,
  },
  {
    name: 'floor',
    kind: scalar,
    signature: '(value: number): number',
    doc: 'The largest whole number that is not above the value.',
    example: 'floor(2.7)',
    recast: true,
    duckdb: plain('floor'),
  },
  {
    name: 'ceil',
    kind: scalar,
    signature: '(value: number): number',
    doc: 'The smallest whole number that is not below the value.',
    example: 'ceil(2.1)',
    recast: true,
    duckdb: plain('ceil'),
  },
  {
    name: 'mod',
    kind: scalar,
    signature: '(value: number, divisor: number): number',
    doc: 'The rest of a division; null when the divisor is zero.',
    example: 'mod(7, 3)',
    nullable: true,
    recast: true,
    result: restType,
    duckdb: (args) => `(${sqlOf(args, 0)} % NULLIF(${sqlOf(args, 1)}, 0))`,
  },
  {
    name: 'power',
    kind: scalar,
    signature: '(value: float, exponent: float): float',
    doc: 'The value raised to an exponent.',
    example: 'power(2, 10)',
    duckdb: plain('power'),
  },
  {
    name: 'sqrt',
    kind: scalar,
    signature: '(value: float): float',
    doc: 'The square root; null for a negative value.',
    example: 'sqrt(9)',
    nullable: true,
    duckdb: (args) => inDomain(args, 'CASE WHEN x >= 0 THEN sqrt(x) END'),
  },
  {
    name: 'ln',
    kind: scalar,
    signature: '(value: float): float',
    doc: 'The natural logarithm; null for a value that is not above zero.',
    example: 'ln(2.7)',
    nullable: true,
    duckdb: (args) => inDomain(args, 'CASE WHEN x > 0 THEN ln(x) END'),
  },
  {
    name: 'log10',
    kind: scalar,
    signature: '(value: float): float',
    doc: 'The logarithm to base 10; null for a value that is not above zero.',
    example: 'log10(100)',
    nullable: true,
    duckdb: (args) => inDomain(args, 'CASE WHEN x > 0 THEN log10(x) END'),
  },
  {
    name: 'sign',
    kind: scalar,
    signature: '(value: number): integer',
    doc: '-1, 0 or 1, as the value is below, at or above zero.',
    example: 'sign(-3)',
    recast: true,
    duckdb: plain('sign'),
  },
  {
    name: 'greatest',
    kind: scalar,
    signature: '(value: T, ...others: T): T',
    doc: 'The largest of the values, nulls left out.',
    example: 'greatest(1, 2, 3)',
    nullable: 'all',
    duckdb: plain('greatest'),
  },
  {
    name: 'least',
    kind: scalar,
    signature: '(value: T, ...others: T): T',
    doc: 'The smallest of the values, nulls left out.',
    example: 'least(1, 2, 3)',
    nullable: 'all',
    duckdb: plain('least'),
  },
];
