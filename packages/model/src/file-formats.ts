/** File formats that a declaration can name in its `format` parameter. The engine's registry has a reader for each. */
export const FILE_FORMATS = ['csv', 'tsv', 'psv', 'json', 'jsonl', 'parquet', 'xlsx', 'xml', 'avro'] as const;
export type FileFormatName = (typeof FILE_FORMATS)[number];

/** Compressions that a declaration can name in its `compression` parameter. */
export const COMPRESSIONS = ['gzip', 'zip', 'bzip2', 'zstd', 'none'] as const;
export type Compression = (typeof COMPRESSIONS)[number];

/** Text encodings that a declaration can name in its `encoding` parameter. */
export const TEXT_ENCODINGS = [
  ...['utf-8', 'utf-16', 'utf-16le', 'utf-16be', 'latin-1', 'windows-1252', 'windows-1250', 'windows-1251'],
  ...['windows-1253', 'windows-1254', 'windows-1255', 'windows-1256', 'windows-1257', 'windows-874', 'iso-8859-2'],
  ...['iso-8859-5', 'iso-8859-6', 'iso-8859-7', 'iso-8859-8', 'iso-8859-15', 'koi8-r', 'koi8-u', 'shift_jis', 'euc-jp'],
  ...['gb18030', 'big5', 'euc-kr'],
] as const;
export type TextEncoding = (typeof TEXT_ENCODINGS)[number];
