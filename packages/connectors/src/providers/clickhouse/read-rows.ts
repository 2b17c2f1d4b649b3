import { NetworkError } from '../../network/network-error.ts';
import { csvRecord } from '../../sql/csv-record.ts';
import type { ClickhouseFailure } from './clickhouse-failure.ts';

/** Longest of what stands before and after the rows, and of an exception. */
const FRAME_LIMIT = 4 * 1024 ** 2;

type Part = 'head' | 'rows' | 'tail';

export type RowsRequest = {
  /** Names of the columns, in order. */
  readonly names: readonly string[];
  /** The exception that a text holds; null for none. */
  readonly exceptionIn: (text: string) => ClickhouseFailure | null;
  readonly host: string;
};

/**
 * Turns an answer in the format JSONCompact, whose values are texts, into CSV with a header: RFC 4180, null is empty, an empty text
 * is "". The server answers 200 before it knows how a query ends, so that only the end of the answer, with the number of its
 * rows, says that it is complete. Throws the exception that stands in it, or NetworkError for an answer without its end.
 */
export async function* readRows(body: AsyncIterable<Buffer>, request: RowsRequest): AsyncGenerator<Buffer> {
  yield Buffer.from(csvRecord(request.names));
  let part: Part = 'head';
  let rest: Buffer = Buffer.alloc(0);
  let frame = '';
  let rows = 0;
  const incomplete = (): Error =>
    request.exceptionIn(frame) ??
    new NetworkError('unreachable', request.host, 'it ended its answer early', { bytes: 1 });
  const keep = (text: string): void => {
    frame += text;
    if (frame.length > FRAME_LIMIT) throw incomplete();
  };
  for await (const chunk of body) {
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    if (end === 0) {
      rest = Buffer.concat([rest, chunk]);
      continue;
    }
    // Lines are whole, so that no character is cut in two.
    const text = Buffer.concat([rest, chunk.subarray(0, end)]).toString();
    rest = Buffer.from(chunk.subarray(end));
    const lines = text.split('\n').slice(0, -1);
    let next = 0;
    if (part === 'head') {
      const begin = lines.indexOf('\t"data":');
      keep(`${lines.join('\n')}\n`);
      if (begin < 0 || lines[begin + 1] === undefined) {
        // The line after it comes later.
        if (begin >= 0) rest = Buffer.concat([Buffer.from(`${lines.slice(begin).join('\n')}\n`), rest]);
        continue;
      }
      part = 'rows';
      frame = '';
      next = begin + 2;
    }
    if (part === 'rows') {
      const found = lines.findIndex((line, index) => index >= next && !isRow(line));
      const last = found < 0 ? lines.length : found;
      const records = parseRows(lines.slice(next, last));
      if (records === null) {
        frame = `${lines.slice(next).join('\n')}\n`;
        part = 'tail';
        continue;
      }
      rows += records.length;
      if (records.length > 0) yield Buffer.from(records.map(csvLine).join(''));
      if (found < 0) continue;
      part = 'tail';
      next = last;
    }
    keep(`${lines.slice(next).join('\n')}\n`);
  }
  frame += rest.toString();
  if (part !== 'tail' || countInTail(frame) !== rows) throw incomplete();
}

const NEWLINE = 0x0a;
const isRow = (line: string): boolean => line.startsWith('\t\t[') || line === '';

/** The values of lines that hold a row each; null when one of them does not. */
function parseRows(lines: readonly string[]): readonly (readonly unknown[])[] | null {
  const text = lines.filter((line) => line !== '').join('');
  try {
    return JSON.parse(`[${text.replace(/,$/, '')}]`) as unknown[][];
  } catch {
    return null;
  }
}

/** The number of rows that stands at the end of a complete answer; null for any other end. */
function countInTail(tail: string): number | null {
  if (!tail.startsWith('\t],\n')) return null;
  try {
    const end = JSON.parse(`{${tail.slice('\t],\n'.length)}`) as Readonly<Record<string, unknown>>;
    return typeof end['rows'] === 'number' && end['exception'] === undefined ? end['rows'] : null;
  } catch {
    return null;
  }
}

const csvLine = (row: readonly unknown[]): string =>
  csvRecord(row.map((value) => (value === null || typeof value === 'string' ? value : JSON.stringify(value))));
