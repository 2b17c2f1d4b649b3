import { fits, type Reading, unfit } from './number-text.ts';

/** The texts that mean true, in lower case. */
export const TRUE_TEXTS: readonly string[] = ['true', 't', 'yes', 'y', 'on', '1'];
/** The texts that mean false, in lower case. */
export const FALSE_TEXTS: readonly string[] = ['false', 'f', 'no', 'n', 'off', '0'];

const TRUE = new Set(TRUE_TEXTS);
const FALSE = new Set(FALSE_TEXTS);

/** A boolean. Lenient: blanks around it, and words and digits other than true and false. */
export function readBoolean(text: string): Reading {
  const word = text.trim().toLowerCase();
  const complaint = /^(?:true|false)$/i.test(text) ? null : 'not written as true or false';
  if (TRUE.has(word)) return fits('true', complaint);
  return FALSE.has(word) ? fits('false', complaint) : unfit('not a boolean');
}
