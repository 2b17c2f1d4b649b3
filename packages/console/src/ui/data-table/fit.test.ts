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
