import { expect, it } from 'vitest';
import { sparklinePath } from './sparkline-path.ts';

it.each([
  [[], ''],
  [[5], 'M50 12h0'],
  [[3, 3], 'M0 12L100 12'],
  [[0, 10, 5], 'M0 22L50 2L100 12'],
  [[0, null, 10], 'M0 22h0M100 2h0'],
])('draws %j', (values, path) => {
  expect(sparklinePath(values)).toBe(path);
});
