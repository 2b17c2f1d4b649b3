import { expect, it } from 'vitest';
import { sparklinePath } from './sparkline-path.ts';

it.each([
  [[], ''],
  [[5], 'M48 12h4'],
  [[3, 3], 'M0 12L100 12'],
  [[0, 10, 5], 'M0 22L50 2L100 12'],
  [[0, null, 10], 'M-2 22h4M98 2h4'],
])('draws %j', (values, path) => {
  expect(sparklinePath(values)).toBe(path);
});
