import { afterAll, expect, test } from 'vitest';
import { closeDataLab, dataBatch } from './data-batch.ts';

afterAll(closeDataLab);

test('valid scripts with hostile files end in rows or in an error that a user can act on', async () => {
  const { failures, counts } = await dataBatch({ from: 0, to: 60 }, 20_261_123);
  expect(failures).toEqual([]);
  expect(counts['tables built']).toBeGreaterThan(60);
  expect(counts['rows loaded']).toBeGreaterThan(100);
  expect(counts['rows dirty']).toBeGreaterThan(0);
}, 120_000);
