import { expect, it } from 'vitest';
import { countReasons, readDirtyRows } from './dirty-row.ts';

const text = (line: number, column: string, reason: string): string =>
  JSON.stringify({ line, raw: `a,${line}`, columns: [{ column, expected: 'integer', value: '', reason }] });

it('reads the line, the reasons and the text of each row', () => {
  expect(readDirtyRows([text(3, 'price', 'empty')])).toEqual([
    { id: '0', line: 3, file: null, reasons: ['price: empty'], raw: 'a,3' },
  ]);
});

it('shows a text that is not valid JSON as it is', () => {
  expect(readDirtyRows(['=1', '"x"', '{"line":"7"}'])).toEqual([
    { id: '0', line: null, file: null, reasons: [], raw: '=1' },
    { id: '1', line: null, file: null, reasons: [], raw: '"x"' },
    { id: '2', line: null, file: null, reasons: [], raw: '{"line":"7"}' },
  ]);
});

it('counts reasons, the most frequent first', () => {
  const rows = readDirtyRows([text(1, 'day', 'bad date'), text(2, 'price', 'empty'), text(3, 'price', 'empty')]);
  expect(countReasons(rows)).toEqual([
    ['price: empty', 2],
    ['day: bad date', 1],
  ]);
});
