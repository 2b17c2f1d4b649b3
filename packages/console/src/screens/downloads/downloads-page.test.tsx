import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildDownload, buildDownloads, buildTransfers, buildUpload } from '../../../test/build-rows.ts';
import type { Answers } from '../../../test/graphql-server.ts';
import { type RenderedPage, renderPage, rowOf } from '../../../test/render-page.tsx';

const orders = buildDownload({ id: 'd1', name: 'orders', status: 'failed', message: 'HTTP 503' });
const clicks = buildDownload({ id: 'd2', name: 'clicks', status: 'completed', row_count: 12 });
const fed = buildUpload({ id: 'u1', name: 'orders_table' });
const ANSWERS: Answers = buildTransfers([orders, clicks], [fed], ['ads', 'video']);

const open = (query = '', answers: Answers = {}): RenderedPage =>
  renderPage({ path: `downloads/list${query}`, answers: { ...ANSWERS, ...answers } });
const lastVariables = (page: RenderedPage) => page.sent('Downloads').at(-1);

describe('the address', () => {
  it('decides which downloads are asked for, and in which order', {
    tags: ['spec:call-downloads', 'spec:call-sort'],
  }, async () => {
    const page = open('?status=failed&projects=ads&sortBy=STARTED&sortDirection=ASC');
    await rowOf('orders');
    expect(lastVariables(page)).toMatchObject({
      first: 20,
      status: ['failed'],
      projects: ['ads'],
      names: null,
      sortBy: 'STARTED',
      sortDirection: 'ASC',
    });
  });

  it('follows the filters that a person sets and clears', async () => {
    const page = open('?sortBy=STARTED');
    await rowOf('orders');
    await page.user.click(screen.getByRole('button', { name: 'Filter by Project' }));
    await page.user.click(await screen.findByRole('checkbox', { name: 'video' }));
    await waitFor(() => expect(lastVariables(page)).toMatchObject({ projects: ['video'] }));
    expect(page.path()).toBe('downloads/list?sortBy=STARTED&projects=video');
    await page.user.click(screen.getByRole('button', { name: 'Clear all' }));
    await waitFor(() => expect(page.path()).toBe('downloads/list?sortBy=STARTED'));
  });

  it('follows the column that a person sorts by', async () => {
    const page = open();
    await rowOf('orders');
    await page.user.click(screen.getByRole('button', { name: 'Started' }));
    await waitFor(() => expect(lastVariables(page)).toMatchObject({ sortBy: 'STARTED', sortDirection: 'DESC' }));
    expect(page.path()).toBe('downloads/list?sortBy=STARTED');
  });
});

