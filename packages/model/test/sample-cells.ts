const MINUTES_PER_DAY = 1440;
/** * Maximum number of shares, so that a test run on each day of a week runs each cell at least once. */
const MAX_SHARES = 7;

/**
 * The part of a matrix that this test run tries: one of `shares` equal parts, chosen by the seed of the run (`TEST_SEED`, minutes
 * since 1970 by default). Runs at the same minute of consecutive days take consecutive parts, and neighbouring cells are in different
 * parts. `npm run faults -- tests` sets `TEST_MATRIX=whole`, and every cell runs.
 * @param shares 2 to 7
 * @returns at least one cell, in the order of `cells`
 */
export function sampleCells<Cell>(cells: readonly Cell[], shares: number): readonly Cell[] {
  if (!Number.isInteger(shares) || shares < 2 || shares > MAX_SHARES) {
    throw new Error(`A matrix is sampled in 2 to ${MAX_SHARES} parts, got ${shares}.`);
  }
  if (process.env['TEST_MATRIX'] === 'whole') return cells;
  const part = partOf(testSeed(), shares);
  const sample = cells.filter((_, index) => index % shares === part);
  return sample.length > 0 ? sample : cells.slice(0, 1);
}

/** The seed of this test run, printed at its start; 0 outside of one. */
export function testSeed(): number {
  return Number(process.env['TEST_SEED'] ?? 0);
}

/** Returns the part of a matrix for this seed. 1441 has no common factor with 2 to 7, so seven days try all parts. */
export const partOf = (seed: number, shares: number): number => daily(seed) % shares;

/**
 * Returns the part of a group of files for this seed. It stays for three parts of a matrix, so that files which sample cells
 * themselves try each of them; seven consecutive days try all parts.
 * @param shares 2 or 3
 */
export const turnOf = (seed: number, shares: 2 | 3): number => Math.floor(daily(seed) / 3) % shares;

/** One more at the same minute of the next day than 1440 minutes make. */
const daily = (seed: number): number => seed + Math.floor(seed / MINUTES_PER_DAY);
