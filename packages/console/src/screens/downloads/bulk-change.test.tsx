import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildDownload, buildDownloads, buildTransfers } from '../../../test/build-rows.ts';
import type { Answers } from '../../../test/graphql-server.ts';
import { type PageOptions, type RenderedPage, renderPage, rowOf } from '../../../test/render-page.tsx';

const orders = buildDownload({ id: 'd1', name: 'orders', status: 'failed' });
const clicks = buildDownload({ id: 'd2', name: 'clicks', status: 'failed' });
const visits = buildDownload({ id: 'd3', name: 'visits', status: 'completed' });

type Change = {
  readonly count?: number;
  readonly open?: number;
  readonly ok?: number;
  readonly refusals?: readonly object[];
  readonly skipped?: readonly object[];
};

const buildChange = ({ count = 2, open = count, ok = 0, refusals = [], skipped = [] }: Change = {}) => ({
  __typename: 'BulkChange',
  id: 'b1',
  count,
  open,
  finished: null,
  is_limited: false,
  outcomes: ok === 0 ? [] : [{ __typename: 'BulkOutcome', outcome: 'ok', count: ok }],
  refusals,
  skipped,
});
const buildRefusal = (outcome: string, message: string) => ({
  __typename: 'BulkRefusal',
  outcome,
  message,
  download: { __typename: 'Download', id: 'd2', name: 'clicks', report_datetime: null },
  upload: null,
});

const preview = (change: Change) => ({ PreviewBulkDownloads: () => ({ preview: buildChange(change) }) });
const run = (change: Change) => ({ RunBulkChange: () => ({ run_bulk_change: buildChange(change) }) });

async function open(answers: Answers = {}, options: PageOptions = {}): Promise<RenderedPage> {
  const page = renderPage({
    path: 'downloads/list',
    ...options,
    answers: { ...buildTransfers([orders, clicks, visits], []), ...answers },
  });
  await rowOf('orders');
  return page;
}

const box = (name: string): HTMLElement => screen.getByRole('checkbox', { name: `Select ${name}` });
const isSelected = (name: string): boolean => box(name).getAttribute('aria-checked') === 'true';

async function openDialog(page: RenderedPage, action: string): Promise<HTMLElement> {
  await page.user.click(box('orders'));
  await page.user.click(box('clicks'));
  const bar = await screen.findByRole('region', { name: 'Selection' });
  await page.user.click(within(bar).getByRole('button', { name: action }));
  return screen.findByRole('dialog');
}

