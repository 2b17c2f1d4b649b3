import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CONSTRUCTS } from '../src/constructs/registry.ts';
import { CLAUSES, findKeyword, JOIN_KINDS, KEYWORDS, RESERVED } from '../src/syntax/keywords.ts';

/** The words that the parser's source takes. */
function wordsOfParser(): Set<string> {
  const words = new Set<string>();
  for (const folder of ['syntax', 'constructs']) {
    const root = new URL(`../src/${folder}/`, import.meta.url);
    for (const name of readdirSync(root)) {
      const source = readFileSync(new URL(name, root), 'utf8');
      for (const [, word] of source.matchAll(/(?:at|take|expect)Word\('(\w+)'/g)) words.add(word ?? '');
    }
  }
  return words;
}

test('the table of keywords holds every word that the parser takes', () => {
  const parser = wordsOfParser();
  expect(parser.size).toBeGreaterThan(35);
  const known = [...parser, ...RESERVED, ...JOIN_KINDS, ...CLAUSES, ...CONSTRUCTS.flatMap((each) => each.keywords)];
  expect(known.filter((word) => !findKeyword(word))).toEqual([]);
});

test('each keyword stands once and is explained', () => {
  expect(new Set(KEYWORDS.map((each) => each.word)).size).toBe(KEYWORDS.length);
  for (const { doc, example } of KEYWORDS) {
    expect(doc).toMatch(/^[A-Z].*\.$/);
    expect(example).not.toBe('');
  }
});
