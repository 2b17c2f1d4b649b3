import { TEXT } from './argument-texts.ts';
import { DATE, decimal, FLOAT, INTEGER } from './hostile-arguments.ts';
import {
  compareTexts,
  decimalText,
  FAILS,
  floorDiv,
  type Outcome,
  of,
  ofNulls,
  roundDiv,
  type SecondFamily,
  type SecondImplementation,
  type Value,
} from './second-implementation.ts';

const PRICE = decimal(18, 6);
const WIDE = decimal(38, 10);
const SMALLEST = -(2n ** 63n);
const ONE = 1_000_000n;

const size = (value: bigint): bigint => (value < 0n ? -value : value);
const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);
const awayFromZero = (value: number): number => {
  const floor = Math.floor(Math.abs(value));
  // Adding a half would round 0.49999999999999994 up.
  const rounded = Math.abs(value) - floor >= 0.5 ? floor + 1 : floor;
  return value < 0 ? -rounded : rounded;
};

/** Some digits after the point, by a product with a power of ten, as the database documents it. */
function roundFloat(value: number, digits: number): number {
  const power = 10 ** Math.abs(digits);
  const rounded = digits < 0 ? awayFromZero(value / power) * power : awayFromZero(value * power) / power;
  return Number.isFinite(rounded) ? rounded : digits < 0 ? 0 : value;
}

function roundDecimal(value: bigint, scale: number, digits: number): bigint {
  const unit = 10n ** BigInt(scale - digits);
  return roundDiv(value, unit) * unit;
}

const priceText = (digits: bigint): Outcome => decimalText(digits, 6);

/** An integer rounded to a power of ten; what then is beyond 64 bits ends the run. */
function roundInteger(value: bigint, unit: bigint): Outcome {
  const rounded = roundDiv(value, unit) * unit;
  return rounded >= SMALLEST && rounded < -SMALLEST ? rounded : FAILS;
}

const rest = (value: bigint, divisor: bigint): bigint | null => (divisor === 0n ? null : value % divisor);

/** The first in an order; nulls are left out. */
function extreme<T extends Value>(values: readonly (T | null)[], isBefore: (one: T, other: T) => boolean): Value {
  const given = values.filter((value): value is NonNullable<typeof value> => value !== null);
  return given.length === 0 ? null : given.reduce((best, value) => (isBefore(value, best) ? value : best));
}

function extremes(name: string, sign: 1 | -1): readonly SecondImplementation[] {
  const isBefore = (one: bigint | number, other: bigint | number): boolean => (sign === 1 ? one > other : one < other);
  const isTextBefore = (one: string, other: string): boolean => sign * compareTexts(one, other) > 0;
  return [
    ofNulls(`${name}(a, b)`, [INTEGER, INTEGER], (...values) => extreme(values, isBefore)),
    ofNulls(`${name}(a, b, c)`, [FLOAT, FLOAT, FLOAT], (...values) => extreme(values, isBefore)),
    ofNulls(`${name}(a, b)`, [DATE, DATE], (...values) => extreme(values, isBefore)),
    ofNulls(`${name}(a, b)`, [TEXT, TEXT], (...values) => extreme(values, isTextBefore)),
    ofNulls(`${name}(a, b)`, [WIDE, WIDE], (...values) => {
      const found = extreme(values, isBefore);
      return typeof found === 'bigint' ? decimalText(found, 10) : null;
    }),
  ];
}

/** Floats next to each other: the logarithms and powers of two libraries differ in their last bit. */
const LAST_BIT = 1;
/** The platform's own logarithm to base 10 is up to two floats from the exact one. */
const LAST_TWO = 2;

/** The functions on numbers. */
export const NUMBER_FAMILY: SecondFamily = {
  abs: [
    of('abs(a)', [INTEGER], (value) => (value === SMALLEST ? null : size(value))),
    of('abs(a)', [FLOAT], Math.abs),
    of('abs(a)', [PRICE], (value) => decimalText(size(value), 6)),
    of('abs(a)', [WIDE], (value) => decimalText(size(value), 10)),
  ],
  round: [
    of('round(a)', [INTEGER], (value) => value),
    of('round(a, -2)', [INTEGER], (value) => roundInteger(value, 100n)),
    of('round(a, -19)', [INTEGER], (value) => roundInteger(value, 10n ** 19n)),
    of('round(a, -40)', [INTEGER], (value) => value - value),
    of('round(a)', [FLOAT], awayFromZero),
    ...[1, 2, 5, 12, -2].map((digits) => of(`round(a, ${digits})`, [FLOAT], (value) => roundFloat(value, digits))),
    of('round(a)', [PRICE], (value) => priceText(roundDecimal(value, 6, 0))),
    ...[1, 4, 6, -2].map((digits) =>
      of(`round(a, ${digits})`, [PRICE], (value) => priceText(roundDecimal(value, 6, digits))),
    ),
  ],
  floor: [
    of('floor(a)', [INTEGER], (value) => value),
    of('floor(a)', [FLOAT], Math.floor),
    of('floor(a)', [PRICE], (value) => priceText(floorDiv(value, ONE) * ONE)),
  ],
  ceil: [
    of('ceil(a)', [INTEGER], (value) => value),
    of('ceil(a)', [FLOAT], Math.ceil),
    of('ceil(a)', [PRICE], (value) => priceText(-floorDiv(-value, ONE) * ONE)),
  ],
  mod: [
    of('mod(a, b)', [INTEGER, INTEGER], rest),
    of('mod(a, b)', [FLOAT, FLOAT], (value, divisor) => (divisor === 0 ? null : value % divisor)),
    of('mod(a, b)', [PRICE, PRICE], (value, divisor) => {
      const found = rest(value, divisor);
      return found === null ? null : decimalText(found, 6);
    }),
  ],
  power: [of('power(a, b)', [FLOAT, FLOAT], (value, exponent) => finite(value ** exponent), LAST_BIT)],
  sqrt: [of('sqrt(a)', [FLOAT], (value) => finite(Math.sqrt(value)))],
  ln: [of('ln(a)', [FLOAT], (value) => (value > 0 ? Math.log(value) : null), LAST_BIT)],
  log10: [of('log10(a)', [FLOAT], (value) => (value > 0 ? Math.log10(value) : null), LAST_TWO)],
  sign: [
    of('sign(a)', [INTEGER], (value) => (value === 0n ? 0n : value / size(value))),
    of('sign(a)', [FLOAT], (value) => BigInt(Math.sign(value))),
    of('sign(a)', [WIDE], (value) => (value === 0n ? 0n : value / size(value))),
  ],
  greatest: extremes('greatest', 1),
  least: extremes('least', -1),
};
