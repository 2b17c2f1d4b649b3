import { WORD } from '@switchboard/language/words';

/** The language's keywords, for the colours that are there before the language server answers. */
export const WORDS: readonly string[] = Object.keys(WORD);

/** The names of the language's types. */
export const TYPE_WORDS: readonly string[] = [
  'string',
  'json',
  'date',
  'integer',
  'number',
  'boolean',
  'datetime',
  'time',
];
