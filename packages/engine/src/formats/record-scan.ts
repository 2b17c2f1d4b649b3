import type { ColumnType } from '@switchboard/model/schema';
import { unfit } from '@switchboard/model/values/number-text';
import { ByteWriter } from '../files/byte-file.ts';
import { columnReader, expectedText, type Target } from '../values/column-reader.ts';
import { type JsonValue, jsonText, parseJson, TOO_DEEP, TooDeep } from '../values/json-value.ts';
import { mayBeNative, nativeValue } from '../values/native-value.ts';
import { LONE_NULL, ownField } from './csv-dialect.ts';
import type { DocumentReader, RecordSlice } from './documents/document-reader.ts';
import {
  columnPositions,
  type DocumentLayout,
  parseRecord,
  sliceProblem,
  splitDocument,
} from './documents/document-record.ts';
import { chunksOf, splitLines } from './documents/line-records.ts';
import { NestedFields } from './part-scan/nested-fields.ts';
import { type RecordFields, recordFields } from './part-scan/record-fields.ts';
import { rejectedOutput, rejectedResult } from './part-scan/rejected-output.ts';
import type { ScanLayout, ScanResult, ScanTask, Violation } from './part-scan/scan-task.ts';
import { type RowsLayout, rawText } from './rows/rows-layout.ts';

type RecordLayout = Exclude<ScanLayout, { kind: 'csv' }>;

/** Reads the records of a part. */
type RecordSource = {
  /** The values of a record, by column; a string is the reason why it is rejected. */
  readonly read: (slice: Buffer) => readonly (JsonValue | undefined)[] | string;
  /** The columns that the records read so far have; null when that is known without reading them. */
  readonly fields: () => RecordFields | null;
};

/** Types whose canonical text cannot contain a NUL character. */
const NUL_FREE = new Set(['integer', 'float', 'decimal', 'boolean', 'date', 'datetime', 'time']);

const recordViolation = (reason: string): Violation => ({ column: '', expected: '', value: '', reason });

/** Parses a converted row; null when its values are nested too deeply. */
function parseRow(slice: Buffer): readonly JsonValue[] | { readonly [name: string]: JsonValue } | null {
  try {
    return parseJson(slice.toString('utf8')) as readonly JsonValue[] | { readonly [name: string]: JsonValue };
  } catch (error) {
    if (error instanceof TooDeep) return null;
    throw error;
  }
}

/** A type whose numbers are texts, because their separators are declared. */
function textualType(type: ColumnType): ColumnType {
  switch (type.kind) {
    case 'integer':
    case 'float':
    case 'decimal':
      return { kind: 'string' };
    case 'list':
      return { kind: 'list', element: textualType(type.element) };
    case 'record':
      return { ...type, fields: type.fields.map((field) => ({ ...field, type: textualType(field.type) })) };
    default:
      return type;
  }
}

/** Records of a part in which repeated names are searched for. A writer that repeats a name does so in each record that has it. */
const SEARCHED = 1000;

function documentRecords(layout: DocumentLayout, reader: DocumentReader): RecordSource {
  const { targets } = layout;
  const positions = columnPositions(targets);
  const unknown = { kind: 'unknown' } as const;
  const types = targets.map(({ type, separators }) => (separators === undefined ? type : textualType(type)));
  const typeOf = (name: string): ColumnType => types[positions.of(name)] ?? unknown;
  const found = new Uint8Array(targets.length);
  const nested = new NestedFields(targets);
  let records = 0;
  let repeats = false;
  return {
    read(slice) {
      const record = parseRecord(slice, layout, reader, typeOf);
      if (typeof record === 'string') return record;
      records += 1;
      if (records <= SEARCHED || repeats) {
        const twice = reader.repeatedKey?.(slice.toString('utf8'), (name) => positions.of(name) >= 0) ?? null;
        repeats ||= twice !== null;
        if (twice !== null) return `two of its fields are named ${twice}`;
      }
      const values: (JsonValue | undefined)[] = Array.from({ length: targets.length });
      for (const key in record) {
        const position = positions.of(key);
        if (position < 0) continue;
        if (values[position] !== undefined) return `two of its fields are named ${targets[position]?.header}`;
        values[position] = record[key];
        found[position] = 1;
      }
      nested.add(values);
      return values;
    },
    fields() {
      const wanted = targets.map(({ header }, index) => ({ header, isFound: found[index] === 1 }));
      return recordFields(wanted, positions.keys(), nested, records);
    },
  };
}

