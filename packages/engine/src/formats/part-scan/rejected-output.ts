import { readBytes, withFile } from '../../files/byte-file.ts';
import { csvField, LINE_FEED, OWN_DIALECT } from '../csv-dialect.ts';
import { PackedText } from './packed-text.ts';
import type { PlainText } from './plain-text.ts';
import { type ReasonCount, ReasonCounter } from './reason-counts.ts';
import type { PackedRejected, RejectedRecord, RejectedTask, ScanTask, Violation } from './scan-task.ts';

/** Collects the records that a scan rejects. */
export type RejectedOutput = {
  readonly count: number;
  add(record: RejectedRecord): void;
  /** Adds a record whose raw text is a stretch of valid UTF-8 with a comma in it. */
  addStretch(line: number, stretch: Stretch, dirty: boolean, violations: readonly Violation[]): void;
};

type Stretch = {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
  /** The plain-text test over the same bytes. */
  readonly isPlain: PlainText;
};

export const TOO_LONG = 'record longer than 1 MB';

const MAX_KNOWN = 1000;
const MAX_DIGITS = 20;
/** Most parts reject few records or none. */
const START_BYTES = 64 * 1024;
const COUNTED_BYTES = 1024 ** 2;
const QUOTE = 0x22;
const LINE_KEY = Buffer.from('{"line":');
const EMPTY_VALUE = '"value":""';

export const csvCell = (text: string): string => csvField(text, OWN_DIALECT, []);

/** Counts the line ends in a range of a file. */
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

/** The end of a JSON line, after the raw text. */
function columnsText(violations: readonly Violation[]): string {
  const columns = violations.map(({ column, expected, value, reason }) => ({ column, expected, value, reason }));
  return `,"columns":${JSON.stringify(columns)}}\n`;
}

/** The violated column and the reason, as CSV cells before the raw text. */
function causeText([first]: readonly Violation[], line: number): string {
  const reason = first?.reason === TOO_LONG ? `Line ${line}: ${TOO_LONG}.` : (first?.reason ?? '');
  return `,${csvCell(first?.column ?? '')},${csvCell(reason)},`;
}

/** The fixed text around the value of a violation, for records with a single violation, which most have. */
type RecordTemplate = {
  /** In the JSON line, before and behind the value. */
  readonly before: Buffer;
  readonly behind: Buffer;
  /** In the CSV row, before the raw text. */
  readonly cause: Buffer;
};

/** Caches templates by column and reason; few combinations occur, and what a column expects never changes. */
class RecordTemplates {
  private readonly known = new Map<string, Map<string, RecordTemplate>>();
  private count = 0;

  of(violation: Violation): RecordTemplate {
    const ofColumn = this.known.get(violation.column) ?? new Map<string, RecordTemplate>();
    const found = ofColumn.get(violation.reason);
    if (found) return found;
    this.known.set(violation.column, ofColumn);
    const text = columnsText([{ ...violation, value: '' }]);
    const valueAt = text.indexOf(EMPTY_VALUE) + EMPTY_VALUE.length - 1;
    const template = {
      before: Buffer.from(text.slice(0, valueAt)),
      behind: Buffer.from(text.slice(valueAt)),
      cause: Buffer.from(causeText([violation], 0)),
    };
    this.count += 1;
    if (this.count <= MAX_KNOWN) ofColumn.set(violation.reason, template);
    return template;
  }
}

/** Packs the rejected records of a part. */
export class PackedOutput implements RejectedOutput {
  count = 0;
  readonly reasons = new ReasonCounter();
  private readonly dirty: PackedText;
  private readonly newDirty: PackedText;
  private readonly templates = new RecordTemplates();
  /** The physical line that the part's line 0 is; counted when a record is rejected. */
  private firstLine: number | null = null;
  private readonly findFirstLine: () => number;
  private readonly behindLine: Buffer;
  private readonly lastCell: Buffer;

  constructor({ path, start }: Pick<ScanTask, 'path' | 'start'>, task: RejectedTask) {
    const { known, filename } = task;
    this.findFirstLine = () => known.line + (start > known.at ? lineEndsIn(path, known.at, start) : 0);
    this.dirty = new PackedText(`${task.path}-dirty.zst`, START_BYTES);
    this.newDirty = new PackedText(`${task.path}-newDirty.zst`, START_BYTES);
    this.behindLine = Buffer.from(filename === null ? ',"raw":' : `,"file":${JSON.stringify(filename)},"raw":`);
    this.lastCell = Buffer.from(filename === null ? '\n' : `,${csvCell(filename)}\n`);
  }

