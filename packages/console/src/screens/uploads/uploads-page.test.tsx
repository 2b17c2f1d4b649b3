import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildDownload, buildTransfers, buildUpload } from '../../../test/build-rows.ts';
import { type RenderedPage, renderPage, rowOf } from '../../../test/render-page.tsx';

const file = buildUpload({ id: 'u1', name: 'orders_csv', status: 'completed', destination: 'orders/2026.csv' });
const table = buildUpload({ id: 'u2', name: 'orders_table', status: 'queued', destination_type: 'table' });
const ANSWERS = buildTransfers([buildDownload({ id: 'd1', name: 'orders' })], [file, table]);

const open = (query = ''): RenderedPage => renderPage({ path: `uploads/list${query}`, answers: ANSWERS });

describe('the drawer', () => {
  it('keeps id and name of the upload in the address', {
    tags: ['spec:uploads-parameters', 'spec:list-sizes'],
  }, async () => {
    const page = open();
    await page.user.click(within(await rowOf('orders_csv')).getByText('orders/2026.csv'));
    const drawer = await screen.findByRole('dialog', { name: 'Downloads for upload orders_csv' });
    expect(page.path()).toBe('uploads/list?selectedUploadId=u1&selectedUploadName=orders_csv');
    await within(drawer).findByRole('link', { name: 'orders' });
    expect(page.sent('Downloads')[0]).toMatchObject({
      first: 10,
      search: null,
      status: null,
      upload_id: 'u1',
    });
    await page.user.click(within(drawer).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(page.path()).toBe('uploads/list'));
  });

  it('the drawer has filters of its own', async () => {
    const page = open('?selectedUploadId=u1&selectedUploadName=orders_csv&status=failed&downloads_status=skipped');
    await screen.findByRole('dialog', { name: 'Downloads for upload orders_csv' });
    await waitFor(() =>
      expect(page.sent('Downloads')[0]).toMatchObject({
        status: ['skipped'],
      }),
    );
    expect(page.sent('Uploads')[0]).toMatchObject({
      status: ['failed'],
    });
  });
});

it.each([
  ['will miss its deadline', { expected: '2026-11-21T08:20:00.000Z', minutes_missed: 20 }, 'Expected to be delivered'],
  [
    'takes longer than ever',
    { expected: null, minutes_missed: 20 },
    'It takes longer than each of its last deliveries',
  ],
])('shows that an upload %s', { tags: 'proof:forecast-shown' }, async (_what, expected, shown) => {
  const forecast = { __typename: 'UploadForecast', deadline_text: '08:00 Europe/Paris', ...expected };
  const answers = buildTransfers([], [{ ...table, forecast }]);
  renderPage({ path: 'uploads/list?selectedUploadId=u2&selectedUploadName=orders_table', answers });
  within(await rowOf('orders_table')).getByText('Will miss 08:00 Europe/Paris by 20 min');
  const drawer = await screen.findByRole('dialog', { name: 'Downloads for upload orders_table' });
  within(drawer).getByText(shown, { exact: false });
});

it('shows only by how much an upload is late once it is', async () => {
  const forecast = { __typename: 'UploadForecast', deadline_text: '08:00 UTC', expected: null, minutes_missed: 20 };
  const answers = buildTransfers([], [{ ...table, forecast, late_since: '2026-11-21T08:00:00.000Z' }]);
  renderPage({ path: 'uploads/list?selectedUploadId=u2&selectedUploadName=orders_table', answers });
  const drawer = await screen.findByRole('dialog', { name: 'Downloads for upload orders_table' });
  within(drawer).getByText('Late since', { exact: false });
  expect(screen.queryByText('Will miss', { exact: false })).toBeNull();
});

it('removes an upload once it is abandoned', { tags: 'spec:upload-abandoned' }, async () => {
  const page = renderPage({
    path: 'uploads/list',
    answers: {
      ...ANSWERS,
      SaveUpload: () => ({ save_upload: { ...table, __typename: 'Upload', status: 'abandoned' } }),
    },
  });
  await page.user.click(within(await rowOf('orders_table')).getByRole('button', { name: 'Actions for orders_table' }));
  await page.user.click(await screen.findByRole('menuitem', { name: 'Abandon' }));
  const dialog = await screen.findByRole('dialog', { name: 'Abandon this upload?' });
  await page.user.click(within(dialog).getByRole('button', { name: 'Abandon' }));
  await screen.findByText('Upload abandoned correctly.');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'orders_table' })).toBeNull());
});

it('offers the file of a completed upload to a file only', async () => {
  const page = open();
  await page.user.click(within(await rowOf('orders_csv')).getByRole('button', { name: 'Actions for orders_csv' }));
  const entry = await screen.findByRole('menuitem', { name: 'Open file' });
  expect(entry.getAttribute('aria-disabled')).toBeNull();
  await page.user.keyboard('{Escape}');
  await page.user.click(within(await rowOf('orders_table')).getByRole('button', { name: 'Actions for orders_table' }));
  await screen.findByRole('menuitem', { name: 'Copy name' });
  expect(screen.queryByRole('menuitem', { name: 'Open file' })).toBeNull();
});

it('shows when an upload was created as Ready, and sorts by it', { tags: 'proof:ready-is-created' }, async () => {
  const page = open();
  await rowOf('orders_csv');
  await page.user.click(screen.getByRole('button', { name: 'Columns' }));
  await page.user.click(await screen.findByRole('checkbox', { name: 'Ready' }));
  await page.user.keyboard('{Escape}');
  await page.user.click(await screen.findByRole('button', { name: 'Ready' }));
  await waitFor(() =>
    expect(page.sent('Uploads').at(-1)).toMatchObject({
      sortBy: 'CREATED',
    }),
  );
  const row = await rowOf('orders_csv');
  expect(row.querySelector(`time[datetime="${new Date(file.created).toISOString()}"]`)).not.toBeNull();
});

it('selects a row by Space, and abandons what is selected', async () => {
  const change = {
    __typename: 'BulkChange',
    id: 'b1',
    count: 1,
    open: 1,
    finished: null,
    is_limited: false,
    outcomes: [],
    refusals: [],
    skipped: [],
  };
  const outcomes = [{ __typename: 'BulkOutcome', outcome: 'ok', count: 1 }];
  const page = renderPage({
    path: 'uploads/list',
    answers: {
      ...ANSWERS,
      PreviewBulkUploads: () => ({ preview: change }),
      RunBulkChange: () => ({ run_bulk_change: { ...change, open: 0, outcomes } }),
    },
  });
  (await rowOf('orders_table')).focus();
  await page.user.keyboard(' ');
  const bar = await screen.findByRole('region', { name: 'Selection' });
  await page.user.click(within(bar).getByRole('button', { name: 'Abandon' }));
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText(/their rows will not reach the destinations/);
  // The harmless choice has the focus.
  await waitFor(() => expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: 'Cancel' })));
  await page.user.click(within(dialog).getByRole('button', { name: 'Abandon 1 upload' }));
  await screen.findByText('1 upload abandoned.');
  expect(page.requests).toContainEqual({
    operation: 'PreviewBulkUploads',
    variables: { action: 'abandon', ids: ['u2'] },
  });
});
