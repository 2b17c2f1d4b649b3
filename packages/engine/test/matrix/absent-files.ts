import { gzipSync } from 'node:zlib';
import { FILE_FORMATS, type FileFormatName } from '@switchboard/model/file-formats';
import type { Parameters } from '@switchboard/model/plan';
import type { Schema } from 'avsc';
import { sheetRow, writeWorkbook } from '../workbook.ts';
import { avroFile, parquetFile } from './made-files.ts';

/** A way in which a file is not the report that it should be. */
export const ABSENCES = [
  'no rows',
  'no bytes',
  'only blanks',
  'cut in the last row',
  'cut after a few bytes',
  'another format',
  'a PDF',
  'gzip under its plain name',
  'gzip twice',
  'an HTML page',
  'an error document',
  'an error beside no rows',
  'no place for rows',
] as const;
export type Absence = (typeof ABSENCES)[number];

/** The result of loading such a file: rows without a dirty one, rows beside dirty ones, or an error. */
export type Outcome =
  | { readonly kind: 'right'; readonly rows: number }
  | { readonly kind: 'dirty'; readonly rows: number; readonly dirty: number }
  | { readonly kind: 'error'; readonly code: string };

export type AbsentFile = {
  readonly format: FileFormatName;
  readonly absence: Absence;
  readonly content: Buffer;
  readonly parameters: Parameters;
  /** Rows of a file that is right in spite of all; null: it is dirty or an error. */
  readonly rows: number | null;
};

const ROWS = [
  [1, 'alpha'],
  [2, 'beta'],
  [3, 'gamma'],
] as const;

const delimited = (delimiter: string, rows: typeof ROWS | readonly []): Buffer =>
  Buffer.from([['id', 'name'], ...rows].map((row) => `${row.join(delimiter)}\n`).join(''));

/** A header, and a line of an error below it. */
const failedText = (delimiter: string): Buffer => Buffer.from(`id${delimiter}name\n${ERROR}\n`);

const objects = (rows: typeof ROWS | readonly []) => rows.map(([id, name]) => ({ id, name }));

const number = (value: number): string => `<c><v>${value}</v></c>`;

/** Bytes of the mark that ends the header and each block of an Avro file. */
const SYNC_BYTES = 16;

const SCHEMA = (name: string): Schema => ({
  type: 'record',
  name: 'Row',
  fields: [
    { name: 'id', type: 'int' },
    { name, type: 'string' },
  ],
});

type Maker = {
  readonly parameters: Parameters;
  readonly make: (rows: typeof ROWS | readonly []) => Buffer | Promise<Buffer>;
  /** A whole file of the format that has no place for the rows. */
  readonly elsewhere: () => Buffer | Promise<Buffer>;
  /** A whole file of the format with an error where its rows should be. */
  readonly failed: () => Buffer | Promise<Buffer>;
};

const ERROR = 'Error: quota exceeded';

