import { type Compression, FILE_FORMATS, type FileFormatName } from '@switchboard/model/file-formats';
import { isErrorName, memberSaysError } from '@switchboard/model/values/error-member';
import { detectCompression } from '../archives/detect-compression.ts';
import { FileFault, incomplete, unreadable } from '../files/file-fault.ts';
import { hasMagic } from '../files/magic-bytes.ts';
import type { FormatInput } from './format-reader.ts';
import { isBlankFile } from './read-input.ts';
import { FORMAT_READERS } from './registry.ts';

/** An answer of this size at most is parsed to find out whether it is an error in place of a file. */
const LONGEST_ERROR = 64 * 1024;

const PDF = 'a PDF';
const ZIP = 'a zip archive';
/** Kinds of files that no reader reads, by their first bytes. */
const OTHER_KINDS: readonly (readonly [string, ...(readonly number[])])[] = [
  ['a workbook of Excel before 2007, or with a password', 0xd0, 0xcf, 0x11, 0xe0],
  [PDF, 0x25, 0x50, 0x44, 0x46, 0x2d],
  ['gzip', 0x1f, 0x8b, 0x08],
  ['bzip2', 0x42, 0x5a, 0x68],
  ['zstd', 0x28, 0xb5, 0x2f, 0xfd],
  [ZIP, 0x50, 0x4b, 0x03, 0x04],
  ['a 7z archive', 0x37, 0x7a, 0xbc, 0xaf],
  ['a RAR archive', 0x52, 0x61, 0x72, 0x21, 0x1a],
];
/** Bytes of the longest mark of a packed file. */
const LONGEST_MAGIC = 4;

/**
 * Makes sure that packed content begins like that, before it is unpacked. Throws FileFault FILE_REPLACED for a page or text in its
 * place, FORMAT_UNREADABLE for a file of another kind.
 */
export function checkPacked(head: Buffer, filename: string, compression: Compression): void {
  // A file that was cut within its first bytes says nothing of another kind.
  if (head.length < LONGEST_MAGIC || detectCompression('', head) === compression) return;
  const kind = kindOf(head, '');
  if (kind !== null) throw unreadable(filename, compression, `it begins like ${kind}`);
  const start = startOf(head);
  const found = pageIn(start) ?? (isText(start) ? textIn(start) : null);
  if (found !== null) throw replaced(filename, compression, found);
}

/** Makes sure that a file is not of another kind than its format, before a text is decoded. Throws FileFault FORMAT_UNREADABLE. */
export function checkKind(head: Buffer, filename: string, format: FileFormatName): void {
  const kind = kindOf(head, filename);
  // A workbook without the ending of its name is a zip archive.
  if (kind === null || kind === format || (format === 'xlsx' && kind === ZIP)) return;
  throw unreadable(filename, format, `it begins like ${kind}`);
}

/**
 * Makes sure that a file has content, and that it is not an answer in place of a file. Throws FileFault FILE_INCOMPLETE and FILE_REPLACED.
 */
export async function checkContent(input: FormatInput): Promise<void> {
  const { file, format, options } = input;
  if (await isBlankFile(input)) {
    if (FORMAT_READERS[format].isCompleteWhenBlank?.(options) === true) return;
    throw incomplete(file.filename, format, input.size === 0 ? 'it has no bytes' : 'it is blank');
  }
  // Space that was kept for a file whose transfer goes on.
  if (input.head.length > 0 && input.head.every((byte) => byte === 0))
    throw incomplete(file.filename, format, 'it holds nothing but NUL characters');
  const found = answerIn(input);
  if (found !== null) throw replaced(file.filename, format, found);
}

const replaced = (file: string, format: string, found: string): FileFault =>
  new FileFault('FILE_REPLACED', { file, format, found });

/** Characters that texts do not have. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what the pattern matches.
const CONTROL = /[\u0000-\u0008\u000e-\u001f]/;
const isText = (start: string): boolean => !CONTROL.test(start) && !start.includes('\ufffd');

const startOf = (head: Buffer): string =>
  head
    .toString('utf8', 0, LONGEST_ERROR)
    .replace(/^\uFEFF/, '')
    .trimStart();

/** An HTML page, with its title; null when it is none. */
function pageIn(start: string): string | null {
  if (!/^(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[\s\S])*-->\s*)*<(?:!doctype\s+html|html|head|body)\b/i.test(start))
    return null;
  const title = /<title[^>]*>\s*([^<]{1,200})/i.exec(start)?.[1]?.trim().replace(/\s+/g, ' ') ?? '';
  return title === '' ? 'an HTML page' : `an HTML page with the title "${title}"`;
}

