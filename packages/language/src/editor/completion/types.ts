import { CompletionItemKind } from 'vscode-languageserver-types';
import { TYPE_NAMES } from '../../typed/types.ts';
import type { Word } from '../context/cursor-text.ts';
import { describeType } from '../describe/describe-type.ts';
import { markdown, prose } from '../describe/markdown.ts';
import { asText, type Candidate } from './candidate.ts';

const kind = CompletionItemKind.TypeParameter;
/** Date formats that files often hold. */
const FORMATS = ['YYYY-MM-dd', 'YYYYMMdd', 'dd/MM/YYYY', 'MM/dd/YYYY', 'd.M.YYYY', 'dd-MMM-YYYY'];
const TIMES = ['YYYY-MM-dd HH:mm:ss', 'YYYY-MM-ddTHH:mm:ssZ', 'dd/MM/YYYY HH:mm', 'MM/dd/YYYY hh:mm a'];

/** Suggests types after the colon of a column or the `as` of a cast. @param formats whether a type may have a format */
export function typeCandidates(formats: boolean): Candidate[] {
  const names = TYPE_NAMES.map(
    (name): Candidate => ({
      label: name,
      kind,
      rank: 0,
      text: name,
      details: () => ({ documentation: markdown(prose(describeType(name) ?? '')) }),
    }),
  );
  const formatted: readonly (readonly [string, string])[] = [
    ['date("…")', 'date("${1:YYYY-MM-dd}")'],
    ['datetime("…")', 'datetime("${1:YYYY-MM-dd HH:mm:ss}")'],
    ['float(decimal_separator: …)', 'float(decimal_separator: "${1:,}", group_separator: "${2:.}")'],
    ['decimal(18, 6, decimal_separator: …)', 'decimal(${1:18}, ${2:6}, decimal_separator: "${3:,}")'],
    ['integer(group_separator: …)', 'integer(group_separator: "${1:.}")'],
  ];
  const made: readonly (readonly [string, string])[] = [
    ['decimal(18, 6)', 'decimal(${1:18}, ${2:6})'],
    ...(formats ? formatted : []),
    ['[list]', '[${1:string}]'],
    ['{ record }', '{ ${1:name}: ${2:string}; }'],
  ];
  return [...names, ...made.map(([label, text]) => ({ label, kind, rank: 1, text, snippet: true }))];
}

/** Formats of dates and times. */
export function formatCandidates(word: Word, quote: '"' | "'", rank = 0): Candidate[] {
  return [...FORMATS, ...TIMES].map((label) => ({
    label,
    kind: CompletionItemKind.Value,
    rank,
    ...asText(label, word, quote),
  }));
}
