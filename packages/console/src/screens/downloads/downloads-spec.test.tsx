import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildDownload, buildDownloads, buildTransfers, buildUpload, buildUploads } from '../../../test/build-rows.ts';
import { renderPage, rowOf } from '../../../test/render-page.tsx';

const orders = buildDownload({ id: 'd1', name: 'orders', status: 'completed' });
const ANSWERS = buildTransfers([orders], [buildUpload({ id: 'u1', name: 'orders_table' })], ['ads']);

describe('"Query parameters"', () => {
  it.each([
    ['projects=ads,video', { projects: ['ads', 'video'] }],
    ['downloadNames=orders', { names: ['orders'] }],
    ['bundleNames=shop', { bundleNames: ['shop'] }],
    ['purpose=proof', { purpose: ['proof'] }],
    ['search=late', { search: 'late' }],
    ['status=dirtyEqualsNewDirty,failed', { status: ['dirtyEqualsNewDirty', 'failed'] }],
    ['start=2026-11-01&end=2026-11-02', { report_datetime_after: '2026-11-01', report_datetime_before: '2026-11-02' }],
    [
      'downloaded_start=2026-11-01&downloaded_end=2026-11-02',
      { downloaded_after: '2026-11-01', downloaded_before: '2026-11-02' },
    ],
    ['sortBy=FINISHED&sortDirection=ASC', { sortBy: 'FINISHED', sortDirection: 'ASC' }],
    ['import_name=shop', { import_name: 'shop' }],
  ])(
    '%s narrows or sorts the list',
    {
      tags: ['spec:downloads-parameters', 'spec:downloads-route', 'spec:call-downloads', 'spec:call-sort'],
    },
    async (query, variables) => {
      const page = renderPage({ path: `downloads/list?${query}`, answers: ANSWERS });
      await rowOf('orders');
      expect(page.sent('Downloads')[0]).toMatchObject({
        first: 20,
        ...variables,
      });
    },
  );

  it('"currentTab (default downloads-list-tab)" stays in the address', {
    tags: 'spec:downloads-current-tab',
  }, async () => {
    const page = renderPage({ path: 'downloads/list?currentTab=downloads-list-tab', answers: ANSWERS });
    await rowOf('orders');
    expect(page.path()).toBe('downloads/list?currentTab=downloads-list-tab');
    expect(screen.queryByText('Page was accessed with the wrong URL params.')).toBeNull();
  });

  it('"currentTab" of another page is removed', { tags: 'spec:downloads-current-tab' }, async () => {
    const page = renderPage({ path: 'downloads/list?currentTab=uploads-list-tab', answers: ANSWERS });
    await screen.findByText('Page was accessed with the wrong URL params.');
    await waitFor(() => expect(page.path()).toBe('downloads/list'));
  });

  it('filters the drawer apart from the page', { tags: 'spec:downloads-drawer' }, async () => {
    const page = renderPage({
      path: 'downloads/list?downloadBundleId=d1&status=failed&uploads_status=unfinished',
      answers: ANSWERS,
    });
    await screen.findByRole('dialog', { name: 'Uploads for download orders' });
    await waitFor(() =>
      expect(page.sent('Uploads')[0]).toMatchObject({
        first: 10,
        status: ['unfinished'],
      }),
    );
  });
});

describe('"Rows expand to show related uploads."', () => {
  it('lists the uploads of the download', {
    tags: ['spec:downloads-related-uploads', 'spec:call-uploads'],
  }, async () => {
    const page = renderPage({ path: 'downloads/list', answers: ANSWERS });
    await page.user.click(within(await rowOf('orders')).getByRole('button', { name: 'Expand orders' }));
    await screen.findByRole('link', { name: 'orders_table' });
    expect(page.sent('Uploads')[0]).toMatchObject({
      first: 10,
      download_id: 'd1',
    });
  });

  it.each([
    ['Processing failed; all rows are dirty.'],
    ['Uploads will not appear as downloads failed.'],
    ['Processing for this download will be scheduled within the hour.'],
    ['Query has completed successfully, no uploads will result.'],
    ['Uploads will appear once downloads are completed.'],
  ])(
    '"%s" stands in place of the uploads',
    {
      tags: [
        'spec:hint-all-dirty',
        'spec:hint-failed',
        'spec:hint-scheduled',
        'spec:hint-no-uploads',
        'spec:hint-unfinished',
      ],
    },
    async (uploads_hint) => {
      const page = renderPage({
        path: 'downloads/list',
        answers: {
          ...ANSWERS,
          Downloads: () => buildDownloads({ ...orders, uploads_hint }),
          Uploads: () => buildUploads(),
        },
      });
      await page.user.click(within(await rowOf('orders')).getByRole('button', { name: 'Expand orders' }));
      await screen.findByText(uploads_hint);
    },
  );
});

it('"Tooltips copy ids."', { tags: ['spec:downloads-copy-ids', 'spec:copied-toast'] }, async () => {
  const page = renderPage({ path: 'downloads/list', answers: ANSWERS });
  const row = within(await rowOf('orders'));
  await page.user.hover(row.getByRole('link', { name: 'orders' }));
  const copy = await row.findByRole('button', { name: 'Copy id' });
  expect(copy.getAttribute('data-tip')).toBe('Copy id d1');
  // A simulated pointer leaves the name on its way to the button, which is shown on hover only.
  fireEvent.click(copy);
  await screen.findByText('Copied to clipboard!');
  expect(await navigator.clipboard.readText()).toBe('d1');
});

it('"No uploads" stands in an expanded row without a hint', { tags: 'spec:empty-no-uploads' }, async () => {
  const page = renderPage({ path: 'downloads/list', answers: { ...ANSWERS, Uploads: () => buildUploads() } });
  await page.user.click(within(await rowOf('orders')).getByRole('button', { name: 'Expand orders' }));
  await screen.findByText('No uploads');
});

it('"No results, try another word."', { tags: 'spec:empty-word' }, async () => {
  renderPage({ path: 'downloads/list?search=gone', answers: { ...ANSWERS, Downloads: () => buildDownloads() } });
  await screen.findByText('No results, try another word.');
});
