import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildDownload, buildDownloads, buildPart, buildTransfers } from '../../../test/build-rows.ts';
import type { Answers } from '../../../test/graphql-server.ts';
import { type RenderedPage, renderPage, rowOf } from '../../../test/render-page.tsx';
import { recordSavedFiles } from '../../../test/saved-files.ts';

const finished = (daysAgo: number): string => new Date(Date.now() - daysAgo * 86_400_000).toISOString();
const dirtyPart = buildPart({
  id: 'p1',
  name: 'orders',
  row_count: 1000,
  dirty_row_count: 16,
  dirty_row_status: 'some',
  new_dirty_row_count: 16,
});
const orders = buildDownload({
  id: 'd1',
  name: 'orders',
  status: 'completed',
  finished: finished(1),
  row_count: 1000,
  dirty_row_count: 16,
  dirty_row_status: 'some',
  parts: [dirtyPart],
});
const old = buildDownload({ ...orders, id: 'd2', name: 'old', finished: finished(31) });
const running = buildDownload({ ...orders, id: 'd3', name: 'running', status: 'downloading', finished: null });
const FILES = '/api/acme/files/p1';
const SAMPLE = '/api/acme/metrics/sample/flow_sources/download/p1';
const row = { line: 3, raw: 'a,,2', columns: [{ column: 'price', expected: 'integer', value: '', reason: 'empty' }] };

const open = (answers: Answers = {}, permissions?: ReadonlySet<'view'>): RenderedPage =>
  renderPage({
    path: 'downloads/list',
    answers: { ...buildTransfers([orders, old, running], []), ...answers },
    ...(permissions === undefined ? {} : { session: { permissions } }),
  });
const expand = async (page: RenderedPage, name: string): Promise<HTMLElement> => {
  await page.user.click(within(await rowOf(name)).getByRole('button', { name: `Expand ${name}` }));
  return screen.findByRole('table', { name: `Parts of download ${name}` });
};
const refuse = (message: string, status = 400) => Response.json({ errors: [{ message }] }, { status });

describe('a download with dirty rows', () => {
  it('shows their count in its row, equal counts folded', async () => {
    open();
    within(await rowOf('orders')).getByText('16 dirty (1%), all new');
  });

  it('saves "files/{id}_dirtyrows.csv.gz"', async () => {
    const page = open({ [`${FILES}_dirtyrows.csv.gz`]: () => new Response('x') });
    const saved = recordSavedFiles();
    await page.user.click(within(await rowOf('orders')).getByRole('button', { name: 'Download dirty' }));
    await waitFor(() => expect(saved).toHaveLength(1));
  });

  it('shows a toast when they cannot be fetched', { tags: 'spec:download-failed-toast' }, async () => {
    const page = open({ [`${FILES}_dirtyrows.csv.gz`]: () => refuse('Not found.', 404) });
    await page.user.click(within(await rowOf('orders')).getByRole('button', { name: 'Download dirty' }));
    await screen.findByText('There was an error with the download');
  });

  it('disables them "when the file is over 30 days old"', async () => {
    const page = open();
    const button = within(await rowOf('old')).getByRole('button', { name: 'Download dirty' });
    expect(button.dataset['tip']).toBe('Downloading files over 30 days old is not supported.');
    await page.user.click(button);
    await page.user.click(within(await rowOf('old')).getByRole('button', { name: 'Actions for old' }));
    const entry = await screen.findByRole('menuitem', { name: 'Download new dirty rows' });
    expect(entry.dataset['tip']).toBe('Downloading files over 30 days old is not supported.');
    expect(page.sent(`${FILES}_dirtyrows.csv.gz`)).toEqual([]);
  });

  it('previews "at most 100" new dirty rows', async () => {
    const page = open({ [`${FILES}_first_100_rows`]: () => Response.json([JSON.stringify(row)]) });
    await page.user.click(within(await rowOf('orders')).getByRole('button', { name: 'Preview' }));
    const dialog = await screen.findByRole('dialog', { name: 'New dirty rows of orders' });
    await within(dialog).findByText('a,,2');
    within(dialog).getByRole('cell', { name: 'price: empty' });
  });

  it('shows why a preview failed, tries again, and shows "No Items" for an empty result', {
    tags: ['spec:empty-results', 'spec:empty-no-items'],
  }, async () => {
    let isDown = true;
    const page = open({
      [`${FILES}_first_100_rows`]: () => (isDown ? refuse('The file is gone.') : Response.json([])),
    });
    await page.user.click(within(await rowOf('orders')).getByRole('button', { name: 'Preview' }));
    const dialog = await screen.findByRole('dialog', { name: 'New dirty rows of orders' });
    await within(dialog).findByText('The file is gone.');
    isDown = false;
    await page.user.click(within(dialog).getByRole('button', { name: 'Retry' }));
    await within(dialog).findByText('No Items');
  });

  it('shows a toast "There was an error downloading the rows" (no part id)', {
    tags: 'spec:rows-failed-toast',
  }, async () => {
    const page = open({ Downloads: () => buildDownloads({ ...orders, parts: [] }) });
    await page.user.click(within(await rowOf('orders')).getByRole('button', { name: 'Actions for orders' }));
    await page.user.click(await screen.findByRole('menuitem', { name: 'Download dirty rows' }));
    await screen.findByText('There was an error downloading the rows');
  });

  it('says "Row count couldn\'t be determined" for a part without one', {
    tags: 'spec:row-count-unknown',
  }, async () => {
    const page = open({ Downloads: () => buildDownloads({ ...orders, parts: [{ ...dirtyPart, row_count: null }] }) });
    const table = await expand(page, 'orders');
    expect(table.querySelector(`[data-tip="Row count couldn't be determined"]`)).not.toBeNull();
  });
});

describe('a sample', () => {
  it('a sample is ready, then an error with its reason, then ready again', async () => {
    let isDown = true;
    const page = open({ [SAMPLE]: () => (isDown ? refuse('The file is gone.') : new Response('x')) });
    const table = await expand(page, 'orders');
    const saved = recordSavedFiles();
    await page.user.click(within(table).getByRole('button', { name: 'Sample' }));
    const again = await within(table).findByRole('button', { name: 'Retry sample' });
    expect(again.dataset['tip']).toBe('There was an error downloading samples: The file is gone. Click to Retry.');
    isDown = false;
    await page.user.click(again);
    await within(table).findByRole('button', { name: 'Sample' });
    await waitFor(() => expect(saved).toHaveLength(1));
  });

  it.each([
    ['old', 'Samples are expired after 30 days.'],
    ['running', 'Only enabled when the Download is completed.'],
  ])('a sample is disabled for the download "%s": "%s"', async (name, reason) => {
    const page = open();
    const table = await expand(page, name);
    const button = within(table).getByRole('button', { name: 'Sample' });
    expect(button.dataset['tip']).toBe(reason);
    expect(button.getAttribute('aria-disabled')).toBe('true');
  });

  it('needs manage-account-settings, as part actions do', async () => {
    const page = open({}, new Set(['view'] as const));
    const table = await expand(page, 'orders');
    within(table).getByText('16 dirty (1%), all new');
    expect(within(table).queryByRole('button', { name: 'Sample' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Download dirty' })).toBeNull();
  });
});
