import {
  BOOLEAN_TYPE,
  type ConversionCell,
  DATE_TYPE,
  DATETIME_TYPE,
  DECIMAL_TYPE,
  DIRTY,
  FLOAT_TYPE,
  INTEGER_TYPE,
  JSON_TYPE,
  REFUSED,
  STRING_TYPE,
  TIME_TYPE,
} from './conversion-cell.ts';

const FROM_BOOLEAN: readonly ConversionCell[] = [
  {
    from: BOOLEAN_TYPE,
    to: STRING_TYPE,
    rule: 'true or false.',
    cases: [
      ['true', 'true'],
      ['false', 'false'],
    ],
  },
  {
    from: BOOLEAN_TYPE,
    to: INTEGER_TYPE,
    rule: 'In an expression 1 or 0. A boolean in the file of an integer column is dirty.',
    cases: [
      ['true', DIRTY, '1'],
      ['false', DIRTY, '0'],
    ],
  },
  {
    from: BOOLEAN_TYPE,
    to: FLOAT_TYPE,
    rule: 'In an expression 1 or 0. A boolean in the file of a float column is dirty.',
    cases: [['true', DIRTY, '1']],
  },
  {
    from: BOOLEAN_TYPE,
    to: DECIMAL_TYPE,
    rule: 'In an expression 1 or 0. A boolean in the file of a decimal column is dirty.',
    cases: [['true', DIRTY, '1.00']],
  },
  {
    from: BOOLEAN_TYPE,
    to: BOOLEAN_TYPE,
    rule: 'The same.',
    cases: [
      ['true', 'true'],
      ['false', 'false'],
    ],
  },
  { from: BOOLEAN_TYPE, to: DATE_TYPE, rule: 'Not possible.', cases: [['true', DIRTY, REFUSED]] },
  { from: BOOLEAN_TYPE, to: JSON_TYPE, rule: 'The boolean.', cases: [['true', 'true']] },
];

const FROM_TIME: readonly ConversionCell[] = [
  { from: DATE_TYPE, to: STRING_TYPE, rule: 'YYYY-MM-DD.', cases: [['2026-01-31', '2026-01-31']] },
  {
    from: DATE_TYPE,
    to: DATE_TYPE,
    rule: 'The same. Years beyond 1 to 9999 are dirty.',
    cases: [
      ['2026-01-31', '2026-01-31'],
      ['0001-01-01', '0001-01-01'],
      ['9999-12-31', '9999-12-31'],
    ],
  },
  { from: DATE_TYPE, to: DATETIME_TYPE, rule: 'Midnight.', cases: [['2026-01-31', '2026-01-31 00:00:00']] },
  { from: DATE_TYPE, to: INTEGER_TYPE, rule: 'Not possible.', cases: [['2026-01-31', DIRTY, REFUSED]] },
  { from: DATE_TYPE, to: TIME_TYPE, rule: 'Not possible.', cases: [['2026-01-31', DIRTY, REFUSED]] },
  { from: DATE_TYPE, to: BOOLEAN_TYPE, rule: 'Not possible.', cases: [['2026-01-31', DIRTY, REFUSED]] },
  {
    from: DATETIME_TYPE,
    to: STRING_TYPE,
    rule: 'YYYY-MM-DD HH:mm:ss in UTC, with the decimal places of a second that are not zero.',
    cases: [
      ['2026-01-31 10:20:30', '2026-01-31 10:20:30'],
      ['2026-01-31 10:20:30.5', '2026-01-31 10:20:30.5'],
      ['2026-01-31 00:00:00', '2026-01-31 00:00:00'],
    ],
  },
  {
    from: DATETIME_TYPE,
    to: DATE_TYPE,
    rule: 'Its day. From a file only a time of midnight.',
    cases: [
      ['2026-01-31 00:00:00', '2026-01-31'],
      ['2026-01-31 10:20:30', DIRTY, '2026-01-31'],
    ],
  },
  {
    from: DATETIME_TYPE,
    to: DATETIME_TYPE,
    rule: 'The same.',
    cases: [
      ['2026-01-31 10:20:30', '2026-01-31 10:20:30'],
      ['2026-01-31 10:20:30.123456', '2026-01-31 10:20:30.123456'],
    ],
  },
  {
    from: DATETIME_TYPE,
    to: TIME_TYPE,
    rule: 'In an expression its time of day. A datetime in the file of a time column is dirty.',
    cases: [['2026-01-31 10:20:30', DIRTY, '10:20:30']],
  },
  { from: DATETIME_TYPE, to: INTEGER_TYPE, rule: 'Not possible.', cases: [['2026-01-31 10:20:30', DIRTY, REFUSED]] },
  { from: TIME_TYPE, to: STRING_TYPE, rule: 'HH:mm:ss.', cases: [['10:20:30', '10:20:30']] },
  { from: TIME_TYPE, to: TIME_TYPE, rule: 'The same.', cases: [['10:20:30', '10:20:30']] },
  { from: TIME_TYPE, to: DATE_TYPE, rule: 'Not possible.', cases: [['10:20:30', DIRTY, REFUSED]] },
];

