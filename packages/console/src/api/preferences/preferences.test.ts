import { expect, it } from 'vitest';
import { readGridPreferences, readMode } from './preferences.ts';

it('reads valid parts of a layout and ignores the others', { tags: 'spec:call-preference' }, () => {
  const stored = {
    downloads: {
      columnsOrder: ['name', 4, 'status'],
      columnsWidth: { name: 120, status: '12', started: -1 },
      columnVisibilityModel: { created: true, name: 'no' },
      density: 'compact',
      other: 1,
    },
    uploads: 'broken',
    events: { density: 'tiny' },
    nothing: {},
  };
  expect(readGridPreferences(stored)).toEqual({
    downloads: {
      columnsOrder: ['name', 'status'],
      columnsWidth: { name: 120 },
      columnVisibilityModel: { created: true },
      density: 'compact',
    },
    events: {},
  });
});

it('reads invalid values as defaults', () => {
  expect(readGridPreferences(null)).toEqual({});
  expect(readGridPreferences([1])).toEqual({});
  expect(readMode('dark')).toBe('dark');
  expect(readMode('sepia')).toBe('system');
});
