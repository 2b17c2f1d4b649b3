import { expect, it } from 'vitest';
import type { SettableFilter } from './filter-spec.ts';
import { findFilters } from './find-filters.ts';

const project: SettableFilter = {
  kind: 'choices',
  label: 'Project',
  parameter: 'projects',
  variable: 'projects',
  options: 'projects',
};
const purpose: SettableFilter = {
  kind: 'choices',
  label: 'Purpose',
  parameter: 'purpose',
  variable: 'purpose',
  options: [
    { value: 'proof', label: 'Test' },
    { value: 'production', label: 'Published' },
  ],
};
const commented: SettableFilter = { kind: 'flag', label: 'With comments', parameter: 'c', variable: 'c' };
const all = [project, purpose, commented];
const loaded = { names: { projects: ['ads', 'video', 'Video tests'] }, loading: false };
const find = (word: string): string[] =>
  findFilters([purpose, commented], all, loaded, word).map(({ filter, option }) =>
    option === undefined ? filter.label : `${filter.label}: ${option.label}`,
  );

it('lists the filters that can be added until a word is typed', () => {
  expect(find('')).toEqual(['Purpose', 'With comments']);
});

it('finds filters, and the values of all of them, by any part of their label', () => {
  expect(find('vid')).toEqual(['Project: video', 'Project: Video tests']);
  expect(find('TEST')).toEqual(['Purpose: Test', 'Project: Video tests']);
  expect(find('pu')).toEqual(['Purpose', 'Purpose: Published']);
  expect(find('comm')).toEqual(['With comments']);
  expect(find('xyz')).toEqual([]);
});

it('offers a limited number of values', () => {
  const names = { projects: Array.from({ length: 50 }, (_, index) => `project ${index}`) };
  expect(findFilters([], all, { names, loading: false }, 'project')).toHaveLength(20);
});
