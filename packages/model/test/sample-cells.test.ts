import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { partOf, sampleCells, turnOf } from './sample-cells.ts';

const CELLS = Array.from({ length: 23 }, (_, index) => index);

beforeEach(() => vi.stubEnv('TEST_MATRIX', ''));
afterEach(() => vi.unstubAllEnvs());

it.each([2, 3, 4, 5, 6, 7])('tries every cell in a week of daily runs, with %i parts', (shares) => {
  for (const minute of [0, 1, 719, 1439]) {
    const tried = Array.from({ length: shares }, (_, day) => {
      vi.stubEnv('TEST_SEED', String(29_000_000 + minute + day * 1440));
      return sampleCells(CELLS, shares);
    });
    expect(tried.flat().toSorted((a, b) => a - b)).toEqual(CELLS);
  }
});

it('tries the same cells for the same seed', () => {
  vi.stubEnv('TEST_SEED', '12345');
  expect(sampleCells(CELLS, 5)).toEqual(sampleCells(CELLS, 5));
  expect(sampleCells(CELLS, 5)[0]).toBe(partOf(12_345, 5));
});

it('tries every cell of a whole run', () => {
  vi.stubEnv('TEST_MATRIX', 'whole');
  expect(sampleCells(CELLS, 7)).toEqual(CELLS);
});

it('tries one cell of a matrix with fewer cells than parts', () => {
  for (const seed of [0, 1, 2, 3, 4, 5, 6]) {
    vi.stubEnv('TEST_SEED', String(seed));
    expect(sampleCells(['a', 'b'], 7)).toHaveLength(1);
  }
});

it('refuses more parts than a week has days', () => {
  expect(() => sampleCells(CELLS, 8)).toThrow('A matrix is sampled in 2 to 7 parts, got 8.');
});

it.each([2, 3] as const)(
  'takes each of %i parts of the files within seven days, and each cell of their matrices',
  (shares) => {
    for (const minute of [0, 1, 2, 719, 1439]) {
      const week = Array.from({ length: 7 }, (_, day) => turnOf(29_000_000 + minute + day * 1440, shares));
      expect(new Set(week).size).toBe(shares);
    }
    for (const cells of [2, 3, 4, 5, 7]) {
      const seeds = Array.from({ length: 3 * shares * cells }, (_, index) => index).filter(
        (seed) => turnOf(seed, shares) === 0,
      );
      expect(new Set(seeds.map((seed) => partOf(seed, cells))).size).toBe(cells);
    }
  },
);
