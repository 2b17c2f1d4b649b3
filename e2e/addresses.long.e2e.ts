import { SCREEN_PARAMETERS } from '@switchboard/console/screen-parameters';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { ACME, signInAs } from './people.ts';
import { openTestBrowser } from './test-browser.ts';

const url = inject('productUrl');
const visit = openTestBrowser();

/** A value of a parameter, and what shows that the screen has read it. */
type Shown = readonly [value: string, seen: (page: Page) => Locator];
/** One address: the values of some parameters of a screen. */
type Address = {
  readonly screen: string;
  readonly values: Readonly<Record<string, Shown>>;
  /** For screens that people who may only view do not have. */
  readonly changesKeys?: true;
};

const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name });
const searchField =
  (value: string, index = 0) =>
  (page: Page) =>
    page.locator(`[role="searchbox"][value=${JSON.stringify(value)}]`).nth(index);
const sorted = (column: string, direction: string) => (page: Page) =>
  page.locator(`[role="columnheader"][aria-label="${column}"][aria-sort="${direction}"]`);
const drawer = (name: string | RegExp) => (page: Page) => page.getByRole('dialog').getByText(name).first();
/** An element of the drawer, which covers a page that may have another of the same name. */
const inDrawer = (name: string | RegExp) => (page: Page) => page.getByRole('dialog').getByRole('button', { name });
const sortedInDrawer = (column: string, direction: string) => (page: Page) =>
  page.locator(`[role="dialog"] [role="columnheader"][aria-label="${column}"][aria-sort="${direction}"]`);
const tab = (name: string) => (page: Page) => page.getByRole('tab', { name, selected: true });
const chosen = (name: string) => (page: Page) => page.locator('label[data-active]').filter({ hasText: name });

const DAY = 86_400_000;
const day = (ago: number): string => new Date(Date.now() - ago * DAY).toISOString().slice(0, 10);
const START = day(20);
const END = day(0);

