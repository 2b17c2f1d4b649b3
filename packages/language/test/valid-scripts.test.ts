import { sampleCells } from '@switchboard/model/testing/sample-cells';
import { expect, test } from 'vitest';
import { validBatch } from './valid/batch.ts';
import { EXPECTED, missing } from './valid/coverage.ts';

const SCRIPTS = 40;
/** The first scripts of the batches. */
const BATCHES = [0, 40, 80, 120, 160];

test.each(sampleCells(BATCHES, BATCHES.length))(
  'what the grammar makes is accepted, and DuckDB gives exactly the inferred columns, from script %i',
  async (from) => {
    const { failures, counts } = await validBatch({ from, to: from + SCRIPTS }, 20_261_121);
    expect(failures).toEqual([]);
    // A long run of thousands holds all of the grammar; each batch half of it.
    expect(missing(counts).length).toBeLessThan(EXPECTED.length / 2);
  },
  120_000,
);
