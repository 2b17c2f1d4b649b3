/**
 * What a token is, as one number: its kind, and for symbols and keywords which one. A keyword has its code wherever it
 * stands; whether it is meant as one or as a name is for the parser to tell.
 */
export const TOKEN = { end: 0, invalid: 1, number: 2, double: 3, single: 4, name: 31 } as const;

/** Symbols, by what they look like. */
export const SYMBOL = {
  equal: 5,
  unequal: 6,
  other: 7,
  atMost: 8,
  atLeast: 9,
  joined: 10,
  braceOpen: 11,
  braceClose: 12,
  squareOpen: 13,
  squareClose: 14,
  roundOpen: 15,
  roundClose: 16,
  semicolon: 17,
  colon: 18,
  comma: 19,
  dot: 20,
  question: 21,
  single: 22,
  below: 23,
  above: 24,
  tilde: 25,
  plus: 26,
  minus: 27,
  star: 28,
  slash: 29,
  percent: 30,
} as const;

/** Keywords. Everything from `TOKEN.name` on is a name. */
export const WORD = {
  all: 32,
  and: 33,
  anti: 34,
  as: 35,
  asc: 36,
  between: 37,
  bundle: 38,
  by: 39,
  case: 40,
  cast: 41,
  columns: 42,
  cross: 43,
  desc: 44,
  distinct: 45,
  download: 46,
  else: 47,
  end: 48,
  except: 49,
  export: 50,
  false: 51,
  first: 52,
  from: 53,
  full: 54,
  group: 55,
  having: 56,
  ilike: 57,
  import: 58,
  in: 59,
  inner: 60,
  into: 61,
  is: 62,
  join: 63,
  last: 64,
  left: 65,
  like: 66,
  limit: 67,
  literal: 68,
  not: 69,
  null: 70,
  nulls: 71,
  on: 72,
  or: 73,
  order: 74,
  outer: 75,
  over: 76,
  partition: 77,
  replace: 78,
  right: 79,
  select: 80,
  semi: 81,
  table: 82,
  // biome-ignore lint/suspicious/noThenProperty: a number is not called
  then: 83,
  to: 84,
  true: 85,
  try_cast: 86,
  union: 87,
  unpivot: 88,
  upload: 89,
  upsert: 90,
  using: 91,
  when: 92,
  where: 93,
} as const;

/** The rest of a token's number. */
export const CODE_MASK = 0xff;
/** A message about this token was given already. */
export const FLAWED = 0x100;
/** A keyword that is not all in lower case. */
export const OTHER_CASE = 0x200;
/** A string whose text is not simply what stands between its quotation marks. */
export const ESCAPED = 0x400;

const SYMBOL_TEXTS: Readonly<Record<keyof typeof SYMBOL, string>> = {
  equal: '==',
  unequal: '!=',
  other: '<>',
  atMost: '<=',
  atLeast: '>=',
  joined: '||',
  braceOpen: '{',
  braceClose: '}',
  squareOpen: '[',
  squareClose: ']',
  roundOpen: '(',
  roundClose: ')',
  semicolon: ';',
  colon: ':',
  comma: ',',
  dot: '.',
  question: '?',
  single: '=',
  below: '<',
  above: '>',
  tilde: '~',
  plus: '+',
  minus: '-',
  star: '*',
  slash: '/',
  percent: '%',
};

/** The text of each symbol and keyword, by code; empty for what has a text of its own. */
export const TEXT_OF: readonly string[] = Array.from({ length: CODE_MASK + 1 }, (_, code) => {
  const symbol = Object.entries(SYMBOL).find(([, each]) => each === code)?.[0];
  const word = Object.entries(WORD).find(([, each]) => each === code)?.[0];
  return symbol === undefined ? (word ?? '') : (SYMBOL_TEXTS[symbol as keyof typeof SYMBOL] ?? '');
});

const WORD_CODES: ReadonlyMap<string, number> = new Map(Object.entries(WORD));

/** The code of a name, with `OTHER_CASE` if it is a keyword but for its case. */
export function codeOfName(text: string): number {
  const lower = text.toLowerCase();
  const code = WORD_CODES.get(lower);
  return code === undefined ? TOKEN.name : text === lower ? code : code | OTHER_CASE;
}

/** A table by code that is 1 for these and else 0. */
export function codeSet(codes: Iterable<number>): Uint8Array {
  const table = new Uint8Array(CODE_MASK + 1);
  for (const code of codes) table[code] = 1;
  return table;
}

/** The codes of keywords; an error for a word that has none here yet. */
export function codesOf(words: Iterable<string>): number[] {
  return Array.from(words, (word) => {
    const code = WORD_CODES.get(word);
    if (code === undefined) throw new Error(`${word} is no keyword. Give it a code.`);
    return code;
  });
}
