import { expect, it } from 'vitest';
import { downloadColumns } from './download-columns.tsx';
import { DOWNLOAD_STATUS_OPTIONS } from './download-status.ts';

const columns = downloadColumns(() => '');

it('"Columns: Report Date, Found, Started, Finished, Description, actions, Status."', {
  tags: 'spec:downloads-columns',
}, () => {
  const headers = columns.map(({ header }) => header);
  const named = ['Report Date', 'Found', 'Started', 'Finished', 'Description', 'Status'];
  expect(headers.filter((header) => named.includes(header))).toEqual(named);
});

it('"Default visible columns: report date, started, project, name, purpose, description, status, actions."', {
  tags: 'spec:downloads-default-columns',
}, () => {
  const visible = columns.filter(({ hidden }) => hidden !== true).map(({ id }) => id);
  expect(visible).toEqual(['report_datetime', 'started', 'project', 'name', 'purpose', 'description', 'status']);
});

it('"Status filter values: completed, dirtyEqualsNewDirty, newDirtyGreaterThanDirty, failed, skipped, unfinished."', {
  tags: 'spec:downloads-status-filter',
}, () => {
  expect(DOWNLOAD_STATUS_OPTIONS.map(({ value }) => value).join(', ')).toBe(
    'completed, dirtyEqualsNewDirty, newDirtyGreaterThanDirty, failed, skipped, unfinished',
  );
});
