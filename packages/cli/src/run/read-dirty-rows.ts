import { type FileStore, unpackedText } from '@switchboard/engine';

/** A record that did not fit its schema: where it stands, which column, why, and its text. */
export type DirtyRow = {
  readonly line: string;
  readonly column: string;
  readonly reason: string;
  readonly raw: string;
  /** The raw file's name where the part is made of several; else empty. */
  readonly file: string;
};

/** The first dirty rows of each loaded table, by table name. */
export type DirtySamples = ReadonlyMap<string, readonly DirtyRow[]>;

/** The first dirty rows of a loaded part, from its packed CSV of line, column, reason, raw and perhaps file. Stops reading once it has them. */
export async function readDirtyRows(store: FileStore, key: string, most: number): Promise<readonly DirtyRow[]> {
  const text = unpackedText(await store.open(key)).setEncoding('utf8');
  const rows: DirtyRow[] = [];
  for await (const [line = '', column = '', reason = '', raw = '', file = ''] of csvRecords(text)) {
    rows.push({ line, column, reason, raw, file });
    // The first is the header.
    if (rows.length > most) break;
  }
  return rows.slice(1);
}

/** Records of a well-formed CSV, as they come. */
export async function* csvRecords(chunks: AsyncIterable<string>): AsyncGenerator<readonly string[]> {
  let record: string[] = [];
  let field = '';
  let quoted = false;
  let afterQuote = false;
  for await (const chunk of chunks) {
    for (const character of chunk) {
      if (quoted) {
        if (character === '"') [quoted, afterQuote] = [false, true];
        else field += character;
      } else if (character === '"') {
        if (afterQuote) field += character;
        [quoted, afterQuote] = [true, false];
      } else if (character === ',' || character === '\n') {
        record.push(field);
        [field, afterQuote] = ['', false];
        if (character === ',') continue;
        yield record;
        record = [];
      } else if (character !== '\r') field += character;
    }
  }
  if (field !== '' || record.length > 0) yield [...record, field];
}
