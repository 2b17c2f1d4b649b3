import { LIMITS } from '@switchboard/model/limits';
import type { Target } from '../../values/column-reader.ts';
import { CARRIAGE_RETURN, LINE_FEED } from '../csv-dialect.ts';
import { plainTextIn } from '../part-scan/plain-text.ts';
import {
  bothBits,
  byteAt,
  bytesBelow,
  bytesEqual,
  differs,
  type Expression,
  eitherBits,
  equals,
  get,
  highBits,
  isAbove,
  isBelow,
  isZero,
  type Local,
  minus,
  number,
  pairAt,
  plus,
  sixteenAt,
  sixteenOf,
  V128,
  vectorAnd,
  vectorOr,
  WasmFunction,
  zerosBelow,
} from '../wasm-code.ts';
import type { PlainRecordLayout } from './csv-automaton.ts';
import { MONTH_DAYS_AT, type Walk, writeValue } from './csv-machine-value.ts';
import type { FieldPlace } from './csv-partial-record.ts';
import type { Walked } from './csv-walk.ts';

/**
 * The fast walk over plain records: a WebAssembly function compiled for the columns of one layout, which reads sixteen bytes
 * at a time. It accepts a subset of the automaton of csv-automaton.ts, which continues at a record that this walk stops at.
 */
export type CsvMachine = {
  /** Room for `length` bytes in its memory, to be filled before a walk. Valid until the next call. */
  room(length: number): Buffer<ArrayBuffer>;
  /** As `walk`, over the bytes in its room. */
  walk(start: number, until: number, isAscii: boolean): Walked;
  /** In the record that the last walk stopped at: a field such that all before it are plain and without line breaks. */
  stop(): FieldPlace;
  /** Whether JSON writes a stretch of the bytes in its room as it is. */
  isPlain(start: number, end: number): boolean;
};

/** Where the memory has what: counts that a walk leaves, days of the months, and, a page on, the bytes to walk over. */
const RECORDS_AT = 0;
const LINES_AT = 4;
const FIELD_AT = 8;
const FIELD_START_AT = 12;
const MONTH_DAYS = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const BYTES_AT = 65_536;
const PAGE_BYTES = 65_536;
/** Zeros behind the bytes, where every walk stops: more than anything looks ahead. */
const PADDING = 128;
/** The engine improves a function between its calls only, so a walk is many calls. */
const STEP_BYTES = 128 * 1024;
const DELIMITERS = ',;\t|';
const MAX_COLUMNS = 2000;

type Field = {
  readonly target: Target | null;
  readonly isLast: boolean;
  readonly nullTexts: readonly string[];
  /** First bytes of texts that mean null, where there must be none. */
  readonly nullFirstBytes: readonly number[];
};

type Dialect = { readonly delimiter: number; readonly quote: number | null; readonly crlf: boolean };
type TextLocals = { readonly vector: Local; readonly high: Local; readonly linesWithin: Local; readonly from: Local };

const anyOf = (conditions: readonly Expression[]): Expression =>
  conditions.reduce((one, other) => eitherBits(one, other));

