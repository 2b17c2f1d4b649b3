import type { SourceColumn } from '@switchboard/model/schema';
import type { SqlRow } from '../../src/executors/executor.ts';
import { column } from '../load-file.ts';
import FIRST from './report-rows.json' with { type: 'json' };

/** The columns of the report that every file of the matrix holds. */
export const REPORT_COLUMNS: readonly SourceColumn[] = [
  column('id', 'integer', { nullable: false }),
  column('name', 'string'),
  column('clicks', 'integer'),
  column('revenue', { kind: 'decimal', precision: 12, scale: 2 }),
  column('day', 'date'),
  column('active', 'boolean'),
  column('seen', 'datetime'),
];

export type ReportValue = string | number | boolean | null;

/**
 * The report as its writers are given it: nine records. Numbers 6, 7 and 8 are dirty (no integer, no day, no id), number 5
 * only for the strict reading. `last` is the last one's name and `clicks` its clicks, as far as a format can hold them.
 */
export const reportRecords = (last: string, clicks: ReportValue): readonly (readonly ReportValue[])[] => [
  ...(FIRST as ReportValue[][]),
  [9, last, clicks, 1_234_567.89, '2025-12-31', true, '2025-06-30 12:00:00'],
];

export type Counts = Readonly<Record<'records' | 'good' | 'dirty' | 'newDirty', number>>;

export const REPORT_COUNTS: Counts = { records: 9, good: 6, dirty: 3, newDirty: 4 };

/** Columns of `reportRecords` that the good rows have in the table, as the database shows them. */
export function reportRows(last: string, clicks: ReportValue): readonly SqlRow[] {
  const row = (
    id: number,
    name: string | null,
    own: ReportValue,
    revenue: string | null,
    day: string | null,
    active: boolean | null,
    seen: string | null,
  ): SqlRow => ({ id, name, clicks: own, revenue, day, active, seen });
  return [
    row(1, 'Zoë', 10, '1.50', '2025-01-02', true, '2025-01-02 03:04:05'),
    row(2, 'größer, "x"\nsecond line', 0, '0.25', '2024-02-29', false, '2024-12-31 23:59:59'),
    row(3, 'a|b\tc;d', -5, '-0.01', '1999-12-31', false, null),
    row(4, null, null, null, null, null, null),
    row(5, 'lenient', 12, '3.00', '2025-01-02', true, null),
    row(9, last, clicks, '1234567.89', '2025-12-31', true, '2025-06-30 12:00:00'),
  ];
}

/** The clean records of the report, for formats that keep types: five good ones, of which none is objected to. */
export const TYPED_COUNTS: Counts = { records: 5, good: 5, dirty: 0, newDirty: 0 };

/** A file of the matrix and what must become of it. */
export type GoodFile = {
  /** Format, compression and encoding, for the summary. */
  readonly cell: readonly [format: string, compression: string, encoding: string];
  readonly filename: string;
  readonly content: Buffer;
  readonly parameters?: Readonly<Record<string, string | number | boolean>>;
  /** The names that its rows go by: its own, or those of an archive's members. */
  readonly shownAs: readonly string[];
  readonly counts: Counts;
  readonly rows: readonly SqlRow[];
};

/** The name of the one file in a packed file: archives here name it after themselves. */
export const shownName = (filename: string): string =>
  filename.endsWith('.zip') ? `in.${filename.slice(0, -'.zip'.length)}` : filename;
