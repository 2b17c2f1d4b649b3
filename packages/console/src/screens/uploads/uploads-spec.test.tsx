import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildDownload, buildTransfers, buildUpload } from '../../../test/build-rows.ts';
import { renderPage, rowOf } from '../../../test/render-page.tsx';

const table = buildUpload({ id: 'u1', name: 'orders_table', destination: 'd'.repeat(117) });
const ANSWERS = buildTransfers([buildDownload({ id: 'd1', name: 'orders' })], [table]);

it.each([
  ['project=ads,video', { projects: ['ads', 'video'] }],
  ['uploadName=orders', { names: ['orders'] }],
  ['search=late', { search: 'late' }],
  ['status=failed,unfinished', { status: ['failed', 'unfinished'] }],
  ['purpose=backfill', { purpose: ['backfill'] }],
  ['destination=warehouse', { destination: ['warehouse'] }],
  ['sortBy=CREATED&sortDirection=ASC', { sortBy: 'CREATED', sortDirection: 'ASC' }],
  ['start=2026-11-01&end=2026-11-02', { report_datetime_after: '2026-11-01', report_datetime_before: '2026-11-02' }],
  [
    'uploaded_start=2026-11-01&uploaded_end=2026-11-02',
    { uploaded_after: '2026-11-01', uploaded_before: '2026-11-02' },
  ],
  ['project_id=ads', { projects: ['ads'] }],
])(
  '"Query parameters": %s narrows or sorts the list',
  {
    tags: ['spec:uploads-parameters', 'spec:uploads-route', 'spec:call-uploads', 'spec:call-sort'],
  },
  async (query, variables) => {
    const page = renderPage({ path: `uploads/list?${query}`, answers: ANSWERS });
    await rowOf('orders_table');
    expect(page.sent('Uploads')[0]).toMatchObject({
      first: 20,
      ...variables,
    });
  },
);

it('"Destination text is truncated beyond 116 characters."', { tags: 'spec:uploads-destination-cut' }, async () => {
  renderPage({ path: 'uploads/list', answers: ANSWERS });
  await rowOf('orders_table');
  expect((await screen.findByText(/^d{100,}…$/)).textContent).toBe(`${'d'.repeat(115)}…`);
});

it('"You have no uploads yet"', { tags: 'spec:empty-uploads' }, async () => {
  renderPage({ path: 'uploads/list', answers: buildTransfers([], []) });
  await screen.findByText('You have no uploads yet');
});

describe('the files of an upload', () => {
  const openFiles = async (patch: Parameters<typeof buildUpload>[0]) => {
    const answers = buildTransfers([], [buildUpload({ id: 'u1', name: 'orders_table', ...patch })]);
    renderPage({ path: 'uploads/list?selectedUploadId=u1&downloads_tab=files', answers });
    return within(await screen.findByRole('dialog', { name: 'Downloads for upload orders_table' }));
  };

  it('the files of an upload are fetched from the drawer', async () => {
    const drawer = await openFiles({ destination_type: 'file', status: 'completed', result_file: 'u1.csv' });
    const rows = within(await drawer.findByRole('table', { name: 'Files of upload orders_table' })).getAllByRole('row');
    expect(rows.slice(1).map((row) => row.firstChild?.textContent)).toEqual(['Delivered file', 'Result']);
  });

  it('"No Files" stands in place of none', { tags: 'spec:empty-no-files' }, async () => {
    const drawer = await openFiles({ destination_type: 'postgres' });
    await drawer.findByText('No Files');
  });
});
