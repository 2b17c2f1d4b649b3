import { expect, it } from 'vitest';
import { uploadColumns } from './upload-columns.tsx';
import { UPLOAD_STATUS_OPTIONS } from './upload-status.ts';

const columns = uploadColumns(() => '');

it('"Columns: Report Date, Ready, Started, Finished, Description, Destination, actions, Status."', {
  tags: 'spec:uploads-columns',
}, () => {
  const headers = columns.map(({ header }) => header);
  const named = ['Report Date', 'Ready', 'Started', 'Finished', 'Description', 'Destination', 'Status'];
  expect(headers.filter((header) => named.includes(header))).toEqual(named);
});

it('"Default visible columns: report date, project, name, status, actions, started, destination."', {
  tags: 'spec:uploads-default-columns',
}, () => {
  const visible = columns.filter(({ hidden }) => hidden !== true).map(({ id }) => id);
  expect(visible.sort()).toEqual(['destination', 'name', 'project', 'report_datetime', 'started', 'status']);
});

it('"Status filter: completed, failed, unfinished."', { tags: 'spec:uploads-status-filter' }, () => {
  expect(UPLOAD_STATUS_OPTIONS.map(({ value }) => value).join(', ')).toBe('completed, failed, unfinished');
});