/** Values of JSON, each given as JSON text. */
const FROM_JSON: readonly ConversionCell[] = [
  {
    from: JSON_TYPE,
    to: STRING_TYPE,
    rule: 'A string without its quotation marks; anything else as JSON text. null is null.',
    cases: [
      ['"a"', 'a'],
      ['""', ''],
      ['12', '12'],
      ['1.50', '1.5'],
      ['1.0', '1'],
      ['1e3', '1000'],
      ['true', 'true'],
      ['null', null],
      ['{"a":[1,2]}', '{"a":[1,2]}'],
      ['"null"', 'null'],
    ],
  },
  {
    from: JSON_TYPE,
    to: INTEGER_TYPE,
    rule: 'A whole number, or a string that can be read as one.',
    cases: [
      ['12', '12'],
      ['12.0', '12'],
      ['1e3', '1000'],
      ['9007199254740993', '9007199254740993'],
      ['"12"', '12'],
      ['" 12 "', '12'],
      ['2.5', DIRTY],
      ['"2.5"', DIRTY],
      ['9223372036854775808', DIRTY],
      ['true', DIRTY],
      ['"a"', DIRTY],
      ['""', null],
      ['null', null],
      ['[1]', DIRTY],
      ['{"a":1}', DIRTY],
    ],
  },
  {
    from: JSON_TYPE,
    to: FLOAT_TYPE,
    rule: 'A finite number, or a string that can be read as one.',
    cases: [
      ['1.5', '1.5'],
      ['12', '12'],
      ['1e3', '1000'],
      ['"1.5"', '1.5'],
      ['1e400', DIRTY],
      ['"1e400"', DIRTY],
      ['"NaN"', DIRTY],
      ['false', DIRTY],
      ['null', null],
      ['[]', DIRTY],
    ],
  },
  {
    from: JSON_TYPE,
    to: DECIMAL_TYPE,
    rule: 'A number or string whose digits fit; nothing is rounded.',
    cases: [
      ['1.5', '1.50'],
      ['12', '12.00'],
      ['"1.50"', '1.50'],
      ['1.500', '1.50'],
      ['1.505', DIRTY],
      ['"1.505"', DIRTY],
      ['10000', DIRTY],
      ['true', DIRTY],
      ['null', null],
    ],
  },
  {
    from: JSON_TYPE,
    to: BOOLEAN_TYPE,
    rule: 'A boolean, 1, 0, or a string that can be read as one.',
    cases: [
      ['true', 'true'],
      ['false', 'false'],
      ['1', 'true'],
      ['0', 'false'],
      ['"yes"', 'true'],
      ['"No"', 'false'],
      ['2', DIRTY],
      ['"2"', DIRTY],
      ['null', null],
      ['{}', DIRTY],
    ],
  },
  {
    from: JSON_TYPE,
    to: DATE_TYPE,
    rule: 'A string or whole number that can be read as a date.',
    cases: [
      ['"2026-01-31"', '2026-01-31'],
      ['"2026-01-31T10:00:00Z"', DIRTY],
      ['20260131', '2026-01-31'],
      ['"abc"', DIRTY],
      ['true', DIRTY],
      ['null', null],
    ],
  },
  {
    from: JSON_TYPE,
    to: DATETIME_TYPE,
    rule: 'A string that can be read as a datetime, converted to UTC.',
    cases: [
      ['"2026-01-31T23:30:00-08:00"', '2026-02-01 07:30:00'],
      ['"2026-01-31"', '2026-01-31 00:00:00'],
      ['1769854830', DIRTY],
      ['null', null],
    ],
  },
  {
    from: JSON_TYPE,
    to: TIME_TYPE,
    rule: 'A string that can be read as a time.',
    cases: [
      ['"10:20:30"', '10:20:30'],
      ['10', DIRTY],
      ['null', null],
    ],
  },
  {
    from: JSON_TYPE,
    to: JSON_TYPE,
    rule: 'The same. A JSON null is null.',
    cases: [
      ['1e999', '1e999'],
      ['{"a":[1,null]}', '{"a":[1,null]}'],
      ['"a"', '"a"'],
      ['12', '12'],
      ['9007199254740993', '9007199254740993'],
      ['null', null],
    ],
  },
];

const NUMBERS = { kind: 'list', element: INTEGER_TYPE } as const;
const OWNER = {
  kind: 'record',
  fields: [
    { name: 'id', type: INTEGER_TYPE, nullable: true },
    { name: 'name', type: STRING_TYPE, nullable: true },
  ],
} as const;

/** Lists and records, each given as JSON text. */
const FROM_NESTED: readonly ConversionCell[] = [
  {
    from: NUMBERS,
    to: STRING_TYPE,
    rule: 'Its JSON text.',
    cases: [
      ['[1,2]', '[1,2]'],
      ['[]', '[]'],
    ],
  },
  { from: NUMBERS, to: JSON_TYPE, rule: 'A JSON list.', cases: [['[1,2]', '[1,2]']] },
  { from: NUMBERS, to: INTEGER_TYPE, rule: 'Not possible.', cases: [['[1]', DIRTY, REFUSED]] },
  { from: OWNER, to: STRING_TYPE, rule: 'Its JSON text.', cases: [['{"id":1,"name":"a"}', '{"id":1,"name":"a"}']] },
  { from: OWNER, to: JSON_TYPE, rule: 'A JSON object.', cases: [['{"id":1,"name":"a"}', '{"id":1,"name":"a"}']] },
  { from: OWNER, to: FLOAT_TYPE, rule: 'Not possible.', cases: [['{"id":1,"name":"a"}', DIRTY, REFUSED]] },
];

/** Booleans, dates, times, JSON, lists and records into every type. */
export const FROM_OTHER: readonly ConversionCell[] = [...FROM_BOOLEAN, ...FROM_TIME, ...FROM_JSON, ...FROM_NESTED];
