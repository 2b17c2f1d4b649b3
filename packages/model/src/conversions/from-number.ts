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
  WHOLE_DECIMAL_TYPE,
} from './conversion-cell.ts';

/** Integers, as binary files and JSON have them, into every type. */
const FROM_INTEGER: readonly ConversionCell[] = [
  {
    from: INTEGER_TYPE,
    to: STRING_TYPE,
    rule: 'Its digits.',
    cases: [
      ['12', '12'],
      ['-12', '-12'],
      ['0', '0'],
      ['9007199254740993', '9007199254740993'],
    ],
  },
  {
    from: INTEGER_TYPE,
    to: INTEGER_TYPE,
    rule: 'The same.',
    cases: [
      ['12', '12'],
      ['9007199254740993', '9007199254740993'],
      ['-9223372036854775808', '-9223372036854775808'],
    ],
  },
  {
    from: INTEGER_TYPE,
    to: FLOAT_TYPE,
    rule: 'The nearest float: exact up to 2^53.',
    cases: [
      ['12', '12'],
      ['-3', '-3'],
      ['9007199254740993', '9007199254740992'],
    ],
  },
  {
    from: INTEGER_TYPE,
    to: DECIMAL_TYPE,
    rule: 'The same number, if its digits fit.',
    cases: [
      ['12', '12.00'],
      ['-9999', '-9999.00'],
      ['10000', DIRTY],
    ],
  },
  {
    from: INTEGER_TYPE,
    to: BOOLEAN_TYPE,
    rule: '1 is true, 0 is false.',
    cases: [
      ['1', 'true'],
      ['0', 'false'],
      ['2', DIRTY],
      ['-1', DIRTY],
    ],
  },
  {
    from: INTEGER_TYPE,
    to: DATE_TYPE,
    rule: 'From a file the digits YYYYMMDD. In an expression, convert it with string(…) first.',
    cases: [
      ['20260131', '2026-01-31', REFUSED],
      ['20260230', DIRTY, REFUSED],
      ['12', DIRTY, REFUSED],
    ],
  },
  {
    from: INTEGER_TYPE,
    to: DATETIME_TYPE,
    rule: 'From a file the digits YYYYMMDD. Seconds since 1970 are not read.',
    cases: [
      ['20260131', '2026-01-31 00:00:00', REFUSED],
      ['1769854830', DIRTY, REFUSED],
    ],
  },
  { from: INTEGER_TYPE, to: TIME_TYPE, rule: 'Not possible.', cases: [['12', DIRTY, REFUSED]] },
  { from: INTEGER_TYPE, to: JSON_TYPE, rule: 'The number.', cases: [['12', '12']] },
];

/** Floats into every type. */
const FROM_FLOAT: readonly ConversionCell[] = [
  {
    from: FLOAT_TYPE,
    to: STRING_TYPE,
    rule: 'The shortest digits that read back as the same float, without a fraction of zeros.',
    cases: [
      ['1.5', '1.5'],
      ['0.1', '0.1'],
      ['-0.25', '-0.25'],
      ['5', '5'],
      ['1e21', '1e+21'],
      ['1e-7', '1e-7'],
    ],
  },
  {
    from: FLOAT_TYPE,
    to: INTEGER_TYPE,
    rule: 'From a file only a whole number. In an expression it is rounded, halves away from zero.',
    cases: [
      ['12', '12'],
      ['-3', '-3'],
      ['2.5', DIRTY, '3'],
      ['-2.5', DIRTY, '-3'],
      ['3.5', DIRTY, '4'],
      ['2.4', DIRTY, '2'],
      ['1e19', DIRTY],
      ['1e300', DIRTY],
    ],
  },
  {
    from: FLOAT_TYPE,
    to: FLOAT_TYPE,
    rule: 'The same. Infinity and NaN are dirty.',
    cases: [
      ['1.5', '1.5'],
      ['0.1', '0.1'],
      ['1e308', '1e+308'],
    ],
  },
  {
    from: FLOAT_TYPE,
    to: DECIMAL_TYPE,
    rule: 'Its shortest digits. From a file they must fit the scale; in an expression they are rounded, halves away from zero.',
    cases: [
      ['1.5', '1.50'],
      ['-0.25', '-0.25'],
      ['1.005', DIRTY, '1.01'],
      ['1.115', DIRTY, '1.12'],
      ['-1.125', DIRTY, '-1.13'],
      ['9999.99', '9999.99'],
      ['10000', DIRTY],
      ['1e300', DIRTY],
    ],
  },
  {
    from: FLOAT_TYPE,
    to: BOOLEAN_TYPE,
    rule: '1 is true, 0 is false.',
    cases: [
      ['1', 'true'],
      ['0', 'false'],
      ['0.5', DIRTY],
      ['2', DIRTY],
    ],
  },
  { from: FLOAT_TYPE, to: DATE_TYPE, rule: 'Not possible.', cases: [['1.5', DIRTY, REFUSED]] },
  { from: FLOAT_TYPE, to: DATETIME_TYPE, rule: 'Not possible.', cases: [['1.5', DIRTY, REFUSED]] },
  { from: FLOAT_TYPE, to: TIME_TYPE, rule: 'Not possible.', cases: [['1.5', DIRTY, REFUSED]] },
  { from: FLOAT_TYPE, to: JSON_TYPE, rule: 'The number.', cases: [['1.5', '1.5']] },
];

/** Decimals into every type. */
const FROM_DECIMAL: readonly ConversionCell[] = [
  {
    from: DECIMAL_TYPE,
    to: STRING_TYPE,
    rule: 'Its digits, with as many decimal places as its scale.',
    cases: [
      ['1.5', '1.50'],
      ['-0.25', '-0.25'],
      ['5', '5.00'],
    ],
  },
  {
    from: DECIMAL_TYPE,
    to: INTEGER_TYPE,
    rule: 'From a file only a whole number. In an expression it is rounded, halves away from zero.',
    cases: [
      ['12', '12'],
      ['2.5', DIRTY, '3'],
      ['-2.5', DIRTY, '-3'],
      ['2.49', DIRTY, '2'],
    ],
  },
  {
    from: DECIMAL_TYPE,
    to: FLOAT_TYPE,
    rule: 'The nearest float; of more than 15 digits it may be the one beside it.',
    cases: [
      ['1.5', '1.5'],
      ['0.1', '0.1'],
      ['9999.99', '9999.99'],
    ],
  },
  {
    from: DECIMAL_TYPE,
    to: WHOLE_DECIMAL_TYPE,
    rule: 'From a file only if no digit is lost. In an expression it is rounded, halves away from zero.',
    cases: [
      ['12', '12'],
      ['2.5', DIRTY, '3'],
      ['-2.5', DIRTY, '-3'],
      ['9999.99', DIRTY],
    ],
  },
  {
    from: DECIMAL_TYPE,
    to: BOOLEAN_TYPE,
    rule: '1 is true, 0 is false.',
    cases: [
      ['1', 'true'],
      ['0', 'false'],
      ['0.5', DIRTY],
    ],
  },
  { from: DECIMAL_TYPE, to: DATE_TYPE, rule: 'Not possible.', cases: [['1.5', DIRTY, REFUSED]] },
  { from: DECIMAL_TYPE, to: JSON_TYPE, rule: 'The number.', cases: [['1.5', '1.5']] },
];

/** Numbers into every type. */
export const FROM_NUMBER: readonly ConversionCell[] = [...FROM_INTEGER, ...FROM_FLOAT, ...FROM_DECIMAL];
