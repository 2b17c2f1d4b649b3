import { expect, it } from 'vitest';
import { TextSync } from './text-sync.ts';

it('does not show what the person typed again, however late it comes back', () => {
  const sync = new TextSync();
  expect(sync.isForeign('a', '')).toBe(true);
  sync.report('a', 'x');
  sync.report('a', 'xy');
  expect(sync.isForeign('a', 'x')).toBe(false);
  expect(sync.isForeign('a', 'x')).toBe(false);
  expect(sync.isForeign('a', 'xy')).toBe(false);
});

it('shows a text from outside, also between two keys', () => {
  const sync = new TextSync();
  sync.isForeign('a', '');
  sync.report('a', 'x');
  expect(sync.isForeign('a', 'formatted')).toBe(true);
  expect(sync.isForeign('b', 'x')).toBe(true);
});
