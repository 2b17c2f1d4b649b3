import { isUtf8 } from 'node:buffer';
import { TOO_LONG } from '../../scan/rejected-output.ts';
import type { Refusal, ScanLayout } from '../../scan/scan-task.ts';
import { type ColumnReader, columnReader, expectedText, type Target } from '../../values/column-reader.ts';
import { strptimeFormat } from '../../values/time-shape.ts';
import { csvField, LONE_NULL, REWRITTEN } from './csv-dialect.ts';
import type { OddRecord } from './csv-partial-record.ts';
import type { CsvRecord } from './csv-record.ts';

export type CsvLayout = Extract<ScanLayout, { kind: 'csv' }>;

/** The verdict on one record: its text for the clean file, or why there is none. */
export type Judgement = { readonly clean: string | null; readonly refusals: readonly Refusal[] };

/** The verdict on a record of which only some fields were looked at. */
export type OddJudgement = {
  readonly dirty: boolean;
  readonly refusals: readonly Refusal[];
  /** What to write instead of odd fields: where each starts and ends, and its text. Those not named stay as they are. */
  readonly rewritten: readonly { readonly start: number; readonly end: number; readonly text: string }[];
};

export type RecordJudge = {
  /** Judges a record, with all leniencies. */
  whole(record: CsvRecord, bytes: Buffer, start: number): Judgement;
  /** The same for one whose other fields are plain. */
  odd(record: OddRecord, bytes: Buffer): OddJudgement;
};

type JudgedColumn = {
  readonly target: Target;
  readonly reader: ColumnReader;
  readonly expected: string;
  /** Stands before its values in the clean file. */
  readonly mark: string;
};

const NOTHING: readonly never[] = [];

const wholeRefusal = (reason: string): Refusal => ({ column: '', expected: '', value: '', reason });

const widthRefusal = (wanted: number, found: number): Refusal =>
  wholeRefusal(`expected ${wanted} fields, found ${found}`);

/** Judges records one by one. */
export function recordJudge(layout: CsvLayout): RecordJudge {
  const { dialect, nullValues } = layout;
  const columns = layout.fields.map(
    (target): JudgedColumn | null =>
      target && {
        target,
        reader: columnReader(target, nullValues),
        expected: expectedText(target),
        mark: target.format !== undefined && strptimeFormat(target.format) !== undefined ? REWRITTEN : '',
      },
  );
  const isNarrow = columns.length === 1;
  const refusalOf = ({ target, expected }: JudgedColumn, value: string, reason: string): Refusal => ({
    column: target.name,
    expected,
    value,
    reason,
  });
  const cellOf = ({ mark }: JudgedColumn, text: string | null): string =>
    csvField(text === null ? null : mark + text, dialect, nullValues);
  return {
    whole(record, bytes, start) {
      const refuse = (refusal: Refusal): Judgement => ({ clean: null, refusals: [refusal] });
      if (record.problem !== null)
        return refuse(wholeRefusal(record.problem === 'too long' ? TOO_LONG : record.problem));
      const raw = bytes.subarray(start, record.end);
      if (raw.includes(0)) return refuse(wholeRefusal(`NUL character at byte ${raw.indexOf(0) + 1}`));
      if (!isUtf8(raw)) return refuse(wholeRefusal(`invalid UTF-8 at byte ${firstInvalid(raw) + 1}`));
      if (record.fields.length !== columns.length) return refuse(widthRefusal(columns.length, record.fields.length));
      const refusals: Refusal[] = [];
      if (record.strayQuote) refusals.push(wholeRefusal('a quote inside an unquoted field'));
      const cells: string[] = [];
      let dirty: Refusal | null = null;
      for (const [index, column] of columns.entries()) {
        const field = record.fields[index];
        if (!column || !field) {
          cells.push('');
          continue;
        }
        const reading = column.reader.text(field.text, field.quoted);
        const reason = reading.fits ? reading.complaint : reading.reason;
        if (reason !== null) {
          const refusal = refusalOf(column, field.text, reason);
          if (!reading.fits) dirty ??= refusal;
          refusals.push(refusal);
        }
        if (reading.fits && dirty === null) cells.push(cellOf(column, reading.text));
      }
      const clean = cells.join(dialect.delimiter);
      return {
        clean: dirty !== null ? null : isNarrow && clean === '' ? LONE_NULL : clean,
        refusals: dirty === null ? refusals : dirtyFirst(dirty, refusals),
      };
    },
    odd({ fields, odd }, bytes) {
      if (fields !== columns.length)
        return { dirty: true, refusals: [widthRefusal(columns.length, fields)], rewritten: NOTHING };
      let refusals: Refusal[] | null = null;
      let rewritten: { start: number; end: number; text: string }[] | null = null;
      let dirty: Refusal | null = null;
      for (let at = 0; at < odd.length; at += 3) {
        const [index = 0, start = 0, end = 0] = [odd[at], odd[at + 1], odd[at + 2]];
        const column = columns[index];
        if (!column) continue;
        const text = bytes.toString('utf8', start, end);
        const reading = column.reader.text(text, false);
        const reason = reading.fits ? reading.complaint : reading.reason;
        if (reason !== null) {
          const refusal = refusalOf(column, text, reason);
          if (!reading.fits) dirty ??= refusal;
          refusals ??= [];
          refusals.push(refusal);
        }
        if (!reading.fits || dirty !== null) continue;
        const cell = cellOf(column, reading.text);
        if (cell === text) continue;
        rewritten ??= [];
        rewritten.push({ start, end, text: isNarrow && cell === '' ? LONE_NULL : cell });
      }
      if (dirty === null) return { dirty: false, refusals: refusals ?? NOTHING, rewritten: rewritten ?? NOTHING };
      return { dirty: true, refusals: dirtyFirst(dirty, refusals ?? NOTHING), rewritten: NOTHING };
    },
  };
}

const dirtyFirst = (dirty: Refusal, refusals: readonly Refusal[]): readonly Refusal[] => [
  dirty,
  ...refusals.filter((refusal) => refusal !== dirty),
];

/** Offset of the first byte that is not part of valid UTF-8. */
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
