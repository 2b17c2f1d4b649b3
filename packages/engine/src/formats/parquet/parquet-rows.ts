import { open, stat } from 'node:fs/promises';
import { sqlName, sqlText } from '../../executors/configuration.ts';
import { incomplete, unreadable } from '../../files/file-fault.ts';
import { NATIVE_NUMBER, NATIVE_TEXT, NATIVE_TIME, NOT_TEXT } from '../../values/native-value.ts';

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

/** The statement that gives a Parquet file's schema as the file has it: `name` and `num_children`. */
export const describeSchema = (path: string): string =>
  `SELECT name, num_children FROM parquet_schema([${sqlText(path)}])`;

/** A text that is never taken for a marked value. */
const plainText = (text: string): string =>
  `CASE WHEN ascii(${text}) BETWEEN 1 AND 4 THEN chr(${NATIVE_TEXT.charCodeAt(0)}) || ${text} ELSE ${text} END`;

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
  if (type === 'FLOAT' || type === 'DOUBLE')
    return `CASE WHEN isfinite(${column}) THEN to_json(${column}) ELSE to_json(${column}::VARCHAR) END`;
  return textsMarked(column, type, 0);
}

/** The names and types of the fields of a struct, as the database writes its type. */
function structFields(type: string): readonly (readonly [name: string, type: string])[] {
  const fields: (readonly [string, string])[] = [];
  let depth = 0;
  let isQuoted = false;
  let start = 'STRUCT('.length;
  for (let at = start; at < type.length; at += 1) {
    const char = type[at];
    if (char === '"') isQuoted = !isQuoted;
    else if (!isQuoted && char === '(') depth += 1;
    if (isQuoted || (char !== ',' && char !== ')')) continue;
    if (char === ')') depth -= 1;
    if (depth > 0 || (depth === 0 && char === ')')) continue;
    const field = type.slice(start, at).trim();
    const [, quoted, bare = '', rest = ''] = /^(?:"((?:[^"]|"")*)"|(\S+)) (.*)$/s.exec(field) ?? [];
    fields.push([quoted?.replaceAll('""', '"') ?? bare, rest]);
    start = at + 1;
  }
  return fields;
}

/** A value whose texts are never taken for marked values, and whose bytes are texts or faults. */
function textsMarked(value: string, type: string, depth: number): string {
  if (!/VARCHAR|BLOB/.test(type)) return value;
  if (type === 'VARCHAR') return plainText(value);
  // Old writers mark texts as bytes. Only rows that need bytes that are not text are dirty.
  if (type === 'BLOB')
    return `coalesce(${plainText(`TRY(decode(${value}))`)}, chr(3) || left(${value}::VARCHAR, 100) || chr(3) || ${sqlText(NOT_TEXT)})`;
  if (type.endsWith('[]')) {
    const element = `e${depth}`;
    return `list_transform(${value}, lambda ${element}: ${textsMarked(element, type.slice(0, -2), depth + 1)})`;
  }
  if (!type.startsWith('STRUCT(')) return value;
  const fields = structFields(type).map(
    ([name, inner]) => `${sqlName(name)} := ${textsMarked(`${value}.${sqlName(name)}`, inner, depth)}`,
  );
  return `CASE WHEN ${value} IS NULL THEN NULL ELSE struct_pack(${fields.join(', ')}) END`;
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
