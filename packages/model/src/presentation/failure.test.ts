import { expect, it } from 'vitest';
import { ERRORS } from '../errors/errors.ts';
import { DIRTY_ROWS, FAILURE_TITLES, failureOf, isInScript } from './failure.ts';

/** Errors after which no download or upload counts as failed. */
const HARMLESS = new Set([
  'DESTINATION_SUPERSEDED',
  'DELIVERY_CANCELLED',
  'RESULT_EMPTY',
  'EMPTY_RESULT_UNTYPED',
  'REPORT_DATE_FROZEN',
  'UPLOAD_LATE',
  'STALE_ATTEMPT',
]);

it('shows each error of a download or an upload as a failure, and no other', () => {
  const errors = Object.entries(ERRORS).filter(([code, { http }]) => http === undefined && !HARMLESS.has(code));
  const codes = [...errors.map(([code]) => code), 'HOST_NOT_ALLOWED', 'UPLOAD_STOPPED'];
  expect([...FAILURE_TITLES.keys()].sort()).toEqual(codes.sort());
  for (const code of codes) {
    const { title, action, meaning } = failureOf(code);
    expect(title, code).toMatch(/^[A-Z][^.]+$/);
    expect(action, code).toMatch(/^[A-Z].*\.$/);
    expect(meaning, code).toMatch(/^[A-Z].+\.$/);
    expect(`${title}${action}${meaning}`, code).not.toMatch(/[{}]/);
  }
});

it('gives each failure a title of its own', () => {
  expect(new Set(FAILURE_TITLES.values()).size).toBe(FAILURE_TITLES.size);
});

it.each([
  ['SOURCE_TOO_LARGE', 'Have it delivered in smaller files, then retry.'],
  ['SOURCE_REPORT_LATE', 'Check it at the provider, then retry.'],
  ['KEY_ACCESS_ENDED', 'Reconnect it.'],
  ['SOURCE_TIMEOUT', 'Retry once it answers again.'],
])('derives the action of %s from its advice', (code, action) => {
  expect(failureOf(code).action).toBe(action);
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
  expect(isInScript(failureOf(code))).toBe(expected);
});

it('names dirty rows, which have no error code', () => {
  expect(failureOf(DIRTY_ROWS).title).toBe('Some rows are dirty');
  expect(failureOf(DIRTY_ROWS).action).toBe(failureOf('ALL_ROWS_DIRTY').action);
});

it('shows a code that it does not know as it is', () => {
  expect(failureOf('SOMETHING_ELSE').title).toBe('SOMETHING_ELSE');
  expect(failureOf('SOMETHING_ELSE').action).toMatch(/contact support/);
});
