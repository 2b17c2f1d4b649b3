import { expect, it } from 'vitest';
import { failuresPath, failuresScope, retryingPath } from './incident-list.ts';

const rejected = { transfer: 'download', code: 'SOURCE_AUTH_FAILED', names: ['costs', 'a,b'] };

it('selects the failures of an incident by cause and names', () => {
  const [path, query] = failuresPath(rejected).split('?');
  expect(path).toBe('downloads/list');
  expect(Object.fromEntries(new URLSearchParams(query))).toEqual({
    causes: 'SOURCE_AUTH_FAILED',
    bundleNames: 'costs,a\\,b',
  });
  expect(failuresScope(rejected)).toEqual({
    filters: { failure_codes: ['SOURCE_AUTH_FAILED'], bundleNames: ['costs', 'a,b'] },
  });
  expect(failuresPath({ ...rejected, transfer: 'upload' })).toMatch(/^uploads\/list\?.*uploadName=/);
});

it('selects what keeps failing by its names', () => {
  expect(retryingPath({ ...rejected, names: ['costs'] })).toBe('downloads/list?status=unfinished&bundleNames=costs');
});

it('leaves out the names when the address would be too long', () => {
  const names = Array.from({ length: 26 }, (_, index) => `source ${index}`);
  expect(failuresPath({ ...rejected, names })).toBe('downloads/list?causes=SOURCE_AUTH_FAILED');
  expect(failuresScope({ ...rejected, names })).toHaveProperty('filters.bundleNames', names);
});
