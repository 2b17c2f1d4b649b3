import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { csvCell, eachRefused, HEAD, HEAD_BYTES, MARK, RAW_AT } from './refused-records.ts';

/** What to do with the refused records of a scanned part, once it is known where the part begins. Plain data. */
export type PackTask = {
  /** Taken away when it is packed. */
  readonly refusedPath: string;
  /** The physical line (from 1) that the scan's line 0 is. */
  readonly firstLine: number;
  /** The raw file's name, where records name theirs. */
  readonly filename: string | null;
  /** Gzip files to append to: dirty rows as CSV, without a header, and new dirty rows as JSON lines. */
  readonly dirtyPath: string;
  readonly freshPath: string;
};

const MEMBER_BYTES = 1024 ** 2;
/** The fastest of those tried on rows of reports: a window and tables that fit into the processor's nearer caches. */
const PACKING = { level: 1, memLevel: 9, windowBits: 13, chunkSize: 256 * 1024 };
const LINE_END = 0x0a;
const COMMA = 0x2c;

/** Appends to a gzip file: a member of its own, which readers join to those before it. */
export function appendPacked(path: string, content: string | Buffer): void {
  if (content.length === 0) return;
  const packed = gzipSync(content, PACKING);
  const file = openSync(path, 'a');
  try {
    for (let written = 0; written < packed.length; ) written += writeSync(file, packed, written);
  } finally {
    closeSync(file);
  }
}

/** Gathers bytes for a gzip file, and appends them as members. */
class PackedFile {
  private readonly path: string;
  private space = Buffer.allocUnsafeSlow(MEMBER_BYTES);
  private filled = 0;

  constructor(path: string) {
    this.path = path;
  }

  /** To be called before the bytes of a record are put. */
  room(length: number): void {
    if (this.filled + length <= this.space.length) return;
    this.flush();
    if (length > this.space.length) this.space = Buffer.allocUnsafeSlow(length);
  }

  put(bytes: Buffer, start: number, end: number): void {
    bytes.copy(this.space, this.filled, start, end);
    this.filled += end - start;
  }

  byte(byte: number): void {
    this.space[this.filled] = byte;
    this.filled += 1;
  }

  digits(value: number): void {
    let length = 1;
    for (let rest = value; rest >= 10; rest = Math.floor(rest / 10)) length += 1;
    let rest = value;
    for (let at = this.filled + length - 1; at >= this.filled; at -= 1) {
      this.space[at] = 0x30 + (rest % 10);
      rest = Math.floor(rest / 10);
    }
    this.filled += length;
  }

  flush(): void {
    appendPacked(this.path, this.space.subarray(0, this.filled));
    this.filled = 0;
  }
}

const DIGITS = 20;
const JSON_START = Buffer.from('{"line":');

/** Appends the refused records of a part to files of dirty and new dirty rows. */
export function packRefused({ refusedPath, firstLine, filename, dirtyPath, freshPath }: PackTask): void {
  const dirty = new PackedFile(dirtyPath);
  const fresh = new PackedFile(freshPath);
  const behindLine = Buffer.from(filename === null ? ',' : `,"file":${JSON.stringify(filename)},`);
  const lastCell = Buffer.from(filename === null ? '' : `,${csvCell(filename)}`);
  eachRefused(refusedPath, (bytes, head) => {
    const line = firstLine + bytes.readUInt32LE(head + HEAD.line);
    const marks = bytes.readUInt32LE(head + HEAD.marks);
    const json = head + HEAD_BYTES;
    const jsonEnd = json + bytes.readUInt32LE(head + HEAD.jsonLength);
    fresh.room(JSON_START.length + DIGITS + behindLine.length + jsonEnd - json);
    fresh.put(JSON_START, 0, JSON_START.length);
    fresh.digits(line);
    fresh.put(behindLine, 0, behindLine.length);
    fresh.put(bytes, json, jsonEnd);
    if ((marks & MARK.dirty) === 0) return;
    const cellsEnd = jsonEnd + bytes.readUInt32LE(head + HEAD.cellsLength);
    const rawCellEnd = cellsEnd + bytes.readUInt32LE(head + HEAD.rawCellLength);
    const quotes = (marks & MARK.rawUnquoted) !== 0 ? 1 : 0;
    const isRawInJson = (marks & (MARK.rawAsJson | MARK.rawUnquoted)) !== 0;
    const raw = isRawInJson ? json + RAW_AT + quotes : cellsEnd;
    const rawEnd = isRawInJson ? json + RAW_AT + bytes.readUInt32LE(head + HEAD.rawLength) - quotes : rawCellEnd;
    const told = (marks & MARK.tooLong) === 0 ? null : Buffer.from(`,Line ${line}: record longer than 1 MB.,`);
    dirty.room(DIGITS + (told?.length ?? 0) + rawCellEnd - json + lastCell.length + 2);
    dirty.digits(line);
    dirty.byte(COMMA);
    if (told === null) dirty.put(bytes, jsonEnd, cellsEnd);
    else dirty.put(told, 0, told.length);
    dirty.put(bytes, raw, rawEnd);
    dirty.put(lastCell, 0, lastCell.length);
    dirty.byte(LINE_END);
  });
  dirty.flush();
  fresh.flush();
  rmSync(refusedPath);
}
