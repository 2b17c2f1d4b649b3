import { expect, it } from 'vitest';
import { readState, writeState } from '../../lib/url-state.ts';
import {
  DOWNLOAD_PARAMETERS,
  downloadVariables,
  NO_DOWNLOAD_FILTERS,
  narrowedBy,
  UPLOAD_PARAMETERS,
  uploadVariables,
} from './filters.ts';

const read = (query: string) => readState(DOWNLOAD_PARAMETERS, new URLSearchParams(query));

it('asks what the address says', () => {
  const filters = read(
    'projects=ads,video&status=failed,nonsense&start=2026-11-14&end=2026-11-20&sortBy=STARTED&search=%20ad%20',
  );
  expect(downloadVariables(filters, '2026-11-20')).toMatchObject({
    projects: ['ads', 'video'],
    status: ['failed'],
    search: 'ad',
    report_datetime_after: '2026-11-14',
    report_datetime_before: '2026-11-20',
    sortBy: 'STARTED',
    sortDirection: 'DESC',
    names: null,
  });
});

it('ignores half a range and ends one today', () => {
  expect(downloadVariables(read('start=2026-11-14'), '2026-11-20').report_datetime_after).toBeNull();
  expect(downloadVariables(read('start=2026-11-14&end=2027-01-01'), '2026-11-20').report_datetime_before).toBe(
    '2026-11-20',
  );
});

it('joins project_id with the projects', () => {
  const filters = readState(UPLOAD_PARAMETERS, new URLSearchParams('project_id=ads&project=video,ads'));
  expect(uploadVariables(filters, '2026-11-20').projects).toEqual(['ads', 'video']);
});

it('knows what hides rows, and what clears it', () => {
  const names = Object.keys(NO_DOWNLOAD_FILTERS);
  expect(narrowedBy(read(''), names)).toBe('no');
  expect(narrowedBy(read('search=x&sortBy=STARTED'), names)).toBe('search');
  expect(narrowedBy(read('search=x&status=failed'), names)).toBe('filter');
  const cleared = writeState(
    DOWNLOAD_PARAMETERS,
    new URLSearchParams('search=x&status=failed&sortBy=STARTED'),
    NO_DOWNLOAD_FILTERS,
  );
  expect(cleared.toString()).toBe('sortBy=STARTED');
});
