import type { Compression, Encoding, FileOptions, Format } from './file-options.ts';

const hasMagic = (head: Buffer, ...magic: readonly number[]): boolean =>
  magic.every((byte, index) => head[index] === byte);

/** The compression that a file's first bytes show; its name decides only for a file too short to tell. */
export function detectCompression(filename: string, head: Buffer): Compression | 'zip' | 'bzip2' {
  if (hasMagic(head, 0x1f, 0x8b)) return 'gzip';
  if (hasMagic(head, 0x28, 0xb5, 0x2f, 0xfd)) return 'zstd';
  if (hasMagic(head, 0x50, 0x4b, 0x03, 0x04)) return 'zip';
  if (hasMagic(head, 0x42, 0x5a, 0x68)) return 'bzip2';
  if (/\.(?:gz|gzip)$/i.test(filename)) return 'gzip';
  return /\.zst$/i.test(filename) ? 'zstd' : 'none';
}

export type ByteOrder = { readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be'; readonly length: number };

/** The byte order mark that a text begins with. */
export function byteOrderMark(head: Buffer): ByteOrder | null {
  if (hasMagic(head, 0xef, 0xbb, 0xbf)) return { encoding: 'utf-8', length: 3 };
  if (hasMagic(head, 0xff, 0xfe)) return { encoding: 'utf-16le', length: 2 };
  if (hasMagic(head, 0xfe, 0xff)) return { encoding: 'utf-16be', length: 2 };
  return null;
}

/** The name that TextDecoder has for an encoding; null when the bytes are UTF-8 already. A mark wins over the declaration. */
export function decoderName(declared: Encoding | null, head: Buffer): string | null {
  const mark = byteOrderMark(head);
  if (mark) return mark.encoding === 'utf-8' ? null : mark.encoding;
  if (declared === 'utf-16') return head[0] === 0 ? 'utf-16be' : 'utf-16le';
  return declared === null || declared === 'utf-8' ? null : 'windows-1252';
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
};

/** The format by declaration, else by the file's extension, else by its first text. */
export function detectFormat(options: FileOptions, filename: string, head: Buffer): Format {
  if (options.format !== null) return options.format;
  const extension = /\.([a-z0-9]+)$/i.exec(filename.replace(/\.(?:gz|gzip|zst)$/i, ''))?.[1]?.toLowerCase() ?? '';
  const byName = EXTENSIONS[extension];
  const start = head
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (byName === 'json' && options.records.length === 0 && isLines(start)) return 'jsonl';
  if (byName !== undefined) return byName;
  if (start.startsWith('[')) return 'json';
  if (start.startsWith('{')) return isLines(start) ? 'jsonl' : 'json';
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
