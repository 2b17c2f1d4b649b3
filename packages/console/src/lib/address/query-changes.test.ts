import { describe, expect, it } from 'vitest';
import { BURST, changedNames, changeIdOf, continuesBurst } from './query-changes.ts';

it('names the parameters in which two queries differ', () => {
  const names = (before: string, after: string) =>
    changedNames(new URLSearchParams(before), new URLSearchParams(after));
  expect(names('b=1&c=2', 'c=3&a=1')).toBe('a,b,c');
  expect(names('a=1&b=2', 'b=2&a=1')).toBe('');
});

it('recognizes the change that made a location', () => {
  expect(changeIdOf({ state: { queryChange: 'a' } })).toBe('a');
  expect(changeIdOf({ state: { queryChange: 1 } })).toBeNull();
  expect(changeIdOf({ state: null })).toBeNull();
});

describe('a burst', () => {
  const last = { id: 'a', names: 'search', at: 1000 };

  it('goes on while the same parameters change in time', () => {
    expect(continuesBurst(last, 'a', { names: 'search', at: 1000 + BURST })).toBe(true);
  });

  it('ends after a pause, with other parameters and with another history entry', () => {
    expect(continuesBurst(last, 'a', { names: 'search', at: 1001 + BURST })).toBe(false);
    expect(continuesBurst(last, 'a', { names: 'status', at: 1001 })).toBe(false);
    expect(continuesBurst(last, 'b', { names: 'search', at: 1001 })).toBe(false);
    expect(continuesBurst(null, null, { names: 'search', at: 1001 })).toBe(false);
  });
});
