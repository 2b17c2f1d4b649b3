import type { Column, ColumnType } from '@switchboard/model/schema';

/** Columns of every type that a result can have, the first of them a key. */
export const EVERY_TYPE: readonly Column[] = (
  [
    ['id', { kind: 'integer' }],
    ['site, "name"', { kind: 'string' }],
    ['revenue', { kind: 'decimal', precision: 18, scale: 6 }],
    ['rate', { kind: 'float' }],
    ['ok', { kind: 'boolean' }],
    ['day', { kind: 'date' }],
    ['at', { kind: 'datetime' }],
    ['hour', { kind: 'time' }],
    ['doc', { kind: 'json' }],
    ['tags', { kind: 'list', element: { kind: 'string' } }],
    ['größe', { kind: 'unknown' }],
  ] as const satisfies readonly (readonly [string, ColumnType])[]
).map(([name, type]) => ({ name, type, nullable: name !== 'id' }));

/** Rows of those columns as a destination should hold them: the usual, the awkward, the outermost, and nothing at all. */
export const EVERY_VALUE: readonly (readonly (string | null)[])[] = [
  [
    '1',
    'plain',
    '1.500000',
    '0.25',
    'true',
    '2026-03-04',
    '2026-03-04 01:02:03.5',
    '01:02:03',
    '{"k":[1]}',
    '["a"]',
    'x',
  ],
  [
    '2',
    'comma, "quote"',
    '-0.000001',
    '1e300',
    'false',
    '1970-01-01',
    '1969-12-31 23:59:59.999999',
    '23:59:59',
    'null',
    '[]',
    ';',
  ],
  [
    '3',
    'two\nlines',
    '999999999999.999999',
    '-1.5e-300',
    'true',
    '9999-12-31',
    '2026-03-29 02:30:00',
    '00:00:00',
    '"é"',
    '["p","q,r"]',
    ' ',
  ],
  [
    '9223372036854775807',
    '',
    '0.000000',
    '0',
    'false',
    '2024-02-29',
    '2026-10-25 02:30:00',
    '12:00:00',
    '{}',
    '[null]',
    '😀 日本語 ﷽',
  ],
  [
    '-9223372036854775808',
    '\\N',
    '1.000000',
    '100',
    'true',
    '0001-01-01',
    '2026-01-01 00:00:00',
    '06:30:00',
    '[]',
    '["\\n"]',
    'NULL',
  ],
  ['4', null, null, null, null, null, null, null, null, null, null],
];

/** The canonical CSV of rows, header first, as the engine writes it. */
export function canonicalCsv(columns: readonly Column[], rows: readonly (readonly (string | null)[])[]): string {
  const spelled = (value: string | null): string => {
    if (value === null) return '';
    return value === '' || /[",\n\r]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
  };
  const records = [columns.map((column) => column.name), ...rows];
  return records.map((record) => `${record.map(spelled).join(',')}\n`).join('');
}

/** One spelling for values that two destinations spell differently, such as 1.50 and 1.5. */
export function sameSpelling(columns: readonly Column[], row: readonly (string | null)[]): readonly (string | null)[] {
  return row.map((value, index) => {
    const kind = columns[index]?.type.kind;
    if (value === null) return null;
    if (kind === 'float') return String(Number(value));
    if (kind === 'boolean') return String(value === 'true' || value === 't');
    if (kind === 'json' || kind === 'list') return JSON.stringify(JSON.parse(value));
    return kind === 'datetime' ? value.replace(/\+00(?::00)?$/, '') : value;
  });
}
