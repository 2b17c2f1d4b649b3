import type { ColumnType } from '@switchboard/model/schema';

/** A type of ours with values that show what a column of another type does to them, as the CSV of a result writes them. */
export type Declared = { readonly label: string; readonly type: ColumnType; readonly values: readonly string[] };

const decimal = (precision: number, scale: number, values: readonly string[]): Declared => ({
  label: `decimal(${precision}, ${scale})`,
  type: { kind: 'decimal', precision, scale },
  values,
});

export const DECLARED: readonly Declared[] = [
  {
    label: 'string',
    type: { kind: 'string' },
    values: [
      'a',
      'x'.repeat(100),
      '007',
      '1.255',
      '2026-1-5',
      '20261126',
      '2026-11-26 23:59:59.7',
      '1e3',
      'yes',
      'é😀',
    ],
  },
  {
    label: 'integer',
    type: { kind: 'integer' },
    values: ['0', '1', '-1', '5', '300', '16777217', '20261126', '123456', '9007199254740993', '9223372036854775807'],
  },
  {
    label: 'float',
    type: { kind: 'float' },
    values: ['0.5', '1.5', '0.1', '0.1234567890123456', '1e300', '-2.5e-8', '3.0'],
  },
  decimal(4, 1, ['1.5', '-999.9', '2.0']),
  decimal(10, 2, ['1.25', '12345678.25', '-0.01', '3.00']),
  decimal(18, 6, ['1.255001', '123456789012.123456', '5.000000']),
  decimal(38, 10, ['1.2550000001', '1234567890123456789012345678.0123456789', '7.0000000000']),
  decimal(12, 0, ['1', '123456789012', '-5']),
  { label: 'boolean', type: { kind: 'boolean' }, values: ['true', 'false'] },
  { label: 'date', type: { kind: 'date' }, values: ['2026-11-26', '1969-07-20', '9999-12-31', '2012-10-11'] },
  {
    label: 'datetime',
    type: { kind: 'datetime' },
    values: ['2026-11-26 23:59:59', '2026-11-26 10:00:00.6', '2026-11-26 10:00:00.123456', '2026-11-26 00:00:00'],
  },
  { label: 'time', type: { kind: 'time' }, values: ['23:59:59', '10:11:12', '10:00:00.123456', '00:00:00'] },
  {
    label: 'json',
    type: { kind: 'json' },
    values: ['{"b":1,"a":[2.50]}', `"${'y'.repeat(100)}"`, '[1,"x"]', '"text"', '5'],
  },
];
