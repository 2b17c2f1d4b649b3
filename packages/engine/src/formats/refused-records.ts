import { closeSync, openSync, writeSync } from 'node:fs';
import { readBytes, withFile } from './byte-file.ts';
import { csvField, OWN_DIALECT } from './csv-dialect.ts';
import type { Refusal, RefusedRecord } from './scan.ts';

/**
 * The file that a scan leaves its refused records in. Where the scanned part begins in its file is not known yet, so their
 * line numbers are still missing; all else stands as it will in the files that people download, so that the records of a
 * part are made into texts once. A record is a head of seven numbers of 32 bits, and then
 *  - the end of its JSON line: `"raw":"…","columns":[…]}` and a line end;
 *  - if it is dirty, cells of its CSV row: column and reason, each with a comma behind it;
 *  - the raw text as a cell, unless that is its JSON text, with or without its quotes.
 */
const HEAD_NUMBERS = 7;
export const HEAD_BYTES = HEAD_NUMBERS * 4;

/** What a head says; lengths in bytes. */
export const HEAD = {
  /** Of the record without its head. */
  length: 0,
  /** Line, counted from the scan's start, from 0. */
  line: 4,
  marks: 8,
  jsonLength: 12,
  /** Of the raw text within the JSON, its quotes included. It begins at `RAW_AT`. */
  rawLength: 16,
  cellsLength: 20,
  rawCellLength: 24,
} as const;

export const MARK = {
  dirty: 1,
  /** The reason is to name the line. */
  tooLong: 2,
  /** The raw text's cell is its JSON text; or that without its quotes. */
  rawAsJson: 4,
  rawUnquoted: 8,
} as const;

const RAW_KEY = '"raw":';
export const RAW_AT = RAW_KEY.length;
export const TOO_LONG = 'record longer than 1 MB';

const FLUSH_BYTES = 256 * 1024;
/** One UTF-16 unit takes three bytes at most. */
const UNIT_BYTES = 3;
const MOST_KNOWN = 1000;
const QUOTE = 0x22;
/** Bytes that JSON writes otherwise. */
const IS_ESCAPED = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte < 0x20 || byte === QUOTE || byte === 0x5c ? 1 : 0,
);

export const csvCell = (text: string): string => csvField(text, OWN_DIALECT, []);

/** A function of texts of which few occur again and again: it remembers what it gave for the first of them. */
function remembered(make: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const made = make(text);
    if (known.size < MOST_KNOWN) known.set(text, made);
    return made;
  };
}

/** How the raw text of a record goes into its cell. */
const rawMarks = (cell: string, json: string): number =>
  cell === json ? MARK.rawAsJson : cell.length === json.length - 2 && json.startsWith(cell, 1) ? MARK.rawUnquoted : 0;

/** Writes refused records. The file is made with the first. */
export class RefusedWriter {
  readonly path: string;
  count = 0;
  private file: number | null = null;
  private space = Buffer.allocUnsafeSlow(FLUSH_BYTES);
  private filled = 0;
  private readonly jsonOf = remembered(JSON.stringify);
  private readonly cellOf = remembered(csvCell);

  constructor(path: string) {
    this.path = path;
  }

  /** Adds a record. */
  add({ line, raw, dirty, refusals }: RefusedRecord): void {
    const json = JSON.stringify(raw);
    const cell = dirty ? csvCell(raw) : json;
    const marks = rawMarks(cell, json);
    const rawCell = marks === 0 ? cell : '';
    const columns = this.columns(refusals);
    const cells = dirty ? this.cells(refusals) : '';
    const units = RAW_AT + json.length + columns.length + cells.length + rawCell.length;
    const at = this.begin(HEAD_BYTES + units * UNIT_BYTES);
    const rawLength = this.text(json, this.text(RAW_KEY, at)) - at - RAW_AT;
    const jsonEnd = this.text(columns, at + RAW_AT + rawLength);
    const cellsEnd = this.text(cells, jsonEnd);
    const end = this.text(rawCell, cellsEnd);
    this.end({ line, marks: marks | this.marks(dirty, refusals), at, rawLength, jsonEnd, cellsEnd, end });
  }

  /**
   * Adds a record whose raw text is a stretch of valid UTF-8 with a comma in it, without making a text of it if it needs no
   * escapes.
   */
  addStretch(
    line: number,
    bytes: Buffer,
    start: number,
    end: number,
    dirty: boolean,
    refusals: readonly Refusal[],
  ): void {
    const columns = this.columns(refusals);
    const cells = dirty ? this.cells(refusals) : '';
    const length = end - start;
    const at = this.begin(HEAD_BYTES + RAW_AT + length + 2 + (columns.length + cells.length) * UNIT_BYTES);
    const { space } = this;
    let to = at;
    for (let index = 0; index < RAW_AT; index += 1) space[to++] = RAW_KEY.charCodeAt(index);
    space[to++] = QUOTE;
    for (let from = start; from < end; from += 1) {
      const byte = bytes[from] as number;
      if (IS_ESCAPED[byte] === 1) {
        this.add({ line, raw: bytes.toString('utf8', start, end), dirty, refusals });
        return;
      }
      space[to++] = byte;
    }
    space[to++] = QUOTE;
    const jsonEnd = this.text(columns, to);
    const cellsEnd = this.text(cells, jsonEnd);
    const marks = MARK.rawAsJson | this.marks(dirty, refusals);
    this.end({ line, marks, at, rawLength: length + 2, jsonEnd, cellsEnd, end: cellsEnd });
  }