function kindOf(head: Buffer, filename: string): string | null {
  if (head.toString('latin1', TAR_AT, TAR_AT + TAR.length) === TAR) return 'a tar archive';
  const kind =
    FILE_FORMATS.find((name) => FORMAT_READERS[name].matchesMagic?.(head, filename)) ??
    OTHER_KINDS.find(([, ...magic]) => hasMagic(head, ...magic))?.[0] ??
    null;
  // A text may begin like one, such as with a column PAR1; a PDF may be a text.
  return kind === null || kind === PDF || CONTROL.test(head.toString('latin1')) ? kind : null;
}

/** The signature of a tar archive, and where it stands. */
const TAR = 'ustar';
const TAR_AT = 257;

const shownKeys = (document: object): string =>
  Object.keys(document)
    .slice(0, 5)
    .map((key) => key.slice(0, 40))
    .join(', ') || 'nothing in it';

/** A line by itself that reports a failure. */
const FAILURE =
  /^(?:\w*(?:error|exception)\s*[:!(]|fatal\b[^,;\t]*:|access (?:is )?denied|unauthori[sz]ed\b|forbidden\b|too many requests|(?:api )?rate limit|quota exceeded|internal server error|bad gateway|service (?:temporarily )?unavailable|gateway time-?out|request timed? ?out)/i;

/** Members of a document that reports an error and nothing else. */
const OF_ERROR =
  /^(?:errors?|faults?|exceptions?|error_?\w*|message|msg|code|status|status_?code|details?|type|title|reason|description|request_?id|trace_?id|timestamp|path|instance|success|ok|documentation_?url|help|hint)$/i;

/** A document of JSON that reports an error and nothing else; null for another text. */
function errorDocumentIn(start: string): string | null {
  if (!start.startsWith('{')) return null;
  try {
    const document = JSON.parse(start) as object;
    const isError =
      Object.keys(document).every((key) => OF_ERROR.test(key)) &&
      Object.entries(document).some(([key, value]) => isErrorName(key) && memberSaysError(key, value));
    return isError ? `a JSON document with ${shownKeys(document)}` : null;
  } catch {
    return null;
  }
}

/** The name of a text in place of a file that is none. */
const textIn = (start: string): string => errorDocumentIn(start) ?? 'a text';

/** The page or error that stands where a file should; null when there is none. */
function answerIn({ format, head, size, options, schema }: FormatInput): string | null {
  const start = startOf(head);
  const page = options.records[0] === 'html' ? null : pageIn(start);
  if (page !== null) return page;
  const { family, isBinary } = FORMAT_READERS[format];
  // The marks of Parquet are letters.
  if (isBinary === true)
    return head.length > LONGEST_MAGIC && isText(start) && !/^PAR[1E]/.test(start) ? textIn(start) : null;
  if (family === 'json' && size <= LONGEST_ERROR && options.records.length === 0) {
    const isWanted = schema.columns.some(({ name }) => isErrorName(name));
    return isWanted ? null : errorDocumentIn(start);
  }
  if (family !== 'delimited') return null;
  const [line = '', ...others] = start.trimEnd().split(/\r\n|\r|\n/, 2);
  if (others.length === 0 && size <= LONGEST_ERROR && FAILURE.test(line)) return `the message "${line.slice(0, 200)}"`;
  const root = /^<\?xml[^>]*>\s*<([\w:.-]+)/.exec(start)?.[1];
  if (root !== undefined) return `an XML document with the root <${root}>`;
  if (size > LONGEST_ERROR || !/^[[{]/.test(start)) return null;
  try {
    const document = JSON.parse(start) as object;
    return Array.isArray(document) ? 'a JSON list' : `a JSON document with ${shownKeys(document)}`;
  } catch {
    return null;
  }
}
