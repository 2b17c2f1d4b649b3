import { isUtf8 } from 'node:buffer';
import { LIMITS } from '@switchboard/model/limits';
import { ByteWriter, readBytes, withFile } from '../../files/byte-file.ts';
import { LINE_FEED } from '../csv-dialect.ts';
import { BufferedOutput, cleanOutput } from '../part-scan/clean-output.ts';
import { plainTextOf } from '../part-scan/plain-text.ts';
import { rejectedOutput, rejectedResult } from '../part-scan/rejected-output.ts';
import type { ScanResult, ScanTask } from '../part-scan/scan-task.ts';
import { type CsvAutomaton, csvAutomaton } from './csv-automaton.ts';
import { type CsvMachine, csvMachine } from './csv-machine.ts';
import { type PartialRecordReader, partialRecordReader } from './csv-partial-record.ts';
import { type CsvRecord, recordReader } from './csv-record.ts';
import { type CsvLayout, recordValidator } from './csv-validate.ts';
import { type Walked, walk } from './csv-walk.ts';

/** Scans a part of a CSV file: good records go to the clean output, rejected ones to theirs. */
export function scanCsv(task: ScanTask, layout: CsvLayout): ScanResult {
  const walkers = walkersOf(layout);
  const { shape } = walkers;
  const length = Math.min(task.dataEnd, task.end + 2 * LIMITS.recordBytes) - task.start;
  const machine = machineOf(layout, walkers, length);
  const bytes = readPart(task, machine, length);
  const endsHere = task.start + bytes.length >= task.dataEnd;
  const partEnd = Math.min(task.end - task.start, bytes.length);
  const readRecord = recordReader(layout.dialect);
  const validator = recordValidator(layout);
  const lineEnd = layout.crlf ? '\r\n' : '\n';
  const width = layout.fields.length;
  const clean = cleanOutput(task.cleanPath);
  const rejected = rejectedOutput(task);
  let records = 0;
  let good = 0;
  let line = 0;
  let position = 0;
  let skipping = task.skipping;

  const recordAt = (start: number): CsvRecord => {
    const limit = Math.min(bytes.length, start + LIMITS.recordBytes);
    return readRecord(bytes, start, limit, endsHere && limit === bytes.length);
  };
  /** Whether a record is well-formed: correctly quoted and of the right width. */
  const isSound = (record: CsvRecord): boolean =>
    record.problem === null && !record.strayQuote && record.fields.length === width;
  const nextLine = (from: number): number => {
    const at = bytes.indexOf(LINE_FEED, from);
    return at < 0 ? bytes.length : at + 1;
  };
  /** The first line start at or behind `from` where a well-formed record begins, or the part's end. */
  const resynchronise = (from: number): number => {
    let at = from;
    while (at < partEnd && !isSound(recordAt(at))) at = nextLine(at);
    return at;
  };
  const isAfterLineEnd =
    task.start === 0 ||
    withFile(task.path, (file) => readBytes(file, task.start - 1, Buffer.alloc(1)))[0] === LINE_FEED;
  const startsAtRecord = isAfterLineEnd && partEnd > 0 && isSound(recordAt(0));

  if (skipping && !startsAtRecord) {
    position = resynchronise(nextLine(0));
    line += countLines(bytes, 0, position);
  }
  skipping = skipping && position >= partEnd;
  const isText = shape !== null && isUtf8(bytes.subarray(0, bytes.lastIndexOf(LINE_FEED) + 1));
  const classes = shape && (isText ? shape.classes : shape.asciiClasses);
  const walkOn = (plain: CsvAutomaton, known: Uint8Array): Walked =>
    machine?.walk(position, partEnd, !isText) ??
    walk(plain, known, bytes, position, layout.lineNumbers ? position + 1 : partEnd);
  /** Copies plain records from `position` on to the clean output. */
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
  /** Whether the lenient reading leaves a record's bytes unchanged. */
  const isAsWritten = (text: string, end: number): boolean => {
    const raw = bytes.toString('utf8', position, end);
    return raw === text + lineEnd || (raw === text && endsHere && end === bytes.length);
  };
  const isPlain = machine?.isPlain ?? plainTextOf(bytes);
  // As long as no byte is left out or rewritten, the part is its own clean output.
  let isVerbatim = position === 0 && !layout.lineNumbers;

  /** Validates only those fields of a record that are not plain; false where the whole record must be read. */
  const passPartialRecord = (): boolean => {
    const first = machine?.stop() ?? { column: 0, start: position };
    const record = walkers.partial?.(bytes, position, first, isText);
    if (!record) return false;
    const { end } = record;
    const { dirty, violations, rewritten } = validator.partial(record, bytes);
    records += 1;
    if (violations.length > 0) {
      const rawEnd = layout.crlf ? end - 2 : end - 1;
      if (rawEnd - position <= RAW_LENGTH && record.fields > 1 && layout.dialect.delimiter === ',')
        rejected.addStretch(line, { bytes, start: position, end: rawEnd, isPlain }, dirty, violations);
      else {
        const raw = bytes.toString('utf8', position, Math.min(rawEnd, position + RAW_LENGTH));
        rejected.add({ line, raw, dirty, violations });
      }
    }
    if (dirty) isVerbatim = false;
    else {
      good += 1;
      let from = position;
      for (const field of rewritten) {
        clean.copy(bytes, from, field.start);
        clean.text(field.text);
        from = field.end;
        isVerbatim = false;
      }
      clean.copy(bytes, from, layout.lineNumbers ? end - lineEnd.length : end);
      if (layout.lineNumbers) clean.text(`${layout.dialect.delimiter}${line}${lineEnd}`);
    }
    line += 1;
    position = end;
    return true;
  };

  while (position < partEnd) {
    passPlainRecords();
    if (position >= partEnd) break;
    if (passPartialRecord()) continue;
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
      // Skipped up to the part's end: the next part searches for the next well-formed record.
      skipping = end >= partEnd;
      if (problem === 'too long' && firstLine - position < LIMITS.recordBytes && end - position < LIMITS.recordBytes)
        problem = 'unterminated quote';
    }
    records += 1;
    const isCut = endsHere && end === bytes.length && bytes[end - 1] !== LINE_FEED && mayBeCut(record, layout);
    const read = isCut ? { ...record, problem: CUT } : problem === record.problem ? record : { ...record, problem };
    const verdict = validator.whole(read, bytes, position);
    isVerbatim &&= verdict.clean !== null && isAsWritten(verdict.clean, end);
    if (verdict.clean !== null) {
      good += 1;
      clean.text(
        layout.lineNumbers ? `${verdict.clean}${layout.dialect.delimiter}${line}${lineEnd}` : verdict.clean + lineEnd,
      );
    }
    if (verdict.violations.length > 0) {
      const rawEnd = Math.min(end, position + RAW_LENGTH);
      const raw = bytes.toString('utf8', position, rawEnd).replace(/\r?\n$/, '');
      rejected.add({ line, raw, dirty: verdict.clean === null, violations: verdict.violations });
    }
    line += countLines(bytes, position, end);
    position = end;
  }
  const buffered = clean instanceof BufferedOutput && !isVerbatim ? clean.join(bytes, task.buffer) : null;
  if (clean instanceof ByteWriter) clean.close();
  const next = task.start + position;
  return {
    records,
    good,
    dirty: records - good,
    ...rejectedResult(rejected),
    clean: buffered,
    isVerbatim,
    lines: line,
    startsAtRecord,
    next,
    skipping: skipping && next < task.dataEnd,
    fields: null,
  };
}

