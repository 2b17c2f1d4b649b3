import { TOKEN, WORD } from './codes.generated.ts';

/** The rest of a token's number. */
export const CODE_MASK = 0xff;
/** A diagnostic about this token was reported already. */
export const FLAWED = 0x100;
/** A keyword that is not all in lower case. */
export const OTHER_CASE = 0x200;
/** A string whose value differs from the text between its quotation marks. */
export const ESCAPED = 0x400;

const WORD_CODES: ReadonlyMap<string, number> = new Map(Object.entries(WORD));

/** The code of a name, with `OTHER_CASE` if it is a keyword in another case. */
export function codeOfName(text: string): number {
  const lower = text.toLowerCase();
  const code = WORD_CODES.get(lower);
  return code === undefined ? TOKEN.name : text === lower ? code : code | OTHER_CASE;
}

/** Whether a word, in lower case, is a keyword. */
export function isKeyword(word: string): boolean {
  return WORD_CODES.has(word);
}

/** A table by code that is 1 for these codes, else 0. */
export function codeSet(codes: Iterable<number>): Uint8Array {
  const table = new Uint8Array(CODE_MASK + 1);
  for (const code of codes) table[code] = 1;
  return table;
}

/** The codes of keywords. Throws for a word that has no code. */
export function codesOf(words: Iterable<string>): number[] {
  return Array.from(words, (word) => {
    const code = WORD_CODES.get(word);
    if (code === undefined) throw new Error(`Keyword ${word} has no token code. Run npm run generate.`);
    return code;
  });
}
