import { extname } from 'node:path';

/** Longest name of a received file, in bytes. */
const MAX_BYTES = 150;

const EXTENSIONS: Readonly<Record<string, string>> = {
  'application/gzip': '.gz',
  'application/json': '.json',
  'application/vnd.ms-excel': '.xls',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': '.xlsx',
  'application/xml': '.xml',
  'application/zip': '.zip',
  'text/csv': '.csv',
  'text/html': '.html',
  'text/plain': '.txt',
  'text/tab-separated-values': '.tsv',
  'text/xml': '.xml',
};

/** Text of a mail as it is stored and shown: on one line, without characters that no one sees, at most so long. */
export const plainText = (text: string, maxLength: number): string =>
  text
    .toWellFormed()
    .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, maxLength)
    .toWellFormed();

/**
 * The name under which an attachment is stored: its last step, without leading dots, so that no name leads elsewhere or is hidden.
 * One without a name is called by its place and type.
 */
export function fileName(given: string | null, contentType: string, place: number): string {
  const last =
    plainText(given ?? '', 2000)
      .split(/[/\\]/)
      .at(-1) ?? '';
  const name = shorten(last.replace(/^[.\s]+/, '').trim());
  return name === '' ? `attachment-${place}${EXTENSIONS[contentType] ?? ''}` : name;
}

/** Keeps the extension, by which the format of a file is detected. */
function shorten(name: string): string {
  if (Buffer.byteLength(name) <= MAX_BYTES) return name;
  const extension = Buffer.byteLength(extname(name)) <= 20 ? extname(name) : '';
  const room = MAX_BYTES - Buffer.byteLength(extension);
  let kept = '';
  let bytes = 0;
  for (const character of name.slice(0, name.length - extension.length)) {
    bytes += Buffer.byteLength(character);
    if (bytes > room) break;
    kept += character;
  }
  return kept + extension;
}

/** Numbers names that a mail has more than once: `report.csv`, `report-2.csv`. */
export function uniqueNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const extension = extname(name);
    const stem = name.slice(0, name.length - extension.length);
    let unique = name;
    for (let number = 2; taken.has(unique); number += 1) unique = `${stem}-${number}${extension}`;
    taken.add(unique);
    return unique;
  });
}
