import fc from 'fast-check';
import { column } from './load-file.ts';

/** Columns of the files that the property tests make. */
export const ROW_COLUMNS = [
  column('id', 'integer'),
  column('note', 'string'),
  column('amount', { kind: 'decimal', precision: 12, scale: 2 }),
  column('day', 'date'),
];

/** A row as it stands in a file and what must become of it, known without reading it. */
export type MadeRow = {
  readonly text: string;
  /** Null: the row is dirty. */
  readonly values: {
    readonly id: number | null;
    readonly note: string | null;
    readonly amount: string | null;
    readonly day: string | null;
  } | null;
  /** Whether the strict reading refuses it. */
  readonly isNewDirty: boolean;
  /** A row behind an unclosed quote must be well-formed to be distinguished from it. */
  readonly kind: 'good' | 'value' | 'fields' | 'quote';
};

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const needsQuotes = (text: string): boolean => text === '' || /[",\r\n]|^\s|\s$/.test(text);

const note = fc.oneof(
  fc.constant(null),
  fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'é', '🎉', '-', '.', '5'), maxLength: 12 }),
  fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r\n', ' ', 'ü'), maxLength: 12 }),
);
const plainNote = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '5', '.'), minLength: 1, maxLength: 8 });

/** [as written, as read] */
const id = fc.oneof(
  { weight: 6, arbitrary: fc.integer().map((value) => [String(value), value, false] as const) },
  fc.constant(['', null, false] as const),
  fc.constant([' 7 ', 7, true] as const),
  fc.constant(['"+1234"', 1234, true] as const),
  fc.constant(['"42"', 42, false] as const),
);
const amount = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .integer({ min: -1_000_000, max: 1_000_000 })
      .map((cents) => [(cents / 100).toFixed(2), (cents / 100).toFixed(2), false] as const),
  },
  fc.constant(['', null, false] as const),
  fc.constant(['+100', '100.00', true] as const),
  fc.constant(['3', '3.00', false] as const),
);
const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

function goodRow(notes: fc.Arbitrary<string | null>): fc.Arbitrary<MadeRow> {
  return fc.tuple(id, notes, fc.boolean(), amount, day).map(([number, text, extraQuotes, money, date]) => {
    const written = text === null ? '' : needsQuotes(text) || extraQuotes ? quoted(text) : text;
    return {
      text: [number[0], written, money[0], date].join(','),
      values: { id: number[1], note: text, amount: money[1] === '-0.00' ? '0.00' : money[1], day: date },
      isNewDirty: number[2] || money[2],
      kind: 'good',
    };
  });
}

const dirty = (text: string, kind: MadeRow['kind']): MadeRow => ({ text, values: null, isNewDirty: true, kind });
const badValue = fc
  .constantFrom(
    '12.7,x,1,2025-01-02',
    '1,x,1,2025-02-30',
    '0x1F,x,1,2025-01-02',
    '1,x,nan,2025-01-02',
    '1,x,1e2,2025-01-02',
    '1,x,1.005,2025-01-02',
    '1,a\0b,1,2025-01-02',
    '1,x,12345678901.00,2025-01-02',
    '1,x,1,2025-01-02 10:00:00',
  )
  .map((text) => dirty(text, 'value'));
const badFields = fc.constantFrom('1', '1,x', '1,x,1,2025-01-02,', ',,,,,,').map((text) => dirty(text, 'fields'));
const openQuote = plainNote.map((text) => dirty(`1,"${text},1,2025-01-02`, 'quote'));

/** Rows of every kind but quotes that are never closed. */
export const closedRows = fc.array(fc.oneof({ weight: 5, arbitrary: goodRow(note) }, badValue, badFields), {
  maxLength: 60,
});

/** Rows without other quotes or line breaks, some with a quote that is never closed, each followed by a good one. */
export const openRows = fc
  .array(
    fc.oneof(
      { weight: 5, arbitrary: goodRow(plainNote).filter(({ text }) => !text.includes('"')) },
      badValue,
      openQuote,
    ),
    { maxLength: 60 },
  )
  .map((rows) => rows.flatMap((row) => (row.kind === 'quote' ? [row, AFTER_OPEN] : [row])));

const AFTER_OPEN: MadeRow = {
  text: '5,x,5,2025-05-05',
  values: { id: 5, note: 'x', amount: '5.00', day: '2025-05-05' },
  isNewDirty: false,
  kind: 'good',
};

export type MadeFile = {
  readonly content: string;
  readonly values: readonly NonNullable<MadeRow['values']>[];
  readonly dirtyLines: readonly number[];
  readonly newDirtyLines: readonly number[];
};

/** The file of the rows, and what must become of it. */
export function fileOf(rows: readonly MadeRow[], lineEnd: string, endsWithLine: boolean): MadeFile {
  let line = 2;
  const dirtyLines: number[] = [];
  const newDirtyLines: number[] = [];
  for (const row of rows) {
    if (row.values === null) dirtyLines.push(line);
    if (row.isNewDirty) newDirtyLines.push(line);
    line += row.text.split('\n').length;
  }
  const content = ['id,note,amount,day', ...rows.map((row) => row.text)].join(lineEnd) + (endsWithLine ? lineEnd : '');
  return { content, values: rows.flatMap((row) => (row.values ? [row.values] : [])), dirtyLines, newDirtyLines };
}
