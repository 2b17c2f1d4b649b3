import { Transform } from 'node:stream';

const QUOTE = 0x22;
const COMMA = 0x2c;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const APOSTROPHE = 0x27;

const isOneOf = (characters: string): Uint8Array => {
  const table = new Uint8Array(256);
  for (const byte of Buffer.from(characters)) table[byte] = 1;
  return table;
};
/** What makes a cell a formula for one spreadsheet or another, as its first character. */
const BEGINS = isOneOf('=+-@\t\r\0');
const IS_SIGN = isOneOf('+-');
const OF_NUMBERS = isOneOf('0123456789.eE+-');
const IS_DIGIT = isOneOf('0123456789');
const IS_EXPONENT = isOneOf('eE');
const POINT = 0x2e;
/** In bytes; it waits in memory until it has ended. */
const LONGEST_NUMBER = 1000;
/** In bytes; for shorter ones a loop is faster than a call out of the engine. */
const SHORT = 48;

/** Before a cell, at a quoted one's content, within a cell, within a quoted one, and behind a quote in there. */
type Place = 'cell' | 'content' | 'plain' | 'quoted' | 'quote';

/** A carriage return of its own ends a row for spreadsheets, too. */
const endsCell = (byte: number | undefined): boolean =>
  byte === COMMA || byte === LINE_FEED || byte === CARRIAGE_RETURN;

const behindDigits = (bytes: Buffer, start: number): number => {
  let at = start;
  while (IS_DIGIT[bytes[at] as number] === 1) at += 1;
  return at;
};

/** Whether a sign and what follows are a number and no more; of columns of numbers every other cell may come here. */
function isWholeNumber(bytes: Buffer, start: number, end: number): boolean {
  let at = behindDigits(bytes, start + 1);
  let digits = at - start - 1;
  if (bytes[at] === POINT) {
    const behind = behindDigits(bytes, at + 1);
    digits += behind - at - 1;
    at = behind;
  }
  if (digits === 0 || at === end) return digits > 0;
  if (IS_EXPONENT[bytes[at] as number] !== 1) return false;
  const exponent = at + (IS_SIGN[bytes[at + 1] as number] === 1 ? 2 : 1);
  at = behindDigits(bytes, exponent);
  return at === end && at > exponent;
}

/** Whether the cell whose content begins here with a sign is a number; null when that takes more bytes to know. */
function isNumber(bytes: Buffer, start: number, isQuoted: boolean, isLast: boolean): boolean | null {
  let end = start + 1;
  while (end < bytes.length && OF_NUMBERS[bytes[end] as number] === 1) end += 1;
  if (end - start > LONGEST_NUMBER) return false;
  if (isQuoted && end < bytes.length && bytes[end] !== QUOTE) return false;
  const behind = isQuoted ? end + 1 : end;
  if (behind < bytes.length) {
    if (!endsCell(bytes[behind])) return false;
  } else if (!isLast) return null;
  return isWholeNumber(bytes, start, end);
}

/** The bytes before `end`, with an apostrophe before each of those at `places`. */
function withApostrophes(bytes: Buffer, places: readonly number[], end: number): Buffer {
  if (places.length === 0) return bytes.subarray(0, end);
  const made = Buffer.allocUnsafe(end + places.length);
  let from = 0;
  let to = 0;
  const copyUntil = (until: number): void => {
    if (until - from > SHORT) to += bytes.copy(made, to, from, until);
    else for (let at = from; at < until; at += 1) made[to++] = bytes[at] as number;
    from = until;
  };
  for (const place of places) {
    copyUntil(place);
    made[to++] = APOSTROPHE;
  }
  copyUntil(end);
  return made;
}

/**
 * Makes texts of cells that a spreadsheet would take for formulas, by an apostrophe before them; numbers with a sign stay.
 * For CSV with commas as RFC 4180 has it, cut into chunks anywhere. All else passes byte by byte. Memory: a chunk.
 */
export function neutraliseFormulas(): Transform {
  let place: Place = 'cell';
  /** The beginning of a cell that may still become a number. */
  let begun: Buffer = Buffer.alloc(0);

  const take = (chunk: Buffer, isLast: boolean): Buffer => {
    const bytes = begun.length > 0 ? Buffer.concat([begun, chunk]) : chunk;
    const { length } = bytes;
    const apostrophes: number[] = [];
    let at = 0;
    while (at < length) {
      if (place === 'plain') {
        while (at < length && !endsCell(bytes[at])) at += 1;
        if (at < length) place = 'cell';
        at += 1;
        continue;
      }
      if (place === 'quoted') {
        while (at < length && bytes[at] !== QUOTE) at += 1;
        if (at < length) place = 'quote';
        at += 1;
        continue;
      }
      const byte = bytes[at] as number;
      if (place === 'quote') {
        // Behind the closing quote of a cell stands nothing, unless somebody else wrote the file.
        place = byte === QUOTE ? 'quoted' : endsCell(byte) ? 'cell' : 'plain';
        at += 1;
        continue;
      }
      const isQuoted = place === 'content';
      if (byte === QUOTE) place = isQuoted ? 'quote' : 'content';
      else if (isQuoted || !endsCell(byte)) {
        if (BEGINS[byte] === 1) {
          const number = IS_SIGN[byte] === 1 && isNumber(bytes, at, isQuoted, isLast);
          if (number === null) break;
          if (!number) apostrophes.push(at);
        }
        place = isQuoted ? 'quoted' : 'plain';
      }
      at += 1;
    }
    const end = Math.min(at, length);
    begun = Buffer.from(bytes.subarray(end));
    return withApostrophes(bytes, apostrophes, end);
  };

  return new Transform({
    transform(chunk: Buffer, _, done) {
      const taken = take(chunk, false);
      done(null, taken.length > 0 ? taken : undefined);
    },
    flush(done) {
      const taken = take(Buffer.alloc(0), true);
      done(null, taken.length > 0 ? taken : undefined);
    },
  });
}
