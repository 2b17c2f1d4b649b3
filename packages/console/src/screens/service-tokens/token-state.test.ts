import { LIMITS } from '@switchboard/model/limits';
import { DAY_MS } from '@switchboard/model/schedule/schedule';
import { expect, it } from 'vitest';
import { daysProblem, nameProblem, TOKEN_LIMITS, tokenState } from './token-state.ts';

const NOW = Date.parse('2026-11-26T12:00:00Z');

it.each([
  [-1, 'Ended'],
  [0, 'Ended'],
  [60_000, 'Ends within a day'],
  [DAY_MS, 'Ends within a day'],
  [DAY_MS + 1, 'Ends in 2 days'],
  [14 * DAY_MS, 'Ends in 14 days'],
  [14 * DAY_MS + 1, 'Active'],
])('a token that ends %i ms from now: %s', (left, label) => {
  expect(tokenState(new Date(NOW + left).toISOString(), NOW).label).toBe(label);
});

it('refuses names and days as the server does', () => {
  expect(TOKEN_LIMITS.name).toBe(LIMITS.viewNameLength);
  expect(nameProblem('  ')).toContain('Enter a name');
  expect(nameProblem('x'.repeat(101))).toContain('this one has 101');
  expect(nameProblem(` ${'x'.repeat(100)} `)).toBeNull();
  for (const days of [0, 367, 1.5, '', 'x']) expect(daysProblem(days)).toContain('1 to 366 days');
  for (const days of [1, 366]) expect(daysProblem(days)).toBeNull();
});
