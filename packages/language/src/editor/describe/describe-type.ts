const TYPES: Readonly<Record<string, string>> = {
  string: 'A text of any length.',
  integer: 'A whole number of 64 bits.',
  float:
    'A number with a floating point; sums may be off in the last digits. In files: float(decimal_separator: ",", group_separator: ".").',
  decimal: 'An exact number: decimal(p, s) has p digits, s of them behind the point; 18 and 6 if none are given.',
  boolean: 'True or false.',
  date: 'A calendar date. A format describes how files write it: date("dd/MM/YYYY").',
  datetime: 'A timestamp in UTC, to the microsecond. A format describes how files write it.',
  time: 'A time of day.',
  json: 'A value of any shape; its parts are read with .name and [index].',
};

/** Names of several types, or of strings that must be constants, in signatures of functions. */
const SIGNATURE_TYPES: Readonly<Record<string, string>> = {
  number: 'An integer, decimal or float.',
  moment: 'A date or datetime.',
  clock: 'A datetime or time.',
  scalar: 'A value that is not a record, list or json.',
  any: 'A value of any type.',
  T: 'A value; all such values become one type.',
  '[T]': 'A list.',
  '[[T]]': 'A list of lists.',
  '[string]': 'A list of texts.',
  '[number]': 'A list of numbers.',
  regex: 'A regular expression (RE2) in quotation marks.',
  format: 'A format in quotation marks, of YYYY YY MMMM MMM MM M dd d HH H hh h mm ss SSS a Z zzz.',
  unit: 'A unit in quotation marks: year, quarter, month, week, day, hour, minute or second.',
  zone: 'An IANA timezone in quotation marks, such as Europe/Paris.',
  path: 'A path in quotation marks, such as $.name[0].',
  digits: 'A small whole number, written out.',
  group: 'The number of a group in the regular expression, written out; 0 is the whole match.',
  position: 'A position in a list, written out: 0 is the first, -1 the last.',
  positive: 'A whole number from 1, written out.',
  fraction: 'A number from 0 to 1, written out.',
  constant: 'A text, written out.',
};

/** One sentence about a type of the language. */
export function describeType(name: string): string | undefined {
  return Object.hasOwn(TYPES, name) ? TYPES[name] : undefined;
}

/** One sentence about a parameter type. */
export function describeParameterType(name: string): string | undefined {
  return Object.hasOwn(SIGNATURE_TYPES, name) ? SIGNATURE_TYPES[name] : describeType(name);
}
