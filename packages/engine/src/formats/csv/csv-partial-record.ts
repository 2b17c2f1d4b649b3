import { LIMITS } from '@switchboard/model';
import type { CsvAutomaton } from './csv-automaton.ts';
import { CARRIAGE_RETURN, type CsvDialect, LINE_FEED } from './csv-dialect.ts';

/**
 * A record of one physical line, of which some fields are not plain. Valid until the next is read: most records of a bad
 * file are such, and none should cost an object for each of its fields.
 */
export type PartialRecord = {
  /** Offset behind its line end. */
  end: number;
  /** How many fields it has. */
  fields: number;
  /** The fields to look at, as three numbers each: the column, and where the text starts and ends. */
  readonly invalid: number[];
};

/** A field: its column, and where it starts. */
export type FieldPlace = { readonly column: number; readonly start: number };

/**
 * Reads the record at `start`, whose fields before `first` are known to be plain and without line breaks. Null where it needs
 * a reader that knows about quotes, invalid bytes and line breaks.
 */
export type PartialRecordReader = (
  bytes: Buffer,
  start: number,
  first: FieldPlace,
  isText: boolean,
) => PartialRecord | null;

type PartialRecordOptions = { readonly dialect: CsvDialect; readonly crlf: boolean; readonly width: number };

/** Lets the automaton go through each field on its own, so that only those it stops in have to be made texts. */
export function partialRecordReader(
  shape: CsvAutomaton,
  { dialect, crlf, width }: PartialRecordOptions,
): PartialRecordReader {
  const { table, bits, special, entries, texts } = shape;
  const delimiter = dialect.delimiter.charCodeAt(0);
  const quote = dialect.quote?.charCodeAt(0) ?? -1;
  const escapeByte = dialect.escape?.charCodeAt(0) ?? quote;
  const record: PartialRecord = { end: 0, fields: 0, invalid: [] };

  /** Where a field without quotes ends: at a delimiter or line end. -1 when it is not so plain. */
  const fieldEnd = (bytes: Buffer, start: number, limit: number, isText: boolean): number => {
    for (let at = start; at < limit; at += 1) {
      const byte = bytes[at] as number;
      if (byte === delimiter) return at;
      if (byte === LINE_FEED) return crlf ? -1 : at;
      if (byte === CARRIAGE_RETURN) return crlf && at + 1 < limit && bytes[at + 1] === LINE_FEED ? at : -1;
      if (byte === quote || byte === escapeByte || byte < 2 || (byte >= 0x80 && !isText)) return -1;
    }
    return -1;
  };

  return (bytes, start, first, isText) => {
    const classes = isText ? shape.classes : shape.asciiClasses;
    const limit = Math.min(bytes.length, start + LIMITS.recordBytes);
    const { invalid } = record;
    invalid.length = 0;
    let at = first.start;
    for (let index = first.column; ; index += 1) {
      const from = at;
      if (index < width) {
        const goal = index === width - 1 ? 0 : entries[index + 1];
        const text = texts[index] as number;
        const textRow = text << bits;
        let state = entries[index] as number;
        do {
          if (at >= limit) return null;
          state = table[(state << bits) + (classes[bytes[at] as number] as number)] as number;
          at += 1;
          // Most bytes of texts lead nowhere else; that this is one state lets the processor look ahead.
          if (state === text)
            while (at < limit && table[textRow + (classes[bytes[at] as number] as number)] === text) at += 1;
        } while (state >= special && state !== goal);
        if (state === goal) {
          if (state !== 0) continue;
          record.end = at;
          record.fields = width;
          return record;
        }
        // A line break within quotes: the record may turn out to be several.
        if (state !== shape.stop) return null;
      }
      const end = fieldEnd(bytes, from, limit, isText);
      // Nothing at all is no record.
      if (end < 0 || (end === start && bytes[end] !== delimiter)) return null;
      if (index < width) invalid.push(index, from, end);
      at = end + 1;
      if (bytes[end] === delimiter) continue;
      record.end = bytes[end] === CARRIAGE_RETURN ? end + 2 : end + 1;
      record.fields = index + 1;
      return record;
    }
  };
}
