import picocolors from 'picocolors';
import { expect, test } from 'vitest';
import { codeFrame } from './code-frame.ts';

const plain = picocolors.createColors(false);
const at = (startLine: number, startColumn: number, endColumn: number, endLine = startLine) => ({
  startLine,
  startColumn,
  endLine,
  endColumn,
});

test('shows the line between its neighbours, with what is meant underlined', () => {
  const text = 'table t is\n  select clicksy\n  from ads;\n';
  expect(codeFrame(text, at(2, 10, 17), plain)).toBe(
    ['  1 | table t is', '> 2 |   select clicksy', '    |          ^^^^^^^', '  3 |   from ads;'].join('\n'),
  );
});

test('an end on a later line underlines to the end of the first', () => {
  expect(codeFrame('a bcd\ne', at(1, 3, 2, 2), plain)).toBe(['> 1 | a bcd', '    |   ^^^', '  2 | e'].join('\n'));
});

test('the end of the file, an empty place and a place beyond the text are shown too', () => {
  expect(codeFrame('x', at(1, 2, 2), plain)).toBe(['> 1 | x', '    |  ^'].join('\n'));
  expect(codeFrame('', at(1, 1, 1), plain)).toBe(['> 1 |', '    | ^'].join('\n'));
});

test('tabs count as one column and nothing in a script reaches the terminal as a command', () => {
  expect(codeFrame('\tx \u001b[31mred', at(1, 2, 3), plain)).toBe(['> 1 |  x [31mred', '    |  ^'].join('\n'));
});

test('a long line is cut around the place', () => {
  const frame = codeFrame(`${'a'.repeat(5000)}X${'b'.repeat(5000)}`, at(1, 5001, 5002), plain).split('\n');
  expect(frame[0]?.length).toBeLessThan(130);
  expect(frame[0]?.[frame[1]?.indexOf('^') ?? 0]).toBe('X');
});
