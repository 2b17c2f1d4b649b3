import { ByteWriter } from '../scan/byte-file.ts';
import { refusedAnswer, refusedOutput } from '../scan/rejected-output.ts';
import type { Refusal, ScanAnswer, ScanLayout, ScanTask } from '../scan/scan-task.ts';
import { columnReader, expectedText, type Target } from '../values/column-reader.ts';
import { isTooDeep, type JsonValue, jsonText, parseJson, TOO_DEEP, TooDeep } from '../values/json-value.ts';
import { nativeText } from '../values/native-time.ts';
import { unfit } from '../values/number-text.ts';
import { LONE_NULL, ownField } from './csv/csv-dialect.ts';
import { type DocumentLayout, documentSlices, linesOf, placesOf, recordIn, sliceProblem } from './document-slices.ts';
import type { JsonSlice } from './json/json-split.ts';
import { NATIVE_TIME } from './rows-writer.ts';

type RecordLayout = Exclude<ScanLayout, { kind: 'csv' }>;
export type RowsLayout = Extract<ScanLayout, { kind: 'rows' }>;

/** The values of a record, by column; or why it has none. */
type ReadRecord = (slice: Buffer) => readonly (JsonValue | undefined)[] | string;

const RAW_LENGTH = 65_536;
/** Types whose values are written by us, so that no NUL character can be in them. */
const NUL_FREE = new Set(['integer', 'float', 'decimal', 'boolean', 'date', 'datetime', 'time']);

const whole = (reason: string): Refusal => ({ column: '', expected: '', value: '', reason });

/** Whether a record that cannot be read is sound but for its depth. */
const isDeepText = (slice: Buffer): boolean => sliceProblem(slice) === null && isTooDeep(slice.toString('utf8'));

/** A row as we have written it; null for one whose values are nested too deeply. */
function rowIn(slice: Buffer): readonly JsonValue[] | { readonly [name: string]: JsonValue } | null {
  try {
    return parseJson(slice.toString('utf8')) as readonly JsonValue[] | { readonly [name: string]: JsonValue };
  } catch (error) {
    if (error instanceof TooDeep) return null;
    throw error;
  }
}

function documentReader(layout: DocumentLayout): ReadRecord {
  const { targets } = layout;
  const placeOf = placesOf(targets);
  const unknown = { kind: 'unknown' } as const;
  const typeOf = (name: string): Target['type'] => targets[placeOf(name)]?.type ?? unknown;
  return (slice) => {
    const record = recordIn(slice, layout, typeOf);
    if (typeof record === 'string') return layout.kind !== 'xml' && isDeepText(slice) ? TOO_DEEP : record;
    const values: (JsonValue | undefined)[] = Array.from({ length: targets.length });
    for (const key in record) {
      const place = placeOf(key);
      if (place >= 0) values[place] = record[key];
    }
    return values;
  };
}

function rowsReader(layout: RowsLayout): ReadRecord {
  const wanted = layout.fields.flatMap((field, index) => (field ? [index] : []));
  return (slice) => {
    const problem = sliceProblem(slice);
    if (problem !== null) return problem;
    const row = rowIn(slice);
    if (row === null) return TOO_DEEP;
    const values = Array.isArray(row)
      ? (row as readonly JsonValue[])
      : layout.names.map((name) => (row as { readonly [name: string]: JsonValue })[name]);
    if (values.length !== layout.fields.length)
      return `expected ${layout.fields.length} fields, found ${values.length}`;
    return wanted.map((index) => values[index]);
  };
}

/** The raw text of a record, cut where it would fill the memory. */
export function rawText(slice: Buffer, layout: RecordLayout): string {
  const text = slice.toString('utf8', 0, Math.min(slice.length, RAW_LENGTH)).replace(/\r$/, '');
  return layout.kind === 'rows' ? text.replace(/"\\u0001([^"T]*)T?([^"]*)"/g, shownTime) : text;
}

const shownTime = (_whole: string, date: string, clock: string): string =>
  `"${[date, clock].filter(Boolean).join(' ')}"`;

const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0d || byte === 0x09;

/** Whether a line holds nothing. Most lines are told by their first byte. */
const isBlank = (slice: Buffer): boolean => (slice.length === 0 || isSpace(slice[0] ?? 0)) && slice.every(isSpace);

/** Reads the records of a JSON or XML file, or of rows: good ones go to the clean file as CSV, refused ones to theirs. */
export function scanRecords(task: ScanTask, layout: RecordLayout): ScanAnswer {
  const isRows = layout.kind === 'rows';
  const targets: readonly Target[] = isRows ? layout.fields.filter((field) => field !== null) : layout.targets;
  const read = isRows ? rowsReader(layout) : documentReader(layout);
  const slices: Iterable<JsonSlice> = isRows ? linesOf(task) : documentSlices(task, layout);
  const columns = targets.map((target) => ({
    target,
    reader: columnReader(target, layout.nullValues),
    expected: expectedText(target),
    mayHoldNul: !NUL_FREE.has(target.type.kind),
  }));
  const clean = new ByteWriter(task.cleanPath ?? '');
  const refused = refusedOutput(task);
  let records = 0;
  let good = 0;
  let lines = 0;
  for (const slice of slices) {
    lines = slice.line + 1;
    if (isBlank(slice.bytes)) continue;
    if (records === task.mostRecords) break;
    records += 1;
    const values = read(slice.bytes);
    let refusals: Refusal[] | null = null;
    let dirty: Refusal | null = null;
    let text = '';
    if (typeof values === 'string') {
      dirty = whole(values);
      refusals = [dirty];
    } else {
      for (let index = 0; index < columns.length; index += 1) {
        const column = columns[index];
        if (!column) continue;
        const given = values[index];
        // What the file itself keeps as a date or time is not a matter of how it is written.
        const isTime = isRows && typeof given === 'string' && given.startsWith(NATIVE_TIME);
        const value = isTime ? nativeText(given, column.target.type) : given;
        const reading = column.reader.json(value);
        const result =
          column.mayHoldNul && reading.fits && reading.text?.includes('\0') ? unfit('has a NUL character') : reading;
        const reason = result.fits ? (isTime ? null : result.complaint) : result.reason;
        if (reason !== null) {
          const shown = typeof value === 'string' ? value : jsonText(value ?? null);
          const refusal = { column: column.target.name, expected: column.expected, value: shown, reason };
          if (!result.fits) dirty ??= refusal;
          refusals ??= [];
          refusals.push(refusal);
        }
        if (result.fits && dirty === null) text += (index === 0 ? '' : ',') + ownField(result.text, layout.nullValues);
      }
    }
    if (dirty === null) {
      good += 1;
      if (layout.lineNumbers) text += `${columns.length === 0 ? '' : ','}${slice.line}`;
      clean.text(`${text === '' ? LONE_NULL : text}\n`);
    }
    if (refusals !== null) {
      const ordered = dirty === null ? refusals : [dirty, ...refusals.filter((refusal) => refusal !== dirty)];
      const raw = rawText(slice.bytes, layout);
      refused.add({ line: slice.line, raw, dirty: dirty !== null, refusals: ordered });
    }
  }
  clean.close();
  return {
    records,
    good,
    dirty: records - good,
    ...refusedAnswer(refused),
    pieces: null,
    isVerbatim: false,
    lines,
    startsSound: true,
    next: task.end,
    skipping: false,
  };
}
