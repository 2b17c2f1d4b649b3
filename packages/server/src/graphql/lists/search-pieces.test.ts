import { describe, expect, test } from 'vitest';
import { MAX_PIECES, rarestPieces } from './search-pieces.ts';

const sample = Array.from(
  { length: 400 },
  (_, n) => `source_${n % 200} source_${n % 200}-202${2 + (n % 4)}-01-0${n % 9}.csv`,
);

describe('the pieces of a text that fewest rows contain', () => {
  test('leave out what most rows contain', () => {
    expect(rarestPieces('source_123-2024-01', sample)).toEqual(['_123-', '-2024-']);
  });

  test('come with the separators of their words, rarest first', () => {
    expect(rarestPieces('zebra source_7', sample)).toEqual(['zebra ', '_7']);
  });

  test('are the only one even if most rows contain it', () => {
    expect(rarestPieces('source', sample)).toEqual(['source']);
  });

  test('are the parts of long words', () => {
    const pieces = rarestPieces('performancecampaign', []);
    expect(pieces.toSorted()).toEqual(['cecam', 'orman', 'paign', 'perf']);
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThanOrEqual(6);
  });

  test('are at most four', () => {
    expect(rarestPieces('alpha beta gamma delta epsilon zeta', [])).toHaveLength(MAX_PIECES);
  });

  test.each(['', '--', 'a', 'ab', '%_\\', '🙂🙂🙂'])('are none of %j, which has no trigram', (text) => {
    expect(rarestPieces(text, sample)).toEqual([]);
  });

  test.each(['مرحبا بالعالم', 'ДАННЫЕ за день'.toLowerCase(), '日本語レポート'])('exist in %s', (text) => {
    const pieces = rarestPieces(text, sample);
    expect(pieces.length).toBeGreaterThan(0);
    for (const piece of pieces) expect(text).toContain(piece);
  });
});
