import { open, stat } from 'node:fs/promises';
import { sqlName, sqlText } from '../../executors/configuration.ts';
import { incomplete, unreadable } from '../../files/file-fault.ts';
import { NATIVE_NUMBER, NATIVE_TIME } from '../../values/native-value.ts';

const MAGIC = 'PAR1';
/** A file whose footer is encrypted. */
const ENCRYPTED_MAGIC = 'PARE';
const SMALLEST = 12;

/** Throws FileFault FILE_INCOMPLETE unless a file begins and ends as a Parquet file does, FORMAT_UNREADABLE for an encrypted one. */
export async function checkParquet(path: string, filename: string): Promise<void> {
  const { size } = await stat(path);
  const file = await open(path, 'r');
  try {
    const read = async (length: number, position: number): Promise<Buffer> =>
      (await file.read(Buffer.alloc(length), 0, length, position)).buffer;
    const head = (await read(4, 0)).toString('latin1');
    if (head === ENCRYPTED_MAGIC) throw unreadable(filename, 'parquet', 'its content is encrypted');
    if (size < SMALLEST || head !== MAGIC) throw incomplete(filename, 'parquet', 'wrong header');
    const end = await read(8, size - 8);
    if (end.toString('latin1', 4) !== MAGIC || end.readUInt32LE(0) > size - SMALLEST)
      throw incomplete(filename, 'parquet', 'wrong footer');
  } finally {
    await file.close();
  }
}

/** The statement that describes a Parquet file's columns: `column_name` and `column_type`. */
export const describeParquet = (path: string): string => `DESCRIBE SELECT * FROM read_parquet([${sqlText(path)}])`;

/** A column's value in the form that JSON can carry without loss. */
function jsonValueOf(name: string, type: string): string {
  const column = sqlName(name);
  const marked = (text: string): string => `chr(${NATIVE_TIME.charCodeAt(0)}) || ${text}`;
  const shown = (sample: string, text: string): string =>
    `CASE WHEN isfinite(${column}) AND year(${column}) BETWEEN 1 AND 9999 THEN ${marked(text)} ELSE ${sample}::VARCHAR END`;
  if (/^DECIMAL\(\d+,\s*[1-9]/.test(type)) return `chr(${NATIVE_NUMBER.charCodeAt(0)}) || ${column}::VARCHAR`;
  if (type === 'DATE') return shown(column, `strftime(${column}, '%Y-%m-%dT')`);
  if (/^TIMESTAMP/.test(type)) {
    const instant = type === 'TIMESTAMP WITH TIME ZONE' ? `(${column} AT TIME ZONE 'UTC')` : `${column}::TIMESTAMP`;
    return shown(column, `replace(${instant}::VARCHAR, ' ', 'T')`);
  }
  if (type === 'TIME') return marked(`'T' || ${column}::VARCHAR`);
  // Old writers mark texts as bytes. Bytes that are no text are shown escaped.
  if (type === 'BLOB') return `coalesce(TRY(decode(${column})), ${column}::VARCHAR)`;
  if (type === 'FLOAT' || type === 'DOUBLE')
    return `CASE WHEN isfinite(${column}) THEN to_json(${column}) ELSE to_json(${column}::VARCHAR) END`;
  return column;
}

/** The statement that writes a Parquet file's rows as JSON objects, one a line. Its answer has one row, `Count`. */
export function copyParquetRows(
  path: string,
  columns: readonly { readonly name: string; readonly type: string }[],
  to: string,
  maxRecords?: number,
): string {
  const limit = maxRecords === undefined ? '' : ` LIMIT ${maxRecords}`;
  const values = columns.map(({ name, type }) => `${jsonValueOf(name, type)} AS ${sqlName(name)}`);
  return `COPY (SELECT ${values.join(', ')} FROM read_parquet([${sqlText(path)}])${limit}) TO ${sqlText(to)} (FORMAT json, ARRAY false)`;
}
