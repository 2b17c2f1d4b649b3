import { expect, it } from 'vitest';
import { previewLines, rowsText } from './preview-rows.ts';

const dirty = (before: number, line: number) =>
  ({ __typename: 'PreviewDirtyRow', before, line, column: 'a', reason: 'r', raw: 'x' }) as const;
const count = String;

it('puts dirty rows where they stand in the file, and numbers the others', () => {
  const lines = previewLines({ rows: [['1'], [null], [3]], dirty_rows: [dirty(3, 9), dirty(1, 3), dirty(1, 4)] });
  expect(
    lines.map(({ number, dirty: row, cells }) => (row === null ? [number, ...cells] : `line ${row.line}`)),
  ).toEqual([[1, '1'], 'line 3', 'line 4', [2, null], [3, '3'], 'line 9']);
  expect(new Set(lines.map(({ id }) => id)).size).toBe(6);
  expect(previewLines({ rows: null, dirty_rows: [] })).toEqual([]);
});

it.each([
  [200, 12345, 'First 200 of 12345 rows'],
  [3, 3, '3 rows'],
  [1, 1, '1 row'],
  [0, 0, '0 rows'],
  [200, null, 'First 200 rows'],
])('says how many of the rows are shown: %i of %s', (shown, total, text) => {
  expect(rowsText({ rows: Array(shown).fill(['x']), row_count: total }, count)).toBe(text);
});
