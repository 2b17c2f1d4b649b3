import type { Target } from '../../values/column-reader.ts';
import { fastFormat, isoDate, isoDatetime, isoTime, type TimePiece } from '../../values/time-pieces.ts';
import {
  bitsInverted,
  bothBits,
  byteAt,
  bytesBelow,
  bytesMinus,
  differs,
  eitherBits,
  equals,
  fourAt,
  get,
  highBits,
  isAbove,
  isAtLeast,
  isBelow,
  isZero,
  type Label,
  type Local,
  minus,
  number,
  pairAt,
  plus,
  shiftedRight,
  sixteenAt,
  sixteenOf,
  times,
  type WasmFunction,
  zerosBelow,
} from '../wasm-code.ts';

/** The parts of the function that walks over records. */
export type Walk = {
  readonly code: WasmFunction;
  /** Address of the next byte. */
  readonly at: Local;
  readonly byte: Local;
  readonly count: Local;
  /** Where the walk ends, at a record that is not plain. */
  readonly stop: Label;
};

/** Where the memory has the days that each month has for sure, a byte each, January's at the next address. */
export const MONTH_DAYS_AT = 16;

const ZERO = 0x30;
const code = (letter: string): number => letter.charCodeAt(0);
const fourLetters = (word: string): number => Buffer.from(word).readInt32LE();
/** Makes the letters of four bytes small. */
const SMALL = 0x20202020;

/**
 * Walks over the plain form of a type, or stops. Types without any always stop. The forms are those of csv-automaton.ts, except that
 * a decimal separator which is also the delimiter is left to that.
 */
export function writeValue(walk: Walk, { type, format, separators }: Target, delimiter: number): void {
  const separator = code(separators?.decimal ?? '.');
  const places = (most: number): number => (separator === delimiter ? 0 : most);
  const iso = (pieces: readonly TimePiece[]): void =>
    writeTime(walk, format === undefined ? pieces : fastFormat(format));
  switch (type.kind) {
    case 'integer':
      writeNumber(walk, { whole: 18, fraction: 0, separator });
      return;
    case 'float':
      writeNumber(walk, { whole: 18, fraction: places(18), separator });
      return;
    case 'decimal':
      writeNumber(walk, { whole: type.precision - type.scale, fraction: places(type.scale), separator });
      return;
    case 'boolean':
      writeBoolean(walk);
      return;
    case 'date':
      iso(isoDate);
      return;
    case 'datetime':
      iso(isoDatetime);
      return;
    case 'time':
      writeTime(walk, isoTime);
      return;
    default:
      walk.code.branch(walk.stop);
  }
}

/** Passes over one to `most` digits. */
function writeDigits({ code: to, at, count, stop }: Walk, most: number): void {
  const isDigit = bytesBelow(bytesMinus(sixteenAt(get(at)), sixteenOf(ZERO)), sixteenOf(10));
  to.set(count, zerosBelow(bitsInverted(highBits(isDigit))));
  if (most >= 16)
    to.when(equals(get(count), number(16)), () =>
      to.loop((again) => {
        const next = minus(byteAt(plus(get(at), get(count))), number(ZERO));
        to.when(bothBits(isBelow(next, number(10)), isBelow(get(count), number(most))), () => {
          to.set(count, plus(get(count), number(1)));
          to.branch(again);
        });
      }),
    );
  to.branchIf(stop, isAtLeast(minus(get(count), number(1)), number(most)));
  to.set(at, plus(get(at), get(count)));
}

/** The most digits of a number, and the decimal separator between them. */
type NumberForm = { readonly whole: number; readonly fraction: number; readonly separator: number };

/** Plain numbers: a sign, up to `whole` digits, and up to `fraction` decimal places. */
function writeNumber(walk: Walk, { whole, fraction, separator }: NumberForm): void {
  const { code: to, at, stop } = walk;
  if (whole === 0) {
    to.branch(stop);
    return;
  }
  to.set(at, plus(get(at), equals(byteAt(get(at)), number(code('-')))));
  writeDigits(walk, whole);
  if (fraction === 0) return;
  to.when(equals(byteAt(get(at)), number(separator)), () => {
    to.set(at, plus(get(at), number(1)));
    writeDigits(walk, fraction);
  });
}

