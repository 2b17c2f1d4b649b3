const shown = (value: string): string => `"${value}"`;

const CALCULATIONS: Readonly<Record<string, string>> = {
  addition: '+',
  subtraction: '-',
  multiplication: '*',
  division: '/',
};

/** The decimal places of the two values of a calculation. */
export type Scales = readonly [left: number, right: number];

/** 12345 with 2 places -> 123.45. */
function withPoint(digits: string, places: number): string {
  if (places === 0) return digits;
  const sign = digits.startsWith('-') ? '-' : '';
  const plain = digits.slice(sign.length).padStart(places + 1, '0');
  return `${sign}${plain.slice(0, -places)}.${plain.slice(-places)}`;
}

/** Two decimals of a calculation, which the database writes without their point. */
function decimals(left: string, sign: string, right: string, scales: Scales | null): string {
  if (scales === null) return `${left} ${sign} ${right}, counted in their last digit,`;
  return `${withPoint(left, scales[0])} ${sign} ${withPoint(right, scales[1])}`;
}

const DECIMAL_OVERFLOW = /Overflow in (\w+) of DECIMAL[^(]*(?:\(\d+\) )?\((-?\d+) \S+ (-?\d+)\)/;
const SUM_OVERFLOW = /Overflow in HUGEINT \w+: (-?\d+) (\S) (-?\d+)/;

/** The calculation whose decimals are too large in a message of the database: `*`, `+`, `-` or `sum`; null for others. */
export function decimalOverflow(message: string): string | null {
  if (SUM_OVERFLOW.test(message)) return 'sum';
  return CALCULATIONS[DECIMAL_OVERFLOW.exec(message)?.[1] ?? ''] ?? null;
}

/** How values make a query fail: what our conversions and the database say, and what is reported instead. */
const FAILURES: readonly (readonly [
  pattern: RegExp,
  report: (parts: readonly string[], scales: Scales | null) => string,
])[] = [
  [
    /~cast~([^~]*)~(.*)$/s,
    ([type = '', value = '']) =>
      `${shown(value)} cannot be converted to ${type}. Correct the value, or use try_cast, which gives null.`,
  ],
  [
    /~dates~([^~]*)~(.*)$/s,
    ([limit = '', bounds = '']) =>
      `dates from ${bounds} are not possible: both bounds must be dates, with at most ${limit} dates between them. Correct the bounds.`,
  ],
  [
    /~finite~([^~]*)~(.*)$/s,
    ([what = '']) =>
      `the result of ${what} is too large for a float. Leave such values out, or calculate with decimals.`,
  ],
  [
    DECIMAL_OVERFLOW,
    ([calculation = '', left = '', right = ''], scales) =>
      `${decimals(left, CALCULATIONS[calculation] ?? calculation, right, scales)} is too large for its type. Convert one side with float(…) or to a larger decimal.`,
  ],
  [
    /Overflow in (\w+) of [^(]*(?:\(\d+\) )?\((-?[\d.]+) \S+ (-?[\d.]+)\)/,
    ([calculation = '', left = '', right = '']) =>
      `${left} ${CALCULATIONS[calculation] ?? calculation} ${right} is too large for its type. Convert one side with float(…) or to a larger decimal.`,
  ],
  [
    /Overflow (?:in|on) (\w+)[^(]*\((-?[\d.]+)\)/,
    ([calculation = '', value = '']) =>
      `${calculation} of ${value} is too large for its type. Convert the value with float(…) or to a larger decimal.`,
  ],
  [
    SUM_OVERFLOW,
    // A value is multiplied by the number of its rows.
    ([left = '', sign = '', right = ''], scales) =>
      `${decimals(left, sign, right, scales && sign === '*' ? [scales[0], 0] : scales)} is too large for its type. Convert the values with float(…) before they are added up.`,
  ],
  [
    /^(?:[\w ]+: )?(\w+) is out of range!/,
    ([name = '']) =>
      `the result of ${AGGREGATES[name] ?? name.toLowerCase()} is too large for a float. Leave such values out, or calculate with decimals.`,
  ],
  [
    /Date and time not in timestamp range|(?:date|timestamp|interval)[a-z ]* out of range/i,
    () => 'a calculated date or datetime is beyond the range of its type. Correct the number that is added to it.',
  ],
  [
    /Overflow in negation of numeric value/,
    () =>
      'the negative of a number is too large for its type. Convert the number with float(…) or to a larger decimal.',
  ],
  [
    /Failed to decode string "(.*)" using URL decoding/s,
    ([value = '']) =>
      `url_decode of ${shown(value)} gives no text in UTF-8. Leave such values out, or correct them with replace(…).`,
  ],
  [
    /Substring (\w+) outside of supported range \([<>] (-?\d+)\)/,
    ([part = '', limit = '']) =>
      `the ${part === 'offset' ? 'position' : part} of substr is beyond ${limit}. Bound it with least(…) and greatest(…).`,
  ],
  [
    /Type \w+(?:\([\d,]+\))? with value (\S+) can't be cast .*destination type (\w+(?:\([\d,]+\))?)/,
    ([value = '', type = '']) => tooLarge(value, type),
  ],
  [/Failed to cast decimal value (\S+) to type (\w+)/, ([value = '', type = '']) => tooLarge(value, type)],
  [/Casting value "([^"]*)" to type (\w+(?:\([\d, ]+\))?) failed/, ([value = '', type = '']) => tooLarge(value, type)],
  [
    /Could not (?:convert|cast) (?:string|value) ["']?(.*?)["']? to (\w+(?:\([\d, ]+\))?)/s,
    ([value = '', type = '']) => tooLarge(value, type),
  ],
  [
    /^(?:Conversion|Out of Range) Error:/,
    () => 'a value does not fit an expression that reads it. Correct the value, or leave it out with where.',
  ],
];

const AGGREGATES: Readonly<Record<string, string>> = {
  STDDEV_SAMP: 'stddev',
  VARSAMP: 'variance',
  VAR_SAMP: 'variance',
};

const TYPES: Readonly<Record<string, string>> = {
  INT64: 'integer',
  BIGINT: 'integer',
  DOUBLE: 'float',
  BOOL: 'boolean',
};

/** The language's name of one of the database's types. */
const typeOf = (type: string): string => TYPES[type] ?? type.toLowerCase();

const tooLarge = (value: string, type: string): string =>
  `${shown(value)} does not fit ${typeOf(type)}. Correct the value, or use try_cast, which gives null.`;

/**
 * The message when a value made a query fail, with the value found; null for other failures.
 * @param scales the decimal places of the values of a calculation; by default unknown
 */
export function valueFailure(message: string, scales: Scales | null = null): string | null {
  for (const [pattern, report] of FAILURES) {
    const match = pattern.exec(message);
    if (match) return report(match.slice(1), scales);
  }
  return null;
}
