import { expect, it } from 'vitest';
import { readLines, writeLines } from './lines.ts';

it('reads start line, end line, start column and end column', () => {
  const lines = { line: 12, endLine: 14, column: 3, endColumn: 9 };
  expect(readLines('12-14-3-9')).toEqual(lines);
  expect(writeLines(lines)).toBe('12-14-3-9');
});

it.each(['', '12', '0-1-1-1', '3-2-1-1', 'a-b-c-d', '1-1-1-1-1'])('rejects %j as a line', (text) => {
  expect(readLines(text)).toBeNull();
});
