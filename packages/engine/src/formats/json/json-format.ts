import { parseJson } from '../../values/json-value.ts';
import type { DocumentReader } from '../documents/document-reader.ts';
import { splitLines } from '../documents/line-records.ts';
import { planDocument } from '../documents/plan-document.ts';
import type { FormatReader } from '../format-reader.ts';
import { splitJson } from './json-split.ts';

/** Whether a text begins with several objects, one a line. */
function isJsonLines(start: string): boolean {
  if (!start.startsWith('{')) return false;
  const [first = '', second] = start.split(/\r\n?|\n/, 2);
  if (second === undefined || !second.trimStart().startsWith('{')) return false;
  try {
    JSON.parse(first);
    return true;
  } catch {
    return false;
  }
}

const document: DocumentReader = {
  isLineBased: false,
  split: splitJson,
  parse: parseJson,
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
  plan: (input) => planDocument(input, lines),
  document: lines,
};
