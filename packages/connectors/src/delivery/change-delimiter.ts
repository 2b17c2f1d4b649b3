import { Transform } from 'node:stream';

const QUOTE = 0x22;
const NEWLINE = 0x0a;
const COMMA = 0x2c;

/**
 * Rewrites canonical CSV (commas, `"` around what needs it, line ends of one byte) with another delimiter, an ASCII
 * character. Values that hold it are quoted; null stays empty and an empty text stays "". Memory: one value without quotes.
 */
export function changeDelimiter(delimiter: string): Transform {
  const wanted = delimiter.charCodeAt(0);
  let inQuotes = false;
  /** State of the current value: whether it is quoted, whether it holds the wanted delimiter, and its bytes so far. */
  let quoted = false;
  let holds = false;
  let begun: Buffer = Buffer.alloc(0);

  const take = (chunk: Buffer): readonly Buffer[] => {
    const bytes = Buffer.concat([begun, chunk]);
    const pieces: Buffer[] = [];
    let written = 0;
    let start = 0;
    for (let at = begun.length; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (byte === QUOTE) {
        inQuotes = !inQuotes;
        quoted = true;
      } else if (!inQuotes && (byte === COMMA || byte === NEWLINE)) {
        if (holds && !quoted) {
          pieces.push(bytes.subarray(written, start), Buffer.from('"'), bytes.subarray(start, at), Buffer.from('"'));
          written = at;
        }
        if (byte === COMMA) bytes[at] = wanted;
        start = at + 1;
        quoted = false;
        holds = false;
      } else if (byte === wanted && !quoted) holds = true;
    }
    // A quoted value is passed on as it comes: nothing about it has to change any more.
    const end = quoted ? bytes.length : start;
    pieces.push(bytes.subarray(written, end));
    begun = Buffer.from(bytes.subarray(end));
    return pieces;
  };

  return new Transform({
    transform(chunk: Buffer, _, done) {
      for (const piece of take(chunk)) if (piece.length > 0) this.push(piece);
      done();
    },
    flush(done) {
      const rest = holds && !quoted ? Buffer.concat([Buffer.from('"'), begun, Buffer.from('"')]) : begun;
      done(null, rest.length > 0 ? rest : undefined);
    },
  });
}
