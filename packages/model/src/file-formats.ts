/** File formats that a declaration can name in its `format` parameter. The engine's registry has a reader for each. */
export const FILE_FORMATS = ['csv', 'tsv', 'psv', 'json', 'jsonl', 'parquet', 'xlsx', 'xml', 'avro'] as const;
export type FileFormatName = (typeof FILE_FORMATS)[number];

/** Compressions that a declaration can name in its `compression` parameter. */
export const COMPRESSIONS = ['gzip', 'zip', 'bzip2', 'zstd', 'none'] as const;
export type Compression = (typeof COMPRESSIONS)[number];

/** Text encodings that a declaration can name in its `encoding` parameter. */
export const TEXT_ENCODINGS = ['utf-8', 'utf-16', 'utf-16le', 'utf-16be', 'latin-1', 'windows-1252'] as const;
export type TextEncoding = (typeof TEXT_ENCODINGS)[number];
