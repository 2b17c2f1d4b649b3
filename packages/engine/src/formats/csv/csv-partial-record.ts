import { LIMITS } from '@switchboard/model/limits';
import { CARRIAGE_RETURN, type CsvDialect, LINE_FEED } from '../csv-dialect.ts';
import type { CsvAutomaton } from './csv-automaton.ts';

/**
 * A record of one physical line in which some fields are not plain. The object is reused by the next read: in a malformed
 * file most records are partial, so none allocates an object for each field.
 */
export type PartialRecord = {
  /** Offset behind its line end. */
  end: number;
  /** How many fields it has. */
  fields: number;
  /** The fields to validate, as three numbers each: the column, and the start and end of the text. */
  readonly invalid: number[];
};

/** A field: its column and the offset of its start. */
export type FieldPlace = { readonly column: number; readonly start: number };

/**
 * Reads the record at `start`, whose fields before `first` are known to be plain and without line breaks. Null when the record
 * has quotes, invalid bytes or line breaks that need the full reader.
 */
export type PartialRecordReader = (
  bytes: Buffer,
  start: number,
  first: FieldPlace,
  isText: boolean,
) => PartialRecord | null;

type PartialRecordOptions = { readonly dialect: CsvDialect; readonly crlf: boolean; readonly width: number };

/** Runs the automaton over each field separately, so that only the fields it stops in are decoded. */
export function partialRecordReader(
  shape: CsvAutomaton,
  { dialect, crlf, width }: PartialRecordOptions,
): PartialRecordReader {
  const { table, bits, special, entries, texts } = shape;
  const delimiter = dialect.delimiter.charCodeAt(0);
  const quote = dialect.quote?.charCodeAt(0) ?? -1;
  const escapeByte = dialect.escape?.charCodeAt(0) ?? quote;
  const record: PartialRecord = { end: 0, fields: 0, invalid: [] };

  /** The end of an unquoted field: a delimiter or line end. -1 when it needs the full reader. */
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
          // Most bytes of a text stay in this state; the tight loop lets the processor predict it.
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
      // A blank line is skipped.
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
