import { parseJson } from '../../values/json-value.ts';
import type { DocumentReader } from '../documents/document-reader.ts';
import { splitLines } from '../documents/line-records.ts';
import { planDocument } from '../documents/plan-document.ts';
import type { FormatReader } from '../format-reader.ts';
import { splitJson } from './json-split.ts';
import { repeatedKey } from './repeated-key.ts';

/** Whether a text begins with several objects, one a line. */
function isJsonLines(start: string): boolean {
  if (!start.startsWith('{')) return false;
  const [first = '', second] = start.split(/\r\n?|\n/, 2);
  if (second === undefined || !second.trimStart().startsWith('{')) return false;
  return isJson(first);
}

/** Whether a file of JSON lines begins with a list, or with several objects on one line. */
function isOtherJson(head: Buffer): boolean {
  const start = head
    .toString('utf8', 0, 64 * 1024)
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (start.startsWith('[')) return !/^\[[^\n]*\]\r?\n\s*\[/.test(start);
  const [first = ''] = start.split(/\r\n?|\n/, 1);
  return /\}\s*\{/.test(first) && !isJson(first);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const document: DocumentReader = {
  isLineBased: false,
  split: splitJson,
  parse: parseJson,
  repeatedKey,
  malformed: 'not valid JSON',
};
const lines: DocumentReader = { ...document, isLineBased: true, split: splitLines };

/** One JSON value: a list of records, or an object with a list at the `records` path. */
export const jsonFormat: FormatReader = {
  extensions: ['json'],
  family: 'json',
  matchesText: (start) => start.startsWith('[') || (start.startsWith('{') && !isJsonLines(start)),
  plan: (input) => planDocument(input, document),
  document,
};

/** JSON lines: one record a line. */
export const jsonLinesFormat: FormatReader = {
  extensions: ['jsonl', 'ndjson'],
  family: 'json',
  isCompleteWhenBlank: () => true,
  matchesText: isJsonLines,
  plan: (input) =>
    isOtherJson(input.head) ? planDocument({ ...input, format: 'json' }, document) : planDocument(input, lines),
  document: lines,
};
