import { type Address, type AddressIds, button, chosen, day, END, START, searchField, tab } from './address.ts';

const DRAFT_FILE = 'finance/revenue.sbs';
const BACKFILL = 'Newsletter clicks and others';

/** Addresses of usage, reports, backfills, mail, scripts and their editor. */
export function developmentAddresses(ids: AddressIds): readonly Address[] {
  const editor = {
    screen: 'scripts/editor/:version_id/*',
    path: `scripts/editor/${ids.draft}`,
    role: 'developer',
  } as const;
  const backfill = {
    screen: 'backfills/details/:backfillId',
    path: `backfills/details/${ids.backfill}`,
    role: 'CS',
  } as const;
  return [
    ...(['usage', 'homepage/charts'] as const).map(
      (screen): Address => ({
        screen,
        role: 'CS',
        values: {
          chart: ['project', (page) => page.getByRole('region', { name: 'Rows per project' })],
          textures: ['false', (page) => page.locator('figure[data-plain="true"]')],
          projects: ['shop', (page) => page.locator('.mantine-Pill-root').filter({ hasText: 'shop' })],
        },
      }),
    ),
    ...(['reports/source', 'reports/schema'] as const).map(
      (screen): Address => ({
        screen,
        role: 'CS',
        values: {
          file: ['shop', (page) => page.getByRole('combobox', { name: 'Select imports' })],
          name: ['orders', (page) => page.locator('input[aria-label="Select imports"][value*="orders"]')],
          suspended: ['true', (page) => page.getByRole('switch', { name: 'Include suspended imports', checked: true })],
        },
      }),
    ),
    {
      screen: 'backfills/list',
      role: 'CS',
      values: {
        reportStart: [day(120), button(/^Report date range: /)],
        reportEnd: [END, button(/^Report date range: /)],
        createdAfter: [START, button(/^Created: /)],
        createdBefore: [END, button(/^Created: /)],
        title: ['Newsletter', button(/^Title: /)],
        titleIs: ['equals', button(/^Title: /)],
        status: ['completed', button('Status: Completed')],
      },
    },
    {
      ...backfill,
      values: {
        currentTab: ['Runs', tab('Runs')],
        backfillName: [BACKFILL, (page) => page.getByRole('heading', { level: 1, name: BACKFILL })],
        runStatus: ['failed', button('Status: Failed')],
      },
    },
    {
      ...backfill,
      values: {
        currentTab: ['Runs', tab('Runs')],
        runId: [ids.run, (page) => page.getByRole('dialog').getByRole('tab', { name: 'Processing' })],
      },
    },
    {
      screen: 'email-ingest',
      role: 'developer',
      values: { search: ['reports', searchField('reports')], currentTab: ['recipients', tab('Recipients')] },
    },
    {
      screen: 'email-ingest',
      role: 'developer',
      values: {
        currentTab: ['mail', tab('Mail')],
        outcome: ['all', (page) => page.locator('select[aria-label="Show mail"]:has(option[value="all"]:checked)')],
      },
    },
    {
      screen: 'start',
      role: 'developer',
      values: { name: ['my_orders', (page) => page.getByText('imported/my_orders.sbs')] },
    },
    {
      screen: 'scripts/drafts',
      role: 'developer',
      values: { archived: ['true', (page) => page.getByRole('heading', { name: 'Archived Drafts' })] },
    },
    {
      screen: 'scripts/tests',
      role: 'developer',
      values: {
        id: [ids.testRun, (page) => page.getByRole('dialog').getByRole('tab').first()],
        currentTab: ['processing', tab('Processing')],
      },
    },
    {
      screen: 'editor/scripts',
      role: 'developer',
      values: { type: ['testRun', (page) => page.getByRole('heading', { level: 1, name: 'Test Runs' })] },
    },
    {
      ...editor,
      values: {
        mode: ['Exports', tab('Exports')],
        file: [DRAFT_FILE, tab('revenue.sbs')],
        lines: ['3-3-1-10', (page) => page.locator('.active-line-number').filter({ hasText: '3' })],
        review: ['true', (page) => page.getByRole('complementary', { name: 'Review' })],
        referrer: [
          '/app/acme/scripts/history',
          (page) => page.locator('a[aria-label="Close the editor"][href="/app/acme/scripts/history"]'),
        ],
      },
    },
    {
      ...editor,
      values: {
        mode: ['Changes', tab('Changes')],
        file: [DRAFT_FILE, tab('revenue.sbs')],
        variant: ['inline-diff', chosen('Inline')],
        compare: [ids.published, (page) => page.locator('p').filter({ hasText: '→ Revenue by channel' })],
      },
    },
    {
      ...editor,
      values: {
        file: [DRAFT_FILE, (page) => page.locator('.monaco-diff-editor')],
        fileType: ['original', (page) => page.locator('p').filter({ hasText: '→ deleted' })],
      },
    },
    {
      ...editor,
      values: { explain: [`download.${ids.failed}`, (page) => page.getByRole('region', { name: 'Failure' })] },
    },
    {
      ...editor,
      values: {
        lineage: [
          'upload:revenue_daily',
          (page) => page.getByRole('heading', { name: / in the upload revenue_daily$/ }),
        ],
        lineageColumn: ['date', (page) => page.getByRole('heading', { name: /^Lineage of date / })],
      },
    },
  ];
}
