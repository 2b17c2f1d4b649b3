import { expect, test } from 'vitest';
import { DECLARATIONS } from '../src/declarations/registry.ts';
import { findKeyword, KEYWORDS } from '../src/keywords.ts';
import { CLAUSES, JOIN_KINDS } from '../src/query-forms/select/select-words.ts';
import { SYMBOL, TEXT_OF, TOKEN, WORD } from '../src/syntax/tokens/codes.generated.ts';
import { CODE_MASK } from '../src/syntax/tokens/codes.ts';
import { RESERVED } from '../src/syntax/tokens/reserved-words.ts';

test('the table of keywords holds every word that the parser takes, and no other', () => {
  const known = [
    ...Object.keys(WORD),
    ...RESERVED,
    ...JOIN_KINDS,
    ...CLAUSES,
    ...DECLARATIONS.flatMap((each) => each.keywords),
  ];
  expect([...new Set(known)].sort()).toEqual(KEYWORDS.map((each) => each.word).sort());
  expect(known.filter((word) => !findKeyword(word))).toEqual([]);
});

test('each symbol and keyword has a code of its own', () => {
  const codes = [TOKEN, SYMBOL, WORD].flatMap((table) => Object.values(table));
  expect(new Set(codes).size).toBe(codes.length);
  expect(Math.min(...Object.values(WORD))).toBeGreaterThan(TOKEN.name);
  expect(Math.max(...codes)).toBeLessThan(CODE_MASK);
  for (const [word, code] of Object.entries(WORD)) expect(TEXT_OF[code]).toBe(word);
});

test('each keyword stands once and is explained', () => {
  expect(new Set(KEYWORDS.map((each) => each.word)).size).toBe(KEYWORDS.length);
  for (const { doc, example } of KEYWORDS) {
    expect(doc).toMatch(/^[A-Z].*\.$/);
    expect(example).not.toBe('');
  }
});
