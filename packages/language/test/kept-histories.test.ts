import { testSeed } from '@switchboard/model/testing/sample-cells';
import { sampleRuns } from '@switchboard/model/testing/sample-runs';
import { expect, test } from 'vitest';
import { kindsOf, playHistories, randomHistory } from './kept/histories.ts';

const HISTORIES = 5_000;
/** A history costs a fifth of a second of processor time. */
const SHARES = 250;

/** `TEST_MATRIX=whole` plays all histories; `npm test` others in each run. */
test('an upsert and a snapshot show what a model over plain lists shows, after loads of dates in any order', {
  tags: 'proof:kept-rows-model',
  timeout: 3_600_000,
}, async () => {
  const histories = sampleRuns(HISTORIES, SHARES);
  const { differences, ...played } = await playHistories(0, histories, testSeed());
  expect(differences.map(({ difference }) => difference)).toEqual([]);
  expect(played.compared).toBeGreaterThan(histories * 6);
});

test('random histories have every form of a table and every kind of load', () => {
  const kinds = Array.from({ length: HISTORIES }, (_, index) => kindsOf(randomHistory(testSeed(), index))).flat();
  expect([...new Set(kinds)]).toEqual(
    expect.arrayContaining([
      'upsert',
      'snapshot',
      'delete where',
      'when empty replace',
      'first',
      'restated',
      'withdrawn',
      'loaded again',
      'late first',
      'late replaced',
      'late copied',
      'empty',
      'undated',
    ]),
  );
});
