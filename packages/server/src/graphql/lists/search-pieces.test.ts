import { describe, expect, test } from 'vitest';
import { MAX_PIECES, rarestPieces } from './search-pieces.ts';

const sample = Array.from(
  { length: 400 },
  (_, n) => `source_${n % 200} source_${n % 200}-202${2 + (n % 4)}-01-0${n % 9}.csv`,
);

describe('the pieces of a text that fewest rows contain', () => {
  test('leave out what most rows contain', () => {
    expect(rarestPieces('source_123-2025-01', sample).toSorted()).toEqual(['025', '123', '23-', '25-']);
  });

  test('have one trigram each, rarest first', () => {
    expect(rarestPieces('zebra source', sample)).toEqual(['zeb', 'ebr', 'bra', 'ra ']);
  });

  test('exist even if all rows contain them', () => {
    expect(rarestPieces('source', sample)[0]).toBe('sou');
  });

  test('are beginnings of words where no word has more', () => {
    expect(rarestPieces('_7', sample)).toEqual(['_7']);
  });

  test('are counted whatever separates the words', () => {
    const days = ['on 23.', 'on 23:', 'on 23-', 'on 99'];
    expect(rarestPieces('23_on_99_', days)[0]).toBe('99_');
  });

  test('are at most four', () => {
    expect(rarestPieces('alpha beta gamma delta epsilon zeta', [])).toHaveLength(MAX_PIECES);
  });

  test.each(['', '--', 'a', 'ab', '%_\\', '🙂🙂🙂'])('are none of %j, which has no trigram', (text) => {
    expect(rarestPieces(text, sample)).toEqual([]);
  });

  test.each(['مرحبا بالعالم', 'данные за день', '日本語レポート'])('exist in %s', (text) => {
    const pieces = rarestPieces(text, sample);
    expect(pieces.length).toBeGreaterThan(0);
    for (const piece of pieces) expect(text).toContain(piece);
  });
});