/** The machine's program for a layout; null when its records are not of the kind that it is for. */
export function machineProgram({
  dialect,
  crlf,
  nullValues,
  fields,
}: PlainRecordLayout): Uint8Array<ArrayBuffer> | null {
  const { delimiter, quote } = dialect;
  if (fields.length < 2 || fields.length > MAX_COLUMNS || !DELIMITERS.includes(delimiter)) return null;
  if (quote !== null && (dialect.escape !== quote || !/^["'`]$/.test(quote))) return null;
  if (quote !== null && nullValues.some((value) => value.startsWith(quote))) return null;
  if (fields.some((field) => field?.format?.includes(delimiter))) return null;
  const how: Dialect = { delimiter: delimiter.charCodeAt(0), quote: quote?.charCodeAt(0) ?? null, crlf };
  const nullTexts = nullValues.filter((value) => /^[\x20-\x7e]+$/.test(value) && !value.includes(delimiter));
  const firstBytes = [...new Set(nullValues.map((value) => Buffer.from(value)[0] ?? 0))];

  const code = new WasmFunction(3);
  const [start, until, isAscii] = [0, 1, 2];
  const [at, byte, count, records, lines] = [code.local(), code.local(), code.local(), code.local(), code.local()];
  /** The field that the walk is in, and where it starts; none once there was a line break in the record. */
  const [field, fieldStart] = [code.local(), code.local()];
  const locals: TextLocals = {
    vector: code.local(V128),
    high: code.local(V128),
    linesWithin: code.local(),
    from: code.local(),
  };
  code.when(get(isAscii), () => code.set(locals.high, sixteenOf(0x80)));
  code.block((stop) =>
    code.loop((again) => {
      code.set(at, get(start));
      code.set(locals.linesWithin, number(0));
      for (const [index, target] of fields.entries()) {
        code.set(field, number(index));
        code.set(fieldStart, get(at));
        const what: Field = {
          target,
          isLast: index === fields.length - 1,
          nullTexts: (target?.nullable ?? true) ? nullTexts : [],
          nullFirstBytes: (target?.nullable ?? true) ? [] : firstBytes,
        };
        const walk: Walk = { code, at, byte, count, stop };
        const isText = target === null || target.type.kind === 'string' || target.type.kind === 'unknown';
        if (isText) writeText(walk, what, how, locals);
        else writeTyped(walk, what, target, how, locals.from);
      }
      code.branchIf(stop, isAbove(minus(get(at), get(start)), number(LIMITS.recordBytes)));
      code.set(start, get(at));
      code.set(records, plus(get(records), number(1)));
      code.set(lines, plus(plus(get(lines), number(1)), get(locals.linesWithin)));
      code.branchIf(again, isBelow(get(at), get(until)));
    }),
  );
  code.store(RECORDS_AT, get(records));
  code.store(LINES_AT, get(lines));
  code.when(get(locals.linesWithin), () => {
    code.set(field, number(0));
    code.set(fieldStart, get(start));
  });
  code.store(FIELD_AT, get(field));
  code.store(FIELD_START_AT, get(fieldStart));
  return code.module(get(start));
}

/** Passes over the delimiter or line end behind a field. */
function writeEnd({ code, at, stop }: Walk, isLast: boolean, { delimiter, crlf }: Dialect): void {
  const isWide = isLast && crlf;
  const wanted = isWide ? (LINE_FEED << 8) | CARRIAGE_RETURN : isLast ? LINE_FEED : delimiter;
  code.branchIf(stop, differs((isWide ? pairAt : byteAt)(get(at)), number(wanted)));
  code.set(at, plus(get(at), number(isWide ? 2 : 1)));
}

/** A field of arbitrary text: skips from one special byte to the next. */
function writeText(walk: Walk, { target, isLast, nullFirstBytes }: Field, how: Dialect, locals: TextLocals): void {
  const { code, at, byte, count, stop } = walk;
  const { vector, high, linesWithin, from } = locals;
  /** Goes to the next of some bytes, or of those that no text may hold; leaves it in `byte`. */
  const find = (bytes: readonly number[]): void =>
    code.loop((again) => {
      code.set(vector, sixteenAt(get(at)));
      const found = [
        ...bytes.map((one) => bytesEqual(get(vector), sixteenOf(one))),
        bytesBelow(get(vector), sixteenOf(2)),
        vectorAnd(get(vector), get(high)),
      ].reduce((one, other) => vectorOr(one, other));
      code.set(count, highBits(found));
      code.when(isZero(get(count)), () => {
        code.set(at, plus(get(at), number(16)));
        code.branch(again);
      });
      code.set(at, plus(get(at), zerosBelow(get(count))));
      code.set(byte, byteAt(get(at)));
    });
  code.block((done) => {
    const { quote, delimiter } = how;
    if (quote !== null)
      code.when(equals(byteAt(get(at)), number(quote)), () => {
        code.set(at, plus(get(at), number(1)));
        code.loop((inside) => {
          find([quote, LINE_FEED]);
          code.when(equals(get(byte), number(LINE_FEED)), () => {
            code.set(linesWithin, plus(get(linesWithin), number(1)));
            code.set(at, plus(get(at), number(1)));
            code.branch(inside);
          });
          code.branchIf(stop, differs(get(byte), number(quote)));
          code.when(equals(byteAt(get(at), 1), number(quote)), () => {
            code.set(at, plus(get(at), number(2)));
            code.branch(inside);
          });
        });
        code.set(at, plus(get(at), number(1)));
        writeEnd(walk, isLast, how);
        code.branch(done);
      });
    if (nullFirstBytes.length > 0)
      code.branchIf(stop, anyOf(nullFirstBytes.map((one) => equals(byteAt(get(at)), number(one)))));
    code.set(from, get(at));
    find([delimiter, LINE_FEED, CARRIAGE_RETURN, ...(quote === null ? [] : [quote])]);
    if (target?.nullable === false) code.branchIf(stop, equals(get(at), get(from)));
    writeEnd(walk, isLast, how);
  });
}

/** A field of a type: empty, a text that means null, or the type's plain form, in quotes or not. */
function writeTyped(walk: Walk, field: Field, target: Target, how: Dialect, isQuoted: Local): void {
  const { code, at, byte, stop } = walk;
  const { isLast, nullTexts, nullFirstBytes } = field;
  code.block((done) => {
    code.set(byte, byteAt(get(at)));
    if (target.nullable) {
      const end = isLast ? (how.crlf ? CARRIAGE_RETURN : LINE_FEED) : how.delimiter;
      code.when(equals(get(byte), number(end)), () => {
        writeEnd(walk, isLast, how);
        code.branch(done);
      });
    }
    if (nullFirstBytes.length > 0)
      code.branchIf(stop, anyOf(nullFirstBytes.map((one) => equals(get(byte), number(one)))));
    // Texts that begin like a value are left to the automaton.
    for (const text of nullTexts.filter((one) => !/^[-\dtf]/i.test(one)))
      code.when(equals(get(byte), number(text.charCodeAt(0))), () => {
        const matches = [...text].map((letter, index) => equals(byteAt(get(at), index), number(letter.charCodeAt(0))));
        code.when(
          matches.reduce((one, other) => bothBits(one, other)),
          () => {
            code.set(at, plus(get(at), number(text.length)));
            writeEnd(walk, isLast, how);
            code.branch(done);
          },
        );
      });
    const { quote } = how;
    if (quote !== null) {
      code.set(isQuoted, equals(get(byte), number(quote)));
      code.set(at, plus(get(at), get(isQuoted)));
    }
    writeValue(walk, target, how.delimiter);
    if (quote !== null)
      code.when(get(isQuoted), () => {
        code.branchIf(stop, differs(byteAt(get(at)), number(quote)));
        code.set(at, plus(get(at), number(1)));
      });
    writeEnd(walk, isLast, how);
  });
}

/** Starts a machine; null when the layout has none. `maxBytes` is the most room that will be asked for. */
export function csvMachine(options: PlainRecordLayout, maxBytes: number): CsvMachine | null {
  const program = machineProgram(options);
  if (program === null) return null;
  const pages = Math.ceil((BYTES_AT + maxBytes + PADDING) / PAGE_BYTES);
  const memory = new WebAssembly.Memory({ initial: pages });
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(program), { env: { memory } });
  const run = exports['run'] as (start: number, until: number, isAscii: number) => number;
  Buffer.from(memory.buffer).set(MONTH_DAYS, MONTH_DAYS_AT);
  const counts = new Uint32Array(memory.buffer, RECORDS_AT, 4);
  const isPlain = plainTextIn(memory);
  return {
    room(length) {
      const end = BYTES_AT + length;
      Buffer.from(memory.buffer).fill(0, end, end + PADDING);
      return Buffer.from(memory.buffer, BYTES_AT, length);
    },
    isPlain: (start, end) => isPlain(BYTES_AT + start, BYTES_AT + end),
    stop: () => ({ column: counts[FIELD_AT / 4] ?? 0, start: (counts[FIELD_START_AT / 4] ?? 0) - BYTES_AT }),
    walk(start, until, isAscii) {
      let end = start;
      let records = 0;
      let lines = 0;
      while (end < until) {
        const goal = Math.min(until, end + STEP_BYTES);
        end = run(BYTES_AT + end, BYTES_AT + goal, isAscii ? 1 : 0) - BYTES_AT;
        records += counts[RECORDS_AT / 4] ?? 0;
        lines += counts[LINES_AT / 4] ?? 0;
        if (end < goal) break;
      }
      return { end, records, lines };
    },
  };
}
