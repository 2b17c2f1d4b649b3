import { isUtf8 } from 'node:buffer';
import { LIMITS } from '@switchboard/model';
import { ByteWriter, readBytes, withFile } from './byte-file.ts';
import { cleanOutput, PieceOutput } from './clean-output.ts';
import { columnReader, expectedText } from './column-reader.ts';
import { csvField, LINE_FEED, LONE_NULL, REWRITTEN } from './csv-dialect.ts';
import { type CsvMachine, csvMachine } from './csv-machine.ts';
import { type CsvRecord, recordReader } from './csv-record.ts';
import { type CsvShape, csvShape } from './csv-shape.ts';
import { type Walked, walk } from './csv-walk.ts';
import { refusedLine } from './refused-lines.ts';
import type { Refusal, RefusedRecord, ScanAnswer, ScanLayout, ScanTask } from './scan.ts';
import { strptimeFormat } from './time-shape.ts';

type CsvLayout = Extract<ScanLayout, { kind: 'csv' }>;

/** The verdict on one record: its text for the clean file, or why there is none. */
type Judgement = { readonly clean: string | null; readonly refusals: readonly Refusal[] };

/** Raw texts of very long records are cut, so that a file of them does not fill the memory. */
const RAW_LENGTH = 65_536;

const whole = (reason: string): Refusal => ({ column: '', expected: '', value: '', reason });

/** Judges records one by one, with all leniencies. */
export function recordJudge(layout: CsvLayout): (record: CsvRecord, bytes: Buffer, start: number) => Judgement {
  const columns = layout.fields.map(
    (target) =>
      target && {
        target,
        reader: columnReader(target, layout.nullValues),
        expected: expectedText(target),
        mark: target.format !== undefined && strptimeFormat(target.format) !== undefined ? REWRITTEN : '',
      },
  );
  const { dialect } = layout;
  const isNarrow = columns.length === 1;
  return (record, bytes, start) => {
    const refuse = (reason: string): Judgement => ({ clean: null, refusals: [whole(reason)] });
    if (record.problem !== null)
      return refuse(record.problem === 'too long' ? 'record longer than 1 MB' : record.problem);
    const raw = bytes.subarray(start, record.end);
    if (raw.includes(0)) return refuse(`NUL character at byte ${raw.indexOf(0) + 1}`);
    if (!isUtf8(raw)) return refuse(`invalid UTF-8 at byte ${firstInvalid(raw) + 1}`);
    if (record.fields.length !== columns.length)
      return refuse(`expected ${columns.length} fields, found ${record.fields.length}`);
    const refusals: Refusal[] = [];
    if (record.strayQuote) refusals.push(whole('a quote inside an unquoted field'));
    const cells: string[] = [];
    let dirty: Refusal | null = null;
    for (const [index, column] of columns.entries()) {
      const field = record.fields[index];
      if (!column || !field) {
        cells.push('');
        continue;
      }
      const reading = column.reader.text(field.text, field.quoted);
      const reason = reading.fits ? reading.complaint : reading.reason;
      if (reason !== null) {
        const refusal = { column: column.target.name, expected: column.expected, value: field.text, reason };
        if (!reading.fits) dirty ??= refusal;
        refusals.push(refusal);
      }
      if (reading.fits && dirty === null)
        cells.push(csvField(reading.text === null ? null : column.mark + reading.text, dialect, layout.nullValues));
    }
    const clean = cells.join(dialect.delimiter);
    return {
      clean: dirty !== null ? null : isNarrow && clean === '' ? LONE_NULL : clean,
      refusals: dirty === null ? refusals : dirtyFirst(dirty, refusals),
    };
  };
}

const dirtyFirst = (dirty: Refusal, refusals: readonly Refusal[]): readonly Refusal[] => [
  dirty,
  ...refusals.filter((refusal) => refusal !== dirty),
];

