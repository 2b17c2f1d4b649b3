import type { ColumnType } from '@switchboard/model/schema';
import type { Typed } from '../typed/typed.ts';
import { decimalType } from '../typed/types.ts';
import { functionsOf } from './function-spec.ts';

function sumType(args: readonly Typed[]): ColumnType {
  const type = args[0]?.type;
  if (type?.kind === 'decimal') return decimalType(38, type.scale);
  return type?.kind === 'float' || type?.kind === 'unknown' ? type : { kind: 'integer' };
}

/** Functions that fold the rows of a group into one value. Nulls are left out. */
export const AGGREGATE_FUNCTIONS = functionsOf('aggregate', {
  count: {
    signature: '(value?: any): integer',
    doc: 'How many rows there are, or how many of them have a value.',
    example: 'count()',
    nullable: false,
  },
  count_if: {
    signature: '(condition: boolean): integer',
    doc: 'How many rows a condition holds for.',
    example: 'count_if(clicks > 5)',
    nullable: false,
  },
  count_distinct: {
    signature: '(value: any): integer',
    doc: 'How many different values there are.',
    example: 'count_distinct(site)',
    nullable: false,
  },
  sum: {
    signature: '(value: number): number',
    doc: 'The sum of the values; null without any.',
    example: 'sum(clicks)',
    nullable: true,
    result: sumType,
  },
  avg: { signature: '(value: number): float', doc: 'The mean of the values.', example: 'avg(clicks)', nullable: true },
  min: { signature: '(value: T): T', doc: 'The smallest value.', example: 'min(date)', nullable: true },
  max: { signature: '(value: T): T', doc: 'The largest value.', example: 'max(date)', nullable: true },
  median: {
    signature: '(value: number): float',
    doc: 'The value in the middle.',
    example: 'median(clicks)',
    nullable: true,
  },
  percentile: {
    signature: '(value: number, fraction: fraction): float',
    doc: 'The value below which a fraction of the values lies, between two values in proportion.',
    example: 'percentile(clicks, 0.9)',
    nullable: true,
  },
  approx_percentile: {
    signature: '(value: number, fraction: fraction): float',
    doc: 'About the same as percentile, in little memory; the result may differ a little from run to run.',
    example: 'approx_percentile(clicks, 0.9)',
    nullable: true,
  },
  stddev: {
    signature: '(value: float): float',
    doc: 'The standard deviation of a sample.',
    example: 'stddev(clicks)',
    nullable: true,
  },
  variance: {
    signature: '(value: float): float',
    doc: 'The variance of a sample.',
    example: 'variance(clicks)',
    nullable: true,
  },
  first: {
    signature: '(value: T): T',
    doc: 'The value of the first row, in the order of the input or of order by.',
    example: 'first(site order by date)',
    unordered: 'another row may be first when the flow runs again',
    nullable: true,
    ordered: true,
    ignoresNulls: true,
  },
  last: {
    signature: '(value: T): T',
    doc: 'The value of the last row, in the order of the input or of order by. Over a window, the last row of its frame.',
    example: 'last(site order by date)',
    unordered: 'another row may be last when the flow runs again',
    nullable: true,
    ordered: true,
    ignoresNulls: true,
  },
  any_value: {
    signature: '(value: T): T',
    doc: 'One of the values that are not null.',
    example: 'any_value(site)',
    nullable: true,
  },
  string_agg: {
    signature: '(text: string, separator: constant): string',
    doc: 'The texts joined by a separator, in ascending order or that of order by.',
    example: "string_agg(site, ', ' order by clicks desc)",
    nullable: true,
    ordered: true,
  },
  array_agg: {
    signature: '(value: T): [T]',
    doc: 'The values as a list, nulls included, in the order of the input or of order by; null without any.',
    example: 'array_agg(site order by clicks desc)',
    unordered: 'the list may be in another order when the flow runs again',
    nullable: true,
    ordered: true,
  },
  approx_count_distinct: {
    signature: '(value: any): integer',
    doc: 'About how many different values there are, in little memory.',
    example: 'approx_count_distinct(site)',
    nullable: false,
  },
  arg_min: {
    signature: '(value: T, by: scalar): T',
    doc: 'The value of the row in which another is smallest, also when it is null; rows without the other are left out.',
    example: 'arg_min(site, clicks)',
    nullable: true,
  },
  arg_max: {
    signature: '(value: T, by: scalar): T',
    doc: 'The value of the row in which another is largest, also when it is null; rows without the other are left out.',
    example: 'arg_max(site, clicks)',
    nullable: true,
  },
  bool_and: {
    signature: '(value: boolean): boolean',
    doc: 'Whether all values are true.',
    example: 'bool_and(clicks > 0)',
    nullable: true,
  },
  bool_or: {
    signature: '(value: boolean): boolean',
    doc: 'Whether any value is true.',
    example: 'bool_or(clicks > 0)',
    nullable: true,
  },
});