  close(): void {
    if (this.filled > 0) this.flush();
    if (this.file !== null) closeSync(this.file);
  }

  private marks(dirty: boolean, refusals: readonly Refusal[]): number {
    return dirty ? MARK.dirty | (refusals[0]?.reason === TOO_LONG ? MARK.tooLong : 0) : 0;
  }

  private columns(refusals: readonly Refusal[]): string {
    let text = ',"columns":[';
    for (const [index, { column, expected, value, reason }] of refusals.entries()) {
      const what = `{"column":${this.jsonOf(column)},"expected":${this.jsonOf(expected)}`;
      text += `${index === 0 ? '' : ','}${what},"value":${JSON.stringify(value)},"reason":${this.jsonOf(reason)}}`;
    }
    return `${text}]}\n`;
  }

  private cells([first]: readonly Refusal[]): string {
    return `${this.cellOf(first?.column ?? '')},${this.cellOf(first?.reason ?? '')},`;
  }

  /** Makes room for a record; gives the place behind its head. */
  private begin(most: number): number {
    if (this.filled + most > this.space.length) {
      this.flush();
      if (most > this.space.length) this.space = Buffer.allocUnsafeSlow(most);
    }
    return this.filled + HEAD_BYTES;
  }

  private text(text: string, at: number): number {
    return text === '' ? at : at + this.space.write(text, at, 'utf8');
  }

  private end(of: {
    readonly line: number;
    readonly marks: number;
    readonly at: number;
    readonly rawLength: number;
    readonly jsonEnd: number;
    readonly cellsEnd: number;
    readonly end: number;
  }): void {
    const { space } = this;
    const head = this.filled;
    space.writeUInt32LE(of.end - of.at, head + HEAD.length);
    space.writeUInt32LE(of.line, head + HEAD.line);
    space.writeUInt32LE(of.marks, head + HEAD.marks);
    space.writeUInt32LE(of.jsonEnd - of.at, head + HEAD.jsonLength);
    space.writeUInt32LE(of.rawLength, head + HEAD.rawLength);
    space.writeUInt32LE(of.cellsEnd - of.jsonEnd, head + HEAD.cellsLength);
    space.writeUInt32LE(of.end - of.cellsEnd, head + HEAD.rawCellLength);
    this.filled = of.end;
    this.count += 1;
  }

  private flush(): void {
    this.file ??= openSync(this.path, 'w');
    for (let written = 0; written < this.filled; )
      written += writeSync(this.file, this.space, written, this.filled - written);
    this.filled = 0;
  }
}

const CHUNK_BYTES = 1024 ** 2;

/** Calls back with the place of each record's head, in a buffer that holds the whole record until the call returns. */
export function eachRefused(path: string, visit: (bytes: Buffer, head: number) => void): void {
  withFile(path, (file) => {
    let space = Buffer.allocUnsafeSlow(CHUNK_BYTES);
    let kept = 0;
    for (let from = 0; ; ) {
      const read = readBytes(file, from, space.subarray(kept)).length;
      from += read;
      const filled = kept + read;
      let at = 0;
      let needed = HEAD_BYTES;
      while (at + HEAD_BYTES <= filled) {
        needed = HEAD_BYTES + space.readUInt32LE(at + HEAD.length);
        if (at + needed > filled) break;
        visit(space, at);
        at += needed;
        needed = HEAD_BYTES;
      }
      if (read === 0) break;
      kept = filled - at;
      const next = needed > space.length ? Buffer.allocUnsafeSlow(2 * needed) : space;
      space.copy(next, 0, at, filled);
      space = next;
    }
  });
}

/** The refused records of a scan, which has left some. */
export function refusedRecords(path: string): readonly RefusedRecord[] {
  const records: RefusedRecord[] = [];
  eachRefused(path, (bytes, head) => {
    const json = head + HEAD_BYTES;
    const tail = bytes.toString('utf8', json, json + bytes.readUInt32LE(head + HEAD.jsonLength));
    const { raw, columns } = JSON.parse(`{${tail}`) as { readonly raw: string; readonly columns: readonly Refusal[] };
    const dirty = (bytes.readUInt32LE(head + HEAD.marks) & MARK.dirty) !== 0;
    records.push({ line: bytes.readUInt32LE(head + HEAD.line), raw, dirty, refusals: columns });
  });
  return records;
}