/** Offset of the first byte that is not part of valid UTF-8. */
export function firstInvalid(bytes: Buffer): number {
  let low = 0;
  let high = bytes.length;
  // The longest valid prefix, up to a character that the cut itself breaks.
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const validUpTo = [0, 1, 2, 3].some((back) => middle - back >= 0 && isUtf8(bytes.subarray(0, middle - back)));
    if (validUpTo) low = middle;
    else high = middle - 1;
  }
  for (let back = 0; back < 4 && low - back >= 0; back += 1)
    if (isUtf8(bytes.subarray(0, low - back))) return low - back;
  return low;
}

function countLines(bytes: Buffer, start: number, end: number): number {
  let lines = 0;
  for (let at = bytes.indexOf(LINE_FEED, start); at >= 0 && at < end; at = bytes.indexOf(LINE_FEED, at + 1)) lines += 1;
  return lines;
}

/** Below this size the automaton is through before a machine is made. */
const MACHINE_BYTES = 256 * 1024;

type Walkers = {
  readonly shape: CsvShape | null;
  machine?: { readonly made: CsvMachine | null; readonly room: number };
};

let lastWalkers: { readonly key: string; readonly walkers: Walkers } | null = null;

/** What walks over the plain records of a layout. The parts of a file follow one another, so the last ones are kept. */
function walkersOf(layout: CsvLayout): Walkers {
  const key = JSON.stringify(layout);
  if (lastWalkers?.key !== key) lastWalkers = { key, walkers: { shape: csvShape(layout) } };
  return lastWalkers.walkers;
}

function machineOf(layout: CsvLayout, walkers: Walkers, length: number): CsvMachine | null {
  if (length < MACHINE_BYTES || layout.lineNumbers || walkers.shape === null) return null;
  if (walkers.machine === undefined || (walkers.machine.made !== null && walkers.machine.room < length))
    walkers.machine = { made: csvMachine(layout, length), room: length };
  return walkers.machine.made;
}

/** Reads a part, and behind it as much as its last record may need. */
function readPart(task: ScanTask, machine: CsvMachine | null, length: number): Buffer<ArrayBuffer> {
  const room = machine?.room(length) ?? Buffer.allocUnsafeSlow(length);
  return withFile(task.path, (file) => readBytes(file, task.start, room, length));
}

