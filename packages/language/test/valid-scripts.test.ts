import { expect, test } from 'vitest';
import { validBatch } from './valid/batch.ts';
import { EXPECTED, missing } from './valid/coverage.ts';

test('what the grammar makes is accepted, and DuckDB gives exactly the inferred columns', async () => {
  const { failures, counts } = await validBatch({ from: 0, to: 200 }, 20_261_121);
  expect(failures).toEqual([]);
  // The long run holds all of it; this one most.
  expect(missing(counts).length).toBeLessThan(EXPECTED.length / 5);
}, 120_000);
