import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildUsageReport, buildUsageRow } from '../../../test/build-usage.ts';
import type { Answers } from '../../../test/graphql-server.ts';
import { type RenderedPage, renderPage } from '../../../test/render-page.tsx';
import type { UsageReport } from '../../entities/usage/usage-report.ts';

const BY_PURPOSE = [
  buildUsageRow({ purpose: 'production', totalRowCount: 3_000 }),
  buildUsageRow({ purpose: 'proof', totalRowCount: 400 }),
];
const BY_PROJECT = [
  buildUsageRow({ project: 'ads', totalRowCount: 1_000 }),
  buildUsageRow({ project: 'video', totalRowCount: 2_400 }),
];

const answers = (patch: Partial<UsageReport> = {}): Answers => ({
  RowsReport: ({ dimensions }) => ({
    downloadRowsReport: buildUsageReport({
      rows: (dimensions as readonly string[]).includes('project') ? BY_PROJECT : BY_PURPOSE,
      ...patch,
    }),
  }),
  UsageProjects: () => ({
    filter_options: { __typename: 'FilterOptions', projects: ['ads', 'video', 'search', 'shop', 'mail', 'maps'] },
  }),
});
const open = (path = 'usage', patch: Partial<UsageReport> = {}): RenderedPage =>
  renderPage({ path, answers: answers(patch) });
const card = async (name: string) => within(await screen.findByRole('region', { name }));

describe('the usage card', () => {
  it('shows rows per process with the forecast of the month', {
    tags: ['spec:usage-charts', 'spec:usage-mtd', 'spec:usage-months'],
  }, async () => {
    const page = open();
    const found = await card('Rows per process');
    const table = await found.findByRole('table', { name: 'Rows per process and month as a table', hidden: true });
    const rows = within(table).getAllByRole('row', { hidden: true });
    expect(rows).toHaveLength(15);
    const cells = within(rows.at(-1) as HTMLElement).getAllByRole('cell', { hidden: true });
    expect(cells.map((cell) => cell.textContent)).toEqual(['3,000', '0', '400', '500']);
    expect(found.getByRole('region', { name: 'row counts mtd' })).toBeDefined();
    expect(page.sent('RowsReport')).toEqual([{ dimensions: ['purpose'], filters: { monthsAgo: 12 } }]);
  });

  it('changes to rows per project and back', { tags: ['spec:usage-charts', 'spec:usage-limits'] }, async () => {
    const page = open();
    await page.user.click(await (await card('Rows per process')).findByRole('button', { name: 'Change' }));
    const found = await card('Rows per project');
    const legend = await found.findByRole('list', { name: 'Legend' });
    await waitFor(() =>
      expect(
        within(legend)
          .getAllByRole('listitem')
          .map((item) => item.textContent),
      ).toEqual(['video', 'ads']),
    );
    expect(page.path()).toBe('usage?chart=project');
    expect(page.sent('RowsReport').at(-1)).toEqual({
      dimensions: ['project'],
      filters: { monthsAgo: 12, topProjects: 5 },
    });
    await page.user.click(found.getByRole('button', { name: 'Change' }));
    await card('Rows per process');
    expect(page.path()).toBe('usage');
  });

  it('lets at most five projects be chosen', { tags: ['spec:usage-projects', 'spec:usage-limits'] }, async () => {
    const page = open('usage?chart=project&projects=ads,video,search,shop');
    const found = await card('Rows per project');
    const field = await found.findByRole('combobox', { name: 'Projects' });
    await page.user.click(field);
    await page.user.click(await screen.findByRole('option', { name: 'mail' }));
    await waitFor(() => expect(page.path()).toBe('usage?chart=project&projects=ads%2Cvideo%2Csearch%2Cshop%2Cmail'));
    await page.user.click(field);
    await page.user.click(await screen.findByRole('option', { name: 'maps' }));
    expect(page.path()).toBe('usage?chart=project&projects=ads%2Cvideo%2Csearch%2Cshop%2Cmail');
    await waitFor(() =>
      expect(page.sent('RowsReport').at(-1)).toEqual({
        dimensions: ['project'],
        filters: { monthsAgo: 12, projects: ['ads', 'video', 'search', 'shop', 'mail'] },
      }),
    );
  });

  it('refuses an address with more projects', { tags: 'spec:usage-projects' }, async () => {
    const page = open('usage?chart=project&projects=a,b,c,d,e,f');
    await screen.findByText('Page was accessed with the wrong URL params.');
    await waitFor(() => expect(page.path()).not.toContain('%2Cf'));
  });

  it('draws textures until they are turned off', { tags: 'spec:usage-charts' }, async () => {
    const page = open();
    const found = await card('Rows per process');
    const figure = await found.findByRole('figure');
    expect(figure.dataset['plain']).toBeUndefined();
    await page.user.click(found.getByRole('switch', { name: 'Use textures' }));
    await waitFor(() => expect(figure.dataset['plain']).toBe('true'));
    expect(page.path()).toBe('usage?textures=false');
  });

  it.each([
    [true, 'CS & Customer'],
    [false, 'CS Only'],
  ])('says who sees it: %s', { tags: 'spec:usage-badge' }, async (isVisibleForCustomer, badge) => {
    open('usage', { isVisibleForCustomer });
    await (await card('Rows per process')).findByText(badge);
  });

  it('says that it has no rows yet', { tags: 'spec:reports-empty-states' }, async () => {
    open('usage', { rows: [] });
    await (await card('Rows per process')).findByText('No Data');
  });

  it('the usage card is not shown to people of an account that hides it', {
    tags: 'spec:summary-visibility',
  }, async () => {
    renderPage({ path: 'usage', answers: { RowsReport: () => ({ downloadRowsReport: null }) } });
    await screen.findByText('Usage is not shown');
  });

  it('shows a failure with Retry', async () => {
    renderPage({ path: 'usage', answers: { RowsReport: () => new Error('Unknown server error.') } });
    await screen.findByRole('button', { name: 'Retry' });
  });
});

it('shows the charts below Home', { tags: 'spec:home-charts' }, async () => {
  open('homepage/charts');
  const crumbs = within(await screen.findByRole('navigation', { name: 'Breadcrumb' }));
  expect(crumbs.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/app/acme/homepage');
  expect(crumbs.getByText('Download chart')).toBeDefined();
  await card('Rows per process');
});
