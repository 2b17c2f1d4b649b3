import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { crc32, deflateRawSync, gzipSync, zstdCompressSync } from 'node:zlib';
import avsc, { type Schema } from 'avsc';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { compress } from 'snappyjs';
import writeExcelFile, { type SheetData } from 'write-excel-file/node';
import { ZipFile } from 'yazl';
import type { SqlSession } from '../../src/executors/executor.ts';
import { createTestExecutor } from '../executor.ts';
import {
  type Counts,
  type GoodFile,
  REPORT_COUNTS,
  type ReportValue,
  reportRecords,
  reportRows,
  shownName,
  TYPED_COUNTS,
} from './report.ts';

const LAST = 'last 🎉 ἄλφα';
const DIRTY = reportRecords(LAST, 900);
const ROWS = reportRows(LAST, 900);
/** The records that are good for both readings. */
const CLEAN = DIRTY.filter(([id]) => [1, 2, 3, 4, 9].includes(Number(id)));
const CLEAN_ROWS = ROWS.filter((row) => row['name'] !== 'lenient');

const NAMES = Object.keys(ROWS[0] ?? {});

/** A zip archive of one file, by a library that the reader does not know. */
export function zipped(name: string, content: Buffer): Promise<Buffer> {
  const archive = new ZipFile();
  archive.addBuffer(content, name, { mtime: new Date('2025-01-03') });
  archive.end();
  return buffer(archive.outputStream);
}

const PACKERS: readonly (readonly [string, string, (name: string, content: Buffer) => Buffer | Promise<Buffer>])[] = [
  ['none', '', (_, content) => content],
  ['gzip', '.gz', (_, content) => gzipSync(content)],
  ['zstd', '.zst', (_, content) => zstdCompressSync(content)],
  ['zip', '.zip', zipped],
];

type Made = Omit<GoodFile, 'cell' | 'shownAs'> & { readonly format: string; readonly variant: string };

const packedEach = async (made: Made): Promise<readonly GoodFile[]> =>
  Promise.all(
    PACKERS.map(async ([compression, extension, pack]) => ({
      ...made,
      cell: [made.format, compression, made.variant] as const,
      filename: `${made.filename}${extension}`,
      shownAs: [shownName(`${made.filename}${extension}`)],
      content: await pack(shownName(`${made.filename}.zip`), made.content),
    })),
  );

const asDate = (text: unknown): Date | null =>
  typeof text === 'string' ? new Date(`${text.replace(' ', 'T')}${text.includes(' ') ? 'Z' : ''}`) : null;

async function workbooks(): Promise<readonly Made[]> {
  const cell = (value: unknown, format: string): SheetData[number][number] => {
    const date = asDate(value);
    return date === null ? null : { value: date, type: Date, format };
  };
  const typed: SheetData = [
    NAMES,
    ...CLEAN.map(([id = null, name = null, clicks = null, revenue = null, day, active = null, seen]) => [
      id,
      name,
      clicks,
      revenue,
      cell(day, 'yyyy-mm-dd'),
      active,
      cell(seen, 'dd/mm/yyyy hh:mm:ss'),
    ]),
  ];
  const texts: SheetData = [NAMES, ...DIRTY.map((record) => [...record])];
  const offset: SheetData = [['Report of 3 January'], [], ...typed, ['Total', null, 905]];
  const write = (data: SheetData): Promise<Buffer> => writeExcelFile(data).toBuffer();
  const two = await writeExcelFile([
    { data: [['nothing']], sheet: 'Notes' },
    { data: typed, sheet: 'Daily Ads' },
  ]).toBuffer();
  const made = (variant: string, content: Buffer, counts: Counts, parameters: GoodFile['parameters'] = {}): Made => ({
    format: 'xlsx',
    variant,
    filename: `${variant.replaceAll(' ', '-')}.xlsx`,
    content,
    parameters,
    counts,
    rows: counts === TYPED_COUNTS ? CLEAN_ROWS : ROWS,
  });
  return [
    made('typed cells', await write(typed), TYPED_COUNTS),
    made('text cells', await write(texts), REPORT_COUNTS),
    made('sheet by name', two, TYPED_COUNTS, { sheet: 'daily ads' }),
    made('sheet by number', two, TYPED_COUNTS, { sheet: '2' }),
    made('rows around', await write(offset), TYPED_COUNTS, { skip_rows: 1, skip_footer: 1 }),
    made('no header', await write(typed.slice(1)), TYPED_COUNTS, { header: false }),
  ];
}

