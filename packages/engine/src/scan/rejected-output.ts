import { csvField, LINE_FEED, OWN_DIALECT } from '../formats/csv/csv-dialect.ts';
import { readBytes, withFile } from './byte-file.ts';
import { type Packed, PackedText } from './packed-text.ts';
import type { PlainText } from './plain-text.ts';
import type { Refusal, RefusedRecord, ScanTask } from './scan-task.ts';

/** How the refused records of a part are to be told. Plain data. */
export type RefusedTask = {
  /** A place in the file, at or before the part's start, and the physical line (from 1) that begins there. */
  readonly known: { readonly at: number; readonly line: number };
  /** The raw file's name, where records name theirs. */
  readonly filename: string | null;
  /** Begins the paths of files for what is too large for the memory. */
  readonly path: string;
};

/** Refused records as they stand in the files that people download: dirty rows as CSV, without a header, and new dirty rows as JSON lines. */
export type PackedRefused = { readonly dirty: Packed; readonly fresh: Packed };

/** Where a scan puts the records that it refuses. */
export type RefusedOutput = {
  readonly count: number;
  add(record: RefusedRecord): void;
  /** Adds a record whose raw text is a stretch of valid UTF-8 with a comma in it. */
  addStretch(line: number, stretch: Stretch, dirty: boolean, refusals: readonly Refusal[]): void;
};

type Stretch = {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
  /** Of the same bytes. */
  readonly isPlain: PlainText;
};

export const TOO_LONG = 'record longer than 1 MB';

const MOST_KNOWN = 1000;
const MOST_DIGITS = 20;
/** Most parts refuse little or nothing. */
const START_BYTES = 64 * 1024;
const COUNTED_BYTES = 1024 ** 2;
const QUOTE = 0x22;
const LINE_KEY = Buffer.from('{"line":');
const EMPTY_VALUE = '"value":""';

export const csvCell = (text: string): string => csvField(text, OWN_DIALECT, []);

/** Line ends in a stretch of a file. */
function lineEndsIn(path: string, start: number, end: number): number {
  return withFile(path, (file) => {
    const space = Buffer.allocUnsafeSlow(Math.min(COUNTED_BYTES, end - start));
    let found = 0;
    for (let from = start; from < end; ) {
      const bytes = readBytes(file, from, space, Math.min(space.length, end - from));
      if (bytes.length === 0) break;
      from += bytes.length;
      for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) found += 1;
    }
    return found;
  });
}

/** The end of a JSON line, behind the raw text. */
function columnsText(refusals: readonly Refusal[]): string {
  const told = refusals.map(({ column, expected, value, reason }) => ({ column, expected, value, reason }));
  return `,"columns":${JSON.stringify(told)}}\n`;
}

/** The column at fault and the reason, as cells before that of the raw text. */
function causeText([first]: readonly Refusal[], line: number): string {
  const reason = first?.reason === TOO_LONG ? `Line ${line}: ${TOO_LONG}.` : (first?.reason ?? '');
  return `,${csvCell(first?.column ?? '')},${csvCell(reason)},`;
}

/** What is written around the value of a refusal, which most often is the only one of its record. */
type Phrase = {
  /** In the JSON line, before and behind the value. */
  readonly before: Buffer;
  readonly behind: Buffer;
  /** In the CSV row, before the raw text. */
  readonly cause: Buffer;
};

/** The phrases of refusals, by column and reason: what a column expects never changes. Few occur again and again. */
class Phrases {
  private readonly known = new Map<string, Map<string, Phrase>>();
  private count = 0;

  of(refusal: Refusal): Phrase {
    const ofColumn = this.known.get(refusal.column) ?? new Map<string, Phrase>();
    const found = ofColumn.get(refusal.reason);
    if (found) return found;
    this.known.set(refusal.column, ofColumn);
    const text = columnsText([{ ...refusal, value: '' }]);
    const valueAt = text.indexOf(EMPTY_VALUE) + EMPTY_VALUE.length - 1;
    const phrase = {
      before: Buffer.from(text.slice(0, valueAt)),
      behind: Buffer.from(text.slice(valueAt)),
      cause: Buffer.from(causeText([refusal], 0)),
    };
    this.count += 1;
    if (this.count <= MOST_KNOWN) ofColumn.set(refusal.reason, phrase);
    return phrase;
  }
}

/** Packs the refused records of a part. */
export class PackedOutput implements RefusedOutput {
  count = 0;
  private readonly dirty: PackedText;
  private readonly fresh: PackedText;
  private readonly phrases = new Phrases();
  /** The physical line that the part's line 0 is; counted when a record is refused. */
  private firstLine: number | null = null;
  private readonly findFirstLine: () => number;
  private readonly behindLine: Buffer;
  private readonly lastCell: Buffer;

