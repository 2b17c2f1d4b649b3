import { FILE_FORMATS, type FileFormatName } from '@switchboard/model/file-formats';
import { COMPRESSED_EXTENSION } from '../archives/detect-compression.ts';
import type { FileOptions } from './file-options.ts';
import { FORMAT_READERS } from './registry.ts';

const FORMAT_BY_EXTENSION: ReadonlyMap<string, FileFormatName> = new Map(
  FILE_FORMATS.flatMap((name) => FORMAT_READERS[name].extensions.map((extension) => [extension, name] as const)),
);

/** The format that a file's extension names; null when it has none, or an unknown one. */
export function formatByName(filename: string): FileFormatName | null {
  const extension = /\.([a-z0-9]+)$/i.exec(filename.replace(COMPRESSED_EXTENSION, ''))?.[1]?.toLowerCase() ?? '';
  return FORMAT_BY_EXTENSION.get(extension) ?? null;
}

/** The format by declaration, else by the file's extension, else by its first bytes; CSV when nothing matches. */
export function detectFormat(options: FileOptions, filename: string, head: Buffer): FileFormatName {
  if (options.format !== null) return options.format;
  const byName = formatByName(filename);
  const start = head
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart();
  // Providers name JSON lines `.json`, too.
  if (byName === 'json' && options.records.length === 0 && FORMAT_READERS.jsonl.matchesText?.(start)) return 'jsonl';
  return (
    byName ??
    FILE_FORMATS.find((name) => FORMAT_READERS[name].matchesMagic?.(head, filename)) ??
    FILE_FORMATS.find((name) => FORMAT_READERS[name].matchesText?.(start)) ??
    'csv'
  );
}
