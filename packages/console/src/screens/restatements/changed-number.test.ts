import { expect, it } from 'vitest';
import { differenceText, groupDigits } from './changed-number.ts';

it.each([
  ['1200', '1,200'],
  ['-1234567.50', '−1,234,567.50'],
  ['12345678901234567890', '12,345,678,901,234,567,890'],
  ['999', '999'],
  ['NaN', 'NaN'],
])('writes %s as %s', (text, written) => {
  expect(groupDigits(text)).toBe(written);
});

it.each([
  ['1200', '1240', '+40'],
  ['1240', '1200', '−40'],
  ['0.1', '0.30', '+0.20'],
  ['10', '9.95', '−0.05'],
  ['-5', '12345678901234567890', '+12,345,678,901,234,567,895'],
  ['7', '7.0', '±0'],
  ['7', 'Infinity', null],
])('the difference of %s and %s is %s', (before, after, difference) => {
  expect(differenceText(before, after)).toBe(difference);
});
