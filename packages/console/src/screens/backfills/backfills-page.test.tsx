import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { buildBackfill, buildBackfills } from '../../../test/build-backfill.ts';
import { buildEvent } from '../../../test/build-rows.ts';
import { buildUsageReport, buildUsageRow } from '../../../test/build-usage.ts';
import type { Answers } from '../../../test/graphql-server.ts';
import { type RenderedPage, renderPage, rowOf } from '../../../test/render-page.tsx';

const running = buildBackfill();
const over = buildBackfill({ id: 'b2', title: 'costs of October', status: 'completed', succeeded_pipelines: 9 });
const ANSWERS: Answers = { Backfills: () => buildBackfills(running, over) };
const MAY = { permissions: new Set(['view', 'backfills'] as const) };
const open = (path = 'backfills/list', answers = ANSWERS) => renderPage({ path, answers, session: MAY });

const menuOf = async (page: RenderedPage, name: string): Promise<(string | null)[]> => {
  await page.user.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  await screen.findByRole('menuitem', { name: 'View details' });
  return screen.getAllByRole('menuitem').map((item) => item.textContent);
};

it('the page of backfills is at /backfills with the children list, and shows its columns', {
  tags: ['spec:backfills-route', 'spec:backfills-columns'],
}, async () => {
  const page = open('backfills');
  const row = await rowOf('orders again');
  expect(page.path()).toBe('backfills/list');
  screen.getByRole('heading', { level: 1, name: 'Backfills' });
  expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual(
    expect.arrayContaining(['Report Date Range', 'Title', 'Created', 'Created By', 'Status']),
  );
  within(row).getByText('Nov 01 26 - Nov 09 26 UTC');
  within(row).getByText('Bea Acme');
  within(row).getByRole('progressbar', { name: '3 of 9 pipelines have ended' });
  within(await rowOf('costs of October')).getByText('Completed');
  within(row).getByRole('button', { name: 'Actions for orders again' });
});

it('the page of backfills is for people with the permission backfills', {
  tags: 'spec:permission-backfills',
}, async () => {
  const page = renderPage({ path: 'backfills/list', answers: ANSWERS });
  await screen.findAllByText(/^You do not have access to Backfills\./);
  expect(page.path()).toBe('homepage');
});