const nullable = (type: Schema): Schema => ['null', type] as Schema;
const field = (name: string, type: Schema): { name: string; type: Schema } => ({ name, type });

const TYPED_SCHEMA: Schema = {
  type: 'record',
  name: 'ads.Row',
  fields: [
    field('id', 'long'),
    field('name', nullable('string')),
    field('clicks', nullable('int')),
    field('revenue', nullable({ type: 'bytes', logicalType: 'decimal', precision: 12, scale: 2 } as Schema)),
    field('day', nullable({ type: 'int', logicalType: 'date' } as Schema)),
    field('active', nullable('boolean')),
    field('seen', nullable({ type: 'long', logicalType: 'timestamp-millis' } as Schema)),
  ],
};
const TEXT_SCHEMA: Schema = {
  type: 'record',
  name: 'Row',
  fields: [
    field('id', nullable('int')),
    field('name', nullable('string')),
    field('clicks', ['null', 'double', 'string'] as Schema),
    field('revenue', nullable('double')),
    field('day', nullable('string')),
    field('active', nullable('boolean')),
    field('seen', nullable('string')),
  ],
};

function decimalBytes(value: unknown): Buffer | null {
  if (typeof value !== 'number') return null;
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(BigInt(Math.round(value * 100)));
  return bytes;
}

const snappy = (content: Buffer): Buffer => {
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(content));
  return Buffer.concat([compress(content), sum]);
};
const CODECS = { null: (content: Buffer) => content, deflate: deflateRawSync, snappy, zstandard: zstdCompressSync };

/** An Avro file of small blocks, so that it has several. */
export async function avroFile(
  schema: Schema,
  codec: keyof typeof CODECS,
  records: readonly unknown[],
  blockSize = 64,
): Promise<Buffer> {
  const codecs = Object.fromEntries(
    Object.entries(CODECS).map(([name, pack]) => [
      name,
      (content: Buffer, done: (error: Error | null, packed: Buffer) => void): void => done(null, pack(content)),
    ]),
  );
  const encoder = new avsc.streams.BlockEncoder(schema, { codec, codecs, blockSize } as never);
  for (const record of records) encoder.write(record);
  encoder.end();
  return buffer(encoder);
}

async function avroFiles(): Promise<readonly Made[]> {
  const typed = CLEAN.map(([id, name, clicks, revenue, day, active, seen]) => ({
    id,
    name,
    clicks,
    revenue: decimalBytes(revenue),
    day: day === null ? null : (asDate(day)?.getTime() ?? 0) / 86_400_000,
    active,
    seen: asDate(seen)?.getTime() ?? null,
  }));
  const texts = DIRTY.map((record): unknown => Object.fromEntries(record.map((value, index) => [NAMES[index], value])));
  const made = (variant: string, content: Buffer, counts: Counts): Made => ({
    format: 'avro',
    variant,
    filename: `${variant}.avro`,
    content,
    counts,
    rows: counts === TYPED_COUNTS ? CLEAN_ROWS : ROWS,
  });
  const files: Made[] = [];
  for (const codec of Object.keys(CODECS) as (keyof typeof CODECS)[]) {
    files.push(made(`typed-${codec}`, await avroFile(TYPED_SCHEMA, codec, typed), TYPED_COUNTS));
    if (codec !== 'null' && codec !== 'snappy') continue;
    files.push(made(`texts-${codec}`, await avroFile(TEXT_SCHEMA, codec, texts), REPORT_COUNTS));
  }
  return files;
}

const sqlValue = (value: ReportValue): string =>
  value === null ? 'NULL' : typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);

const selectOf = (records: readonly (readonly ReportValue[])[], columns: string): string =>
  `SELECT ${columns} FROM (VALUES ${records
    .map((record) => `(${record.map((value) => `(${sqlValue(value)})::VARCHAR`).join(', ')})`)
    .join(', ')}) rows(id, name, clicks, revenue, day, active, seen)`;

const TYPED_SELECT = selectOf(
  CLEAN,
  'id::INTEGER AS id, name, clicks::SMALLINT AS clicks, revenue::DECIMAL(12, 2) AS revenue, day::DATE AS day, active::BOOLEAN AS active, seen::TIMESTAMP AS seen',
);
const TEXT_SELECT = selectOf(DIRTY, 'id, name, clicks, revenue, day, active, seen');

