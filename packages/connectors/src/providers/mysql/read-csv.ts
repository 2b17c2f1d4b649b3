import { Readable } from 'node:stream';
import type { Connection, FieldPacket } from 'mysql2';
import { csvValue } from '../../sql/csv-record.ts';
import type { OpenRead } from '../../sql/sql-source.ts';

/** Bytes of rows that are collected before they are passed on. */
const CHUNK_BYTES = 64 * 1024;
/** The character set of bytes. */
const BINARY = 63;
/** Types of columns that hold bytes where their character set is binary: numbers and times have that as well. */
const BYTE_TYPES: ReadonlySet<number> = new Set([249, 250, 251, 252, 253, 254, 16]);

/**
 * Runs a query and gives its rows as CSV with a header: RFC 4180, null is empty, an empty text is "", bytes are hexadecimal after
 * \x. Rows are read no faster than they are taken. Throws what the driver throws before the first row.
 */
export async function readCsv(connection: Connection, sql: string): Promise<Pick<OpenRead, 'csv' | 'decimals'>> {
  // The session speaks UTF-8, so that values pass as the bytes they come as.
  const query = connection.query({ sql, rowsAsArray: true, typeCast: (field) => field.buffer() });
  const fields = new Promise<readonly FieldPacket[]>((resolve, reject) => {
    query.once('fields', (packets: readonly FieldPacket[]) => resolve(packets));
    query.once('error', reject);
  });
  const rows = query.stream({ highWaterMark: 500 });
  rows.on('error', () => undefined);
  // The driver says only to the connection that it ended.
  connection.once('error', (error: Error) => rows.destroy(error));
  const columns = await fields;
  const csv = Readable.from(encode(columns, rows as AsyncIterable<readonly (Buffer | null)[]>), { objectMode: false });
  return { csv, decimals: decimalsOf(columns) };
}

const NEW_DECIMAL = 246;
const UNSIGNED_FLAG = 32;

/** The decimals among columns. Their length counts the sign and the point. */
export function decimalsOf(
  columns: readonly Pick<FieldPacket, 'name' | 'type' | 'columnLength' | 'decimals' | 'flags'>[],
): NonNullable<OpenRead['decimals']> {
  return Object.fromEntries(
    columns
      .filter(({ type }) => type === NEW_DECIMAL)
      .map(({ name, columnLength = 0, decimals: scale = 0, flags }) => {
        const signs = (scale > 0 ? 1 : 0) + ((Number(flags) & UNSIGNED_FLAG) === 0 ? 1 : 0);
        const precision = columnLength - signs;
        return [name, precision >= scale && precision > 0 ? { precision, scale } : null];
      }),
  );
}

async function* encode(
  columns: readonly FieldPacket[],
  rows: AsyncIterable<readonly (Buffer | null)[]>,
): AsyncGenerator<Buffer> {
  const isBytes = columns.map(({ characterSet, type = 0 }) => characterSet === BINARY && BYTE_TYPES.has(type));
  let pending = `${columns.map(({ name }) => csvValue(Buffer.from(name).toString('latin1'))).join(',')}\n`;
  for await (const row of rows) {
    const cells = row.map((value, index) => {
      if (value === null) return '';
      return isBytes[index] === true ? `\\x${value.toString('hex')}` : csvValue(value.toString('latin1'));
    });
    pending += `${cells.join(',')}\n`;
    if (pending.length >= CHUNK_BYTES) {
      yield Buffer.from(pending, 'latin1');
      pending = '';
    }
  }
  if (pending !== '') yield Buffer.from(pending, 'latin1');
}
