import { expect, it } from 'vitest';
import { fitColumns, fittedHeight } from './fit.ts';

const columns = [
  { id: 'date', essential: true, width: 100 },
  { id: 'started', part: 'spare', sort: 'STARTED', width: 100 },
  { id: 'project', part: 'detail', width: 100 },
  { id: 'name', essential: true, part: 'title', width: 100 },
  { id: 'status', essential: true, part: 'status', width: 100 },
] as const;
/** Wide enough for every column. */
const AMPLE = 900;
const ids = (list: readonly { readonly id: string }[]): string[] => list.map(({ id }) => id);

it('folds details below the title of a narrow grid', () => {
  expect(fitColumns(columns, 'wide', AMPLE)).toEqual({ shown: columns, folded: [] });
  const { shown, folded } = fitColumns(columns, 'narrow', AMPLE);
  expect(ids(shown)).toEqual(['date', 'started', 'name', 'status']);
  expect(ids(folded)).toEqual(['project']);
});

it('leaves out a spare column without which title and status would be cut', () => {
  const shown = (form: 'wide' | 'narrow', room: number) => ids(fitColumns(columns, form, room).shown);
  expect(shown('narrow', 570)).toContain('started');
  expect(shown('narrow', 569)).toEqual(['date', 'name', 'status']);
  expect(shown('wide', 0)).toContain('started');
});

it('shows a spare column that the rows are sorted by', () => {
  expect(ids(fitColumns(columns, 'narrow', 0, 'STARTED').shown)).toContain('started');
  expect(ids(fitColumns(columns, 'narrow', 0, 'FINISHED').shown)).not.toContain('started');
});

it('gives the title of a narrow grid a share of the width of its details', () => {
  const growing = [
    { id: 'name', part: 'title', grow: 2, width: 100 },
    { id: 'description', part: 'detail', grow: 1.5, width: 100 },
    { id: 'status', grow: 3, width: 100 },
  ] as const;
  const growth = (form: 'wide' | 'narrow') => fitColumns(growing, form, AMPLE).shown.map(({ id, grow }) => [id, grow]);
  expect(growth('narrow')).toEqual([
    ['name', 2.75],
    ['status', 3],
  ]);
  expect(growth('wide')).toEqual([
    ['name', 2],
    ['description', 1.5],
    ['status', 3],
  ]);
});

it('leaves out on cards what is not essential', () => {
  const { shown, folded } = fitColumns(columns, 'cards', AMPLE);
  expect(ids(shown)).toEqual(['date', 'name', 'status']);
  expect(ids(folded)).toEqual(['project']);
});

it('keeps every column when the title is hidden', () => {
  const untitled = columns.filter(({ id }) => id !== 'name');
  expect(fitColumns(untitled, 'narrow', AMPLE)).toEqual({ shown: untitled, folded: [] });
});

it('gives compact rows one height and the lines of cards more space than those of rows', () => {
  expect(fittedHeight(92, 'wide', 'comfortable')).toBe(92);
  expect(fittedHeight(92, 'narrow', 'compact')).toBe(44);
  expect(fittedHeight(44, 'cards', 'comfortable')).toBe(92);
  expect(fittedHeight(92, 'cards', 'comfortable')).toBe(155);
});
