import type { Compression } from '@switchboard/model/file-formats';
import { hasMagic } from '../files/magic-bytes.ts';
import { isWorkbook } from './is-workbook.ts';

/** The extension of a compressed file. */
export const COMPRESSED_EXTENSION = /\.(?:gz|gzip|zst|zstd|bz2|bzip2|zip)$/i;

const COMPRESSION_BY_NAME: readonly (readonly [RegExp, Compression])[] = [
  [/\.(?:gz|gzip)$/i, 'gzip'],
  [/\.(?:zst|zstd)$/i, 'zstd'],
  [/\.(?:bz2|bzip2)$/i, 'bzip2'],
  [/\.zip$/i, 'zip'],
];

/** The compression of a file by its first bytes, else by its name. A workbook is a zip archive that is read as it is. */
export function detectCompression(filename: string, head: Buffer): Compression {
  if (hasMagic(head, 0x1f, 0x8b)) return 'gzip';
  if (hasMagic(head, 0x28, 0xb5, 0x2f, 0xfd)) return 'zstd';
  if (hasMagic(head, 0x42, 0x5a, 0x68) && head.length > 3 && (head[3] ?? 0) >= 0x31 && (head[3] ?? 0) <= 0x39)
    return 'bzip2';
  // The header of the first file, or the end record of an archive without files.
  if (hasMagic(head, 0x50, 0x4b, 0x03, 0x04) || hasMagic(head, 0x50, 0x4b, 0x05, 0x06))
    return isWorkbook(filename, head) ? 'none' : 'zip';
  return COMPRESSION_BY_NAME.find(([name]) => name.test(filename))?.[1] ?? 'none';
}
