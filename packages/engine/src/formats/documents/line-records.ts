import { LIMITS } from '@switchboard/model/limits';
import { readBytes, withFile } from '../../files/byte-file.ts';
import { LINE_FEED } from '../csv-dialect.ts';
import type { RecordSlice } from './document-reader.ts';

const CHUNK_BYTES = 1 << 20;

/** The bytes of a file from `start` to `end`, in chunks. */
export function* chunksOf(path: string, start: number, end: number): Generator<Buffer> {
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

/** Splits text into lines. A line longer than a record may be is cut. */
export function* splitLines(chunks: Iterable<Buffer>): Generator<RecordSlice> {
  let line = 0;
  let parts: Buffer[] = [];
  let gathered = 0;
  for (const chunk of chunks) {
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
