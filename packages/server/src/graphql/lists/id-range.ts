/** Ids of which the first and the last are given, both inclusive. */
export type IdRange = { readonly first: string; readonly last: string };

/** Shorter texts are words: a report of 2024 is not an id. */
const MIN_LENGTH = 8;
const LOWEST = '00000000-0000-0000-0000-000000000000';
const HEX = /^[\da-f]$/i;

/** The ids that begin with a text of eight characters or more; null when no id does. */
export function idRange(text: string): IdRange | null {
  const isBeginning = [...text].every((character, index) =>
    LOWEST[index] === '-' ? character === '-' : index < LOWEST.length && HEX.test(character),
  );
  if (text.length < MIN_LENGTH || !isBeginning) return null;
  const rest = LOWEST.slice(text.length);
  return { first: `${text}${rest}`, last: `${text}${rest.replaceAll('0', 'f')}` };
}
