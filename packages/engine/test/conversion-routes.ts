import type { ConversionCell } from '@switchboard/model/conversions/conversion-cell';
import type { ColumnType } from '@switchboard/model/schema';
import { avroFile, parquetFile, workbook } from './matrix/made-files.ts';

/** A way in which values come in files. Each makes a file of records with `id`, counted from 0, and `x`; the first `x` is null. */
export type ConversionRoute = {
  readonly name: string;
  readonly extension: string;
  readonly parameters?: Readonly<Record<string, string | boolean>>;
  /** Whether the route has values of the cell's first type. */
  readonly has: (cell: ConversionCell) => boolean;
  /** Whether it can carry this one. */
  readonly takes: (cell: ConversionCell, input: string) => boolean;
  readonly file: (cell: ConversionCell, inputs: readonly string[]) => Promise<string | Buffer>;
};

const always = (): boolean => true;
const hasStrings = ({ from }: ConversionCell): boolean => from.kind === 'string';
/** A string of a document is JSON already, and becomes no list. */
const hasPlainStrings = ({ from, to }: ConversionCell): boolean =>
  from.kind === 'string' && to.kind !== 'json' && to.kind !== 'list';

const csvQuoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const csvPlain = (text: string): string => (/[",\n]/.test(text) ? csvQuoted(text) : text);

function csvRoute(name: string, field: (text: string) => string, extension = 'csv', delimiter = ','): ConversionRoute {
  return {
    name,
    extension,
    has: hasStrings,
    takes: always,
    file: async (_cell, inputs) =>
      [`id${delimiter}x`, ...inputs.map((text, id) => `${id}${delimiter}${text === '' ? '' : field(text)}`), ''].join(
        '\n',
      ),
  };
}

const NUMBERS = new Set(['integer', 'float', 'json', 'boolean', 'list', 'record']);

/** A value as JSON. A decimal keeps its digits. */
function jsonOf({ from }: ConversionCell, input: string): string {
  return NUMBERS.has(from.kind) ? input : JSON.stringify(input);
}

const jsonRecord = (cell: ConversionCell, input: string, id: number): string =>
  `{"id":${id},"x":${input === '' ? 'null' : jsonOf(cell, input)}}`;

const jsonRoute = (name: string, extension: string, lines: boolean): ConversionRoute => ({
  name,
  extension,
  has: (cell) => hasPlainStrings(cell) || NUMBERS.has(cell.from.kind),
  takes: (cell, input) => cell.from.kind !== 'float' || cell.to.kind !== 'json' || !input.includes('e'),
  file: async (cell, inputs) => {
    const records = inputs.map((input, id) => jsonRecord(cell, input, id));
    return lines ? `${records.join('\n')}\n` : `[${records.join(',\n')}]`;
  },
});

const xmlText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll('\t', '&#9;');

const xmlRoute = (name: string, record: (text: string, id: number) => string): ConversionRoute => ({
  name,
  extension: 'xml',
  has: (cell) => hasPlainStrings(cell),
  takes: always,
  file: async (_cell, inputs) => `<rows>\n${inputs.map((text, id) => record(xmlText(text), id)).join('\n')}\n</rows>`,
});

const SQL_TYPES: Partial<Record<ColumnType['kind'], string>> = {
  string: 'VARCHAR',
  integer: 'BIGINT',
  float: 'DOUBLE',
  boolean: 'BOOLEAN',
  date: 'DATE',
  datetime: 'TIMESTAMP',
  time: 'TIME',
};
const sqlText = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const sqlType = (type: ColumnType): string =>
  type.kind === 'decimal' ? `DECIMAL(${type.precision}, ${type.scale})` : (SQL_TYPES[type.kind] ?? 'VARCHAR');

const parquetRoute = (name: string, typed: boolean): ConversionRoute => ({
  name,
  extension: 'parquet',
  has: (cell) =>
    (typed ? cell.from.kind === 'decimal' || cell.from.kind in SQL_TYPES : true) &&
    !isNested(cell.from) &&
    (cell.from.kind !== 'string' || hasPlainStrings(cell)),
  takes: always,
  file: ({ from }, inputs) => {
    const rows = inputs.map((text, id) => `(${id}, ${text === '' ? 'NULL' : sqlText(text)})`);
    return parquetFile(`SELECT id, CAST(x AS ${sqlType(from)}) AS x FROM (VALUES ${rows.join(', ')}) AS rows(id, x)`);
  },
});

const isNested = (type: ColumnType): boolean => type.kind === 'json' || type.kind === 'list' || type.kind === 'record';

const DAY = 86_400_000;
const micros = (text: string): number => {
  const [whole = '', fraction = ''] = text.split('.');
  return (
    Date.parse(`${whole.replace(' ', 'T')}${whole.includes(' ') ? 'Z' : ''}`) * 1000 + Number(fraction.padEnd(6, '0'))
  );
};

/** How Avro writes a type, and a value of it. */
const AVRO: Partial<Record<ColumnType['kind'], readonly [type: unknown, value: (text: string) => unknown]>> = {
  string: ['string', (text) => text],
  integer: ['long', Number],
  float: ['double', Number],
  boolean: ['boolean', (text) => text === 'true'],
  date: [{ type: 'int', logicalType: 'date' }, (text) => micros(text) / 1000 / DAY],
  datetime: [{ type: 'long', logicalType: 'timestamp-micros' }, micros],
  time: [{ type: 'long', logicalType: 'time-micros' }, (text) => micros(`1970-01-01 ${text}`)],
  decimal: [
    { type: 'bytes', logicalType: 'decimal', precision: 6, scale: 2 },
    (text) => {
      const bytes = Buffer.alloc(8);
      bytes.writeBigInt64BE(BigInt(Math.round(Number(text) * 100)));
      return bytes;
    },
  ],
};

const AVRO_ROUTE: ConversionRoute = {
  name: 'avro',
  extension: 'avro',
  has: (cell) => cell.from.kind in AVRO && (cell.from.kind !== 'string' || hasPlainStrings(cell)),
  takes: ({ from }, input) => from.kind !== 'integer' || Number.isSafeInteger(Number(input)),
  file: ({ from }, inputs) => {
    const [type, value] = AVRO[from.kind] ?? ['string', String];
    const schema = {
      type: 'record',
      name: 'Row',
      fields: [
        { name: 'id', type: 'long' },
        { name: 'x', type: ['null', type] },
      ],
    };
    const records = inputs.map((text, id) => ({ id, x: text === '' ? null : value(text) }));
    return avroFile(schema as never, 'null', records);
  },
};

/** How a workbook's cell holds a value; null for types that it does not have. */
function cellOf({ from }: ConversionCell, text: string): unknown {
  switch (from.kind) {
    case 'integer':
    case 'float':
      return Number(text);
    case 'boolean':
      return text === 'true';
    case 'date':
      return { value: new Date(text), type: Date, format: 'yyyy-mm-dd' };
    case 'datetime':
      return { value: new Date(`${text.replace(' ', 'T')}Z`), type: Date, format: 'yyyy-mm-dd hh:mm:ss' };
    default:
      return text;
  }
}

const XLSX_KINDS = new Set(['string', 'integer', 'float', 'boolean', 'date', 'datetime']);
const XLSX_ROUTE: ConversionRoute = {
  name: 'xlsx',
  extension: 'xlsx',
  has: (cell) => XLSX_KINDS.has(cell.from.kind) && (cell.from.kind !== 'string' || hasPlainStrings(cell)),
  takes: ({ from }, input) => {
    if (from.kind === 'integer') return Number.isSafeInteger(Number(input));
    // The calendar of workbooks begins in 1900, and the writer keeps whole seconds.
    if (from.kind === 'date' || from.kind === 'datetime')
      return input > '1901' && input < '9990' && !input.includes('.');
    return true;
  },
  file: (cell, inputs) =>
    workbook([['id', 'x'], ...inputs.map((text, id) => [id, text === '' ? null : cellOf(cell, text)])] as never),
};

/** All ways in which values come in files. */
export const CONVERSION_ROUTES: readonly ConversionRoute[] = [
  csvRoute('csv', csvPlain),
  csvRoute('csv, quoted', csvQuoted),
  csvRoute('tsv', csvPlain, 'tsv', '\t'),
  jsonRoute('json', 'json', false),
  jsonRoute('jsonl', 'jsonl', true),
  xmlRoute('xml elements', (text, id) => `<row><id>${id}</id>${text === '' ? '' : `<x>${text}</x>`}</row>`),
  xmlRoute('xml attributes', (text, id) => `<row id="${id}"${text === '' ? '' : ` x="${text}"`}/>`),
  parquetRoute('parquet', true),
  AVRO_ROUTE,
  XLSX_ROUTE,
];
