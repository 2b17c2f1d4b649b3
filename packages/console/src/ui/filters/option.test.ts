import { expect, it } from 'vitest';
import { matchingOptions, namesAsOptions, selectedLabels, summarizeLabels, withSelected } from './option.ts';

const projects = namesAsOptions(['Ads', 'video', 'Video Ads']);

it('finds options by any part of their label, ignoring case', { tags: 'spec:project-filter-search' }, () => {
  const found = (word: string): string[] => matchingOptions(projects, word).map((option) => option.value);
  expect(found('VID')).toEqual(['video', 'Video Ads']);
  expect(found(' ads ')).toEqual(['Ads', 'Video Ads']);
  expect(found('xyz')).toEqual([]);
  expect(found('')).toEqual(['Ads', 'video', 'Video Ads']);
});

it('names the first value and counts the others', () => {
  expect(summarizeLabels([])).toBeNull();
  expect(summarizeLabels(['video'])).toBe('video');
  expect(summarizeLabels(['video', 'ads', 'shop'])).toBe('video +2');
});

it('keeps selected values that are no options any more', () => {
  expect(withSelected(projects, ['video', 'gone']).map((option) => option.value)).toEqual([
    'Ads',
    'video',
    'Video Ads',
    'gone',
  ]);
  expect(selectedLabels([{ value: 'a', label: 'Apple' }], ['gone', 'a'])).toEqual(['gone', 'Apple']);
});
