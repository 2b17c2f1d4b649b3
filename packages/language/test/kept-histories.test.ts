import { testSeed } from '@switchboard/model/testing/sample-cells';
import { sampleRuns } from '@switchboard/model/testing/sample-runs';
import { expect, test } from 'vitest';
import { playHistories } from './kept/histories.ts';

const HISTORIES = 5_000;
const SHARES = 50;

/** `TEST_MATRIX=whole` plays all histories; `npm test` others in each run. */
test('an upsert and a snapshot show what a model over plain lists shows, after loads of dates in any order', {
  tags: 'proof:kept-rows-model',
  timeout: 3_600_000,
}, async () => {
  const histories = sampleRuns(HISTORIES, SHARES);
  const { differences, ...played } = await playHistories(0, histories, testSeed());
  expect(differences.map(({ difference }) => difference)).toEqual([]);
  expect(played.compared).toBeGreaterThan(histories * 6);
  const kinds = [
    'first',
    'restated',
    'withdrawn',
    'loaded again',
    'late first',
    'late replaced',
    'late copied',
    'empty',
    'undated',
  ];
  expect(Object.keys(played.counts)).toEqual(
    expect.arrayContaining(['upsert', 'snapshot', 'delete where', 'when empty replace', ...kinds]),
  );
});
