import { createReadStream } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';

/** A record's values: null is nothing between two commas, an empty text is "". */
export type CsvRecord = readonly (string | null)[];

/** Reads a result's CSV, its header included. Gives the records that each chunk completes. */
export async function* readRecords(chunks: AsyncIterable<Buffer>): AsyncGenerator<readonly CsvRecord[]> {
  const decoder = new StringDecoder('utf8');
  let pending = '';
  for await (const chunk of chunks) {
    pending += decoder.write(chunk);
    const { records, end } = completeRecords(pending);
    pending = pending.slice(end);
    if (records.length > 0) yield records;
  }
}

/** The names in the header of a result. */
export async function readHeader(path: string): Promise<CsvRecord> {
  for await (const [header = []] of readRecords(createReadStream(path))) return header;
  return [];
}

const FIELD = /(?:"((?:[^"]|"")*)"|([^,"\n]*))([,\n])/y;

/** The records that are complete in a text, and where the rest begins. */
function completeRecords(text: string): { readonly records: readonly CsvRecord[]; readonly end: number } {
  const records: CsvRecord[] = [];
  let record: (string | null)[] = [];
  let end = 0;
  FIELD.lastIndex = 0;
  for (let found = FIELD.exec(text); found !== null; found = FIELD.exec(text)) {
    const [, quoted, plain = '', after] = found;
    record.push(quoted === undefined ? plain || null : quoted.replaceAll('""', '"'));
    if (after !== '\n') continue;
    records.push(record);
    record = [];
    end = FIELD.lastIndex;
  }
  return { records, end };
}
