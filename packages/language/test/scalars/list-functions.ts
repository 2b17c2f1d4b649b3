import { JSON_VALUE, SHORT, TEXT } from './argument-texts.ts';
import { count, DATE, decimal, FLOAT, INTEGER, list } from './hostile-arguments.ts';
import {
  compareTexts,
  decimalText,
  of,
  ofNulls,
  type SecondFamily,
  type SecondImplementation,
  type Value,
} from './second-implementation.ts';

const NUMBERS = list(count(-3, 3));
const FLOATS = list(FLOAT);
const TEXTS = list(TEXT);
const SHORTS = list(SHORT);
const PRICES = list(decimal(18, 6));

type Scalar = string | bigint | number;
type Items<T> = readonly (T | null)[];

function compare(one: Scalar, other: Scalar): number {
  if (typeof one === 'string' && typeof other === 'string') return compareTexts(one, other);
  return one < other ? -1 : one > other ? 1 : 0;
}

const given = <T extends Value>(items: Items<T>): readonly T[] => items.filter((item): item is T => item !== null);

function sorted<T extends Scalar>(items: Items<T>): Items<T> {
  const values = [...given(items)].sort(compare);
  return [...values, ...items.filter((item) => item === null)];
}

function distinct<T extends Scalar>(items: Items<T>): Items<T> {
  return sorted(given(items)).filter((item, at, all) => at === 0 || item !== all[at - 1]);
}

const first = <T extends Scalar>(items: Items<T>): Value => sorted(given(items))[0] ?? null;
const last = <T extends Scalar>(items: Items<T>): Value => sorted(given(items)).at(-1) ?? null;
const sum = (items: Items<bigint>): bigint | null => {
  const values = given(items);
  return values.length === 0 ? null : values.reduce((total, value) => total + value, 0n);
};

/** The same function of lists of integers, floats, texts and dates. */
function ofLists(name: string, gives: <T extends Scalar>(items: Items<T>) => Value): readonly SecondImplementation[] {
  return [
    of(`${name}(a)`, [NUMBERS], gives),
    of(`${name}(a)`, [FLOATS], gives),
    of(`${name}(a)`, [TEXTS], gives),
    of(`${name}(a)`, [list(DATE)], gives),
  ];
}

function position<T extends Value>(items: Items<T>, value: T): Value {
  const at = items.indexOf(value);
  return at < 0 ? null : BigInt(at);
}

const SLICES: readonly (readonly [number, number | undefined])[] = [
  ...([
    [0, undefined],
    [1, 3],
    [0, 0],
    [2, 1],
    [-2, undefined],
    [-3, -1],
    [1, -1],
    [9, undefined],
    [-9, 2],
  ] as const),
];

/** The members of JSON objects in their order in the text; a name that occurs again is one more. */
function keysOf(json: string): Value {
  const value: unknown = JSON.parse(json);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
}

/** The functions on lists and on JSON. */
export const LIST_FAMILY: SecondFamily = {
  list_position: [
    of('list_position(a, b)', [NUMBERS, count(-3, 3)], position),
    of('list_position(a, b)', [SHORTS, SHORT], position),
    of('list_position(a, b)', [FLOATS, FLOAT], position),
  ],
  list_slice: SLICES.map(([from, to]) =>
    of(`list_slice(a, ${to === undefined ? from : `${from}, ${to}`})`, [NUMBERS], (items) => items.slice(from, to)),
  ),
  list_concat: [
    ofNulls('list_concat(a, b)', [NUMBERS, NUMBERS], (a, b) => [...(a ?? []), ...(b ?? [])]),
    ofNulls('list_concat(a, b, c)', [TEXTS, TEXTS, TEXTS], (...lists) => lists.flatMap((items) => items ?? [])),
  ],
  list_flatten: [
    of('list_flatten(a)', [list(NUMBERS)], (lists) => lists.flatMap((items) => items ?? [])),
    of('list_flatten(a)', [list(TEXTS)], (lists) => lists.flatMap((items) => items ?? [])),
  ],
  list_sort: ofLists('list_sort', sorted),
  list_reverse: ofLists('list_reverse', (items) => [...items].reverse()),
  list_distinct: ofLists('list_distinct', distinct),
  list_join: [', ', '', ' - '].map((separator) =>
    of(`list_join(a, '${separator}')`, [TEXTS], (items) => given(items).join(separator)),
  ),
  list_sum: [
    of('list_sum(a)', [NUMBERS], sum),
    of('list_sum(a)', [PRICES], (items) => {
      const total = sum(items);
      return total === null ? null : decimalText(total, 6);
    }),
  ],
  list_avg: [
    of('list_avg(a)', [NUMBERS], (items) => {
      const total = sum(items);
      return total === null ? null : Number(total) / given(items).length;
    }),
  ],
  list_min: ofLists('list_min', first),
  list_max: ofLists('list_max', last),
  list_length: [
    of('list_length(a)', [NUMBERS], (items) => BigInt(items.length)),
    of('list_length(a)', [TEXTS], (items) => BigInt(items.length)),
  ],
  list_contains: [
    of('list_contains(a, b)', [NUMBERS, count(-3, 3)], (items, value) => items.includes(value)),
    of('list_contains(a, b)', [SHORTS, SHORT], (items, value) => items.includes(value)),
    of('list_contains(a, b)', [list(INTEGER), INTEGER], (items, value) => items.includes(value)),
  ],
  json_keys: [of('json_keys(a)', [JSON_VALUE], keysOf)],
};
