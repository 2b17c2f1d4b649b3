import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { buildUsageReport } from '../../../test/build-usage.ts';
import { type RenderedPage, renderPage } from '../../../test/render-page.tsx';
import type { Session } from '../../api/session/session.ts';
import { DownloadsSummaryCard } from './downloads-summary-card.tsx';
import type { UsageReport } from './usage-report.ts';

const SHOWN: Partial<Session> = { account: { urlName: 'acme', name: 'Acme Media', showsUsage: true } };

const GLOBAL: Partial<Session> = { permissions: new Set(['view', 'manage-global-users']) };

const open = (report: Partial<UsageReport> | null, session: Partial<Session> = SHOWN): RenderedPage =>
  renderPage({
    session,
    element: (
      <>
        <DownloadsSummaryCard />
        <p>Below</p>
      </>
    ),
    answers: { RowsReport: () => ({ downloadRowsReport: report === null ? null : buildUsageReport(report) }) },
  });
const card = async () => within(await screen.findByRole('region', { name: 'Downloads Summary' }));

it('shows the rows of the month, and leads to the charts', {
  tags: ['spec:home-summary', 'spec:summary-label'],
}, async () => {
  open({ contracted: 10_000 });
  const found = await card();
  await found.findByText('Visible for customer');
  const summary = within(found.getByRole('region', { name: 'row counts mtd' }));
  for (const text of [
    'Production',
    '3.0k',
    'Backfill',
    '2.0k',
    'Test',
    '400',
    'Forecast',
    '5.5k',
    'Contracted',
    '10.0k',
  ])
    expect(summary.getByText(text)).toBeDefined();
  expect(found.getByRole('link', { name: 'View details' }).getAttribute('href')).toBe('/app/acme/homepage/charts');
  expect(found.queryByRole('alert')).toBeNull();
});

it('labels the card "CS Only" where the account does not show it', { tags: 'spec:summary-label' }, async () => {
  open({ isVisibleForCustomer: false });
  await (await card()).findByText('CS Only');
});

it('shows no card where the person may not see it', { tags: 'spec:summary-visibility' }, async () => {
  const page = open(null);
  await expect.poll(() => page.requests.length).toBe(1);
  await expect.poll(() => screen.queryByRole('region', { name: 'Downloads Summary' })).toBeNull();
  expect(screen.getByText('Below')).toBeDefined();
});

it.each([
  [{ contracted: 5_400 }, 'You’re about to go over the contracted rows for this month', 'status'],
  [{ contracted: 4_999 }, 'You’ve surpassed the contracted rows for this month', 'alert'],
] as const)('compares the month with the contract: %j', { tags: 'spec:usage-contract' }, async (report, text, role) => {
  open(report);
  const found = await card();
  expect((await found.findByText(text)).closest(`[role="${role}"]`)).not.toBeNull();
});

it.each([
  ['the account shows it', SHOWN, true],
  ['the person sees every account', GLOBAL, true],
  ['neither', {}, false],
] as const)('reserves room for an expected card while it loads: %s', (_, session, isExpected) => {
  open({}, session);
  expect(screen.queryByRole('region', { name: 'Downloads Summary' }) !== null).toBe(isExpected);
});

it('shows a failure with Retry', async () => {
  renderPage({
    session: SHOWN,
    element: <DownloadsSummaryCard />,
    answers: { RowsReport: () => new Error('Unknown server error.') },
  });
  await (await card()).findByRole('button', { name: 'Retry' });
});
