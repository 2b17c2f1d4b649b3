import { fullNumber } from '../format.ts';

/**
 * Validates a text to be stored or searched for. Returns a sentence for the person who wrote it; null when it is valid.
 * Leading and trailing white space does not count.
 * @param noun the text with its article, at the start of a sentence: `A comment`
 * @param longest in UTF-16 units, as the server counts
 */
export function textProblem(noun: string, text: string, longest: number): string | null {
  const { length } = text.trim();
  if (length > longest)
    return `${noun} has at most ${fullNumber(longest)} characters, this one has ${fullNumber(length)}.`;
  // PostgreSQL has no NUL character.
  return text.includes('\0') ? `${noun} cannot contain the NUL character. Remove it.` : null;
}
