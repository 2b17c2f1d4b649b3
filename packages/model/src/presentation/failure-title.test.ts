import { expect, it } from 'vitest';
import { ERRORS } from '../errors.ts';
import { FAILURE_ACTIONS, failureAction } from './failure-action.ts';
import { FAILURE_TITLES, failureTitle } from './failure-title.ts';

/** Errors after which no download or upload counts as failed. */
const HARMLESS = new Set([
  'DESTINATION_SUPERSEDED',
  'DELIVERY_CANCELLED',
  'RESULT_EMPTY',
  'UPLOAD_LATE',
  'STALE_ATTEMPT',
]);

it('has a title and an action for each error of a download or an upload', () => {
  const errors = Object.entries(ERRORS).filter(([code, entry]) => !('http' in entry) && !HARMLESS.has(code));
  for (const [code] of errors) expect(FAILURE_TITLES.has(code), code).toBe(true);
  for (const title of FAILURE_TITLES.values()) expect(title).toMatch(/^[A-Z][^.]+$/);
  for (const action of FAILURE_ACTIONS.values()) expect(action).toMatch(/^[A-Z].*\.$/);
});

it('has titles of their own', () => {
  expect(new Set(FAILURE_TITLES.values()).size).toBe(FAILURE_TITLES.size);
});

it('shows a code that it does not know as it is', () => {
  expect(failureTitle('SOMETHING_ELSE')).toBe('SOMETHING_ELSE');
  expect(failureTitle('ALL_ROWS_DIRTY')).toBe('All rows dirty');
  expect(failureAction('SOMETHING_ELSE')).toMatch(/contact support/);
});
