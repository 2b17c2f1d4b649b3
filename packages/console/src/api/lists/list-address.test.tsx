import { notifications } from '@mantine/notifications';
import { sampleCells } from '@switchboard/model/testing/sample-cells';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  buildDownload,
  buildEvents,
  buildFilterOptions,
  buildTransfers,
  buildUpload,
} from '../../../test/build-rows.ts';
import { type RenderedPage, renderPage, rowOf } from '../../../test/render-page.tsx';

const orders = buildDownload({ id: 'd1', name: 'orders', description: 'orders of the day' });
const clicks = buildDownload({ id: 'd2', name: 'clicks', description: 'clicks of the day' });
const fed = buildUpload({ id: 'u1', name: 'orders_table' });

const open = (query: string): RenderedPage =>
  renderPage({ path: `downloads/list${query}`, answers: buildTransfers([orders, clicks], [fed]) });
afterEach(() => {
  vi.useRealTimers();
});

describe('the filters of a drawer', () => {
  it('apply to the drawer that they were set in', async () => {
    const page = open('?downloadBundleId=d1&uploads_search=x&uploads_status=failed');
    await screen.findByRole('dialog', { name: 'Uploads for download orders' });
    await waitFor(() =>
      expect(page.sent('Uploads')).toEqual([
        expect.objectContaining({ search: 'x', status: ['failed'], download_id: 'd1' }),
      ]),
    );
  });

  it('end when the drawer closes, and do not apply to the next one', async () => {
    const page = open('?status=failed&downloadBundleId=d1&uploads_search=x&uploads_status=failed');
    const drawer = await screen.findByRole('dialog', { name: 'Uploads for download orders' });
    await page.user.click(within(drawer).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(page.path()).toBe('downloads/list?status=failed'));
    await page.user.click(within(await rowOf('clicks')).getByText('clicks of the day'));
    await screen.findByRole('dialog', { name: 'Uploads for download clicks' });
    await waitFor(() =>
      expect(page.sent('Uploads').at(-1)).toMatchObject({ search: null, status: null, download_id: 'd2' }),
    );
  });

  it('hold the order of its rows, apart from that of the page', async () => {
    const page = open('?sortBy=CREATED&downloadBundleId=d1&uploads_sortBy=FINISHED&uploads_project=shop');
    const drawer = await screen.findByRole('dialog', { name: 'Uploads for download orders' });
    await waitFor(() =>
      expect(page.sent('Uploads')).toEqual([
        expect.objectContaining({ sortBy: 'FINISHED', sortDirection: 'DESC', projects: ['shop'] }),
      ]),
    );
    await page.user.click(await within(drawer).findByRole('button', { name: 'Started' }));
    await waitFor(() =>
      expect(page.sent('Uploads').at(-1)).toMatchObject({ sortBy: 'STARTED', sortDirection: 'DESC' }),
    );
    expect(page.path()).toBe(
      'downloads/list?sortBy=CREATED&downloadBundleId=d1&uploads_sortBy=STARTED&uploads_project=shop',
    );
  });

  it('the filters of a drawer are not part of the links of the rows', async () => {
    open('?status=failed&uploads_search=x');
    const link = await screen.findByRole('link', { name: 'clicks' });
    expect(link.getAttribute('href')).toBe('/app/acme/downloads/list?status=failed&downloadBundleId=d2');
  });
});

