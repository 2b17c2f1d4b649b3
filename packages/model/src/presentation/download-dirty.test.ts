import { expect, it } from 'vitest';
import { dirtyStatusOfParts, downloadRowHeight } from './download-dirty.ts';

it('"A download with several parts shows "some" when parts differ."', { tags: 'spec:downloads-parts-differ' }, () => {
  expect(dirtyStatusOfParts(['none', 'all'], 'all')).toBe('some');
  expect(dirtyStatusOfParts(['all', 'all'], 'some')).toBe('all');
  expect(dirtyStatusOfParts([], 'some')).toBe('some');
  expect(dirtyStatusOfParts(['unheard of'], 'all')).toBe('none');
});

it('"Row height is 92 when dirty statuses are some or all."', { tags: 'spec:downloads-row-height' }, () => {
  expect(downloadRowHeight('some', 44)).toBe(92);
  expect(downloadRowHeight('all', 44)).toBe(92);
  expect(downloadRowHeight('none', 44)).toBe(44);
});