/** Does something with a database that may write into a folder of its own. */
async function withDatabase<T>(act: (session: SqlSession, folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'matrix-'));
  const executor = createTestExecutor();
  const job = { reads: [], writes: [folder], memoryBytes: 512 * 1024 ** 2, timeoutMs: 60_000 };
  try {
    return await act(await executor.open(job, new AbortController().signal), folder);
  } finally {
    await executor.stop();
    await rm(folder, { recursive: true });
  }
}

/** A query's rows as a Parquet file. */
export const parquetFile = (query: string): Promise<Buffer> =>
  withDatabase(async (session, folder) => {
    await session.run(`COPY (${query}) TO '${join(folder, 'x.parquet')}' (FORMAT parquet)`);
    return readFile(join(folder, 'x.parquet'));
  });

/** Rows as a workbook of one sheet. */
export const workbook = (rows: SheetData): Promise<Buffer> => writeExcelFile(rows).toBuffer();

/** Files that the database writes: formats that no other writer here supports, and its own CSV and JSON. */
const databaseFiles = (): Promise<readonly Made[]> =>
  withDatabase(async (session, folder) => {
    const files: Made[] = [];
    const add = async (
      format: string,
      variant: string,
      select: string,
      options: string,
      counts: Counts,
    ): Promise<void> => {
      const filename = `${variant}.${format}`;
      await session.run(`COPY (${select}) TO '${join(folder, filename)}' (${options})`);
      const rows = counts === TYPED_COUNTS ? CLEAN_ROWS : ROWS;
      files.push({ format, variant, filename, content: await readFile(join(folder, filename)), counts, rows });
    };
    // Texts only: the strict reading objects to every number and boolean that is not plain.
    const asTexts = { ...REPORT_COUNTS, newDirty: 9 };
    for (const codec of ['uncompressed', 'snappy', 'gzip', 'zstd', 'lz4_raw', 'brotli']) {
      await add('parquet', `typed-${codec}`, TYPED_SELECT, `FORMAT parquet, COMPRESSION ${codec}`, TYPED_COUNTS);
      if (codec === 'snappy')
        await add('parquet', `texts-${codec}`, TEXT_SELECT, `FORMAT parquet, COMPRESSION ${codec}`, asTexts);
    }
    await add('csv', 'database', TEXT_SELECT, 'FORMAT csv, HEADER', REPORT_COUNTS);
    await add('csv', 'all-quoted', TEXT_SELECT, 'FORMAT csv, HEADER, FORCE_QUOTE (id, name)', REPORT_COUNTS);
    await add('json', 'database', TYPED_SELECT, 'FORMAT json, ARRAY true', TYPED_COUNTS);
    await add('jsonl', 'database', TYPED_SELECT, 'FORMAT json', TYPED_COUNTS);
    return files;
  });

/** Parquet by a writer of its own. */
function otherParquet(): Made {
  const column = (index: number, read: (value: unknown) => unknown): unknown[] =>
    CLEAN.map((record) => (record[index] === null ? null : read(record[index])));
  const itself = (value: unknown): unknown => value;
  const content = parquetWriteBuffer({
    columnData: [
      { name: 'id', data: column(0, itself), type: 'INT32' },
      { name: 'name', data: column(1, itself), type: 'STRING' },
      { name: 'clicks', data: column(2, (value) => BigInt(Number(value))), type: 'INT64' },
      { name: 'revenue', data: column(3, itself), type: 'DOUBLE' },
      { name: 'day', data: column(4, asDate), type: 'TIMESTAMP' },
      { name: 'active', data: column(5, itself), type: 'BOOLEAN' },
      { name: 'seen', data: column(6, asDate), type: 'TIMESTAMP' },
    ],
  });
  return {
    format: 'parquet',
    variant: 'another writer',
    filename: 'other.parquet',
    content: Buffer.from(content),
    counts: TYPED_COUNTS,
    rows: CLEAN_ROWS,
  };
}

/** The report in the formats that keep types, each of them packed in every way. */
export async function madeReports(): Promise<readonly GoodFile[]> {
  const made = [...(await workbooks()), ...(await avroFiles()), ...(await databaseFiles()), otherParquet()];
  return (await Promise.all(made.map(packedEach))).flat();
}