  add({ line, raw, dirty, violations }: RejectedRecord): void {
    const number = this.lineOf(line);
    this.newDirty.line(`{"line":${number}${this.behindLine}${JSON.stringify(raw)}${columnsText(violations)}`);
    if (dirty) this.dirty.line(`${number}${causeText(violations, number)}${csvCell(raw)}${this.lastCell}`);
    this.count += 1;
    this.reasons.count(violations, dirty);
  }

  addStretch(line: number, stretch: Stretch, dirty: boolean, violations: readonly Violation[]): void {
    const { bytes, start, end } = stretch;
    const [violation] = violations;
    const isUsual = violation !== undefined && violations.length === 1 && violation.reason !== TOO_LONG;
    if (isUsual && this.addPlain(line, stretch, dirty, violation)) this.reasons.count(violations, dirty);
    else this.add({ line, raw: bytes.toString('utf8', start, end), dirty, violations });
  }

  /** Adds a record without decoding it; false where the raw text or the value needs escapes. */
  private addPlain(
    line: number,
    { bytes, start, end, isPlain }: Stretch,
    dirty: boolean,
    violation: Violation,
  ): boolean {
    if (!isPlain(start, end)) return false;
    const { newDirty, dirty: rows, behindLine, lastCell } = this;
    const { before, behind, cause } = this.templates.of(violation);
    const number = this.lineOf(line);
    const length = end - start;
    newDirty.room(
      LINE_KEY.length +
        MAX_DIGITS +
        behindLine.length +
        length +
        2 +
        before.length +
        violation.value.length +
        behind.length,
    );
    const begin = newDirty.filled;
    newDirty.put(LINE_KEY);
    newDirty.digits(number);
    newDirty.put(behindLine);
    const rawAt = newDirty.filled;
    newDirty.byte(QUOTE);
    newDirty.putAll(bytes, start, end);
    newDirty.byte(QUOTE);
    const rawEnd = newDirty.filled;
    newDirty.put(before);
    if (!newDirty.putPlainText(violation.value)) {
      newDirty.filled = begin;
      return false;
    }
    newDirty.put(behind);
    this.count += 1;
    if (!dirty) return true;
    rows.room(MAX_DIGITS + cause.length + length + 2 + lastCell.length);
    rows.digits(number);
    rows.put(cause);
    // A quoted text without quotes in it is the same in JSON and in CSV.
    rows.putAll(newDirty.bytes, rawAt, rawEnd);
    rows.put(lastCell);
    return true;
  }

  /** Null: nothing was rejected. */
  end(): PackedRejected | null {
    return this.count === 0 ? null : { dirty: this.dirty.end(), newDirty: this.newDirty.end() };
  }

  private lineOf(line: number): number {
    this.firstLine ??= this.findFirstLine();
    return this.firstLine + line;
  }
}

/** Lists rejected records, for previews. */
export class ListedOutput implements RejectedOutput {
  readonly records: RejectedRecord[] = [];

  get count(): number {
    return this.records.length;
  }

  add(record: RejectedRecord): void {
    this.records.push(record);
  }

  addStretch(line: number, { bytes, start, end }: Stretch, dirty: boolean, violations: readonly Violation[]): void {
    this.add({ line, raw: bytes.toString('utf8', start, end), dirty, violations });
  }
}

/** The output of a scan: packed, or a list when the task has no packing. */
export const rejectedOutput = (task: ScanTask): PackedOutput | ListedOutput =>
  task.rejected === null ? new ListedOutput() : new PackedOutput(task, task.rejected);

/** The part of a scan's result that describes its rejected records. */
export const rejectedResult = (
  output: PackedOutput | ListedOutput,
): {
  readonly rejected: number;
  readonly packed: PackedRejected | null;
  readonly listed: readonly RejectedRecord[];
  readonly reasons: readonly ReasonCount[];
} => ({
  rejected: output.count,
  packed: output instanceof PackedOutput ? output.end() : null,
  listed: output instanceof ListedOutput ? output.records : [],
  reasons: output instanceof PackedOutput ? output.reasons.all() : [],
});
