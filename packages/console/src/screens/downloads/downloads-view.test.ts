import { expect, it } from 'vitest';
import { readState, writeState } from '../../lib/address/url-state.ts';
import { clearedFilters, filterParameters, filterVariables, narrowing } from '../../ui/filters/filter-spec.ts';
import { DOWNLOADS_VIEW } from './downloads-view.ts';

const { filters } = DOWNLOADS_VIEW;
const parameters = filterParameters(filters);
const read = (query: string) => readState(parameters, new URLSearchParams(query));
const variables = (query: string) => filterVariables(filters, read(query), '2026-11-20');

it('reads the query variables from the address', () => {
  expect(
    variables('projects=ads,video&status=failed,nonsense&start=2026-11-14&end=2026-11-20&search=%20ad%20'),
  ).toMatchObject({
    projects: ['ads', 'video'],
    status: ['failed'],
    search: 'ad',
    report_datetime_after: '2026-11-14',
    report_datetime_before: '2026-11-20',
    names: null,
  });
});

it('ignores half a range and ends one today', { tags: ['spec:dates-both-ends', 'spec:dates-future-end'] }, () => {
  expect(variables('start=2026-11-14').report_datetime_after).toBeNull();
  expect(variables('start=2026-11-14&end=2027-01-01').report_datetime_before).toBe('2026-11-20');
});

it('reports how the list is narrowed, and clears the filters but not the sorting', () => {
  expect(narrowing(filters, read(''))).toBe('none');
  expect(narrowing(filters, read('search=x&sortBy=STARTED'))).toBe('search');
  expect(narrowing(filters, read('search=x&status=failed'))).toBe('filter');
  const query = new URLSearchParams('search=x&status=failed&sortBy=STARTED');
  expect(writeState(parameters, query, clearedFilters(filters)).toString()).toBe('sortBy=STARTED');
});