const MAKERS: Readonly<Record<FileFormatName, Maker>> = {
  csv: {
    parameters: {},
    make: (rows) => delimited(',', rows),
    elsewhere: () => Buffer.from('1,alpha\n2,beta\n'),
    failed: () => failedText(','),
  },
  tsv: {
    parameters: {},
    make: (rows) => delimited('\t', rows),
    elsewhere: () => Buffer.from('1\talpha\n2\tbeta\n'),
    failed: () => failedText('\t'),
  },
  psv: {
    parameters: {},
    make: (rows) => delimited('|', rows),
    elsewhere: () => Buffer.from('1|alpha\n2|beta\n'),
    failed: () => failedText('|'),
  },
  json: {
    parameters: { records: 'report.rows' },
    make: (rows) => Buffer.from(JSON.stringify({ report: { rows: objects(rows) } })),
    elsewhere: () => Buffer.from('{"report":{"rows":null}}'),
    failed: () => Buffer.from(JSON.stringify({ report: { rows: [] }, error: { code: 429, message: ERROR } })),
  },
  jsonl: {
    parameters: {},
    make: (rows) =>
      Buffer.from(
        objects(rows)
          .map((row) => `${JSON.stringify(row)}\n`)
          .join(''),
      ),
    elsewhere: () => Buffer.from('null\n'),
    failed: () => Buffer.from(`${JSON.stringify({ rows: [], error: ERROR })}\n`),
  },
  xml: {
    parameters: { records: 'rows.row' },
    make: (rows) =>
      Buffer.from(
        `<report><rows>${rows.map(([id, name]) => `<row><id>${id}</id><name>${name}</name></row>`).join('')}</rows></report>`,
      ),
    elsewhere: () => Buffer.from('<report><lines><line><id>1</id></line></lines></report>'),
    failed: () =>
      Buffer.from(`<report><rows></rows><error><code>429</code><message>${ERROR}</message></error></report>`),
  },
  xlsx: {
    parameters: {},
    make: (rows) =>
      writeWorkbook([
        { rows: [sheetRow('id', 'name'), ...rows.map(([id, name]) => sheetRow(number(id), name))].join('') },
      ]),
    elsewhere: () => writeWorkbook([{ rows: '' }]),
    failed: () => writeWorkbook([{ rows: sheetRow('id', 'name') + sheetRow(ERROR, '') }]),
  },
  avro: {
    parameters: {},
    make: async (rows) => {
      const whole = await avroFile(SCHEMA('name'), 'null', objects(ROWS));
      // The library writes nothing at all without a record. The header ends with the mark that ends each block.
      return rows.length > 0 ? whole : whole.subarray(0, whole.indexOf(whole.subarray(-SYNC_BYTES)) + SYNC_BYTES);
    },
    elsewhere: () => avroFile(SCHEMA('title'), 'null', [{ id: 1, title: 'x' }]),
    failed: () => avroFile(SCHEMA('error'), 'null', [{ id: 0, error: ERROR }]),
  },
  parquet: {
    parameters: {},
    make: (rows) =>
      parquetFile(
        `SELECT * FROM (VALUES ${ROWS.map(([id, name]) => `(${id}, '${name}')`).join(', ')}) t(id, name) LIMIT ${rows.length}`,
      ),
    elsewhere: () => parquetFile("SELECT 1 AS id, 'x' AS title LIMIT 0"),
    failed: () => parquetFile(`SELECT 0 AS id, '${ERROR}' AS error`),
  },
};

const BINARY: readonly FileFormatName[] = ['xlsx', 'avro', 'parquet'];
const HTML = '<!DOCTYPE html>\n<html><head><title>Sign in</title></head><body><p>Please sign in.</p></body></html>';
const PDF = Buffer.concat([Buffer.from('%PDF-1.7\n%'), Buffer.from([0xe2, 0xe3, 0xcf, 0xd3, 0x0a, 0x00])]);

/** Where a file ends that was cut in its last row: in delimited text behind the last delimiter, where a shorter value shows nothing. */
const cutInLastRow = (format: FileFormatName, whole: Buffer): Buffer => {
  if (format === 'csv' || format === 'tsv' || format === 'psv')
    return whole.subarray(0, whole.length - 'gamma\n'.length);
  return whole.subarray(0, whole.length - (BINARY.includes(format) ? 40 : 6));
};

/** Every format in every way. */
export async function absentFiles(): Promise<readonly AbsentFile[]> {
  const workbook = await MAKERS.xlsx.make(ROWS);
  const files: AbsentFile[] = [];
  for (const format of FILE_FORMATS) {
    const { make, elsewhere, failed, parameters } = MAKERS[format];
    const whole = await make(ROWS);
    const contents: Readonly<Record<Absence, Buffer>> = {
      'no rows': await make([]),
      'no bytes': Buffer.alloc(0),
      'only blanks': Buffer.from(' \n\n \n'),
      'cut in the last row': cutInLastRow(format, whole),
      'cut after a few bytes': whole.subarray(0, 5),
      'another format': BINARY.includes(format) ? delimited(',', ROWS) : workbook,
      'a PDF': PDF,
      'gzip under its plain name': gzipSync(whole),
      'gzip twice': gzipSync(gzipSync(whole)),
      'an HTML page': Buffer.from(HTML),
      'an error document': Buffer.from(
        format === 'xml'
          ? '<error><code>429</code><message>quota</message></error>'
          : '{"error":{"code":429,"message":"quota"}}',
      ),
      'an error beside no rows': await failed(),
      'no place for rows': await elsewhere(),
    };
    for (const absence of ABSENCES) {
      // Lines of JSON are whole without any.
      const isEmpty =
        absence === 'no rows' || (format === 'jsonl' && (absence === 'no bytes' || absence === 'only blanks'));
      const rows = isEmpty ? 0 : absence === 'gzip under its plain name' ? ROWS.length : null;
      files.push({ format, absence, content: contents[absence], parameters: { ...parameters, format }, rows });
    }
  }
  return files;
}
