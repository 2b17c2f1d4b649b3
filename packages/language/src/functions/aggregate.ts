import type { ColumnType } from '@switchboard/model';
import type { Typed } from '../check/typed.ts';
import { decimalType } from '../check/types/types.ts';
import type { FunctionSpec } from './function-spec.ts';

const aggregate = 'aggregate';

function sumType(args: readonly Typed[]): ColumnType {
  const type = args[0]?.type;
  if (type?.kind === 'decimal') return decimalType(38, type.scale);
  return type?.kind === 'float' || type?.kind === 'unknown' ? type : { kind: 'integer' };
}

/** Functions that fold the rows of a group into one value. Nulls are left out. */
export const AGGREGATE_FUNCTIONS: readonly FunctionSpec[] = [
  {
    name: 'count',
    kind: aggregate,
    signature: '(value?: any): integer',
    doc: 'How many rows there are, or how many of them have a value.',
    example: 'count()',
    nullable: false,
  },
  {
    name: 'count_distinct',
    kind: aggregate,
    signature: '(value: any): integer',
    doc: 'How many different values there are.',
    example: 'count_distinct(site)',
    nullable: false,
  },
  {
    name: 'sum',
    kind: aggregate,
    signature: '(value: number): number',
    doc: 'The sum of the values; null without any.',
    example: 'sum(clicks)',
    nullable: true,
    result: sumType,
  },
  {
    name: 'avg',
    kind: aggregate,
    signature: '(value: number): float',
    doc: 'The mean of the values.',
    example: 'avg(clicks)',
    nullable: true,
  },
  {
    name: 'min',
    kind: aggregate,
    signature: '(value: T): T',
    doc: 'The smallest value.',
    example: 'min(date)',
    nullable: true,
  },
  {
    name: 'max',
    kind: aggregate,
    signature: '(value: T): T',
    doc: 'The largest value.',
    example: 'max(date)',
    nullable: true,
  },
  {
    name: 'median',
    kind: aggregate,
    signature: '(value: number): float',
    doc: 'The value in the middle.',
    example: 'median(clicks)',
    nullable: true,
  },
  {
    name: 'stddev',
    kind: aggregate,
    signature: '(value: float): float',
    doc: 'The standard deviation of a sample.',
    example: 'stddev(clicks)',
    nullable: true,
  },
  {
    name: 'variance',
    kind: aggregate,
    signature: '(value: float): float',
    doc: 'The variance of a sample.',
    example: 'variance(clicks)',
    nullable: true,
  },
  {
    name: 'first',
    kind: aggregate,
    signature: '(value: T): T',
    doc: 'The value of the first row, in the order of the input.',
    example: 'first(site)',
    nullable: true,
  },
  {
    name: 'last',
    kind: aggregate,
    signature: '(value: T): T',
    doc: 'The value of the last row, in the order of the input.',
    example: 'last(site)',
    nullable: true,
  },
  {
    name: 'any_value',
    kind: aggregate,
    signature: '(value: T): T',
    doc: 'One of the values that are not null.',
    example: 'any_value(site)',
    nullable: true,
  },
  {
    name: 'string_agg',
    kind: aggregate,
    signature: '(text: string, separator: constant): string',
    doc: 'The texts in ascending order, joined by a separator.',
    example: "string_agg(site, ', ')",
    nullable: true,
  },
  {
    name: 'approx_count_distinct',
    kind: aggregate,
    signature: '(value: any): integer',
    doc: 'About how many different values there are, in little memory.',
    example: 'approx_count_distinct(site)',
    nullable: false,
  },
  {
    name: 'arg_min',
    kind: aggregate,
    signature: '(value: T, by: scalar): T',
    doc: 'The value of the row in which another is smallest.',
    example: 'arg_min(site, clicks)',
    nullable: true,
  },
  {
    name: 'arg_max',
    kind: aggregate,
    signature: '(value: T, by: scalar): T',
    doc: 'The value of the row in which another is largest.',
    example: 'arg_max(site, clicks)',
    nullable: true,
  },
  {
    name: 'bool_and',
    kind: aggregate,
    signature: '(value: boolean): boolean',
    doc: 'Whether all values are true.',
    example: 'bool_and(clicks > 0)',
    nullable: true,
  },
  {
    name: 'bool_or',
    kind: aggregate,
    signature: '(value: boolean): boolean',
    doc: 'Whether any value is true.',
    example: 'bool_or(clicks > 0)',
    nullable: true,
  },
];
