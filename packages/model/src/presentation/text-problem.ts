import { fullNumber } from '../format.ts';

/**
 * Characters that embed, override or isolate a direction of text: they show a name as another one. The marks that scripts from
 * right to left need are not among them.
 */
const DIRECTION = /[\u202a-\u202e\u2066-\u2069]/u;
const ALL_DIRECTIONS = new RegExp(DIRECTION, 'gu');

/** Whether a text can be shown in another order than it is written. */
export const changesDirection = (text: string): boolean => DIRECTION.test(text);

export const withoutDirections = (text: string): string => text.replace(ALL_DIRECTIONS, '');

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
  if (text.includes('\0')) return `${noun} cannot contain the NUL character. Remove it.`;
  if (!text.isWellFormed()) return `${noun} contains half of a character. Type it instead of pasting it.`;
  if (!changesDirection(text)) return null;
  return `${noun} cannot contain hidden characters that change the direction of text. Type it instead of pasting it.`;
}
