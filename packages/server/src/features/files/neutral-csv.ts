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
/** First characters that make a cell a formula in some spreadsheet program. */
const BEGINS = isOneOf('=+-@\t\r\0');
const IS_SIGN = isOneOf('+-');
const OF_NUMBERS = isOneOf('0123456789.eE+-');
const IS_DIGIT = isOneOf('0123456789');
const IS_EXPONENT = isOneOf('eE');
const POINT = 0x2e;
/** In bytes. A number is buffered until its end. */
const MAX_NUMBER_BYTES = 1000;
/** In bytes. A loop over fewer bytes is faster than a native call. */
const SHORT = 48;

/** Before a cell, at the content of a quoted cell, in a cell, in a quoted cell, and after a quote in a quoted cell. */
type Place = 'cell' | 'content' | 'plain' | 'quoted' | 'quote';

/** Spreadsheet programs end a row at a single carriage return, too. */
const endsCell = (byte: number | undefined): boolean =>
  byte === COMMA || byte === LINE_FEED || byte === CARRIAGE_RETURN;

const behindDigits = (bytes: Buffer, start: number): number => {
  let at = start;
  while (IS_DIGIT[bytes[at] as number] === 1) at += 1;
  return at;
};

/** Whether a sign and the following bytes are a number only. Called often for columns of numbers. */
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

/** Whether the cell whose content starts here with a sign is a number; null when more bytes are needed to decide. */
function isNumber(bytes: Buffer, start: number, isQuoted: boolean, isLast: boolean): boolean | null {
  let end = start + 1;
  while (end < bytes.length && OF_NUMBERS[bytes[end] as number] === 1) end += 1;
  if (end - start > MAX_NUMBER_BYTES) return false;
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
 * Neutralises cells that a spreadsheet program would interpret as formulas, by a leading apostrophe; signed numbers are kept.
 * For CSV as in RFC 4180, in chunks of any size. All other bytes are unchanged. Memory: one chunk.
 */
export function neutraliseFormulas(): Transform {
  let place: Place = 'cell';
  /** The start of a cell that may be a number. */
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
        // Only files of other programs have bytes after the closing quote of a cell.
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
