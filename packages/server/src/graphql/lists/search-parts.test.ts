import { describe, expect, test } from 'vitest';
import { rarestParts } from './search-parts.ts';

const sample = Array.from(
  { length: 400 },
  (_, n) => `source_${n % 200} source_${n % 200}-202${2 + (n % 4)}-01-0${n % 9}.csv`,
);

describe('the parts of a text by which a search selects', () => {
  test('leave out what most rows contain', () => {
    expect(rarestParts('source_123-2025-01', sample).toSorted()).toEqual(['025', '123']);
  });

  test('overlap where few rows have them', () => {
    expect(rarestParts('zebra', sample)).toEqual(['zebra']);
  });

  test('do not overlap, since rows with one would have the other', () => {
    const rows = Array.from({ length: 400 }, (_, n) => `sourcex${n % 200}q202${n % 4}q0${1 + (n % 9)}q17zcsv`);
    expect(rarestParts('sourcex123q2023q01', rows)).toEqual(['123', 'q01']);
  });

  test('exist even if all rows contain them', () => {
    expect('source').toContain(rarestParts('source', sample)[0] ?? 'none');
  });

  test('the parts of a text by which a search selects are beginnings of words where no word has more', () => {
    expect(rarestParts('_7', sample)).toEqual(['_7']);
  });

  test('the parts of a text by which a search selects are counted whatever separates the words', () => {
    const days = ['on 23.', 'on 23:', 'on 23-', 'on 99'];
    expect(rarestParts('23_on_99_', days)).toContain('99_');
  });

  test('the parts of a text by which a search selects are in the order of the text, of four trigrams at most', () => {
    const parts = rarestParts('alpha_beta gamma delta epsilon zeta', sample);
    expect(parts.join('').length).toBeLessThanOrEqual(4 * 3);
    let from = 0;
    for (const part of parts) from = 'alpha_beta gamma delta epsilon zeta'.indexOf(part, from) + part.length;
    expect(from).toBeGreaterThan(0);
  });

  test.each(['x𝒳𝒴𝒵', '𝒳ab𝒴cd', 'a𠀋b'])('cut no character of %s in two', (text) => {
    for (const part of rarestParts(text, [])) expect(part.isWellFormed()).toBe(true);
    for (const part of rarestParts(text, [text.slice(0, 2)])) expect(part.isWellFormed()).toBe(true);
  });

  test.each(['', '--', 'a', 'ab', '%_\\', '🙂🙂🙂'])(
    'the parts of a text by which a search selects are none of %j, which has no trigram',
    (text) => {
      expect(rarestParts(text, sample)).toEqual([]);
    },
  );

  test.each(['مرحبا بالعالم', 'данные за день', '日本語レポート'])('exist in %s', (text) => {
    const pieces = rarestParts(text, sample);
    expect(pieces.length).toBeGreaterThan(0);
    for (const piece of pieces) expect(text).toContain(piece);
  });
});