/** Each address of the table sets what can be set together, so that few pages show every parameter. */
function addressesFor(
  ids: Readonly<Record<'download' | 'upload' | 'event' | 'integration', string>>,
): readonly Address[] {
  return [
    {
      screen: 'homepage',
      values: {
        search: ['orders', searchField('orders')],
        groupBy: ['project', chosen('Project')],
        type: ['upload', (page) => page.locator('button[aria-pressed="false"]').filter({ hasText: 'Downloads' })],
        status: ['Notice', (page) => page.locator('button[aria-pressed="false"]').filter({ hasText: 'Working' })],
      },
    },
    {
      screen: 'homepage-details',
      values: {
        name: ['orders', (page) => page.getByRole('heading', { level: 1, name: 'orders' })],
        type: ['download', (page) => page.getByRole('link', { name: /^View all (downloads|events)$/ })],
        day: [day(1), (page) => page.getByRole('heading', { level: 2, name: day(1) })],
        show: ['events', (page) => page.getByRole('link', { name: 'View all events' })],
      },
    },
    {
      screen: 'downloads/list',
      values: {
        search: ['orders', searchField('orders')],
        status: ['completed', button('Status: Completed')],
        projects: ['shop', button('Project: shop')],
        downloadNames: ['orders', button('Name: orders')],
        purpose: ['production', button('Purpose: Published')],
        currentTab: ['downloads-list-tab', (page) => page.getByRole('heading', { level: 1, name: 'Downloads' })],
        sortBy: ['STARTED', sorted('Started', 'ascending')],
        sortDirection: ['ASC', sorted('Started', 'ascending')],
      },
    },
    {
      screen: 'downloads/list',
      values: {
        start: [START, button(/^Report date: /)],
        end: [END, button(/^Report date: /)],
        downloaded_start: [START, button(/^Downloaded: /)],
        downloaded_end: [END, button(/^Downloaded: /)],
        import_name: ['orders', button('Import: orders')],
      },
    },
    { screen: 'downloads/list', values: { bundleNames: ['orders', button('Bundle: orders')] } },
    {
      screen: 'downloads/list',
      values: {
        downloadBundleId: [ids.download, drawer('Uploads for download orders')],
        uploads_search: ['orders', searchField('orders')],
        uploads_status: ['completed', inDrawer('Status: Completed')],
        uploads_project: ['shop', inDrawer('Project: shop')],
        uploads_uploadName: ['orders', inDrawer('Name: orders')],
        uploads_purpose: ['production', inDrawer('Purpose: Published')],
        uploads_sortBy: ['STARTED', sortedInDrawer('Started', 'ascending')],
        uploads_sortDirection: ['ASC', sortedInDrawer('Started', 'ascending')],
      },
    },
    {
      screen: 'downloads/list',
      values: {
        downloadBundleId: [ids.download, drawer('Uploads for download orders')],
        uploads_start: [START, inDrawer(/^Report date: /)],
        uploads_end: [END, inDrawer(/^Report date: /)],
        uploads_uploaded_start: [START, inDrawer(/^Uploaded: /)],
        uploads_uploaded_end: [END, inDrawer(/^Uploaded: /)],
        uploads_destination: ['file', inDrawer(/^Destination: /)],
        uploads_causes: ['SOURCE_AUTH_FAILED', inDrawer(/^Cause of failure: /)],
      },
    },
    {
      screen: 'downloads/list',
      values: {
        downloadBundleId: [ids.download, drawer('Uploads for download orders')],
        uploads_tab: ['events', tab('Events')],
      },
    },
    {
      screen: 'uploads/list',
      values: {
        search: ['orders', searchField('orders')],
        status: ['completed', button('Status: Completed')],
        project: ['shop', button('Project: shop')],
        uploadName: ['orders', button('Name: orders')],
        purpose: ['production', button('Purpose: Published')],
        sortBy: ['STARTED', sorted('Started', 'ascending')],
        sortDirection: ['ASC', sorted('Started', 'ascending')],
      },
    },
    {
      screen: 'uploads/list',
      values: {
        start: [START, button(/^Report date: /)],
        end: [END, button(/^Report date: /)],
        uploaded_start: [START, button(/^Uploaded: /)],
        uploaded_end: [END, button(/^Uploaded: /)],
        project_id: ['shop', button('Export project: shop')],
        destination: ['file', button(/^Destination: /)],
      },
    },
    {
      screen: 'uploads/list',
      values: {
        selectedUploadId: [ids.upload, drawer('Downloads for upload orders')],
        selectedUploadName: ['orders', drawer('Downloads for upload orders')],
        downloads_search: ['orders', searchField('orders')],
        downloads_status: ['completed', inDrawer('Status: Completed')],
        downloads_projects: ['shop', inDrawer('Project: shop')],
        downloads_downloadNames: ['orders', inDrawer('Name: orders')],
        downloads_purpose: ['production', inDrawer('Purpose: Published')],
        downloads_sortBy: ['STARTED', sortedInDrawer('Started', 'ascending')],
        downloads_sortDirection: ['ASC', sortedInDrawer('Started', 'ascending')],
      },
    },
    {
      screen: 'uploads/list',
      values: {
        selectedUploadId: [ids.upload, drawer('Downloads for upload orders')],
        downloads_start: [START, inDrawer(/^Report date: /)],
        downloads_end: [END, inDrawer(/^Report date: /)],
        downloads_downloaded_start: [START, inDrawer(/^Downloaded: /)],
        downloads_downloaded_end: [END, inDrawer(/^Downloaded: /)],
        downloads_bundleNames: ['orders', inDrawer('Bundle: orders')],
        downloads_causes: ['SOURCE_AUTH_FAILED', inDrawer(/^Cause of failure: /)],
      },
    },
    {
      screen: 'uploads/list',
      values: {
        selectedUploadId: [ids.upload, drawer('Downloads for upload orders')],
        downloads_tab: ['events', tab('Events')],
      },
    },
    {
      screen: 'events',
      values: {
        search: ['orders', searchField('orders')],
        severity: ['info,errors', button(/^Status: /)],
        projects: ['shop', button('Project: shop')],
        createDatetimeStart: [START, button(/^Created: /)],
        createDatetimeEnd: [END, button(/^Created: /)],
        reportDatetimeStart: [START, button(/^Report date: /)],
        reportDatetimeEnd: [END, button(/^Report date: /)],
        downloadName: ['orders', button('Download: orders')],
      },
    },
    {
      screen: 'events',
      values: {
        uploadName: ['orders', button('Upload: orders')],
        withComments: ['true', (page) => page.getByRole('checkbox', { name: 'With comments', checked: true })],
      },
    },
    { screen: 'downloads/list', values: { causes: ['SOURCE_AUTH_FAILED', button(/^Cause of failure: /)] } },
    { screen: 'uploads/list', values: { causes: ['SOURCE_AUTH_FAILED', button(/^Cause of failure: /)] } },
    {
      screen: 'incidents',
      values: { scope: ['all', (page) => page.getByRole('main').getByText('Acme Media')] },
    },
    {
      screen: 'keys',
      values: {
        search: ['partner', searchField('partner')],
        status: ['suspended', (page) => page.getByRole('button', { name: 'Suspended', pressed: true })],
      },
    },
    {
      screen: 'integrations',
      changesKeys: true,
      values: {
        mode: ['add', (page) => page.getByRole('heading', { level: 2, name: 'Add Slack' })],
        type: ['slack', (page) => page.locator('input[name="authorization.token"]')],
      },
    },
    {
      screen: 'integrations',
      // A viewer reads its values, and has no inputs.
      changesKeys: true,
      values: { id: [ids.integration, (page) => page.getByRole('heading', { level: 2, name: 'Slack (Acme Media)' })] },
    },
    {
      screen: 'keys/details',
      values: { keyName: ['warehouse', (page) => page.getByRole('heading', { level: 1, name: 'warehouse' })] },
    },
    {
      screen: 'keys/add-key',
      changesKeys: true,
      values: { keyType: ['sql', (page) => page.getByRole('tab', { name: 'Essential information' })] },
    },
    {
      screen: 'keys/edit-key',
      changesKeys: true,
      values: { keyName: ['warehouse', (page) => page.locator('input[value="warehouse"]')] },
    },
    { screen: 'events', values: { around: [ids.event, button(/^Around event: /)] } },
    { screen: 'events', values: { eventId: [ids.event, drawer('Event message')] } },
    {
      screen: 'imports/dashboard',
      values: {
        project_id: ['shop', (page) => page.getByRole('combobox', { name: 'Select imports' })],
        import_name: ['orders', (page) => page.locator('input[aria-label="Select imports"][value*="orders"]')],
        group_by: ['downloadDate', chosen('Download date')],
      },
    },
    {
      screen: 'exports/dashboard',
      values: {
        project_id: ['shop', (page) => page.getByRole('combobox', { name: 'Select exports' })],
        export_name: ['orders', (page) => page.locator('input[aria-label="Select exports"][value*="orders"]')],
        group_by: ['uploadDate', chosen('Upload date')],
      },
    },
  ];
}

