import { isUtf8 } from 'node:buffer';
import { type ColumnType, headerKey, LIMITS } from '@switchboard/model';
import { readBytes, withFile } from '../scan/byte-file.ts';
import type { ScanLayout, ScanTask } from '../scan/scan-task.ts';
import { type JsonValue, LongNumber, parseJson } from '../values/json-value.ts';
import { LINE_FEED } from './csv/csv-dialect.ts';
import { firstInvalid } from './csv/csv-validate.ts';
import { type JsonSlice, splitJson } from './json/json-split.ts';
import { xmlRecord } from './xml/xml-record.ts';
import { splitXml } from './xml/xml-split.ts';

/** The layouts of files whose records are documents, or parts of one. */
export type DocumentLayout = Extract<ScanLayout, { kind: 'json' | 'jsonl' | 'xml' }>;

const CHUNK_BYTES = 1 << 20;

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

/** The lines that start in a part of a file. Of one that is longer than a record may be, the beginning is given. */
export function* linesOf(task: ScanTask): Generator<JsonSlice> {
  let line = 0;
  let parts: Buffer[] = [];
  let gathered = 0;
  for (const chunk of chunksOf(task.path, task.start, task.end)) {
    let from = 0;
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, from)) {
      const last = chunk.subarray(from, at);
      yield { bytes: parts.length === 0 ? last : Buffer.concat([...parts, last]), line };
      parts = [];
      gathered = 0;
      line += 1;
      from = at + 1;
    }
    if (from < chunk.length && gathered <= LIMITS.recordBytes) {
      parts.push(chunk.subarray(from));
      gathered += chunk.length - from;
    }
  }
  if (parts.length > 0) yield { bytes: Buffer.concat(parts), line };
}

/** The rows of a JSON or XML file, each as the bytes of one value. Throws SyntaxError for a document that is not whole. */
export function documentSlices(task: ScanTask, layout: DocumentLayout): Iterable<JsonSlice> {
  if (layout.kind === 'jsonl') return linesOf(task);
  const chunks = chunksOf(task.path, task.start, task.end);
  return layout.kind === 'json' ? splitJson(chunks, layout.records) : splitXml(chunks, layout.records);
}

const isRecord = (value: JsonValue): value is { readonly [name: string]: JsonValue } =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LongNumber);

/** Why a slice cannot be read at all; null when its text is sound. */
export function sliceProblem(slice: Buffer): string | null {
  if (slice.length > LIMITS.recordBytes) return 'record longer than 1 MB';
  return isUtf8(slice) ? null : `invalid UTF-8 at byte ${firstInvalid(slice) + 1}`;
}

/** The record in a slice, or why it is none. */
export function recordIn(
  slice: Buffer,
  layout: DocumentLayout,
  typeOf: (name: string) => ColumnType = () => ({ kind: 'unknown' }),
): { readonly [name: string]: JsonValue } | string {
  const problem = sliceProblem(slice);
  if (problem !== null) return problem;
  const isXml = layout.kind === 'xml';
  try {
    const text = slice.toString('utf8');
    const value = isXml ? xmlRecord(text, typeOf, layout.nullValues) : parseJson(text);
    return isRecord(value) ? value : 'not a JSON object';
  } catch {
    return isXml ? 'not well-formed XML' : 'not valid JSON';
  }
}

/** Where the values of a document's keys belong among its targets; -1 for keys that are not wanted. */
export function placesOf(targets: DocumentLayout['targets']): (key: string) => number {
  const places = new Map(targets.map((target, index) => [headerKey(target.header), index]));
  const known = new Map<string, number>();
  return (key) => {
    const cached = known.get(key);
    if (cached !== undefined) return cached;
    const place = places.get(headerKey(key)) ?? -1;
    if (known.size < 10_000) known.set(key, place);
    return place;
  };
}
