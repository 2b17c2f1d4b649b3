import { advised, rewritten } from '../function-habit.ts';

const CAST = 'Write cast(value as type), or try_cast(value as type) for null where that fails.';
const TEXT = "Write string(value) for a number, format_date(value, 'dd/MM/YYYY') for a date.";
const WHOLE =
  'Write integer(value), which rounds and gives null for what is not a number; cast(value as integer) fails for it.';
const NUMBER =
  'Write cast(value as decimal(18, 2)) with the digits that you need, or decimal(value, 18, 2) for null where that fails.';
const JSON_TEXT = 'Write json(value): a text is read as JSON, anything else becomes JSON.';

/** Functions named after types that fail for a value without a counterpart, as a cast does. */
const CASTS: Readonly<Record<string, readonly string[]>> = {
  string: ['varchar', 'text'],
  float: ['double', 'real', 'to_double', 'to_float', 'float64'],
  boolean: ['bool', 'to_boolean'],
  json: ['parse_json'],
  date: ['to_date'],
  datetime: ['timestamp', 'to_timestamp', 'to_datetime'],
};

/** Functions that give null for such a value. */
const LENIENT: Readonly<Record<string, readonly string[]>> = {
  json: ['try_parse_json'],
  date: ['try_to_date', 'todateornull'],
  datetime: ['try_to_timestamp'],
  float: ['try_to_double'],
  boolean: ['try_to_boolean'],
};

const named = (names: readonly string[], advice: string, here: string) =>
  names.map((name) => [name, advice, `${name}(site)`, here] as const);

export const CONVERSION_HABITS = [
  ...rewritten(
    Object.entries(CASTS).flatMap(([type, names]) =>
      names.map((name) => [`${name}(a)`, `cast(a as ${type})`, `${name}(site)`, `cast(site as ${type})`] as const),
    ),
  ),
  ...rewritten(
    Object.entries(LENIENT).flatMap(([type, names]) =>
      names.map((name) => [`${name}(a)`, `${type}(a)`, `${name}(site)`, `${type}(site)`] as const),
    ),
  ),
  ...advised([
    ...named(['to_char', 'to_varchar', 'to_string', 'tostring', 'char', 'str'], TEXT, 'string(site)'),
    ...named(
      [
        'int',
        'bigint',
        'int64',
        'to_int',
        'to_integer',
        'toint',
        'smallint',
        'toint64',
        'toint64ornull',
        'toint32',
        'touint32',
        'touint64',
      ],
      WHOLE,
      'integer(site)',
    ),
    ...named(
      [
        'numeric',
        'todecimal64',
        'to_decimal',
        'to_number',
        'to_numeric',
        'try_to_number',
        'try_to_decimal',
        'try_to_numeric',
      ],
      NUMBER,
      'decimal(site, 18, 2)',
    ),
    ...named(['to_json', 'to_jsonb', 'to_variant', 'to_json_string', 'from_json'], JSON_TEXT, 'json(site)'),
    ['todate', 'Write cast(value as date), or date(value) for null where that fails.', 'todate(site)', 'date(site)'],
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
    [
      'try',
      'Remove it: conversions by name give null where they fail, and so does try_cast.',
      'try(date(site))',
      'date(site)',
    ],
    ['typeof', 'Types are known before any row: point at a column to see its type.', 'typeof(site)', 'site'],
  ]),
];
