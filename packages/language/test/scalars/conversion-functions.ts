import { readBoolean } from '@switchboard/model/values/boolean-text';
import { type Reading, readDecimal, readFloat, readInteger } from '@switchboard/model/values/number-text';
import { dateReader, datetimeReader } from '@switchboard/model/values/time-text';
import { JSON_TEXT, JSON_VALUE, MOMENT_TEXT, NUMERAL, PLAIN_JSON, SHORT, TEXT, TRUTH } from './argument-texts.ts';
import { clockText, dateText, dayOf, dayOfText, momentOfText, momentText, startOfDay } from './calendar.ts';
import { BOOLEAN, DATE, DATETIME, decimal, FLOAT, INTEGER, list, TIME } from './hostile-arguments.ts';
import { type Argument, decimalText, of, roundDiv, type SecondFamily, type Value } from './second-implementation.ts';

const PRICE = decimal(18, 6);
const WIDE = decimal(38, 10);
const BITS = 2n ** 63n;
/** The database divides the digits of a decimal as a float, which for more than 15 digits may give the float beside the nearest. */
const BESIDE = 1;

const inBits = (value: bigint): bigint | null => (value >= -BITS && value < BITS ? value : null);
const inDigits = (value: bigint, precision: number, scale: number): string | null =>
  value > -(10n ** BigInt(precision)) && value < 10n ** BigInt(precision) ? decimalText(value, scale) : null;

/** A number in digits with an exponent, as a decimal with more places than any float has before they are rounded. */
function shortestDecimal(value: number, precision: number, scale: number): string | null {
  const [digits = '0', exponent = '0'] = value.toExponential().split('e');
  const places = digits.split('.')[1]?.length ?? 0;
  const power = Number(exponent) - places + scale;
  if (power > precision) return null;
  const whole = BigInt(digits.replace('.', ''));
  if (power < -400) return decimalText(0n, scale);
  return inDigits(power >= 0 ? whole * 10n ** BigInt(power) : roundDiv(whole, 10n ** BigInt(-power)), precision, scale);
}

function roundToInteger(value: number): bigint | null {
  const floor = Math.floor(Math.abs(value));
  const rounded = BigInt(Math.abs(value) - floor >= 0.5 ? floor + 1 : floor);
  return inBits(value < 0 ? -rounded : rounded);
}

const floatText = (value: number): string => String(value === 0 ? 0 : value);

/** The text of a JSON value: of a string without quotation marks, of a number in its shortest digits. */
function jsonText(json: string): string | null {
  const value: unknown = JSON.parse(json);
  if (value === null) return null;
  if (typeof value === 'string') return value;
  // A number beyond the floats keeps its digits.
  if (typeof value !== 'number' || !Number.isFinite(value)) return json;
  const isWhole = /^-?\d+$/.test(json) && BigInt(json) < 2n ** 64n && BigInt(json) >= -BITS;
  return isWhole ? String(BigInt(json)) : floatText(value);
}

/** Reads a value like a file reader; null for dirty values. Blanks alone are null. */
function readBy(read: (text: string) => Reading, value: (text: string) => Value) {
  return (text: string): Value => {
    if (text.trim() === '') return null;
    const reading = read(text);
    return reading.fits && reading.text !== null ? value(reading.text) : null;
  };
}

/** A group of three zeros behind the point may be thousands. */
const integerOf = readBy(
  (text) => (/^[+-]?[1-9]\d{0,2}\.000$/.test(text.trim()) ? { fits: false, reason: '' } : readInteger(text)),
  BigInt,
);
const floatOf = readBy(readFloat, Number);
const priceOf = readBy(
  (text) => readDecimal(text, 18, 6),
  (text) => text,
);
const wideOf = readBy(
  (text) => readDecimal(text, 38, 10),
  (text) => text,
);
const booleanOf = readBy(readBoolean, (text) => text === 'true');
const dateOf = readBy(dateReader(undefined), dayOfText);
const datetimeOf = readBy(datetimeReader(undefined), momentOfText);

/** A text read from JSON is read as a text. */
const ofJson =
  (read: (text: string) => Value) =>
  (json: string): Value => {
    const text = jsonText(json);
    return text === null ? null : read(text);
  };

function truthOf(value: bigint | number): boolean | null {
  if (typeof value === 'bigint') return value === 1n ? true : value === 0n ? false : null;
  return value === 1 ? true : value === 0 ? false : null;
}

function truthOfDecimal(digits: bigint, one: bigint): boolean | null {
  return digits === one ? true : digits === 0n ? false : null;
}

