import {
  type CompletionItem,
  type CompletionItemKind,
  CompletionItemTag,
  InsertTextFormat,
  type MarkupContent,
} from 'vscode-languageserver-types';
import { quotedText, writtenName } from '../../syntax/tokens/written-name.ts';
import type { Lines } from '../../text/lines.ts';
import type { Word } from '../context/cursor-text.ts';
import { rangeOf } from '../positions.ts';

export type Details = {
  readonly detail?: string;
  readonly documentation?: MarkupContent;
  readonly deprecated?: boolean;
};

/** One thing that may be written at the cursor. */
export type Candidate = {
  readonly label: string;
  readonly kind: CompletionItemKind;
  /** The likeliest first, from 0. */
  readonly rank: number;
  /** The text to insert. */
  readonly text: string;
  /** Whether `text` has places to fill in. */
  readonly snippet?: boolean;
  /** The text to match with the typed word; by default the label. */
  readonly filter?: string;
  /** Called for offered candidates only. */
  readonly details?: () => Details;
};

/** More are not shown at once; typing on finds the rest. */
export const MAX_ITEMS = 200;

/** Makes the text of a snippet of any text. */
export function snippetText(text: string): string {
  return text.replace(/[\\$}]/g, '\\$&');
}

type Naming = Pick<Candidate, 'text' | 'filter'>;

/** A name as it goes into the text: within the quotation marks that are there, else in such only if it needs them. */
export function asName(name: string, word: Word): Naming {
  if (!word.quote) return { text: writtenName(name), filter: name };
  const text = quotedText(name, word.quote);
  return { text, filter: text };
}

/** A constant text as it goes into the text. */
export function asText(value: string, word: Word, quote: '"' | "'" = '"'): Naming {
  const text = quotedText(value, word.quote ?? quote);
  return { text, filter: word.quote ? text : value };
}

/**
 * Ranks how well a name matches the typed word: 0 starts with it, 1 contains it, 2 contains its characters in order;
 * -1 no match.
 */
export function fitOf(name: string, typed: string): number {
  if (typed === '') return 0;
  const found = name.toLowerCase();
  const wanted = typed.toLowerCase();
  const at = found.indexOf(wanted);
  if (at >= 0) return at === 0 ? 0 : 1;
  let from = 0;
  for (const char of wanted) {
    const next = found.indexOf(char, from);
    if (next < 0) return -1;
    from = next + char.length;
  }
  return 2;
}

export type Offer = { readonly items: CompletionItem[]; readonly isIncomplete: boolean };

/** The candidates that match the typed word as items, the likeliest first. */
export function offer(candidates: Iterable<Candidate>, word: Word, lines: Lines): Offer {
  // The filter text starts with a quotation mark where the word does.
  const typed = `${word.quote ?? ''}${word.typed}`;
  const fitting: { candidate: Candidate; fit: number; index: number }[] = [];
  const seen = new Set<string>();
  for (const candidate of candidates) {
    const fit = fitOf(candidate.filter ?? candidate.label, typed);
    const key = `${candidate.label}\u0000${candidate.text}`;
    if (fit < 0 || seen.has(key)) continue;
    seen.add(key);
    fitting.push({ candidate, fit, index: fitting.length });
  }
  fitting.sort((a, b) => a.fit - b.fit || a.candidate.rank - b.candidate.rank || a.index - b.index);
  const range = rangeOf(word, lines);
  const items = fitting.slice(0, MAX_ITEMS).map(({ candidate }, index): CompletionItem => {
    const { label, kind, text, snippet, filter, details } = candidate;
    const { deprecated, ...shown } = details?.() ?? {};
    return {
      label,
      kind,
      sortText: String(index).padStart(3, '0'),
      filterText: filter ?? label,
      textEdit: { range, newText: text },
      insertTextFormat: snippet ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
      ...shown,
      ...(deprecated ? { tags: [CompletionItemTag.Deprecated] } : {}),
    };
  });
  return { items, isIncomplete: fitting.length > MAX_ITEMS };
}
