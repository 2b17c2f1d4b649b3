import { CompletionItemKind } from 'vscode-languageserver-types';
import { findKeyword } from '../../keywords.ts';
import { code, markdown, prose } from '../describe/markdown.ts';
import type { Candidate } from './candidate.ts';

/** Keywords, one or several in a row. */
export function wordCandidates(words: readonly string[], rank: number): Candidate[] {
  return words.map((text) => ({
    label: text,
    kind: CompletionItemKind.Keyword,
    rank,
    text,
    details: () => {
      const known = findKeyword(text.split(' ', 1)[0] ?? '');
      return known ? { documentation: markdown(prose(known.doc), code(known.example)) } : {};
    },
  }));
}