function jsonOf(text: string): string | null {
  try {
    return JSON.parse(text) === null ? null : text.replaceAll(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
  } catch {
    return null;
  }
}

type Step = string | number;
const PATHS: readonly (readonly [string, readonly Step[]])[] = [
  ['$.a', ['a']],
  ['$.a.b', ['a', 'b']],
  ['$.a.b[1].c', ['a', 'b', 1, 'c']],
  ['$.b[0]', ['b', 0]],
  ['$[1]', [1]],
];

function memberOf(value: unknown, step: Step): unknown {
  if (typeof step === 'number') return Array.isArray(value) ? value[step] : undefined;
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? Object.entries(value).find(([name]) => name === step)?.[1] : undefined;
}

/** The text of the value at a path. Integers beyond the exact floats are not among the values at these paths. */
function textAt(json: string, steps: readonly Step[]): string | null {
  const found = steps.reduce(memberOf, JSON.parse(json) as unknown);
  if (found === undefined || found === null) return null;
  return typeof found === 'string' ? found : typeof found === 'number' ? floatText(found) : JSON.stringify(found);
}

const SMALL_JSON: Argument<string> = {
  type: 'json',
  make: (random) => {
    const values = [
      '{}',
      '[]',
      '"x"',
      '12.5',
      '1e5',
      '-7',
      'true',
      'null',
      '{"b":[1,{"c":"x"}]}',
      '[[1],"2"]',
      '{"b":{"c":1}}',
    ];
    const [one, other, last] = [random.pick(values), random.pick(values), random.pick(values)];
    return random.chance(0.3) ? `[${one},${other}]` : `{"a":${one},"b":[${other},${last}],"c":"\\ud83d\\ude00"}`;
  },
};

/** The conversions, by the readers of files for texts, and json_extract. */
export const CONVERSION_FAMILY: SecondFamily = {
  string: [
    of('string(a)', [TEXT], (value) => value),
    of('string(a)', [INTEGER], String),
    of('string(a)', [FLOAT], floatText),
    of('string(a)', [WIDE], (value) => decimalText(value, 10)),
    of('string(a)', [BOOLEAN], String),
    of('string(a)', [DATE], dateText),
    of('string(a)', [DATETIME], momentText),
    of('string(a)', [TIME], clockText),
    of('string(a)', [PLAIN_JSON], jsonText),
    of('string(a)', [list(INTEGER)], (items) => `[${items.map(String).join(',')}]`),
    of('string(a)', [list(SHORT)], (items) => JSON.stringify(items)),
  ],
  integer: [
    of('integer(a)', [NUMERAL], integerOf),
    of('integer(a)', [FLOAT], roundToInteger),
    of('integer(a)', [PRICE], (value) => roundDiv(value, 1_000_000n)),
    of('integer(a)', [WIDE], (value) => inBits(roundDiv(value, 10n ** 10n))),
    of('integer(a)', [BOOLEAN], (value) => (value ? 1n : 0n)),
    of('integer(a)', [JSON_VALUE], ofJson(integerOf)),
  ],
  float: [
    of('float(a)', [NUMERAL], floatOf),
    of('float(a)', [INTEGER], Number),
    of('float(a)', [PRICE], (value) => Number(decimalText(value, 6)), BESIDE),
    of('float(a)', [WIDE], (value) => Number(decimalText(value, 10)), BESIDE),
    of('float(a)', [BOOLEAN], Number),
    of('float(a)', [JSON_VALUE], ofJson(floatOf)),
  ],
  decimal: [
    of('decimal(a)', [NUMERAL], priceOf),
    of('decimal(a, 38, 10)', [NUMERAL], wideOf),
    of('decimal(a)', [INTEGER], (value) => inDigits(value * 1_000_000n, 18, 6)),
    of('decimal(a)', [FLOAT], (value) => shortestDecimal(value, 18, 6)),
    of('decimal(a, 38, 10)', [FLOAT], (value) => shortestDecimal(value, 38, 10)),
    of('decimal(a, 10, 2)', [PRICE], (value) => inDigits(roundDiv(value, 10_000n), 10, 2)),
    of('decimal(a, 18, 0)', [WIDE], (value) => inDigits(roundDiv(value, 10n ** 10n), 18, 0)),
    of('decimal(a)', [BOOLEAN], (value) => (value ? '1.000000' : '0.000000')),
    of('decimal(a)', [JSON_VALUE], ofJson(priceOf)),
  ],
  boolean: [
    of('boolean(a)', [TRUTH], booleanOf),
    of('boolean(a)', [INTEGER], truthOf),
    of('boolean(a)', [FLOAT], truthOf),
    of('boolean(a)', [PRICE], (value) => truthOfDecimal(value, 1_000_000n)),
    of('boolean(a)', [JSON_VALUE], ofJson(booleanOf)),
  ],
  json: [
    of('json(a)', [JSON_TEXT], jsonOf),
    of('string(json(a))', [INTEGER], String),
    of('string(json(a))', [FLOAT], floatText),
    of('string(json(a))', [BOOLEAN], String),
    of('string(json(a))', [TEXT], (text) => {
      const json = jsonOf(text);
      return json === null ? null : jsonText(json);
    }),
    of('string(json(a))', [list(SHORT)], (items) => JSON.stringify(items)),
  ],
  date: [
    of('date(a)', [MOMENT_TEXT], dateOf),
    of('date(a)', [DATE], (day) => day),
    of('date(a)', [DATETIME], dayOf),
    of('date(a)', [JSON_VALUE], ofJson(dateOf)),
  ],
  datetime: [
    of('datetime(a)', [MOMENT_TEXT], datetimeOf),
    of('datetime(a)', [DATE], startOfDay),
    of('datetime(a)', [DATETIME], (moment) => moment),
    of('datetime(a)', [JSON_VALUE], ofJson(datetimeOf)),
  ],
  json_extract: PATHS.map(([path, steps]) =>
    of(`string(json_extract(a, '${path}'))`, [SMALL_JSON], (json) => textAt(json, steps)),
  ),
};
