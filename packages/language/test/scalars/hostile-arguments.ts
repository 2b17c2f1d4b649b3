import type { Random } from '../fuzz/random.ts';
import type { Argument, Value } from './second-implementation.ts';

const LARGEST = 9223372036854775807n;
const EDGES: readonly bigint[] = [
  ...[0n, 1n, -1n, 2n, 7n, -8n, 10n, 99n, 100n, 999n, 2147483647n, -2147483648n, 2147483648n, 4294967296n],
  ...[9007199254740991n, 9007199254740993n, -9007199254740993n, 999999999999999999n, 253402300800n, -62135596800n],
  ...[LARGEST, LARGEST - 1n, -LARGEST, -LARGEST - 1n, LARGEST / 2n, 4611686018427387904n, -4611686018427387905n],
];

function bigBelow(random: Random, digits: number): bigint {
  let text = '';
  for (let at = 0; at < digits; at += 6) text += String(random.whole(1_000_000)).padStart(6, '0');
  return BigInt(text.slice(0, digits));
}

const signed = (random: Random, value: bigint): bigint => (random.chance(0.5) ? -value : value);

function anyInteger(random: Random): bigint {
  if (random.chance(0.4)) return random.pick(EDGES);
  if (random.chance(0.3)) return BigInt(random.whole(41) - 20);
  return signed(random, bigBelow(random, 1 + random.whole(18)));
}

const FLOAT_EDGES = [
  ...[0, -0, 1, -1, 0.5, -0.5, 1.5, 2.5, -2.5, 0.1, 0.3, 1.005, 2.675, 0.49999999999999994, 2 ** 51 + 0.5, 1e15, 1e16],
  ...[
    1e21, 1e22, 1e-7, 1e-6, 123456789.123456, 1e300, -1e300, 1e-300, 1e308, 1.7976931348623157e308,
    -1.7976931348623157e308,
  ],
  ...[5e-324, -5e-324, 2.2250738585072014e-308, 2.225073858507201e-308, 2 ** 53, 2 ** 63],
  ...[-(2 ** 63), 2 ** 63 - 1024, 253402300799.999, -62135596800, 253402300800, 100, 1000, 4, 9, 710, Math.PI],
];

function anyFloat(random: Random): number {
  if (random.chance(0.4)) return random.pick(FLOAT_EDGES);
  const size = random.whole(2 ** 31) / (random.whole(1000) + 1);
  const value = random.chance(0.4) ? size * 10 ** (random.whole(40) - 20) : Math.round(size * 100) / 100;
  return random.chance(0.5) ? -value : value;
}

function anyDecimal(precision: number, scale: number): (random: Random) => bigint {
  const largest = 10n ** BigInt(precision) - 1n;
  const one = 10n ** BigInt(scale);
  const edges = [
    0n,
    1n,
    5n,
    one,
    one / 2n,
    (one * 3n) / 2n,
    (one * 5n) / 2n,
    one - 1n,
    largest,
    largest - one / 2n,
    largest / 2n,
  ];
  return (random) => {
    if (random.chance(0.4)) {
      const edge = random.pick(edges);
      return signed(random, edge > largest ? largest : edge);
    }
    return signed(random, bigBelow(random, 1 + random.whole(precision)));
  };
}

const DAY = 86_400_000;
const dayOf = (text: string): number => Date.parse(`${text}T00:00:00Z`) / DAY;
export const FIRST_DAY = dayOf('0001-01-01');
export const LAST_DAY = dayOf('9999-12-31');
const DAYS = [
  ...['0001-01-01', '0001-12-31', '0004-02-29', '0099-12-31', '0100-02-28', '1000-01-01', '1582-10-04', '1582-10-15'],
  ...['1600-02-29', '1899-12-31', '1900-02-28', '1900-03-01', '1969-12-31', '1970-01-01', '2000-02-29', '2020-12-31'],
  ...['2021-01-03', '2024-02-29', '2024-12-30', '2026-01-01', '2026-01-31', '2026-12-31', '2027-01-03', '9999-12-31'],
].map(dayOf);
/** Days on which the clocks of some zone change. */
const CHANGES = ['2026-03-29', '2026-10-25', '2026-03-08', '2026-11-01', '2025-10-05', '2026-04-05', '2011-12-30'].map(
  dayOf,
);

function anyDay(random: Random): number {
  if (random.chance(0.3)) return random.pick(DAYS);
  if (random.chance(0.3)) return FIRST_DAY + random.whole(LAST_DAY - FIRST_DAY + 1);
  return dayOf('1960-01-01') + random.whole(32_000);
}

const SECOND = 1_000_000n;
export const DAY_MICROS = 86_400n * SECOND;
const CLOCKS = [
  0n,
  1n,
  DAY_MICROS - 1n,
  DAY_MICROS / 2n,
  7200n * SECOND,
  9000n * SECOND,
  3600n * SECOND - 1n,
  1800n * SECOND,
];

function anyClock(random: Random): bigint {
  if (random.chance(0.3)) return random.pick(CLOCKS);
  const seconds = BigInt(random.whole(86_400)) * SECOND;
  return random.chance(0.5) ? seconds : seconds + BigInt(random.whole(1_000_000));
}

const momentOn = (random: Random, day: number): bigint => BigInt(day) * DAY_MICROS + anyClock(random);

export const INTEGER: Argument<bigint> = { type: 'integer', make: anyInteger };
/** Integers that count something: around zero. */
export function count(from: number, to: number): Argument<bigint> {
  return { type: 'integer', make: (random) => BigInt(from + random.whole(to - from + 1)) };
}
export const FLOAT: Argument<number> = { type: 'float', make: anyFloat };
export function decimal(precision: number, scale: number): Argument<bigint> {
  return { type: `decimal(${precision}, ${scale})`, make: anyDecimal(precision, scale) };
}
export const BOOLEAN: Argument<boolean> = { type: 'boolean', make: (random) => random.chance(0.5) };
export const DATE: Argument<number> = { type: 'date', make: anyDay };
export const DATETIME: Argument<bigint> = { type: 'datetime', make: (random) => momentOn(random, anyDay(random)) };
/** Datetimes of a range of years, often near a change of clocks. */
export function datetimeBetween(from: string, to: string): Argument<bigint> {
  const [first, last] = [dayOf(from), dayOf(to)];
  return {
    type: 'datetime',
    make: (random) => momentOn(random, random.chance(0.4) ? random.pick(CHANGES) : first + random.whole(last - first)),
  };
}
export const TIME: Argument<bigint> = { type: 'time', make: anyClock };
export function list<T extends Value>({ type, make }: Argument<T>, max = 5): Argument<readonly (T | null)[]> {
  return {
    type: `[${type}]`,
    make: (random) => Array.from({ length: random.whole(max + 1) }, () => (random.chance(0.15) ? null : make(random))),
  };
}
