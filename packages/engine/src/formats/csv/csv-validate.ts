import { isUtf8 } from 'node:buffer';
import { type ColumnReader, columnReader, expectedText, type Target } from '../../values/column-reader.ts';
import { strptimeFormat } from '../../values/time-pieces.ts';
import { csvField, LONE_NULL, REWRITTEN } from '../csv-dialect.ts';
import { TOO_LONG } from '../part-scan/rejected-output.ts';
import type { ScanLayout, Violation } from '../part-scan/scan-task.ts';
import type { PartialRecord } from './csv-partial-record.ts';
import type { CsvRecord } from './csv-record.ts';

export type CsvLayout = Extract<ScanLayout, { kind: 'csv' }>;

/** The verdict on one record: its text for the clean file, or why there is none. */
export type RecordVerdict = { readonly clean: string | null; readonly violations: readonly Violation[] };

/** The result of validating only some fields of a record. */
export type PartialVerdict = {
  readonly dirty: boolean;
  readonly violations: readonly Violation[];
  /** Rewritten fields: start, end and new text. All other fields are unchanged. */
  readonly rewritten: readonly { readonly start: number; readonly end: number; readonly text: string }[];
};

export type RecordValidator = {
  /** Validates a whole record by the lenient and the strict reading. */
  whole(record: CsvRecord, bytes: Buffer, start: number): RecordVerdict;
  /** Validates only the fields of a record that are not plain. */
  partial(record: PartialRecord, bytes: Buffer): PartialVerdict;
};

type ValidatedColumn = {
  readonly target: Target;
  readonly reader: ColumnReader;
  readonly expected: string;
  /** The mark before its values in the clean file. */
  readonly mark: string;
};

/** Why bytes are rejected as a text. */
export const notUtf8 = (bytes: Buffer): string =>
  `invalid UTF-8 at byte ${firstInvalid(bytes) + 1}; declare encoding, if the file has another one`;

const NOTHING: readonly never[] = [];

const recordViolation = (reason: string): Violation => ({ column: '', expected: '', value: '', reason });

const widthViolation = (wanted: number, found: number): Violation =>
  recordViolation(`expected ${wanted} fields, found ${found}`);

/** Creates the validator of a layout's records. */
export function recordValidator(layout: CsvLayout): RecordValidator {
  const { dialect, nullValues } = layout;
  const columns = layout.fields.map(
    (target): ValidatedColumn | null =>
      target && {
        target,
        reader: columnReader(target, nullValues),
        expected: expectedText(target),
        mark: target.format !== undefined && strptimeFormat(target.format) !== undefined ? REWRITTEN : '',
      },
  );
  const isNarrow = columns.length === 1;
  const violationOf = ({ target, expected }: ValidatedColumn, value: string, reason: string): Violation => ({
    column: target.name,
    expected,
    value,
    reason,
  });
  const cellOf = ({ mark }: ValidatedColumn, text: string | null): string =>
    csvField(text === null ? null : mark + text, dialect, nullValues);
  return {
    whole(record, bytes, start) {
      const refuse = (violation: Violation): RecordVerdict => ({ clean: null, violations: [violation] });
      if (record.problem !== null)
        return refuse(recordViolation(record.problem === 'too long' ? TOO_LONG : record.problem));
      const raw = bytes.subarray(start, record.end);
      if (raw.includes(0)) return refuse(recordViolation(`NUL character at byte ${raw.indexOf(0) + 1}`));
      if (!isUtf8(raw)) return refuse(recordViolation(notUtf8(raw)));
      if (record.fields.length !== columns.length) return refuse(widthViolation(columns.length, record.fields.length));
      const violations: Violation[] = [];
      if (record.strayQuote) violations.push(recordViolation('a quote inside an unquoted field'));
      const cells: string[] = [];
      let dirty: Violation | null = null;
      for (const [index, column] of columns.entries()) {
        const field = record.fields[index];
        if (!column || !field) {
          cells.push('');
          continue;
        }
        const reading = column.reader.text(field.text, field.quoted);
        const reason = reading.fits ? reading.complaint : reading.reason;
        if (reason !== null) {
          const violation = violationOf(column, field.text, reason);
          if (!reading.fits) dirty ??= violation;
          violations.push(violation);
        }
        if (reading.fits && dirty === null) cells.push(cellOf(column, reading.text));
      }
      const clean = cells.join(dialect.delimiter);
      return {
        clean: dirty !== null ? null : isNarrow && clean === '' ? LONE_NULL : clean,
        violations: dirty === null ? violations : dirtyFirst(dirty, violations),
      };
    },
    partial({ fields, invalid }, bytes) {
      if (fields !== columns.length)
        return { dirty: true, violations: [widthViolation(columns.length, fields)], rewritten: NOTHING };
      let violations: Violation[] | null = null;
      let rewritten: { start: number; end: number; text: string }[] | null = null;
      let dirty: Violation | null = null;
      for (let at = 0; at < invalid.length; at += 3) {
        const [index = 0, start = 0, end = 0] = [invalid[at], invalid[at + 1], invalid[at + 2]];
        const column = columns[index];
        if (!column) continue;
        const text = bytes.toString('utf8', start, end);
        const reading = column.reader.text(text, false);
        const reason = reading.fits ? reading.complaint : reading.reason;
        if (reason !== null) {
          const violation = violationOf(column, text, reason);
          if (!reading.fits) dirty ??= violation;
          violations ??= [];
          violations.push(violation);
        }
        if (!reading.fits || dirty !== null) continue;
        const cell = cellOf(column, reading.text);
        if (cell === text) continue;
        rewritten ??= [];
        rewritten.push({ start, end, text: isNarrow && cell === '' ? LONE_NULL : cell });
      }
      if (dirty === null) return { dirty: false, violations: violations ?? NOTHING, rewritten: rewritten ?? NOTHING };
      return { dirty: true, violations: dirtyFirst(dirty, violations ?? NOTHING), rewritten: NOTHING };
    },
  };
}

const dirtyFirst = (dirty: Violation, violations: readonly Violation[]): readonly Violation[] => [
  dirty,
  ...violations.filter((violation) => violation !== dirty),
];

/** The offset of the first byte that is not valid UTF-8. */
export function firstInvalid(bytes: Buffer): number {
  let low = 0;
  let high = bytes.length;
  // The longest valid prefix, up to a character that the cut itself breaks.
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const validUpTo = [0, 1, 2, 3].some((back) => middle - back >= 0 && isUtf8(bytes.subarray(0, middle - back)));
    if (validUpTo) low = middle;
    else high = middle - 1;
  }
  for (let back = 0; back < 4 && low - back >= 0; back += 1)
    if (isUtf8(bytes.subarray(0, low - back))) return low - back;
  return low;
}
