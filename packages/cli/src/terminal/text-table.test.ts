import { expect, test } from 'vitest';
import { wantsColour } from './terminal.ts';
import { textTable } from './text-table.ts';

test('columns are as wide as their content, numbers to the right, the last one without trailing space', () => {
  const columns = [{ title: 'Upload' }, { title: 'Rows', align: 'right' as const }, { title: 'Where' }];
  expect(
    textTable(columns, [
      ['daily', '1,234', 'a'],
      ['ü', '5', 'longer'],
    ]),
  ).toBe(['Upload   Rows  Where', 'daily   1,234  a', 'ü           5  longer'].join('\n'));
});

test('what is too long is cut', () => {
  expect(textTable([{ title: 'A', most: 4 }], [['abcdef']])).toBe('A\nabc…');
});

test('cells are painted after padding, so that colours do not shift columns', () => {
  const painted = textTable([{ title: 'A' }, { title: 'B' }], [['x', 'y']], (cell, column, row) =>
    row === 0 && column === 0 ? `<${cell}>` : cell,
  );
  expect(painted).toBe('A  B\n<x>  y');
});

test('colours: NO_COLOR over FORCE_COLOR over what the output is', () => {
  const terminal = { write: () => true, isTTY: true };
  const pipe = { write: () => true };
  expect(wantsColour(terminal, {})).toBe(true);
  expect(wantsColour(terminal, { TERM: 'dumb' })).toBe(false);
  expect(wantsColour(terminal, { NO_COLOR: '1', FORCE_COLOR: '1' })).toBe(false);
  expect(wantsColour(pipe, {})).toBe(false);
  expect(wantsColour(pipe, { FORCE_COLOR: '1' })).toBe(true);
  expect(wantsColour(terminal, { FORCE_COLOR: '0' })).toBe(false);
});
