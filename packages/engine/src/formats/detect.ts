import type { Compression, FileOptions, Format } from './file-options.ts';

const hasMagic = (head: Buffer, ...magic: readonly number[]): boolean =>
  magic.every((byte, index) => head[index] === byte);

/** The extension of a packed file. */
export const PACKED_EXTENSION = /\.(?:gz|gzip|zst|zstd|bz2|bzip2|zip)$/i;

const PACKED_NAMES: readonly (readonly [RegExp, Compression])[] = [
  [/\.(?:gz|gzip)$/i, 'gzip'],
  [/\.(?:zst|zstd)$/i, 'zstd'],
  [/\.(?:bz2|bzip2)$/i, 'bzip2'],
  [/\.zip$/i, 'zip'],
];

/** Whether a file is a workbook, which is a zip archive that is not to be unpacked. */
function isWorkbook(filename: string, head: Buffer): boolean {
  if (/\.xls[xm]$/i.test(filename)) return true;
  if (head.length < 30) return false;
  const firstName = head.toString('latin1', 30, 30 + head.readUInt16LE(26));
  return /^(?:\[Content_Types\]\.xml|_rels\/\.rels|docProps\/|xl\/)/.test(firstName);
}

/** The compression that a file's first bytes show; its name decides only for a file that they say nothing of. */
export function detectCompression(filename: string, head: Buffer): Compression {
  if (hasMagic(head, 0x1f, 0x8b)) return 'gzip';
  if (hasMagic(head, 0x28, 0xb5, 0x2f, 0xfd)) return 'zstd';
  if (hasMagic(head, 0x42, 0x5a, 0x68) && head.length > 3 && (head[3] ?? 0) >= 0x31 && (head[3] ?? 0) <= 0x39)
    return 'bzip2';
  // The first file's header, or the end of an archive without files.
  if (hasMagic(head, 0x50, 0x4b, 0x03, 0x04) || hasMagic(head, 0x50, 0x4b, 0x05, 0x06))
    return isWorkbook(filename, head) ? 'none' : 'zip';
  return PACKED_NAMES.find(([name]) => name.test(filename))?.[1] ?? 'none';
}

export type ByteOrder = { readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be'; readonly length: number };

/** The byte order mark that a text begins with. */
export function byteOrderMark(head: Buffer): ByteOrder | null {
  if (hasMagic(head, 0xef, 0xbb, 0xbf)) return { encoding: 'utf-8', length: 3 };
  if (hasMagic(head, 0xff, 0xfe)) return { encoding: 'utf-16le', length: 2 };
  if (hasMagic(head, 0xfe, 0xff)) return { encoding: 'utf-16be', length: 2 };
  return null;
}

const EXTENSIONS: Readonly<Record<string, Format>> = {
  csv: 'csv',
  txt: 'csv',
  tsv: 'tsv',
  tab: 'tsv',
  psv: 'psv',
  json: 'json',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
  xml: 'xml',
  xlsx: 'xlsx',
  xlsm: 'xlsx',
  avro: 'avro',
  parquet: 'parquet',
  pq: 'parquet',
};

/** The format that a file's extension names; null for none, or one that is not known. */
export function formatByName(filename: string): Format | null {
  const extension = /\.([a-z0-9]+)$/i.exec(filename.replace(PACKED_EXTENSION, ''))?.[1]?.toLowerCase() ?? '';
  return EXTENSIONS[extension] ?? null;
}

/** The format that a file's first bytes show, for those that begin like nothing else. */
function formatByMagic(filename: string, head: Buffer): Format | null {
  if (hasMagic(head, 0x50, 0x41, 0x52, 0x31)) return 'parquet';
  if (hasMagic(head, 0x4f, 0x62, 0x6a, 0x01)) return 'avro';
  return hasMagic(head, 0x50, 0x4b) && isWorkbook(filename, head) ? 'xlsx' : null;
}

/** The format by declaration, else by the file's extension, else by its first bytes. */
export function detectFormat(options: FileOptions, filename: string, head: Buffer): Format {
  if (options.format !== null) return options.format;
  const byName = formatByName(filename);
  const start = head
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (byName === 'json' && options.records.length === 0 && isLines(start)) return 'jsonl';
  const known = byName ?? formatByMagic(filename, head);
  if (known !== null) return known;
  if (start.startsWith('[')) return 'json';
  if (start.startsWith('{')) return isLines(start) ? 'jsonl' : 'json';
  if (/^<[?!A-Za-z_]/.test(start)) return 'xml';
  const [firstLine = ''] = start.split('\n', 1);
  return firstLine.includes('\t') && !firstLine.includes(',') ? 'tsv' : 'csv';
}

/** Whether a text that begins with an object has more than one of them, one a line. */
function isLines(start: string): boolean {
  if (!start.startsWith('{')) return false;
  const [first = '', second] = start.split('\n', 2);
  if (second === undefined || !second.trimStart().startsWith('{')) return false;
  try {
    JSON.parse(first);
    return true;
  } catch {
    return false;
  }
}
