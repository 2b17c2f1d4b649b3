import { Transform } from 'node:stream';
import { CARRIAGE_RETURN, LINE_FEED } from '../csv-dialect.ts';

/** Whether a text has a carriage return that no line feed follows. */
export const hasLoneReturn = (text: string): boolean => /\r[^\n]/.test(text);

/** The settings that line ends within quotes depend on; without a quote there are none. */
type QuotedText = { readonly quote: string | null; readonly escape: string | null; readonly delimiter: string | null };

const codeOf = (character: string | null): number => character?.charCodeAt(0) ?? -1;

/** Turns every line end outside of quotes into a line feed, chunk by chunk. A quote begins where a field does. */
export function unifiedLineEnds({ quote, escape: escapes, delimiter }: QuotedText): Transform {
  const [quoteByte, escapeByte] = [codeOf(quote), codeOf(escapes ?? quote)];
  const delimiters = new Set([...(delimiter ?? ',;\t|')].map(codeOf));
  let isQuoted = false;
  let isEscaped = false;
  let isFieldStart = true;
  let isBehindReturn = false;
  const convert = (chunk: Buffer): Buffer => {
    const bytes = Buffer.allocUnsafe(chunk.length);
    let length = 0;
    for (const byte of chunk) {
      const isSecondHalf = isBehindReturn && byte === LINE_FEED;
      isBehindReturn = false;
      if (isSecondHalf) continue;
      if (isQuoted) {
        if (isEscaped) isEscaped = false;
        else if (byte === escapeByte && escapeByte !== quoteByte) isEscaped = true;
        else if (byte === quoteByte) isQuoted = false;
        bytes[length++] = byte;
        isFieldStart = !isQuoted && escapeByte === quoteByte;
        continue;
      }
      // A quote right behind a closing one is an escaped one, and its field goes on.
      if (byte === quoteByte && isFieldStart) isQuoted = true;
      const isReturn = byte === CARRIAGE_RETURN;
      isBehindReturn = isReturn;
      isFieldStart = isReturn || byte === LINE_FEED || delimiters.has(byte);
      bytes[length++] = isReturn ? LINE_FEED : byte;
    }
    return bytes.subarray(0, length);
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      done(null, convert(chunk));
    },
  });
}
