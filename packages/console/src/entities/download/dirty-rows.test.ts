import { expect, it } from 'vitest';
import { dirtyStatusOf, dirtyText, newDirtyText } from './dirty-rows.ts';

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

it('is some when the parts differ', () => {
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
  expect(newDirtyText({ ...counted(10, 5), parts: [part('some', 2), part('some', null), part('some', 1)] })).toBe(
    '3 new dirty',
  );
  expect(newDirtyText(counted(10, 5))).toBeNull();
});