/** What a person sees of the state of a screen: filters, order, tabs, drawer and rows. Runs in the page. */
function viewOf(): unknown {
  const texts = (selector: string): string[] =>
    [...document.querySelectorAll(selector)].map((element) => element.textContent ?? '');
  return {
    title: document.title,
    filters: texts('[role="search"] button, search button').filter((text) => text.includes(': ')),
    pressed: texts('[role="search"] [aria-pressed="true"]'),
    inputs: [...document.querySelectorAll<HTMLInputElement>('input[type="text"]')].map(({ value }) => value),
    checked: [...document.querySelectorAll<HTMLInputElement>('input:checked')].map(({ value }) => value),
    order: [...document.querySelectorAll('[aria-sort]')].map((element) => [
      element.getAttribute('aria-label'),
      element.getAttribute('aria-sort'),
    ]),
    tabs: texts('[role="tab"][aria-selected="true"]'),
    drawers: texts('[role="dialog"] h2'),
    rows: [...document.querySelectorAll<HTMLElement>('[data-row-id]')].map(({ dataset }) => dataset['rowId']),
    charts: texts('#main li[aria-posinset] a[data-tip]'),
    incidents: document.querySelectorAll('[aria-label="Incidents"] > li').length,
  };
}

const SEEN_WITHIN = 10_000;

