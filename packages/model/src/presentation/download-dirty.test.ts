import { expect, it } from 'vitest';
import { dirtyStatusOfParts } from './download-dirty.ts';

it('"A download with several parts shows "some" when parts differ."', { tags: 'spec:downloads-parts-differ' }, () => {
  expect(dirtyStatusOfParts(['none', 'all'], 'all')).toBe('some');
  expect(dirtyStatusOfParts(['all', 'all'], 'some')).toBe('all');
  expect(dirtyStatusOfParts([], 'some')).toBe('some');
  expect(dirtyStatusOfParts(['unheard of'], 'all')).toBe('none');
});
