import { advised, rewritten } from '../function-habit.ts';

const CAST = 'Write cast(value as type), or try_cast(value as type) for null where that fails.';

/** Functions named after types, and the conversion that each is here. */
const CONVERSIONS: Readonly<Record<string, readonly string[]>> = {
  string: ['to_char', 'to_varchar', 'to_string', 'tostring', 'varchar', 'text', 'char', 'str'],
  integer: ['int', 'bigint', 'int64', 'to_int', 'to_integer', 'toint', 'smallint'],
  float: ['double', 'real', 'to_double', 'to_float', 'float64'],
  decimal: ['numeric', 'to_decimal', 'to_number', 'to_numeric'],
  boolean: ['bool', 'to_boolean'],
  json: ['to_json', 'parse_json', 'try_parse_json', 'to_jsonb', 'to_variant'],
  date: ['to_date', 'try_to_date'],
  datetime: ['timestamp', 'to_timestamp', 'try_to_timestamp', 'to_datetime'],
};

export const CONVERSION_HABITS = [
  ...rewritten(
    Object.entries(CONVERSIONS).flatMap(([type, names]) =>
      names.map((name) => [`${name}(a)`, `${type}(a)`, `${name}(site)`, `${type}(site)`] as const),
    ),
  ),
  ...advised([
    [
      'to_char',
      "Write format_date(value, 'dd/MM/YYYY') for a date, string(value) for a number.",
      "to_char(day, 'YYYY')",
      "format_date(day, 'YYYY')",
    ],
    [
      'to_date',
      "Write parse_date(text, 'dd/MM/YYYY').",
      "to_date(site, 'DD/MM/YYYY')",
      "parse_date(site, 'dd/MM/YYYY')",
    ],
    [
      'to_timestamp',
      "Write parse_datetime(text, 'dd/MM/YYYY HH:mm').",
      "to_timestamp(site, 'DD/MM/YYYY')",
      "parse_datetime(site, 'dd/MM/YYYY')",
    ],
    ['convert', CAST, "convert(site, 'int')", 'cast(site as integer)'],
    ['try_convert', CAST, "try_convert(site, 'int')", 'try_cast(site as integer)'],
  ]),
];