  constructor({ path, start }: Pick<ScanTask, 'path' | 'start'>, task: RefusedTask) {
    const { known, filename } = task;
    this.findFirstLine = () => known.line + (start > known.at ? lineEndsIn(path, known.at, start) : 0);
    this.dirty = new PackedText(`${task.path}-dirty.zst`, START_BYTES);
    this.fresh = new PackedText(`${task.path}-fresh.zst`, START_BYTES);
    this.behindLine = Buffer.from(filename === null ? ',"raw":' : `,"file":${JSON.stringify(filename)},"raw":`);
    this.lastCell = Buffer.from(filename === null ? '\n' : `,${csvCell(filename)}\n`);
  }

  add({ line, raw, dirty, refusals }: RefusedRecord): void {
    const number = this.lineOf(line);
    this.fresh.line(`{"line":${number}${this.behindLine}${JSON.stringify(raw)}${columnsText(refusals)}`);
    if (dirty) this.dirty.line(`${number}${causeText(refusals, number)}${csvCell(raw)}${this.lastCell}`);
    this.count += 1;
  }

  addStretch(line: number, stretch: Stretch, dirty: boolean, refusals: readonly Refusal[]): void {
    const { bytes, start, end } = stretch;
    const [refusal] = refusals;
    const isUsual = refusal !== undefined && refusals.length === 1 && refusal.reason !== TOO_LONG;
    if (!isUsual || !this.addPlain(line, stretch, dirty, refusal))
      this.add({ line, raw: bytes.toString('utf8', start, end), dirty, refusals });
  }

  /** Adds a record without making a text of it; false where something needs escapes. */
  private addPlain(line: number, { bytes, start, end, isPlain }: Stretch, dirty: boolean, refusal: Refusal): boolean {
    if (!isPlain(start, end)) return false;
    const { fresh, dirty: rows, behindLine, lastCell } = this;
    const { before, behind, cause } = this.phrases.of(refusal);
    const number = this.lineOf(line);
    const length = end - start;
    fresh.room(
      LINE_KEY.length +
        MOST_DIGITS +
        behindLine.length +
        length +
        2 +
        before.length +
        refusal.value.length +
        behind.length,
    );
    const begin = fresh.filled;
    fresh.put(LINE_KEY);
    fresh.digits(number);
    fresh.put(behindLine);
    const rawAt = fresh.filled;
    fresh.byte(QUOTE);
    fresh.putAll(bytes, start, end);
    fresh.byte(QUOTE);
    const rawEnd = fresh.filled;
    fresh.put(before);
    if (!fresh.putPlainText(refusal.value)) {
      fresh.filled = begin;
      return false;
    }
    fresh.put(behind);
    this.count += 1;
    if (!dirty) return true;
    rows.room(MOST_DIGITS + cause.length + length + 2 + lastCell.length);
    rows.digits(number);
    rows.put(cause);
    // A text with a comma and without quotes is the same in JSON and in CSV.
    rows.putAll(fresh.bytes, rawAt, rawEnd);
    rows.put(lastCell);
    return true;
  }

  /** Null: nothing was refused. */
  end(): PackedRefused | null {
    return this.count === 0 ? null : { dirty: this.dirty.end(), fresh: this.fresh.end() };
  }

  private lineOf(line: number): number {
    this.firstLine ??= this.findFirstLine();
    return this.firstLine + line;
  }
}

/** Lists refused records, for a look at a file. */
export class ListedOutput implements RefusedOutput {
  readonly records: RefusedRecord[] = [];

  get count(): number {
    return this.records.length;
  }

  add(record: RefusedRecord): void {
    this.records.push(record);
  }

  addStretch(line: number, { bytes, start, end }: Stretch, dirty: boolean, refusals: readonly Refusal[]): void {
    this.add({ line, raw: bytes.toString('utf8', start, end), dirty, refusals });
  }
}

/** The output of a scan: packed, or a list where the task says nothing of packing. */
export const refusedOutput = (task: ScanTask): PackedOutput | ListedOutput =>
  task.refused === null ? new ListedOutput() : new PackedOutput(task, task.refused);

/** What a scan says of its refused records. */
export const refusedAnswer = (
  output: PackedOutput | ListedOutput,
): { readonly refused: number; readonly packed: PackedRefused | null; readonly listed: readonly RefusedRecord[] } => ({
  refused: output.count,
  packed: output instanceof PackedOutput ? output.end() : null,
  listed: output instanceof ListedOutput ? output.records : [],
});
