import { expect, test } from 'vitest';
import { shouldSuspend } from './suspension.ts';

const run = (reportDate: string | null, failed = true): { reportDate: string | null; failed: boolean } => ({
  reportDate,
  failed,
});

test.each([
  ['nothing ended yet', [], false],
  ['two dates failed', [run('d2'), run('d1')], false],
  ['three dates failed', [run('d3'), run('d2'), run('d1')], true],
  ['one date failed three times', [run('d1'), run('d1'), run('d1')], false],
  ['three dates failed, one of them twice', [run('d3'), run('d3'), run('d2'), run('d1')], true],
  ['a success between them', [run('d3'), run('d2'), run('x', false), run('d1')], false],
  ['a success before them', [run('d3'), run('d2'), run('d1'), run('x', false)], true],
  ['the latest succeeded', [run('d4', false), run('d3'), run('d2'), run('d1')], false],
  ['a source without dates has only one', [run(null), run(null), run(null)], false],
])('decides whether to suspend: %s', { tags: 'proof:suspension-rule' }, (_name, outcomes, expected) => {
  expect(shouldSuspend(outcomes, 3)).toBe(expected);
});
