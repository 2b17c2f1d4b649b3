import { expect, it } from 'vitest';
import { RowBuffer } from './row-buffer.ts';

it('holds rows as the body of a request, larger ones than it was made for included, and begins again', () => {
  const rows = new RowBuffer(64);
  const added = [['a "quoted"\ntext', 1.5, true, ''], ['é'.repeat(500)], [1]];
  for (const row of added) rows.add(row);
  expect(JSON.parse(rows.body().toString())).toEqual({ majorDimension: 'ROWS', values: added });
  expect([rows.rows, rows.bytes > 1000]).toEqual([3, true]);
  rows.clear();
  rows.add(['b']);
  expect(JSON.parse(rows.body().toString())).toEqual({ majorDimension: 'ROWS', values: [['b']] });
});
