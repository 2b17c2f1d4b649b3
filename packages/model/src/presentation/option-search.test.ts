import { expect, it } from 'vitest';
import { matchesOption } from './option-search.ts';

it('"Project-name filter search is case-insensitive substring."', { tags: 'spec:project-filter-search' }, () => {
  expect(matchesOption('Video Ads', 'o AD')).toBe(true);
  expect(matchesOption('Video Ads', ' ads ')).toBe(true);
  expect(matchesOption('Video Ads', '')).toBe(true);
  expect(matchesOption('Video Ads', 'adsv')).toBe(false);
});
