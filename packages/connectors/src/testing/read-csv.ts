import type { HeldRow } from './harness.ts';

/** Reads canonical CSV with its header; null is nothing between two commas, an empty text is "". */
export function readCsv(text: string): { readonly header: readonly string[]; readonly rows: readonly HeldRow[] } {
  const records: (string | null)[][] = [];
  const record: (string | null)[] = [];
  let at = 0;
  while (at < text.length) {
    const match = /(?:"((?:[^"]|"")*)"|([^,"\n]*))([,\n])/y;
    match.lastIndex = at;
    const found = match.exec(text);
    if (found === null) throw new Error(`no CSV at ${at}: ${text.slice(at, at + 50)}`);
    const [whole, quoted, plain, end] = found;
    record.push(quoted !== undefined ? quoted.replaceAll('""', '"') : plain === '' ? null : (plain ?? null));
    at += whole.length;
    if (end === '\n') records.push(record.splice(0));
  }
  const [header = [], ...rows] = records;
  return { header: header.map((name) => name ?? ''), rows };
}