it('the usage card opens beside the backfills, for people to whom the account shows its usage', {
  tags: 'spec:usage-charts',
}, async () => {
  const hidden = open();
  await rowOf('orders again');
  expect(screen.queryByRole('button', { name: 'Usage' })).toBeNull();
  hidden.unmount();
  const account = { urlName: 'acme', name: 'Acme Media', showsUsage: true };
  const page = renderPage({
    path: 'backfills/list',
    answers: {
      ...ANSWERS,
      RowsReport: () => ({
        downloadRowsReport: buildUsageReport({
          rows: [buildUsageRow({ purpose: 'production', totalRowCount: 3_000 })],
        }),
      }),
    },
    session: { ...MAY, account },
  });
  await page.user.click(await screen.findByRole('button', { name: 'Usage' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Usage' }));
  await page.user.click(await dialog.findByRole('button', { name: 'Change' }));
  await dialog.findByRole('region', { name: 'Rows per project' });
});

it('asks for the first 20, with filters of the address', {
  tags: ['spec:call-backfills', 'spec:backfill-sizes', 'spec:backfills-filters-address', 'spec:backfills-filters'],
}, async () => {
  const page = open(
    'backfills/list?status=running&createdAfter=2026-11-01&createdBefore=2026-11-03&reportStart=2026-10-01&reportEnd=2026-10-31&title=ord&titleIs=startsWith',
  );
  await rowOf('orders again');
  expect(page.sent('Backfills').at(-1)).toEqual({
    first: 20,
    status: ['running'],
    created_datetime_after: '2026-11-01',
    created_datetime_before: '2026-11-03T23:59:59Z',
    report_datetime_after: '2026-10-01',
    report_datetime_before: '2026-10-31',
    title: { startsWith: 'ord' },
  });
});

it.each([
  ['contains', { contains: 'ord' }, 'title=ord'],
  ['equals', { equals: 'ord' }, 'title=ord&titleIs=equals'],
  ['starts with', { startsWith: 'ord' }, 'title=ord&titleIs=startsWith'],
])('finds titles: %s', { tags: ['spec:backfills-filters', 'spec:grid-text-filters'] }, async (label, title, query) => {
  const page = open();
  await page.user.click(await screen.findByRole('button', { name: 'Filter by Title' }));
  await page.user.selectOptions(await screen.findByRole('combobox', { name: 'How the title is compared' }), label);
  await page.user.type(screen.getByRole('textbox', { name: 'Title' }), 'ord{Enter}');
  await waitFor(() => expect(page.path()).toBe(`backfills/list?${query}`));
  await waitFor(() => expect(page.sent('Backfills').at(-1)).toMatchObject({ title }));
  await page.user.click(screen.getByRole('button', { name: 'Clear Title' }));
  await waitFor(() => expect(page.path()).toBe('backfills/list'));
});

it('proposes the last 7 days, and no future ones', {
  tags: ['spec:backfill-default-start', 'spec:backfills-filters', 'spec:date-default-range'],
}, async () => {
  const page = open();
  await page.user.click(await screen.findByRole('button', { name: 'Filter by Created' }));
  await page.user.click(await screen.findByRole('button', { name: 'Apply' }));
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  await waitFor(() => expect(page.path()).toBe(`backfills/list?createdAfter=${day(7)}&createdBefore=${day(0)}`));
});

it('copies the id, shows details, and cancels what is in progress only', {
  tags: ['spec:backfills-row-menu', 'spec:backfill-toasts'],
}, async () => {
  const page = open('backfills/list', { ...ANSWERS, BackfillDetail: () => ({ backfill_detail: running }) });
  expect(await menuOf(page, 'costs of October')).toEqual(['View details', 'Copy backfill ID']);
  await page.user.click(screen.getByRole('menuitem', { name: 'Copy backfill ID' }));
  await screen.findByText('Copied to clipboard');
  expect(await navigator.clipboard.readText()).toBe('b2');
  expect(await menuOf(page, 'orders again')).toEqual(['View details', 'Copy backfill ID', 'Cancel backfill']);
  await page.user.click(screen.getByRole('menuitem', { name: 'View details' }));
  await waitFor(() =>
    expect(page.path()).toBe('backfills/details/b1?backfillName=orders+again&currentTab=Connections'),
  );
});

it('asks "Do you want to cancel backfill {name}?" with Cancel and Confirm, then cancels', {
  tags: ['spec:backfills-cancel-question', 'spec:backfill-final', 'spec:call-save-backfill', 'spec:backfill-toasts'],
}, async () => {
  let status = 'running';
  const page = open('backfills/list', {
    Backfills: () => buildBackfills({ ...running, status }),
    CancelBackfill: () => {
      status = 'cancelled';
      return { save_backfill: { ...running, status } };
    },
  });
  await menuOf(page, 'orders again');
  await page.user.click(screen.getByRole('menuitem', { name: 'Cancel backfill' }));
  const question = within(await screen.findByRole('dialog', { name: 'Do you want to cancel backfill orders again?' }));
  question.getByRole('button', { name: 'Cancel' });
  await page.user.click(question.getByRole('button', { name: 'Confirm' }));
  await screen.findByText('Backfill cancelled');
  await screen.findByText('Cancelled');
  expect(page.requests).toContainEqual({ operation: 'CancelBackfill', variables: { backfill_id: 'b1' } });
});

it('says "Error cancelling backfill" when that failed', { tags: 'spec:backfill-toasts' }, async () => {
  const page = open('backfills/list', { ...ANSWERS, CancelBackfill: () => new Error('The database is away.') });
  await menuOf(page, 'orders again');
  await page.user.click(screen.getByRole('menuitem', { name: 'Cancel backfill' }));
  await page.user.click(await screen.findByRole('button', { name: 'Confirm' }));
  await screen.findByText('Error cancelling backfill');
  screen.getByRole('dialog', { name: /^Do you want/ });
});

it('follows what its downloads, uploads and events report', async () => {
  let succeeded = 3;
  const page = open('backfills/list', {
    Backfills: () => buildBackfills({ ...running, succeeded_pipelines: succeeded }),
  });
  await screen.findByRole('progressbar', { name: '3 of 9 pipelines have ended' });
  succeeded = 4;
  page.emit({ events: [buildEvent({ id: 'e1', code: 'BACKFILL_COMPLETED' })] });
  await screen.findByRole('progressbar', { name: '4 of 9 pipelines have ended' });
});
