import { expect, it } from 'vitest';
import { fitColumns, fittedHeight } from './fit.ts';

const columns = [
  { id: 'date', essential: true },
  { id: 'started' },
  { id: 'project', part: 'detail' },
  { id: 'name', essential: true, part: 'title' },
  { id: 'status', essential: true, part: 'status' },
] as const;
const ids = (list: readonly { readonly id: string }[]): string[] => list.map(({ id }) => id);

it('folds details below the title of a narrow grid', () => {
  expect(fitColumns(columns, 'wide')).toEqual({ shown: columns, folded: [] });
  const { shown, folded } = fitColumns(columns, 'narrow');
  expect(ids(shown)).toEqual(['date', 'started', 'name', 'status']);
  expect(ids(folded)).toEqual(['project']);
});

it('gives the title of a narrow grid a share of the width of its details', () => {
  const growing = [
    { id: 'name', part: 'title', grow: 2 },
    { id: 'description', part: 'detail', grow: 1.5 },
    { id: 'status', grow: 3 },
  ] as const;
  const growth = (form: 'wide' | 'narrow') => fitColumns(growing, form).shown.map(({ id, grow }) => [id, grow]);
  expect(growth('narrow')).toEqual([
    ['name', 2.3],
    ['status', 3],
  ]);
  expect(growth('wide')).toEqual([
    ['name', 2],
    ['description', 1.5],
    ['status', 3],
  ]);
});

it('leaves out on cards what is not essential', () => {
  const { shown, folded } = fitColumns(columns, 'cards');
  expect(ids(shown)).toEqual(['date', 'name', 'status']);
  expect(ids(folded)).toEqual(['project']);
});

it('keeps every column when the title is hidden', () => {
  const untitled = columns.filter(({ id }) => id !== 'name');
  expect(fitColumns(untitled, 'narrow')).toEqual({ shown: untitled, folded: [] });
});

it('gives compact rows one height and the lines of cards more space than those of rows', () => {
  expect(fittedHeight(92, 'wide', 'comfortable')).toBe(92);
  expect(fittedHeight(92, 'narrow', 'compact')).toBe(44);
  expect(fittedHeight(44, 'cards', 'comfortable')).toBe(92);
  expect(fittedHeight(92, 'cards', 'comfortable')).toBe(155);
});