/** Reads the records of a part of a CSV file: good ones go to the clean file, refused ones into the answer. */
export function scanCsv(task: ScanTask, layout: CsvLayout): ScanAnswer {
  const walkers = walkersOf(layout);
  const { shape } = walkers;
  const length = Math.min(task.dataEnd, task.end + 2 * LIMITS.recordBytes) - task.start;
  const machine = machineOf(layout, walkers, length);
  const bytes = readPart(task, machine, length);
  const endsHere = task.start + bytes.length >= task.dataEnd;
  const partEnd = Math.min(task.end - task.start, bytes.length);
  const read = recordReader(layout.dialect);
  const judge = recordJudge(layout);
  const lineEnd = layout.crlf ? '\r\n' : '\n';
  const width = layout.fields.length;
  const clean = cleanOutput(task.cleanPath);
  const refused = new ByteWriter(task.refusedPath);
  let refusedCount = 0;
  let records = 0;
  let good = 0;
  let line = 0;
  let position = 0;
  let skipping = task.skipping;

  const recordAt = (start: number): CsvRecord => {
    const limit = Math.min(bytes.length, start + LIMITS.recordBytes);
    return read(bytes, start, limit, endsHere && limit === bytes.length);
  };
  /** Whether a record starts here for sure: well quoted and of the right width. */
  const isSound = (record: CsvRecord): boolean =>
    record.problem === null && !record.strayQuote && record.fields.length === width;
  const nextLine = (from: number): number => {
    const at = bytes.indexOf(LINE_FEED, from);
    return at < 0 ? bytes.length : at + 1;
  };
  /** The first line start at or behind `from` where a sound record begins, or where the part ends. */
  const resynchronise = (from: number): number => {
    let at = from;
    while (at < partEnd && !isSound(recordAt(at))) at = nextLine(at);
    return at;
  };
  const isAfterLineEnd =
    task.start === 0 ||
    withFile(task.path, (file) => readBytes(file, task.start - 1, Buffer.alloc(1)))[0] === LINE_FEED;
  const startsSound = isAfterLineEnd && partEnd > 0 && isSound(recordAt(0));

  if (skipping && !startsSound) {
    position = resynchronise(nextLine(0));
    line += countLines(bytes, 0, position);
  }
  skipping = skipping && position >= partEnd;
  const isText = shape !== null && isUtf8(bytes.subarray(0, bytes.lastIndexOf(LINE_FEED) + 1));
  const classes = shape && (isText ? shape.classes : shape.asciiClasses);
  /** What the machine stops at the automaton may still know. */
  const walkOn = (plain: CsvShape, known: Uint8Array): Walked => {
    const fast = machine?.walk(position, partEnd, !isText);
    if (fast && fast.records > 0) return fast;
    return walk(plain, known, bytes, position, machine || layout.lineNumbers ? position + 1 : partEnd);
  };
  /** Walks over plain records from `position` on and hands them to the clean output. */
  const passPlainRecords = (): void => {
    while (shape !== null && classes !== null && position < partEnd) {
      const walked = walkOn(shape, classes);
      if (walked.records === 0) return;
      if (layout.lineNumbers) {
        clean.copy(bytes, position, walked.end - lineEnd.length);
        clean.text(`${layout.dialect.delimiter}${line}${lineEnd}`);
      } else clean.copy(bytes, position, walked.end);
      position = walked.end;
      records += walked.records;
      good += walked.records;
      line += walked.lines;
    }
  };
  /** Whether a record, read with all leniencies, is written as it stands. */
  const isAsWritten = (text: string, end: number): boolean => {
    const raw = bytes.toString('utf8', position, end);
    return raw === text + lineEnd || (raw === text && endsHere && end === bytes.length);
  };
  // Until something is left out or written otherwise, the part is its own clean output.
  let isVerbatim = position === 0 && !layout.lineNumbers;

  while (position < partEnd) {
    passPlainRecords();
    if (position >= partEnd) break;
    const record = recordAt(position);
    const onlyField = record.fields.length === 1 ? record.fields[0] : undefined;
    if (onlyField && onlyField.text === '' && !onlyField.quoted && record.problem === null) {
      position = record.end;
      line += 1;
      isVerbatim = false;
      continue;
    }
    let end = record.end;
    const spansLines = record.firstLineEnd < record.end;
    let problem = record.problem;
    if ((problem !== null || record.fields.length !== width) && (spansLines || problem === 'too long')) {
      const firstLine = nextLine(position);
      end = resynchronise(firstLine);
      // Given up at the part's end: the next part has to look for the next sound record.
      skipping = end >= partEnd;
      if (problem === 'too long' && firstLine - position < LIMITS.recordBytes && end - position < LIMITS.recordBytes)
        problem = 'unterminated quote';
    }
    records += 1;
    const judgement = judge(problem === record.problem ? record : { ...record, problem }, bytes, position);
    isVerbatim &&= judgement.clean !== null && isAsWritten(judgement.clean, end);
    if (judgement.clean !== null) {
      good += 1;
      clean.text(
        layout.lineNumbers
          ? `${judgement.clean}${layout.dialect.delimiter}${line}${lineEnd}`
          : judgement.clean + lineEnd,
      );
    }
    if (judgement.refusals.length > 0) {
      const rawEnd = Math.min(end, position + RAW_LENGTH);
      const raw = bytes.toString('utf8', position, rawEnd).replace(/\r?\n$/, '');
      const refusal: RefusedRecord = { line, raw, dirty: judgement.clean === null, refusals: judgement.refusals };
      refused.text(refusedLine(refusal));
      refusedCount += 1;
    }
    line += countLines(bytes, position, end);
    position = end;
  }
  refused.close();
  const pieces = clean instanceof PieceOutput && !isVerbatim ? clean.pieces(bytes, task.space) : null;
  if (clean instanceof ByteWriter) clean.close();
  const next = task.start + position;
  return {
    records,
    good,
    dirty: records - good,
    refused: refusedCount,
    pieces,
    isVerbatim,
    lines: line,
    startsSound,
    next,
    skipping: skipping && next < task.dataEnd,
  };
}
