import { expect, it } from 'vitest';
import { moveLine } from './move-line.ts';

const text = (...lines: readonly string[]): string => lines.join('\n');
const BEFORE = text('a', 'b', '', 'c', 'x', 'd', 'x', 'e');

it.each([
  ['an equal text', BEFORE, 4, 4],
  ['a line above the change', text('a', 'b', 'new', '', 'c', 'x', 'd', 'x', 'e'), 2, 2],
  ['a line below inserted ones', text('new', 'newer', 'a', 'b', '', 'c', 'x', 'd', 'x', 'e'), 4, 6],
  ['a line below removed ones', text('a', 'c', 'x', 'd', 'x', 'e'), 8, 6],
  ['a changed line', text('a', 'b', '', 'C', 'x', 'd', 'x', 'e'), 4, null],
  ['a removed line', text('a', 'b', '', 'x', 'd', 'x', 'e'), 4, null],
  ['a line between two changes', text('A', 'b', '', 'c', 'x', 'd', 'x', 'E'), 6, 6],
  ['a moved line', text('a', 'c', 'b', '', 'x', 'd', 'x', 'f', 'e'), 4, 2],
  ['the second of two equal lines', text('A', 'b', '', 'c', 'new', 'x', 'd', 'x', 'E'), 7, 8],
  ['one of two equal lines of which one was removed', text('A', 'b', '', 'c', 'd', 'x', 'E'), 5, null],
  ['an empty line between changes', text('A', 'b', '', 'c', 'x', 'd', 'x', 'E'), 3, null],
  ['a line that the text does not have', BEFORE, 9, null],
  ['every line of a text that was emptied', '', 1, null],
])('follows %s', (_, after, line, expected) => {
  expect(moveLine(BEFORE, after, line)).toBe(expected);
});

it('ignores how lines end', () => {
  expect(moveLine('a\r\nb\r\nc', 'new\na\nb\nc', 3)).toBe(4);
});
