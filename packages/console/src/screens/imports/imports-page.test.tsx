import { addDays } from '@switchboard/model/schedule/schedule';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildJournal, buildJournalDay } from '../../../test/build-journal.ts';
import { buildAnswer } from '../../../test/build-rows.ts';
import type { Answers } from '../../../test/graphql-server.ts';
import { type RenderedPage, renderPage } from '../../../test/render-page.tsx';
import { utcToday } from '../../lib/dates.ts';

const TODAY = utcToday(new Date());
const FAILED_DAY = addDays(TODAY, -2);
const orders = buildJournal('ImportStatus', {
  id: 's1',
  name: 'orders',
  project: 'ads',
  journal: [
    buildJournalDay({
      date: FAILED_DAY,
      failed: 1,
      completed: 1,
      total_rows: 12_345,
      min_rows: 12_345,
      max_rows: 12_345,
    }),
    buildJournalDay({ date: TODAY, running: 1 }),
  ],
});
const rates = buildJournal('ImportStatus', {
  id: 's2',
  name: 'rates',
  project: 'finance',
  journal: [buildJournalDay({ date: null, completed: 3 })],
});
const NAMES = [orders, rates].map(({ id, name, project }) => ({
  __typename: 'SourceBundle',
  id,
  bundle_name: name,
  project,
}));
const ANSWERS: Answers = {
  ImportStatus: () => buildAnswer('import_status', 'ImportStatusConnection', [orders, rates]),
  ImportNames: () => buildAnswer('source_bundles', 'SourceBundleConnection', NAMES),
};

const open = (query = '', answers: Answers = {}): RenderedPage =>
  renderPage({ path: `imports/dashboard${query}`, answers: { ...ANSWERS, ...answers } });
const lastVariables = (page: RenderedPage) => page.sent('ImportStatus').at(-1);
const chartOf = (name: string): Promise<HTMLElement> => screen.findByRole('list', { name: new RegExp(`^${name},`) });

describe('the charts', () => {
  it('the charts have "31 bars, one per day, yyyy-MM-dd"', { tags: 'spec:imports-chart' }, async () => {
    open();
    const chart = await chartOf('orders');
    expect(within(chart).getAllByRole('listitem')).toHaveLength(31);
    const bar = within(chart).getByRole('link', { name: `${FAILED_DAY} · 1 failed, 1 completed · 12,345 rows` });
    expect(bar.querySelector('[data-tone="error"]')).not.toBeNull();
    expect(
      within(chart)
        .getByRole('link', { name: `${TODAY} · 1 running` })
        .querySelector('[data-tone="working"]'),
    ).not.toBeNull();
  });

  it('say in words what they show', async () => {
    open();
    const chart = await chartOf('orders');
    expect(chart.getAttribute('aria-label')).toBe(
      `orders, ${addDays(TODAY, -30)} to ${TODAY}: 1 day failed (${FAILED_DAY}), 1 day running`,
    );
  });

  it('the charts are replaced by a text "when only a null date exists"', {
    tags: 'spec:imports-without-date',
  }, async () => {
    open();
    await screen.findByText('This import does not have a report date. Please try grouping by the download date.');
  });

  it('the charts have "a link to downloads/list", and one for each day', { tags: 'spec:imports-link' }, async () => {
    open();
    const link = await screen.findByRole('link', { name: 'orders' });
    expect(link.getAttribute('href')).toBe('/app/acme/downloads/list?import_name=orders');
    const bar = within(await chartOf('orders')).getByRole('link', { name: new RegExp(`^${FAILED_DAY}`) });
    expect(bar.getAttribute('href')).toBe(
      `/app/acme/downloads/list?import_name=orders&start=${FAILED_DAY}&end=${FAILED_DAY}`,
    );
  });

  it('the charts are one tab stop each, with the arrow keys between days', async () => {
    const page = open();
    const chart = await chartOf('orders');
    const [failed, running] = within(chart).getAllByRole('link');
    expect(
      within(chart)
        .getAllByRole('link')
        .map((link) => link.tabIndex),
    ).toEqual([-1, 0]);
    running?.focus();
    await page.user.keyboard('{ArrowLeft}');
    expect(document.activeElement).toBe(failed);
  });
});

describe('the address', () => {
  it('holds "query project_id, import_name" and the group', {
    tags: ['spec:imports-route', 'spec:call-status'],
  }, async () => {
    const page = open('?project_id=ads&import_name=orders&group_by=downloadDate');
    await chartOf('orders');
    expect(lastVariables(page)).toEqual({
      first: 1000,
      lookback_days: 30,
      project: 'ads',
      name: 'orders',
      group_by: 'downloadDate',
    });
    const bar = within(await chartOf('orders')).getByRole('link', { name: new RegExp(`^${FAILED_DAY}`) });
    expect(bar.getAttribute('href')).toBe(
      `/app/acme/downloads/list?import_name=orders&downloaded_start=${FAILED_DAY}&downloaded_end=${FAILED_DAY}`,
    );
  });

  it('follows "group by reportDate or downloadDate"', { tags: 'spec:imports-grouping' }, async () => {
    const page = open();
    await chartOf('orders');
    expect(lastVariables(page)).toMatchObject({ group_by: 'reportDate', project: null, name: null });
    await page.user.click(screen.getByRole('radio', { name: 'Download date' }));
    await waitFor(() => expect(lastVariables(page)).toMatchObject({ group_by: 'downloadDate' }));
    expect(page.path()).toBe('imports/dashboard?group_by=downloadDate');
  });

  it('follows "an import selector tree"', {
    tags: ['spec:imports-grouping', 'spec:call-source-bundles', 'spec:list-sizes'],
  }, async () => {
    const page = open();
    await chartOf('orders');
    await page.user.click(screen.getByRole('combobox', { name: 'Select imports' }));
    await page.user.keyboard('orde');
    await page.user.click(await screen.findByRole('option', { name: 'orders' }));
    await waitFor(() => expect(page.path()).toBe('imports/dashboard?project_id=ads&import_name=orders'));
    expect(page.requests).toContainEqual({ operation: 'ImportNames', variables: { first: 1000 } });
  });
});

describe('a page without charts', () => {
  const nothing = { ImportStatus: () => buildAnswer('import_status', 'ImportStatusConnection', []) };

  it('shows "No Data" to an account without imports', { tags: 'spec:empty-no-data' }, async () => {
    open('', nothing);
    await screen.findByText('No Data');
  });

  it('offers to clear a selection that no import matches', async () => {
    const page = open('?project_id=gone', nothing);
    await screen.findByText('No results, try another filter');
    await page.user.click(screen.getByRole('button', { name: 'Clear all filters' }));
    await waitFor(() => expect(page.path()).toBe('imports/dashboard'));
  });

  it('shows why they could not be loaded, and loads them again on Retry', async () => {
    let isDown = true;
    const page = open('', {
      ImportStatus: () =>
        isDown ? new Error('The database is away.') : buildAnswer('import_status', 'ImportStatusConnection', [orders]),
    });
    await screen.findByText(/The database is away/);
    isDown = false;
    await page.user.click(screen.getByRole('button', { name: 'Retry' }));
    await chartOf('orders');
  });
});
