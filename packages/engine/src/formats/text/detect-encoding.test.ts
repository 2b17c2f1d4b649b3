import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeText } from '../../../test/encode-text.ts';
import { FOREIGN_WORDS } from '../../../test/foreign-words.ts';
import { detectEncoding } from './detect-encoding.ts';

const report = (words: readonly string[]): string =>
  words.map((word, index) => `2026-01-0${index % 9},site-${index}.example.com,${word},${index}.5\r\n`).join('');

/** Reports of some of the words of each language; their count is that of different words. */
const cases = (few: number, many: number, runs: number) =>
  FOREIGN_WORDS.flatMap(({ encoding, words }) => {
    const all = words.split(' ');
    const picks = fc.sample(
      fc.subarray(all, { minLength: Math.min(few, all.length), maxLength: Math.min(many, all.length) }),
      {
        numRuns: runs,
        seed: 14,
      },
    );
    return picks.map((picked) => ({ encoding, text: report(picked) }));
  });

describe('the encoding of a text without a mark', () => {
  it('the encoding of a text without a mark is never taken for another one', async () => {
    const counts = { right: 0, unknown: 0, utf8: 0 };
    for (const { encoding, text } of cases(1, 20, 60)) {
      const found = await detectEncoding(encodeText(encoding, text));
      if (found === 'unknown') counts.unknown += 1;
      else if (found === null) counts.utf8 += 1;
      else {
        expect(
          new TextDecoder(found.encoding).decode(encodeText(encoding, text)),
          `${encoding} as ${found.encoding}`,
        ).toBe(text);
        expect(found.confidence).toBeGreaterThanOrEqual(60);
        counts.right += 1;
      }
    }
    // Broken characters in one or two texts are taken for dirty rows of UTF-8.
    expect(counts).toMatchInlineSnapshot(`
      {
        "right": 311,
        "unknown": 559,
        "utf8": 270,
      }
    `);
  });

  it('the encoding of a text without a mark is found in most reports with eight different texts', async () => {
    const many = cases(8, 20, 40);
    const found = await Promise.all(many.map(({ encoding, text }) => detectEncoding(encodeText(encoding, text))));
    const right = found.filter((each) => each !== null && each !== 'unknown').length;
    expect(right / many.length).toBeGreaterThan(0.7);
  });

  it('the encoding of a text without a mark is UTF-8 for every valid text of it, and where most of it is', async () => {
    for (const { words } of FOREIGN_WORDS) {
      const text = Buffer.from(report(words.split(' ')));
      expect(await detectEncoding(text)).toBeNull();
      const broken = Buffer.concat([text, Buffer.from([0x2c, 0xe9, 0x2c, 0x0a])]);
      expect(await detectEncoding(broken)).toBeNull();
    }
  });

  it('the encoding of a text without a mark is unknown where lines in UTF-8 are mixed with others', async () => {
    const mixed = FOREIGN_WORDS[0]?.words.split(' ') ?? [];
    const lines = mixed.map((word, index) =>
      index % 3 === 0 ? Buffer.from(`${word},1\n`) : encodeText('windows-1252', `${word},1\n`),
    );
    expect(await detectEncoding(Buffer.concat(lines))).toBe('unknown');
  });

  it('the encoding of a text without a mark is UTF-8 where few of many lines are broken', async () => {
    const lines = Array.from({ length: 500 }, (_, index) =>
      index % 100 === 0 ? encodeText('windows-1252', `é${index}\n`) : Buffer.from('plain\n'),
    );
    expect(await detectEncoding(Buffer.concat(lines))).toBeNull();
  });
});
