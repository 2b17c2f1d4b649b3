import { closeSync, openSync, writeSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { readBytes } from './byte-file.ts';
import { csvField, LINE_FEED, OWN_DIALECT } from './csv-dialect.ts';
import type { RefusedRecord } from './scan.ts';

/** A refused record as one line of text. The order of its keys is what `packRefused` cuts it by. */
export const refusedLine = ({ line, raw, dirty, refusals }: RefusedRecord): string =>
  `${JSON.stringify({ line, raw, dirty, refusals })}\n`;

/** What to do with the refused records of a scanned part, once it is known where the part begins. Plain data. */
export type PackTask = {
  readonly refusedPath: string;
  /** The physical line (from 1) that the scan's line 0 is. */
  readonly firstLine: number;
  /** The raw file's name, where records name theirs. */
  readonly filename: string | null;
  /** Gzip files to append to: dirty rows as CSV, without a header, and new dirty rows as JSON lines. */
  readonly dirtyPath: string;
  readonly freshPath: string;
};

export type PackAnswer = { readonly dirty: number; readonly fresh: number };

const CHUNK_BYTES = 1024 ** 2;

/** Appends to a gzip file: a member of its own, which readers join to those before it. */
export function appendPacked(path: string, text: string): void {
  if (text === '') return;
  const packed = gzipSync(text, { level: 1, memLevel: 9 });
  const file = openSync(path, 'a');
  try {
    for (let written = 0; written < packed.length; ) written += writeSync(file, packed, written);
  } finally {
    closeSync(file);
  }
}

/** The row of the dirty rows file: its line, the column at fault, the reason and the original text. */
function dirtyRow(record: RefusedRecord, line: number, filename: string | null): string {
  const [first] = record.refusals;
  const reason =
    first?.reason === 'record longer than 1 MB' ? `Line ${line}: record longer than 1 MB.` : (first?.reason ?? '');
  const cells = [first?.column ?? '', reason, record.raw, ...(filename === null ? [] : [filename])];
  return `${line},${cells.map((cell) => csvField(cell, OWN_DIALECT, [])).join(',')}\n`;
}

/** The lines of a file, by the chunk, so that a large file does not fill the memory. */
function* linesOf(path: string): Generator<readonly string[]> {
  const file = openSync(path, 'r');
  try {
    let pending = Buffer.alloc(0);
    for (let at = 0; ; ) {
      const chunk = readBytes(file, at, Buffer.allocUnsafe(CHUNK_BYTES));
      if (chunk.length === 0) break;
      at += chunk.length;
      const bytes = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      const end = bytes.lastIndexOf(LINE_FEED) + 1;
      pending = Buffer.from(bytes.subarray(end));
      yield bytes.toString('utf8', 0, end).split('\n').slice(0, -1);
    }
  } finally {
    closeSync(file);
  }
}

/** Appends the refused records of a part to the files of dirty and new dirty rows. */
export function packRefused(task: PackTask): PackAnswer {
  const file = task.filename === null ? '' : `"file":${JSON.stringify(task.filename)},`;
  let dirtyCount = 0;
  let freshCount = 0;
  for (const lines of linesOf(task.refusedPath)) {
    let dirty = '';
    let fresh = '';
    for (const text of lines) {
      // In JSON a quote within a text stands behind a backslash, so that these can only be the record's own keys.
      const rawAt = text.indexOf('"raw":');
      const dirtyAt = text.indexOf(',"dirty":', rawAt);
      const refusalsAt = text.indexOf(',"refusals":', dirtyAt);
      const line = Number(text.slice('{"line":'.length, rawAt - 1)) + task.firstLine;
      fresh += `{"line":${line},${file}${text.slice(rawAt, dirtyAt)},"columns":${text.slice(refusalsAt + ',"refusals":'.length)}\n`;
      freshCount += 1;
      if (text.startsWith('true', dirtyAt + ',"dirty":'.length)) {
        dirty += dirtyRow(JSON.parse(text) as RefusedRecord, line, task.filename);
        dirtyCount += 1;
      }
    }
    appendPacked(task.dirtyPath, dirty);
    appendPacked(task.freshPath, fresh);
  }
  return { dirty: dirtyCount, fresh: freshCount };
}
