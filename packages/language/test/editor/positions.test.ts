import { expect, test } from 'vitest';
import { offsetOf, positionOf, rangeOf } from '../../src/editor/positions.ts';
import { linesOf } from '../../src/text/lines.ts';

const TEXT = 'a😀b\r\ncd\n\ne';

test('every offset outside a line break is found again', () => {
  const lines = linesOf(TEXT);
  for (let offset = 0; offset <= TEXT.length; offset += 1) {
    if (TEXT[offset - 1] !== '\r') expect(offsetOf(positionOf(offset, lines), lines)).toBe(offset);
  }
  expect(rangeOf({ start: 6, end: 8 }, lines)).toEqual({
    start: { line: 1, character: 0 },
    end: { line: 1, character: 2 },
  });
});

test.each([
  [{ line: -1, character: 3 }, 0],
  [{ line: 0, character: 99 }, 4],
  [{ line: 1, character: -5 }, 6],
  [{ line: 2, character: 1 }, 9],
  [{ line: 9, character: 0 }, TEXT.length],
])('the place %o lies nearest to offset %i', (position, offset) => {
  expect(offsetOf(position, linesOf(TEXT))).toBe(offset);
});