describe('the selection', () => {
  it('the selection is changed by check boxes, a range by Shift, and cleared', async () => {
    const page = await open();
    await page.user.click(box('orders'));
    await page.user.keyboard('{Shift>}');
    await page.user.click(box('visits'));
    await page.user.keyboard('{/Shift}');
    expect(['orders', 'clicks', 'visits'].map(isSelected)).toEqual([true, true, true]);
    const bar = await screen.findByRole('region', { name: 'Selection' });
    within(bar).getByText('3 downloads selected');
    await page.user.click(within(bar).getByRole('button', { name: 'Clear' }));
    expect(isSelected('orders')).toBe(false);
    expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull();
    expect(page.path()).toBe('downloads/list');
  });

  it('the selection is changed by the keyboard alone', async () => {
    const page = await open();
    await page.user.keyboard('j');
    await waitFor(async () => expect(document.activeElement).toBe(await rowOf('orders')));
    await page.user.keyboard('x');
    expect(isSelected('orders')).toBe(true);
    await page.user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    expect(['orders', 'clicks', 'visits'].map(isSelected)).toEqual([true, true, true]);
    await page.user.keyboard('{Escape}');
    expect(isSelected('visits')).toBe(false);
    await page.user.keyboard('{Shift>} {/Shift}');
    expect(isSelected('visits')).toBe(true);
    await page.user.keyboard('{Control>}a{/Control}');
    expect(screen.getByRole('checkbox', { name: 'Select all loaded rows' }).getAttribute('aria-checked')).toBe('true');
  });

  it('stays while the list changes by itself, and says which rows are not shown any more', async () => {
    let rows = [orders, clicks, visits];
    const page = await open({ Downloads: () => buildDownloads(...rows) });
    await page.user.click(box('orders'));
    await page.user.click(box('clicks'));
    rows = [buildDownload({ id: 'd9', name: 'newest' }), clicks];
    page.emit({ overflow: true });
    await rowOf('newest');
    expect(isSelected('clicks')).toBe(true);
    const bar = await screen.findByRole('region', { name: 'Selection' });
    expect(bar.textContent).toContain('2 downloads selected (1 not in the list any more)');
  });

  it('the selection is dropped when the filters change', async () => {
    const page = await open({}, { path: 'downloads/list?status=failed' });
    await page.user.click(box('orders'));
    await page.user.click(screen.getByRole('button', { name: 'Clear all' }));
    await waitFor(() => expect(page.path()).toBe('downloads/list'));
    expect(isSelected('orders')).toBe(false);
  });

  it('the selection is not offered without manage-pipelines', async () => {
    await open({}, { session: { permissions: new Set(['view', 'manage-account-settings']) } });
    expect(screen.queryByRole('checkbox', { name: 'Select orders' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Actions' })).toBeNull();
  });

  it('extends to all rows that match', async () => {
    const pageInfo = { __typename: 'PageInfo', hasNextPage: true, endCursor: 'c1' };
    const page = await open(
      {
        Downloads: ({ after }) =>
          after === undefined
            ? { downloads: { __typename: 'DownloadConnection', nodes: [orders, clicks], pageInfo } }
            : new Error('The next page is not needed.'),
        MatchingDownloads: () => ({ matching: { __typename: 'StateCount', count: 1000, has_more: true } }),
        ...preview({ count: 2 }),
      },
      { path: 'downloads/list?status=failed' },
    );
    await page.user.click(screen.getByRole('checkbox', { name: 'Select all loaded rows' }));
    await page.user.click(await screen.findByRole('button', { name: 'Select all 1,000+ that match' }));
    await screen.findByText('All 1,000+ downloads that match');
    const bar = screen.getByRole('region', { name: 'Selection' });
    await page.user.click(within(bar).getByRole('button', { name: 'Retry' }));
    await screen.findByRole('dialog');
    await waitFor(() => expect(page.sent('PreviewBulkDownloads')).toHaveLength(1));
    expect(page.sent('PreviewBulkDownloads')[0]).toMatchObject({ action: 'retry', status: ['failed'] });
    expect(page.sent('PreviewBulkDownloads')[0]).not.toHaveProperty('ids');
  });
});

describe('the dialog', () => {
  it('shows what will change and what is left out, and changes it after a confirmation', async () => {
    const skipped = [{ __typename: 'BulkSkipped', status: 'completed', count: 1, has_more: false }];
    const page = await open({ ...preview({ count: 2, skipped }), ...run({ open: 0, ok: 2 }) });
    const dialog = await openDialog(page, 'Retry');
    await within(dialog).findByText(/will be queued to try again/);
    within(dialog).getByText(/1 is left out: 1 Completed\. Only failed downloads/);
    expect(page.sent('RunBulkChange')).toHaveLength(0);
    const confirm = await within(dialog).findByRole('button', { name: 'Retry 2 downloads' });
    await waitFor(() => expect(document.activeElement).toBe(confirm));
    await page.user.keyboard('{Enter}');
    await screen.findByText('2 downloads queued to try again.');
    expect(page.sent('PreviewBulkDownloads')).toEqual([{ action: 'retry', ids: ['d1', 'd2'] }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(isSelected('orders')).toBe(false);
  });

  it('asks for the number above 100', async () => {
    const page = await open({ ...preview({ count: 130 }), ...run({ count: 130, open: 0, ok: 130 }) });
    const dialog = await openDialog(page, 'Abandon');
    const confirm = await within(dialog).findByRole('button', { name: 'Abandon 130 downloads' });
    expect(confirm).toHaveProperty('disabled', true);
    await page.user.type(within(dialog).getByRole('textbox', { name: 'Type 130 to confirm' }), '130{Enter}');
    await screen.findByText('130 downloads abandoned.');
  });

  it('calls again with the same request id until no row is open', async () => {
    const left = [30, 0];
    const page = await open({
      ...preview({ count: 100 }),
      RunBulkChange: () => ({
        run_bulk_change: buildChange({ count: 100, open: left.shift() ?? 0, ok: 100 }),
      }),
    });
    const dialog = await openDialog(page, 'Retry');
    await page.user.click(await within(dialog).findByRole('button', { name: 'Retry 100 downloads' }));
    await screen.findByText('100 downloads queued to try again.');
    const [first, second] = page.sent('RunBulkChange');
    expect(first).toEqual(second);
    expect(first?.['id']).toBe('b1');
  });

  it('goes on after an error half way, with the same request', async () => {
    let calls = 0;
    const page = await open({
      ...preview({ count: 3 }),
      RunBulkChange: () => {
        calls += 1;
        if (calls === 2) return new Error('The database is away.');
        return { run_bulk_change: buildChange({ count: 3, open: calls === 1 ? 1 : 0, ok: calls === 1 ? 2 : 3 }) };
      },
    });
    const dialog = await openDialog(page, 'Retry');
    await page.user.click(await within(dialog).findByRole('button', { name: 'Retry 3 downloads' }));
    await within(dialog).findByText(/Interrupted: .*The database is away/);
    within(dialog).getByText(/2 downloads queued to try again\. 1 download not processed yet/);
    await page.user.click(within(dialog).getByRole('button', { name: 'Continue' }));
    await screen.findByText('3 downloads queued to try again.');
    expect(new Set(page.sent('RunBulkChange').map((variables) => variables['request_id'])).size).toBe(1);
  });

  it('counts again when the count has expired', async () => {
    const message = 'The items were counted more than an hour ago. Count them again.';
    const page = await open({
      ...preview({ count: 2 }),
      RunBulkChange: () => ({ run_bulk_change: { __typename: 'ConflictError', problem: message } }),
    });
    const dialog = await openDialog(page, 'Retry');
    await page.user.click(await within(dialog).findByRole('button', { name: 'Retry 2 downloads' }));
    await within(dialog).findByText(message);
    await page.user.click(within(dialog).getByRole('button', { name: 'Count again' }));
    await within(dialog).findByRole('button', { name: 'Retry 2 downloads' });
    expect(page.sent('PreviewBulkDownloads')).toHaveLength(2);
  });

  it('lists what was not changed, with links, and tries those again', async () => {
    const refusals = [buildRefusal('error', 'There was a problem processing the request.')];
    const page = await open({ ...preview({ count: 2 }), ...run({ count: 2, open: 0, ok: 1, refusals }) });
    const dialog = await openDialog(page, 'Retry');
    await page.user.click(await within(dialog).findByRole('button', { name: 'Retry 2 downloads' }));
    await within(dialog).findByText(/1 download queued to try again\. 1 download not changed\./);
    const link = within(dialog).getByRole('link', { name: 'clicks' });
    expect(link.getAttribute('href')).toBe('/app/acme/downloads/list?downloadBundleId=d2');
    await page.user.click(within(dialog).getByRole('button', { name: 'Retry those 1' }));
    await waitFor(() => expect(page.sent('PreviewBulkDownloads').at(-1)).toEqual({ action: 'retry', ids: ['d2'] }));
  });

  it('offers nothing to confirm when nothing would change', async () => {
    const page = await open(preview({ count: 0 }));
    const dialog = await openDialog(page, 'Retry');
    await within(dialog).findByText(/Nothing would change\./);
    expect(within(dialog).queryByRole('button', { name: /^Retry/ })).toBeNull();
  });
});

it('retries all that match the filters without selecting them', async () => {
  const page = await open({ ...preview({ count: 2 }) }, { path: 'downloads/list?causes=SOURCE_AUTH_FAILED' });
  await page.user.click(screen.getByRole('button', { name: 'Actions' }));
  await page.user.click(
    await screen.findByRole('menuitem', { name: 'Retry all failed downloads that match the filters…' }),
  );
  await screen.findByRole('button', { name: 'Retry 2 downloads' });
  expect(page.sent('PreviewBulkDownloads')[0]).toMatchObject({
    action: 'retry',
    failure_codes: ['SOURCE_AUTH_FAILED'],
  });
});
