import { CARRIAGE_RETURN, type CsvDialect, LINE_FEED } from '../csv-dialect.ts';

export type CsvField = { readonly text: string; readonly quoted: boolean };

/** A syntax error of a record, other than a wrong number of fields. */
export type RecordProblem =
  | 'broken quotes'
  | 'unterminated quote'
  | 'too long'
  | 'no line end behind an empty last field: the file may be cut off';

export type CsvRecord = {
  readonly fields: readonly CsvField[];
  /** Offset behind the record's line end. */
  readonly end: number;
  /** Offset behind the first physical line's end. */
  readonly firstLineEnd: number;
  readonly problem: RecordProblem | null;
  /** A quote inside an unquoted field is kept as text, but violates the strict reading. */
  readonly strayQuote: boolean;
};

/** Reads one record of a buffer. `limit` is the end of the data or of the longest allowed record. */
export type RecordReader = (bytes: Buffer, start: number, limit: number, endsHere: boolean) => CsvRecord;

/**
 * Creates a record reader by RFC 4180. It never throws: a badly quoted record is read on as text, so that its end is known,
 * and has a `problem`.
 */
export function recordReader(dialect: CsvDialect): RecordReader {
  const delimiter = dialect.delimiter.charCodeAt(0);
  const quote = dialect.quote === null ? -1 : dialect.quote.charCodeAt(0);
  const escapeByte = dialect.escape === null ? quote : dialect.escape.charCodeAt(0);

  return (bytes, start, limit, endsHere) => {
    const places: FieldPlace[] = [];
    let problem: RecordProblem | null = null;
    let strayQuote = false;
    let firstLineEnd = -1;
    let position = start;
    let allBits = 0;
    for (;;) {
      let text: string | null = null;
      let quoted = false;
      let textStart = position;
      let textEnd = position;
      if (position < limit && bytes[position] === quote) {
        quoted = true;
        position += 1;
        let from = position;
        const gather = (to: number): void => {
          text = (text ?? '') + bytes.toString('utf8', from, to);
        };
        textStart = from;
        for (;;) {
          if (position >= limit) {
            problem ??= endsHere ? 'unterminated quote' : 'too long';
            break;
          }
          const byte = bytes[position] as number;
          allBits |= byte;
          if (byte === escapeByte && escapeByte !== quote && position + 1 < limit) {
            gather(position);
            from = position + 1;
            position += 2;
          } else if (byte === quote) {
            if (escapeByte === quote && bytes[position + 1] === quote && position + 1 < limit) {
              gather(position + 1);
              position += 2;
              from = position;
            } else break;
          } else {
            if (byte === LINE_FEED && firstLineEnd < 0) firstLineEnd = position + 1;
            position += 1;
          }
        }
        textEnd = position;
        if (text !== null) gather(position);
        if (position < limit) position += 1;
      }
      const from = position;
      while (position < limit) {
        const byte = bytes[position] as number;
        if (byte === delimiter || byte === LINE_FEED) break;
        if (byte === quote) strayQuote = true;
        allBits |= byte;
        position += 1;
      }
      const atLineFeed = position < limit && bytes[position] === LINE_FEED;
      const to =
        (atLineFeed || position >= limit) && position > from && bytes[position - 1] === CARRIAGE_RETURN
          ? position - 1
          : position;
      if (!quoted) {
        textStart = from;
        textEnd = to;
      } else if (to > from) {
        problem ??= 'broken quotes';
        text = (text ?? bytes.toString('utf8', textStart, textEnd)) + bytes.toString('utf8', from, to);
      }
      places.push({ start: textStart, end: textEnd, text, quoted });
      if (position < limit && !atLineFeed) {
        position += 1;
        continue;
      }
      if (!atLineFeed && !endsHere) problem ??= 'too long';
      const end = atLineFeed ? position + 1 : position;
      const fields = fieldsAt(bytes, places, start, end, allBits < 0x80);
      return { fields, end, firstLineEnd: firstLineEnd < 0 ? end : firstLineEnd, problem, strayQuote };
    }
  };
}

/** The range of a field's text, without its quotes; and the text itself, if it was assembled from several ranges. */
type FieldPlace = {
  readonly start: number;
  readonly end: number;
  readonly text: string | null;
  readonly quoted: boolean;
};

/** Decodes the fields. ASCII fields are cut from one decoded text, which is much cheaper than decoding each. */
function fieldsAt(
  bytes: Buffer,
  places: readonly FieldPlace[],
  start: number,
  end: number,
  isAscii: boolean,
): readonly CsvField[] {
  const whole = isAscii ? bytes.toString('latin1', start, end) : '';
  return places.map((place) => ({
    text:
      place.text ??
      (isAscii
        ? whole.substring(place.start - start, place.end - start)
        : bytes.toString('utf8', place.start, place.end)),
    quoted: place.quoted,
  }));
}
