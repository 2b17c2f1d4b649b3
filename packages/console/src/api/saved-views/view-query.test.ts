import { describe, expect, it } from 'vitest';
import type { FilterSpec } from '../../ui/filters/filter-spec.ts';
import { addressOfView, viewQueryOf } from './view-query.ts';

const SPECS: readonly FilterSpec[] = [
  { kind: 'search', parameter: 'search', variable: 'search', placeholder: '' },
  { kind: 'days', label: 'Report date', start: 'start', end: 'end', after: 'after', before: 'before' },
];
const names = ['search', 'start', 'end', 'sortBy'];
const save = (search: string, today = '2026-11-20'): string => viewQueryOf(SPECS, search, { names, today });
const open = (saved: string, today = '2026-11-20'): string => addressOfView(SPECS, saved, today);

describe('a view', () => {
  it('a view has the filters and the order of the address, not its open drawer', () => {
    expect(save('?sortBy=STARTED&downloadBundleId=7&search=a%26b&currentTab=x')).toBe('search=a%26b&sortBy=STARTED');
    expect(save('?search=')).toBe('');
  });

  it('a view is the same whatever the order of its parameters', () => {
    expect(save('?sortBy=STARTED&search=a')).toBe(save('?search=a&sortBy=STARTED'));
  });

  it('keeps a shortcut as a shortcut, which moves with the days', () => {
    const saved = save('?start=2026-11-14&end=2026-11-20&search=a');
    expect(saved).toBe('search=a&start=7+Days');
    expect(open(saved, '2026-12-01')).toBe('search=a&start=2026-11-25&end=2026-12-01');
  });

  it('keeps any other range and half a range as they are', () => {
    for (const range of ['end=2026-11-02&start=2026-11-01', 'start=2026-11-01']) {
      expect(save(`?${range}`)).toBe(range);
      expect(open(range)).toBe(range);
    }
  });
});