/** Raw texts of very long records are cut, so that a file of them does not exhaust memory. */
const RAW_LENGTH = 65_536;

function countLines(bytes: Buffer, start: number, end: number): number {
  let lines = 0;
  for (let at = bytes.indexOf(LINE_FEED, start); at >= 0 && at < end; at = bytes.indexOf(LINE_FEED, at + 1)) lines += 1;
  return lines;
}

/** Below this size the automaton finishes before the WebAssembly scanner is compiled. */
const MACHINE_BYTES = 256 * 1024;

const CUT = 'no line end behind an empty last field: the file may be cut off' as const;

/** Whether a record may be the beginning of a longer one: its last field is wanted, and empty. */
function mayBeCut({ problem, fields }: CsvRecord, layout: CsvLayout): boolean {
  const last = fields.at(-1);
  return (
    layout.isWhole !== true &&
    problem === null &&
    fields.length > 1 &&
    fields.length === layout.fields.length &&
    layout.fields.at(-1) !== null &&
    last?.text === '' &&
    !last.quoted
  );
}

type Walkers = {
  readonly shape: CsvAutomaton | null;
  readonly partial: PartialRecordReader | null;
  machine?: { readonly made: CsvMachine | null; readonly room: number };
};

let lastWalkers: { readonly key: string; readonly walkers: Walkers } | null = null;

/** The scanners of a layout. They are cached for one layout, because the parts of a file follow one another. */
function walkersOf(layout: CsvLayout): Walkers {
  const key = JSON.stringify(layout);
  if (lastWalkers?.key !== key) {
    const shape = csvAutomaton(layout);
    const partial = shape && partialRecordReader(shape, { ...layout, width: layout.fields.length });
    lastWalkers = { key, walkers: { shape, partial } };
  }
  return lastWalkers.walkers;
}

function machineOf(layout: CsvLayout, walkers: Walkers, length: number): CsvMachine | null {
  if (length < MACHINE_BYTES || layout.lineNumbers || walkers.shape === null) return null;
  if (walkers.machine === undefined || (walkers.machine.made !== null && walkers.machine.room < length))
    walkers.machine = { made: csvMachine(layout, length), room: length };
  return walkers.machine.made;
}

/** Reads a part, and behind it as many bytes as its last record may extend to. */
function readPart(task: ScanTask, machine: CsvMachine | null, length: number): Buffer<ArrayBuffer> {
  const room = machine?.room(length) ?? Buffer.allocUnsafeSlow(length);
  return withFile(task.path, (file) => readBytes(file, task.start, room, length));
}