function rowRecords(layout: RowsLayout): RecordSource {
  const wanted = layout.fields.flatMap((field, index) => (field ? [index] : []));
  const read: RecordSource['read'] = (slice) => {
    const problem = sliceProblem(slice);
    if (problem !== null) return problem;
    const row = parseRow(slice);
    if (row === null) return TOO_DEEP;
    const values = Array.isArray(row)
      ? (row as readonly JsonValue[])
      : layout.names.map((name) => (row as { readonly [name: string]: JsonValue })[name]);
    if (values.length !== layout.fields.length)
      return `expected ${layout.fields.length} fields, found ${values.length}`;
    return wanted.map((index) => values[index]);
  };
  return { read, fields: () => null };
}

const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0d || byte === 0x09;

/** Whether a line is blank. The first byte decides for most lines. */
const isBlank = (slice: Buffer): boolean => (slice.length === 0 || isSpace(slice[0] ?? 0)) && slice.every(isSpace);

/** Scans a document, which needs a `reader`, or rows: good records go to the clean file as CSV, rejected ones to theirs. */
export function scanRecords(task: ScanTask, layout: RecordLayout, reader?: DocumentReader): ScanResult {
  const isRows = layout.kind === 'rows';
  if (!isRows && !reader) throw new Error(`${layout.format} is not a document format`);
  const targets: readonly Target[] = isRows ? layout.fields.filter((field) => field !== null) : layout.targets;
  const source = isRows ? rowRecords(layout) : documentRecords(layout, reader as DocumentReader);
  const slices: Iterable<RecordSlice> = isRows
    ? splitLines(chunksOf(task.path, task.start, task.end))
    : splitDocument(task, layout, reader as DocumentReader);
  const columns = targets.map((target) => ({
    target,
    reader: columnReader(target, layout.nullValues),
    // A date that a file stores as such is not written in the declared format.
    native:
      isRows && target.format !== undefined ? columnReader({ ...target, format: undefined }, layout.nullValues) : null,
    expected: expectedText(target),
    mayHoldNul: !NUL_FREE.has(target.type.kind),
  }));
  const clean = new ByteWriter(task.cleanPath ?? '');
  const rejected = rejectedOutput(task);
  let records = 0;
  let good = 0;
  let lines = 0;
  for (const slice of slices) {
    lines = slice.line + 1;
    if (isBlank(slice.bytes)) continue;
    if (records === task.maxRecords) break;
    records += 1;
    const values = source.read(slice.bytes);
    let violations: Violation[] | null = null;
    let dirty: Violation | null = null;
    let text = '';
    if (typeof values === 'string') {
      dirty = recordViolation(values);
      violations = [dirty];
    } else {
      for (let index = 0; index < columns.length; index += 1) {
        const column = columns[index];
        if (!column) continue;
        const given = values[index];
        // The strict reading has no objection to the form of a native date or time.
        const native = isRows && mayBeNative(given) ? nativeValue(given, column.target.type) : null;
        const value = native === null ? given : native.value;
        const isTime = native?.isTime === true;
        const fault = native?.fault ?? null;
        const read = (isTime && column.native ? column.native : column.reader).json(value);
        // Texts that mean null may be those of faults, such as #N/A.
        const reading = fault !== null && (!read.fits || read.text !== null || value === '') ? unfit(fault) : read;
        const result =
          column.mayHoldNul && reading.fits && reading.text?.includes('\0') ? unfit('has a NUL character') : reading;
        const reason = result.fits ? (isTime ? null : result.complaint) : result.reason;
        if (reason !== null) {
          const shown = typeof value === 'string' ? value : jsonText(value ?? null);
          const violation = { column: column.target.name, expected: column.expected, value: shown, reason };
          if (!result.fits) dirty ??= violation;
          violations ??= [];
          violations.push(violation);
        }
        if (result.fits && dirty === null) text += (index === 0 ? '' : ',') + ownField(result.text, layout.nullValues);
      }
    }
    if (dirty === null) {
      good += 1;
      if (layout.lineNumbers) text += `${columns.length === 0 ? '' : ','}${slice.line}`;
      clean.text(`${text === '' ? LONE_NULL : text}\n`);
    }
    if (violations !== null) {
      const ordered = dirty === null ? violations : [dirty, ...violations.filter((violation) => violation !== dirty)];
      const raw = rawText(slice.bytes, layout);
      rejected.add({ line: slice.line, raw, dirty: dirty !== null, violations: ordered });
    }
  }
  clean.close();
  return {
    records,
    good,
    dirty: records - good,
    ...rejectedResult(rejected),
    clean: null,
    isVerbatim: false,
    lines,
    startsAtRecord: true,
    next: task.end,
    skipping: false,
    fields: source.fields(),
  };
}
