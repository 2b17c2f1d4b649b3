import { expect, it } from 'vitest';
import { longColor } from './editor-theme.ts';

it.each([
  [' #fff', '#ffffff'],
  ['#4853d6', '#4853d6'],
])('writes the colour %j in full', (color, long) => {
  expect(longColor(color)).toBe(long);
});