describe('an address with wrong parameters', () => {
  // Toasts outlive the page.

  const WARNING = 'Page was accessed with the wrong URL params.';

  it.each([
    ['unknown choices', '?status=failed,nonsense', '?status=failed'],
    ['days that do not exist', '?start=2026-02-30&end=2026-03-01', '?end=2026-03-01'],
    ['a reversed range', '?start=2026-03-02&end=2026-03-01&search=a', '?search=a'],
    ['a range in the future', '?start=2999-01-01&end=2999-01-02', ''],
    ['an unknown order', '?sortBy=SIZE&sortDirection=up&search=a', '?search=a'],
    ['a wrong filter of its drawer', '?downloadBundleId=d1&uploads_status=nonsense', '?downloadBundleId=d1'],
  ])('drops %s and says so once', { tags: 'spec:failure-url' }, async (_, query, rest) => {
    const page = open(query);
    await screen.findByText(WARNING);
    await waitFor(() => expect(page.path()).toBe(`downloads/list${rest}`));
    await rowOf('orders');
    expect(screen.getAllByText(WARNING)).toHaveLength(1);
  });

  /** Pairs of days that are no range: at 2026-11-20 the last of these are in the future. */
  const REFUSED: readonly (readonly [start: string, end: string])[] = [
    ['2026-02-30', '2026-03-01'],
    ['2025-02-29', '2025-03-01'],
    ['2026-04-31', '2026-05-01'],
    ['2026-00-10', '2026-11-01'],
    ['2026-11-00', '2026-11-01'],
    ['0000-01-01', '2026-11-01'],
    ['10000-01-01', '10000-01-02'],
    ['-2026-01-01', '2026-11-01'],
    ['2026-11-02', '2026-11-01'],
    ['9999-12-31', '0001-01-01'],
    ['2026-1-1', '2026-11-01'],
    ['01/02/2026', '2026-11-01'],
    ['2026-11-01T00:00:00Z', '2026-11-02'],
    ['yesterday', 'today'],
    ['٢٠٢٦-١١-٠١', '2026-11-02'],
    ['２０２６-11-01', '2026-11-02'],
    ['\u202e2026-11-01', '2026-11-02'],
    ['📅', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
    ["'; drop table download; --", '2026-11-02'],
    ['<img src=x onerror=alert(1)>', '2026-11-02'],
    ['1'.repeat(3000), '2026-11-02'],
    ['2026-11-01\0', '2026-11-02'],
    ['2026-11-22', '2026-11-23'],
  ];
  const ACCEPTED: readonly (readonly [start: string, end: string])[] = [
    ['0001-01-01', '2026-11-20'],
    ['2024-02-29', '2026-11-20'],
    ['2026-10-21', '9999-12-31'],
    ['0001-01-01', '9999-12-31'],
  ];

  it.each([
    ['downloads/list', 'start', 'end', 'Report date'],
    ['events', 'createDatetimeStart', 'createDatetimeEnd', 'Created'],
  ])('keeps a range of days on %s, and drops what is none', async (path, start, end, label) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') });
    const answers = {
      ...buildTransfers([orders], []),
      Events: () => buildEvents(),
      FilterOptions: () => buildFilterOptions(),
    };
    const page = renderPage({ path, answers });
    const query = (from: string, to: string): string => `${path}?${new URLSearchParams({ [start]: from, [end]: to })}`;
    const chip = () => screen.queryByRole('button', { name: new RegExp(`^${label}: `) });
    await screen.findByRole('button', { name: `Filter by ${label}` });
    for (const [from, to] of sampleCells(REFUSED, 7)) {
      await page.follow(query(from, to));
      await waitFor(() => expect(page.path(), `${from} to ${to}`).not.toBe(query(from, to)));
      expect(chip(), `${from} to ${to}`).toBeNull();
      await screen.findAllByText(WARNING);
      act(() => notifications.clean());
      await waitFor(() => expect(screen.queryByText(WARNING)).toBeNull());
    }
    for (const [from, to] of ACCEPTED) {
      await page.follow(query(from, to));
      await waitFor(() => expect(chip()?.textContent).toMatch(/\d/));
      expect(chip()?.textContent).not.toMatch(/Invalid|NaN|undefined/);
      expect(page.path()).toBe(query(from, to));
      expect(screen.queryByText(WARNING)).toBeNull();
    }
  });

  it('leaves no history entry: Back leaves the page', async () => {
    const page = open('?status=nonsense');
    await waitFor(() => expect(page.path()).toBe('downloads/list'));
    await page.goBack();
    expect(page.path()).toBe('downloads/list');
  });

  it('ends a range that reaches into the future today, without a warning', {
    tags: 'spec:dates-future-end',
  }, async () => {
    const page = open('?start=2026-11-01&end=2999-01-01');
    await rowOf('orders');
    const [variables] = page.sent('Downloads');
    expect(variables).toMatchObject({ report_datetime_after: '2026-11-01' });
    expect(String(variables?.['report_datetime_before']) < '2999').toBe(true);
    expect(page.path()).toBe('downloads/list?start=2026-11-01&end=2999-01-01');
    expect(screen.queryByText(WARNING)).toBeNull();
  });
});

describe('a list that is sorted by a hidden column', () => {
  const TIP = 'Sorted by the hidden column Finished';
  const columnsButton = () => screen.findByRole('button', { name: 'Columns' });

  it('says so on the button of the columns', async () => {
    open('?sortBy=FINISHED');
    expect((await columnsButton()).getAttribute('data-tip')).toBe(TIP);
  });

  it('does not say by which column it is sorted where the column is visible', async () => {
    open('?sortBy=STARTED');
    expect((await columnsButton()).hasAttribute('data-tip')).toBe(false);
  });
});
