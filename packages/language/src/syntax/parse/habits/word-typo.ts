import type { Fix } from '../../../diagnostics/diagnostics.ts';
import { closest } from '../../../suggest/suggest.ts';
import type { Span } from '../../../text/span.ts';

/** Shorter words are close to too many others, and nothing is suggested in their place. */
const SHORTEST = 3;

/** The keyword that a mistyped word is close to, with the fix that writes it; null when none is. */
export function typoOf(text: string, span: Span, words: readonly string[]): { word: string; fix: Fix } | null {
  if (text.length < SHORTEST) return null;
  const word = closest(
    text.slice(0, 100),
    words.filter((each) => each.length >= SHORTEST),
  );
  if (word === null || word === text) return null;
  return { word, fix: { title: `Write ${word}`, edits: [{ start: span.start, end: span.end, text: word }] } };
}
