import { expect, it } from 'vitest';
import { causeAction, causeTitle, DIRTY_ROWS, FAILURE_CAUSES, failureCause, isInScript } from './failure-cause.ts';
import { FAILURE_TITLES } from './failure-title.ts';

it('has a cause for each failure, and for dirty rows', () => {
  expect([...FAILURE_CAUSES.keys()].sort()).toEqual([...FAILURE_TITLES.keys(), DIRTY_ROWS].sort());
  for (const [code, { meaning }] of FAILURE_CAUSES) expect(meaning, code).toMatch(/^[A-Z].+\.$/);
});

it.each([
  ['QUERY_FAILED', true],
  ['UPLOAD_STOPPED', true],
  [DIRTY_ROWS, true],
  ['SOURCE_UNREACHABLE', false],
  ['KEY_SUSPENDED', false],
  ['INPUT_FAILED', false],
  ['SOMETHING_ELSE', false],
])('knows whether %s is caused by the script: %s', (code, expected) => {
  expect(isInScript(failureCause(code))).toBe(expected);
});

it('names dirty rows, which have no error code', () => {
  expect(causeTitle(DIRTY_ROWS)).toBe('Some rows are dirty');
  expect(causeAction(DIRTY_ROWS)).toBe(causeAction('ALL_ROWS_DIRTY'));
  expect(causeTitle('QUERY_FAILED')).toBe('Query failed');
});
