import { Transform } from 'node:stream';

const QUOTE = 0x22;
const COMMA = 0x2c;
const NEWLINE = 0x0a;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
/** The longest that a byte becomes: \u001f. */
const LONGEST_ESCAPE = 6;
/** `{`, `}`, a comma, a quote and a newline. */
const FRAME = 8;

/** The position of a byte within the record. `ending`: a quote within a quoted value, which ends it unless another follows. */
type Place = 'start' | 'plain' | 'quoted' | 'ending';

/**
 * Turns the canonical CSV of a result, header included, into JSON lines: every value a text under the name of its column, and
 * nothing for a null. So an empty text stays apart from nothing. Works on bytes, so that memory stays flat.
 * @param names of the columns, in their order
 */
export function csvToJsonLines(names: readonly string[]): Transform {
  const keys = names.map((name) => Buffer.from(`${JSON.stringify(name)}:"`));
  const longestKey = Math.max(0, ...keys.map(({ length }) => length));
  let place: Place = 'start';
  let isHeader = true;
  let column = 0;
  let isFirst = true;
  let isOpen = false;
  let out = Buffer.alloc(0);
  let length = 0;

  const write = (byte: number): void => {
    out[length] = byte;
    length += 1;
  };

  function writeEscaped(byte: number): void {
    if (isHeader) return;
    if (byte >= SPACE && byte !== QUOTE && byte !== BACKSLASH) {
      write(byte);
      return;
    }
    const text = byte === QUOTE ? '\\"' : byte === BACKSLASH ? '\\\\' : `\\u${byte.toString(16).padStart(4, '0')}`;
    length += out.write(text, length, 'latin1');
  }

  function beginValue(): void {
    if (isHeader) return;
    if (!isFirst) write(COMMA);
    isFirst = false;
    const key = keys[column];
    if (key !== undefined) length += key.copy(out, length);
  }

  /** Ends a value of the record, `isNull` for one without any byte. */
  function endValue(isNull: boolean, byte: number): void {
    place = 'start';
    if (!isHeader && !isNull) write(QUOTE);
    column += 1;
    if (byte === COMMA) return;
    if (!isHeader) length += out.write('}\n', length, 'latin1');
    isHeader = false;
    isOpen = false;
    isFirst = true;
    column = 0;
  }

  function take(byte: number): void {
    if (!isOpen) {
      isOpen = true;
      if (!isHeader) length += out.write('{', length, 'latin1');
    }
    const isEnd = byte === COMMA || byte === NEWLINE;
    if (isEnd && place !== 'quoted') {
      endValue(place === 'start', byte);
    } else if (place === 'start') {
      beginValue();
      place = byte === QUOTE ? 'quoted' : 'plain';
      if (place === 'plain') writeEscaped(byte);
    } else if (place === 'quoted' && byte === QUOTE) {
      place = 'ending';
    } else {
      // A quote after a quote, or what belongs to the value.
      if (place === 'ending') place = 'quoted';
      writeEscaped(byte);
    }
  }

  return new Transform({
    transform(chunk: Buffer, _, done) {
      const most = LONGEST_ESCAPE + longestKey + FRAME;
      out = Buffer.allocUnsafe(chunk.length * 2 + most);
      length = 0;
      for (const byte of chunk) {
        if (length + most > out.length) out = Buffer.concat([out], out.length * 2);
        take(byte);
      }
      if (length > 0) this.push(out.subarray(0, length));
      done();
    },
    flush(done) {
      out = Buffer.alloc(FRAME);
      length = 0;
      if (isOpen) take(NEWLINE);
      done(null, out.subarray(0, length));
    },
  });
}