/** The parameters that the screen does not show. */
async function unseen(page: Page, screen: string, values: Address['values']): Promise<string[]> {
  const missing: string[] = [];
  for (const [name, [, seen]] of Object.entries(values)) {
    await seen(page)
      .first()
      .waitFor({ timeout: SEEN_WITHIN })
      .catch(() => missing.push(`${screen} does not show ${name}`));
  }
  return missing;
}

async function firstRow(page: Page, path: string): Promise<string> {
  await page.goto(`${url}/app/acme/${path}`);
  return (await page.locator('[data-row-id]').first().getAttribute('data-row-id')) ?? '';
}

async function firstIntegration(page: Page): Promise<string> {
  await page.goto(`${url}/app/acme/integrations`);
  const address = await page.getByRole('list', { name: 'Integrations' }).getByRole('link').first().getAttribute('href');
  return new URLSearchParams(address?.split('?')[1]).get('id') ?? '';
}

async function findIds(page: Page) {
  const day = 'sortBy=REPORT_DATETIME&sortDirection=ASC&status=completed';
  return {
    download: await firstRow(page, `downloads/list?downloadNames=orders&${day}`),
    upload: await firstRow(page, `uploads/list?uploadName=orders&${day}`),
    event: await firstRow(page, 'events?severity=errors'),
    integration: await firstIntegration(page),
  };
}

/** Whoever may only view comes first. */
const byRole = (one: Address, other: Address): number =>
  Number(one.changesKeys ?? false) - Number(other.changesKeys ?? false);

const NO_IDS = { download: '', upload: '', event: '', integration: '' };

describe('a copied address', () => {
  it('has a case here for every parameter of every screen', () => {
    const covered = Object.keys(SCREEN_PARAMETERS).map((screen) => [
      screen,
      addressesFor(NO_IDS)
        .filter((address) => address.screen === screen)
        .flatMap(({ values }) => Object.keys(values)),
    ]);
    for (const [screen, names] of covered) {
      expect(new Set(names), String(screen)).toEqual(new Set(Object.keys(SCREEN_PARAMETERS[String(screen)] ?? {})));
    }
  });

  it('gives another person, in a fresh profile, the same view', { timeout: 240_000 }, () =>
    visit({}, async ({ page }) => {
      await signInAs(page, url, { account: ACME, role: 'operator' });
      const addresses = addressesFor(await findIds(page));
      await visit({}, async ({ page: other }) => {
        const different: string[] = [];
        let role = '';
        for (const { screen, values, changesKeys } of addresses.toSorted(byRole)) {
          const wanted = changesKeys ? 'developer' : 'viewer';
          if (wanted !== role) {
            await other.context().clearCookies();
            await signInAs(other, url, { account: ACME, role: wanted });
            role = wanted;
          }
          const query = new URLSearchParams(Object.entries(values).map(([name, [value]]) => [name, value]));
          await page.goto(`${url}/app/acme/${screen}?${query}`);
          different.push(...(await unseen(page, screen, values)));
          // What is copied is the address as the screen has left it. Rows arrive meanwhile: both open it at the same time.
          const copied = page.url();
          const open = async (by: Page): Promise<unknown> => {
            await by.goto(copied);
            return [await unseen(by, screen, values), await by.evaluate(viewOf)];
          };
          await expect
            .poll(() => Promise.all([open(other), open(page)]), { timeout: 3 * SEEN_WITHIN })
            .toSatisfy(([one, another]: readonly unknown[]) => JSON.stringify(one) === JSON.stringify(another))
            .catch((error: unknown) => different.push(`${copied}: ${String(error)}`));
        }
        expect(different).toEqual([]);
      });
    }),
  );
});
