import { expect, it } from 'vitest';
import { dirtyShare, dirtyStatusOf, dirtyText, reasonsText, topReasons } from './dirty-rows.ts';

const part = (dirty_row_status: string, new_dirty_row_count: number | null = 0) => ({
  dirty_row_status,
  new_dirty_row_count,
});
const counted = (row_count: number | null, dirty_row_count: number | null) => ({
  row_count,
  dirty_row_count,
  dirty_row_status: 'none',
  parts: [part('none')],
});

it('the status of dirty rows is some when the parts differ', () => {
  const row = counted(10, 5);
  expect(dirtyStatusOf({ ...row, parts: [part('none'), part('all')] })).toBe('some');
  expect(dirtyStatusOf({ ...row, parts: [part('all'), part('all')] })).toBe('all');
  expect(dirtyStatusOf({ ...row, parts: [], dirty_row_status: 'some' })).toBe('some');
  expect(dirtyStatusOf({ ...row, parts: [], dirty_row_status: 'unheard of' })).toBe('none');
});

it('floors the percentage', () => {
  expect(dirtyText(counted(1_000, 19))).toBe('19 dirty (1%)');
  expect(dirtyText(counted(1_893_204, 18_932))).toBe('18,932 dirty (0%)');
  expect(dirtyText(counted(1_000_000, 1))).toBe('1 dirty (0%)');
  expect(dirtyText(counted(null, 4))).toBe('4 dirty');
  expect(dirtyText(counted(10, 0))).toBeNull();
});

it('adds the new dirty rows of all parts', () => {
  expect(dirtyText({ ...counted(10, 5), parts: [part('some', 2), part('some', null), part('some', 1)] })).toBe(
    '5 dirty (50%), 3 new',
  );
});

it('folds equal counts, and shows new dirty rows alone', () => {
  expect(dirtyText({ ...counted(1_000, 16), parts: [part('some', 16)] })).toBe('16 dirty (1%), all new');
  expect(dirtyText({ ...counted(1_000, 0), parts: [part('none', 3)] })).toBe('3 new dirty');
});

it('gives the share of dirty rows for a bar', () => {
  expect(dirtyShare(counted(1_000, 250))).toBe(25);
  expect(dirtyShare(counted(null, 4))).toBeNull();
  expect(dirtyShare(counted(0, 0))).toBeNull();
});

it('finds the two most frequent reasons over all parts', () => {
  const reason = (column: string, text: string, dirty: number, fresh = dirty) => ({
    column,
    reason: text,
    dirty_row_count: dirty,
    new_dirty_row_count: fresh,
  });
  const parts = [
    { dirty_reasons: [reason('price', 'empty', 5), reason('day', 'not a date', 7)] },
    { dirty_reasons: [reason('price', 'empty', 4), reason('', 'expected 2 fields, found 3', 1)] },
  ];
  expect(reasonsText(topReasons(parts))).toBe('price empty 9 · day not a date 7');
  expect(reasonsText(topReasons([{ dirty_reasons: [reason('price', 'empty', 0, 1200)] }]))).toBe('price empty 1,200');
  expect(reasonsText(topReasons([{ dirty_reasons: [] }]))).toBeNull();
});
