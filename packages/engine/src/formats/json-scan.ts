import { isUtf8 } from 'node:buffer';
import { headerKey, LIMITS } from '@switchboard/model';
import { ByteWriter, readBytes, withFile } from './byte-file.ts';
import { columnReader, expectedText } from './column-reader.ts';
import { csvField, LINE_FEED, LONE_NULL } from './csv-dialect.ts';
import { firstInvalid } from './csv-scan.ts';
import { type JsonSlice, splitJson } from './json-split.ts';
import { type JsonValue, LongNumber, parseJson } from './json-value.ts';
import { unfit } from './number-text.ts';
import {
  OWN_DIALECT,
  type Refusal,
  type RefusedRecord,
  type ScanAnswer,
  type ScanLayout,
  type ScanTask,
} from './scan.ts';

export type JsonLayout = Extract<ScanLayout, { kind: 'json' | 'jsonl' }>;

const CHUNK_BYTES = 1 << 20;
const RAW_LENGTH = 65_536;

function* chunksOf(path: string, start: number, end: number): Generator<Buffer> {
  for (let at = start; at < end; ) {
    const from = at;
    const chunk = withFile(path, (file) =>
      readBytes(file, from, Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, end - from))),
    );
    if (chunk.length === 0) return;
    at += chunk.length;
    yield chunk;
  }
}

/** The non-blank lines that start in a part of a file. */
function* linesOf(task: ScanTask): Generator<JsonSlice> {
  let line = 0;
  let parts: Buffer[] = [];
  for (const chunk of chunksOf(task.path, task.start, task.end)) {
    let from = 0;
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, from)) {
      yield { bytes: Buffer.concat([...parts, chunk.subarray(from, at)]), line };
      parts = [];
      line += 1;
      from = at + 1;
    }
    if (from < chunk.length) parts.push(chunk.subarray(from));
  }
  if (parts.length > 0) yield { bytes: Buffer.concat(parts), line };
}

/** Rows of a JSON file, each as the bytes of one value. Throws SyntaxError for a document that is not whole. */
export function jsonSlices(task: ScanTask, layout: JsonLayout): Iterable<JsonSlice> {
  return layout.kind === 'jsonl' ? linesOf(task) : splitJson(chunksOf(task.path, task.start, task.end), layout.records);
}

const isRecord = (value: JsonValue): value is { readonly [name: string]: JsonValue } =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LongNumber);

const whole = (reason: string): Refusal => ({ column: '', expected: '', value: '', reason });

/** The record in a slice, or why it is none. */
export function recordIn(slice: Buffer): { readonly [name: string]: JsonValue } | string {
  if (slice.length > LIMITS.recordBytes) return 'record longer than 1 MB';
  if (!isUtf8(slice)) return `invalid UTF-8 at byte ${firstInvalid(slice) + 1}`;
  try {
    const value = parseJson(slice.toString('utf8'));
    return isRecord(value) ? value : 'not a JSON object';
  } catch {
    return 'not valid JSON';
  }
}

/** Reads the rows of a JSON file: good ones go to the clean file as CSV, refused ones to theirs. */
export function scanJson(task: ScanTask, layout: JsonLayout): ScanAnswer {
  const columns = layout.targets.map((target) => ({
    target,
    reader: columnReader(target, layout.nullValues),
    expected: expectedText(target),
  }));
  const places = new Map(layout.targets.map((target, index) => [headerKey(target.header), index]));
  const known = new Map<string, number>();
  const placeOf = (key: string): number => {
    const cached = known.get(key);
    if (cached !== undefined) return cached;
    const place = places.get(headerKey(key)) ?? -1;
    if (known.size < 10_000) known.set(key, place);
    return place;
  };
  const clean = new ByteWriter(task.cleanPath ?? '');
  const refused = new ByteWriter(task.refusedPath);
  let records = 0;
  let good = 0;
  let refusedCount = 0;
  let lines = 0;
  for (const slice of jsonSlices(task, layout)) {
    lines = slice.line + 1;
    if (slice.bytes.every(isSpace)) continue;
    records += 1;
    const record = recordIn(slice.bytes);
    const refusals: Refusal[] = [];
    const cells: string[] = [];
    let dirty: Refusal | null = null;
    if (typeof record === 'string') {
      dirty = whole(record);
      refusals.push(dirty);
    } else {
      const values: (JsonValue | undefined)[] = Array.from({ length: columns.length });
      for (const [key, value] of Object.entries(record)) {
        const place = placeOf(key);
        if (place >= 0) values[place] = value;
      }
      for (const [index, column] of columns.entries()) {
        const value = values[index];
        const read = column.reader.json(value);
        const reading = read.fits && read.text?.includes('\0') ? unfit('has a NUL character') : read;
        const reason = reading.fits ? reading.complaint : reading.reason;
        if (reason !== null) {
          const shown = typeof value === 'string' ? value : JSON.stringify(value ?? null);
          const refusal = { column: column.target.name, expected: column.expected, value: shown, reason };
          if (!reading.fits) dirty ??= refusal;
          refusals.push(refusal);
        }
        if (reading.fits) cells.push(csvField(reading.text, OWN_DIALECT, layout.nullValues));
      }
    }
    if (dirty === null) {
      good += 1;
      if (layout.lineNumbers) cells.push(String(slice.line));
      const text = cells.join(',');
      clean.text(`${text === '' ? LONE_NULL : text}\n`);
    }
    if (refusals.length > 0) {
      const raw = slice.bytes.toString('utf8', 0, Math.min(slice.bytes.length, RAW_LENGTH)).replace(/\r$/, '');
      const ordered = dirty === null ? refusals : [dirty, ...refusals.filter((refusal) => refusal !== dirty)];
      const entry: RefusedRecord = { line: slice.line, raw, dirty: dirty !== null, refusals: ordered };
      refused.text(`${JSON.stringify(entry)}\n`);
      refusedCount += 1;
    }
  }
  clean.close();
  refused.close();
  return {
    records,
    good,
    dirty: records - good,
    refused: refusedCount,
    pieces: null,
    lines,
    startsSound: true,
    next: task.end,
    skipping: false,
  };
}

const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0d || byte === 0x09;
