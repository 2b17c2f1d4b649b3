import type { ColumnType } from '@switchboard/model/schema';
import type { Typed } from '../typed/typed.ts';
import { decimalType, UNKNOWN } from '../typed/types.ts';
import { functionsOf } from './function-spec.ts';

function elementOf(args: readonly Typed[]): ColumnType {
  const type = args[0]?.type;
  return type?.kind === 'list' ? type.element : UNKNOWN;
}

function sumType(args: readonly Typed[]): ColumnType {
  const element = elementOf(args);
  if (element.kind === 'decimal') return decimalType(38, element.scale);
  return element.kind === 'float' ? element : { kind: 'integer' };
}

/** Functions on lists. Positions count from 0, and negative ones from the end, as in `list[0]` and `list[-1]`. */
export const LIST_FUNCTIONS = functionsOf('scalar', {
  list_position: {
    signature: '(list: [T], value: T): integer',
    doc: 'The position of the first element that equals a value; null when there is none.',
    example: "list_position(['a', 'b'], 'b')",
    nullable: true,
  },
  list_slice: {
    signature: '(list: [T], from: position, to?: position): [T]',
    doc: 'The elements from a position up to another one, which is not included, or up to the end.',
    example: 'list_slice([1, 2, 3, 4], 1, 3)',
  },
  list_concat: {
    signature: '(list: [T], ...others: [T]): [T]',
    doc: 'The elements of all lists, one list after the other; nulls count as empty lists.',
    example: 'list_concat([1, 2], [3])',
    nullable: false,
  },
  list_flatten: {
    signature: '(lists: [[T]]): [T]',
    doc: 'The elements of the lists in a list; nulls count as empty lists.',
    example: 'list_flatten([[1, 2], [3]])',
    result: elementOf,
  },
  list_sort: {
    signature: '(list: [T]): [T]',
    doc: 'The elements in ascending order, nulls last.',
    example: 'list_sort([3, null, 1])',
    ignoresOrder: true,
  },
  list_reverse: {
    signature: '(list: [T]): [T]',
    doc: 'The elements in reverse order.',
    example: 'list_reverse([1, 2, 3])',
  },
  list_distinct: {
    signature: '(list: [T]): [T]',
    doc: 'The different elements in ascending order, nulls left out.',
    example: 'list_distinct([2, 1, 2, null])',
  },
  list_join: {
    signature: '(list: [string], separator: constant): string',
    doc: 'The texts of a list joined by a separator, nulls left out.',
    example: "list_join(['a', 'b'], ', ')",
    nullable: true,
  },
  list_sum: {
    signature: '(list: [number]): number',
    doc: 'The sum of the elements, nulls left out; null without any.',
    example: 'list_sum([1, 2, null])',
    nullable: true,
    result: sumType,
  },
  list_avg: {
    signature: '(list: [number]): float',
    doc: 'The mean of the elements, nulls left out; null without any.',
    example: 'list_avg([1, 2])',
    nullable: true,
  },
  list_min: {
    signature: '(list: [T]): T',
    doc: 'The smallest element, nulls left out; null without any.',
    example: 'list_min([3, 1, 2])',
    nullable: true,
    ignoresOrder: true,
  },
  list_max: {
    signature: '(list: [T]): T',
    doc: 'The largest element, nulls left out; null without any.',
    example: 'list_max([3, 1, 2])',
    nullable: true,
    ignoresOrder: true,
  },
});