/** "true" or "false" in any case. Branch-free: values are unpredictable. */
function writeBoolean({ code: to, at, byte, count, stop }: Walk): void {
  const letters = (word: string) => equals(eitherBits(fourAt(get(at)), number(SMALL)), number(fourLetters(word)));
  const isLastE = equals(eitherBits(byteAt(get(at), 4), number(0x20)), number(code('e')));
  to.set(byte, letters('true'));
  to.set(count, bothBits(letters('fals'), isLastE));
  to.branchIf(stop, isZero(eitherBits(get(byte), get(count))));
  to.set(at, plus(plus(get(at), number(4)), get(count)));
}

/** The first number that is not allowed, counted from the least one. */
const SIZES = { month: 12, day: 31, hour: 24, minute: 60, second: 60 } as const;

/** A date or time by its pieces, if it exists. The 29th of February is left to the careful reading. */
function writeTime(walk: Walk, pieces: readonly TimePiece[] | null): void {
  const { code: to, at, byte, stop } = walk;
  if (pieces === null) {
    to.branch(stop);
    return;
  }
  const known = new Map<string, Local>();
  const move = (by: number): void => to.set(at, plus(get(at), number(by)));
  for (const piece of pieces) {
    if ('literal' in piece) {
      const misses = [...piece.literal].map((letter) => differs(byteAt(get(at)), number(code(letter))));
      to.branchIf(
        stop,
        misses.reduce((one, other) => bothBits(one, other)),
      );
      move(1);
    } else if ('fraction' in piece) {
      to.when(equals(byteAt(get(at)), number(code('.'))), () => {
        move(1);
        writeDigits(walk, 6);
      });
    } else if (piece.number === 'year') {
      to.branchIf(stop, isAtLeast(minus(byteAt(get(at)), number(code('1'))), number(2)));
      to.branchIf(stop, isAtLeast(minus(byteAt(get(at), 1), number(ZERO)), number(10)));
      move(2);
      writePair(walk);
    } else {
      if (piece.padded) writePair(walk);
      else writeOneOrTwo(walk);
      const isCounted = piece.number === 'month' || piece.number === 'day';
      const fromLeast = isCounted ? minus(get(byte), number(1)) : get(byte);
      to.branchIf(stop, isAtLeast(fromLeast, number(SIZES[piece.number])));
      if (isCounted) {
        const kept = to.local();
        to.set(kept, get(byte));
        known.set(piece.number, kept);
      }
    }
  }
  const [month, day] = [known.get('month'), known.get('day')];
  if (month !== undefined && day !== undefined) to.branchIf(stop, isAbove(get(day), byteAt(get(month), MONTH_DAYS_AT)));
}

/** A number of two digits, into `byte`. */
function writePair({ code: to, at, byte, count, stop }: Walk): void {
  to.set(count, minus(pairAt(get(at)), number(0x3030)));
  const tens = bothBits(get(count), number(0xff));
  const ones = shiftedRight(get(count), number(8));
  to.branchIf(stop, eitherBits(isAtLeast(tens, number(10)), isAtLeast(ones, number(10))));
  to.set(byte, plus(times(tens, number(10)), ones));
  to.set(at, plus(get(at), number(2)));
}

/** A number of one or two digits, into `byte`. */
function writeOneOrTwo({ code: to, at, byte, count, stop }: Walk): void {
  to.set(byte, minus(byteAt(get(at)), number(ZERO)));
  to.branchIf(stop, isAtLeast(get(byte), number(10)));
  to.set(count, minus(byteAt(get(at), 1), number(ZERO)));
  to.set(at, plus(get(at), number(1)));
  to.when(isBelow(get(count), number(10)), () => {
    to.set(byte, plus(times(get(byte), number(10)), get(count)));
    to.set(at, plus(get(at), number(1)));
  });
}