describe('the drawer', () => {
  it('opens at an address of its own and closes with Back', { tags: 'spec:downloads-drawer' }, async () => {
    const page = open('?status=failed');
    const row = await rowOf('orders');
    await page.user.click(within(row).getByText('HTTP 503'));
    await screen.findByRole('dialog', { name: 'Uploads for download orders' });
    expect(page.path()).toBe('downloads/list?status=failed&downloadBundleId=d1');
    expect(await screen.findByRole('link', { name: 'orders_table' })).toHaveProperty(
      'pathname',
      '/app/acme/uploads/list',
    );
    await page.goBack();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('asks for a download that the list does not show', { tags: 'spec:call-download' }, async () => {
    const page = open('?downloadBundleId=d9', {
      Download: () => ({ download: buildDownload({ id: 'd9', name: 'old' }) }),
    });
    await screen.findByRole('dialog', { name: 'Uploads for download old' });
    expect(page.requests).toContainEqual({ operation: 'Download', variables: { id: 'd9' } });
  });

  it('closes with a toast when the download does not exist', { tags: 'spec:failure-drawer' }, async () => {
    const page = open('?downloadBundleId=gone', { Download: () => ({ download: null }) });
    await screen.findByText(/^There was a problem processing the request\. Contact support if the problem persist/);
    await waitFor(() => expect(page.path()).toBe('downloads/list'));
  });
});

describe('the columns', () => {
  const toggle = async (page: RenderedPage, column: string): Promise<void> => {
    await page.user.click(screen.getByRole('button', { name: 'Columns' }));
    await page.user.click(await screen.findByRole('checkbox', { name: column }));
    await page.user.keyboard('{Escape}');
  };

  it('include one of both times and one of the actions', { tags: 'proof:grid-columns' }, async () => {
    const started = '2026-11-21T05:00:00.000Z';
    const finished = '2026-11-21T05:03:00.000Z';
    const done = buildDownload({ id: 'd1', name: 'orders', status: 'completed', started, finished });
    const page = open('', { Downloads: () => buildDownloads(done) });
    const row = await rowOf('orders');
    await toggle(page, 'Started and finished');
    const header = await screen.findByRole('columnheader', { name: /Started and finished/ });
    const cell = row.querySelector(`[aria-colindex="${header.getAttribute('aria-colindex')}"]`);
    const times = [...(cell?.querySelectorAll('time') ?? [])].map((time) => time.dateTime);
    expect(times).toEqual([started, finished]);
    within(row).getByRole('button', { name: 'Actions for orders' });
    await toggle(page, 'Actions');
    await waitFor(() => expect(within(row).queryByRole('button', { name: 'Actions for orders' })).toBeNull());
  });
});

describe('the list', () => {
  it('asks again when a download that it does not show changes', async () => {
    const page = open();
    await rowOf('orders');
    const asked = () => page.sent('Downloads').length;
    expect(asked()).toBe(1);
    page.emit({ downloads: [orders] });
    page.emit({ downloads: [buildDownload({ id: 'd3' })] });
    await waitFor(() => expect(asked()).toBe(2));
  });

  it('shows the changes of a download that new ones have pushed from the first page', async () => {
    const running = buildDownload({ ...orders, status: 'downloading' });
    let first = [running];
    const page = open('', {
      Downloads: ({ after }) => ({
        downloads: {
          __typename: 'DownloadConnection',
          nodes: after === undefined ? first : [],
          pageInfo: { __typename: 'PageInfo', hasNextPage: after === undefined, endCursor: 'c1' },
        },
      }),
    });
    within(await rowOf('orders')).getByText('Downloading');
    const [newer, newest] = [buildDownload({ id: 'd8', name: 'newer' }), buildDownload({ id: 'd9', name: 'newest' })];
    first = [newer, running];
    page.emit({ downloads: [newer] });
    await rowOf('newer');
    first = [newest, newer];
    page.emit({ downloads: [newest] });
    await rowOf('newest');
    page.emit({ downloads: [buildDownload({ ...running, status: 'completed' })] });
    await within(await rowOf('orders')).findByText('Completed');
  });

  it('shows why it could not be loaded, and loads again on Retry', {
    tags: 'spec:call-failures-reported',
  }, async () => {
    let isDown = true;
    const page = open('', { Downloads: () => (isDown ? new Error('The database is away.') : buildDownloads(clicks)) });
    await screen.findByText(/The database is away/);
    isDown = false;
    await page.user.click(screen.getByRole('button', { name: 'Retry' }));
    await rowOf('clicks');
  });

  it('distinguishes an empty account from filters without results', {
    tags: ['spec:empty-downloads', 'spec:empty-filter'],
  }, async () => {
    open('', { Downloads: () => buildDownloads() });
    await screen.findByText('You have no downloads yet');
    open('?status=failed', { Downloads: () => buildDownloads() });
    await screen.findByText('No results, try another filter');
  });

  it('shows its pages and expanded rows again after Back, without asking for the later pages', async () => {
    const old = buildDownload({ id: 'd8', name: 'old' });
    const pageInfo = { __typename: 'PageInfo', hasNextPage: true, endCursor: 'c1' };
    const first = { downloads: { __typename: 'DownloadConnection', nodes: [orders, clicks], pageInfo } };
    const page = open('', { Downloads: ({ after }) => (after === undefined ? first : buildDownloads(old)) });
    await rowOf('old');
    const row = await rowOf('orders');
    await page.user.click(within(row).getByRole('button', { name: 'Expand orders' }));
    await page.user.click(await screen.findByRole('link', { name: 'orders_table' }));
    await waitFor(() => expect(page.path()).toMatch(/^uploads\/list/));
    await screen.findByRole('heading', { level: 1, name: 'Uploads' });
    const before = page.requests.length;
    await page.goBack();
    await rowOf('old');
    await screen.findByRole('button', { name: 'Collapse orders' });
    const asked = page.requests.slice(before).filter(({ variables }) => variables['upload_id'] === undefined);
    expect(asked.map(({ variables }) => variables['after'])).not.toContain('c1');
  });

  it('goes to its first row when j is pressed anywhere on the page', async () => {
    const page = open();
    const row = await rowOf('orders');
    screen.getByRole('button', { name: 'Columns' }).focus();
    await page.user.keyboard('j');
    await waitFor(() => expect(document.activeElement).toBe(row));
    await page.user.keyboard('j');
    expect(document.activeElement).toBe(await rowOf('clicks'));
  });

  it('the list is entered by j after a person has gone to its page by keys', async () => {
    const page = renderPage({ path: 'downloads/list', answers: ANSWERS, hasShell: true });
    await rowOf('orders');
    await page.user.keyboard('gu');
    const row = await rowOf('orders_table');
    await page.user.keyboard('j');
    await waitFor(() => expect(document.activeElement).toBe(row));
  });

  it('removes a download once it is abandoned', {
    tags: ['spec:download-abandoned', 'spec:abandon-finished-item'],
  }, async () => {
    const page = open('', {
      SaveDownload: () => ({ save_download: { ...orders, __typename: 'Download', status: 'cancelled' } }),
    });
    const row = await rowOf('orders');
    await page.user.click(within(row).getByRole('button', { name: 'Actions for orders' }));
    await page.user.click(await screen.findByRole('menuitem', { name: 'Abandon' }));
    const dialog = await screen.findByRole('dialog', { name: 'Abandon this download?' });
    await page.user.click(within(dialog).getByRole('button', { name: 'Abandon' }));
    await screen.findByText('Download abandoned correctly.');
    expect(page.requests).toContainEqual({ operation: 'SaveDownload', variables: { id: 'd1', status: 'abandoned' } });
    await waitFor(() => expect(screen.queryByRole('link', { name: 'orders' })).toBeNull());
  });

  it('offers neither Retry nor Abandon without manage-pipelines', {
    tags: ['proof:abandon-needs-permission', 'spec:download-abort'],
  }, async () => {
    const permissions = new Set(['view', 'manage-account-settings'] as const);
    const page = renderPage({ path: 'downloads/list', answers: ANSWERS, session: { permissions } });
    const row = await rowOf('orders');
    await page.user.click(within(row).getByRole('button', { name: 'Actions for orders' }));
    await screen.findByRole('menuitem', { name: 'Copy id' });
    expect(screen.queryByRole('menuitem', { name: 'Retry' })).toBeNull();
    expect(screen.queryByRole('menuitem', { name: 'Abandon' })).toBeNull();
  });

  it('shows no actions without manage-account-settings', {
    tags: ['proof:actions-need-permission', 'spec:downloads-actions-permission'],
  }, async () => {
    renderPage({ path: 'downloads/list', answers: ANSWERS, session: { permissions: new Set(['view']) } });
    const row = await rowOf('orders');
    expect(within(row).queryByRole('button', { name: 'Actions for orders' })).toBeNull();
  });
});

describe('the state strip', () => {
  const state = (count: number) => ({ __typename: 'StateCount', count, has_more: count === 1000 });
  const counts = {
    DownloadCounts: () => ({
      download_counts: {
        __typename: 'DownloadCounts',
        failed: state(3),
        dirty: state(1000),
        running: state(0),
        late: state(2),
      },
    }),
  };

  it('counts the downloads under the other filters, and filters by a count', async () => {
    const page = open('?status=failed&projects=ads', counts);
    const strip = await screen.findByRole('group', { name: 'Downloads by state' });
    await within(strip).findByRole('button', { name: '1.0k+ dirty' });
    expect(page.sent('DownloadCounts')[0]).toEqual({
      projects: ['ads'],
      names: null,
      bundleNames: null,
      purpose: null,
      search: null,
      failure_codes: null,
      report_datetime_after: null,
      report_datetime_before: null,
      downloaded_after: null,
      downloaded_before: null,
      import_name: null,
    });
    expect(within(strip).getByRole('button', { name: '3 failed' }).getAttribute('aria-pressed')).toBe('true');
    await page.user.click(within(strip).getByRole('button', { name: '2 late' }));
    await waitFor(() => expect(lastVariables(page)).toMatchObject({ status: ['failed', 'late'] }));
  });
});
