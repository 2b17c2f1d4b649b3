const shown = (value: string): string => `"${value}"`;

const CALCULATIONS: Readonly<Record<string, string>> = {
  addition: '+',
  subtraction: '-',
  multiplication: '*',
  division: '/',
};

/** How values make a query fail: what our conversions and the database say, and what is reported instead. */
const FAILURES: readonly (readonly [pattern: RegExp, report: (parts: readonly string[]) => string])[] = [
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
    /Overflow in HUGEINT \w+: (-?\d+) (\S) (-?\d+)/,
    ([left = '', sign = '', right = '']) =>
      `${left} ${sign} ${right}, counted in their last digit, is too large for its type. Convert the values with float(…) before they are added up.`,
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
  [/Casting value "([^"]*)" to type (\w+(?:\([\d, ]+\))?) failed/, ([value = '', type = '']) => tooLarge(value, type)],
  [
    /Could not (?:convert|cast) (?:string|value) ["']?(.*?)["']? to (\w+(?:\([\d, ]+\))?)/s,
    ([value = '', type = '']) => tooLarge(value, type),
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

/** What to report when a value made a query fail, with the value found; null for other failures. */
export function valueFailure(message: string): string | null {
  for (const [pattern, report] of FAILURES) {
    const match = pattern.exec(message);
    if (match) return report(match.slice(1));
  }
  return null;
}
