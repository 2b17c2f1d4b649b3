import { SCREEN_PARAMETERS } from '@switchboard/console/screen-parameters';
import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import type { Address, AddressIds } from './addresses/address.ts';
import { developmentAddresses } from './addresses/development.ts';
import { operationAddresses } from './addresses/operation.ts';
import { ACME, signInAs } from './people/people.ts';
import { openTestBrowser } from './test-browser.ts';

const url = inject('productUrl');
const visit = openTestBrowser();

/** Each address sets what can be set together, so that few pages show every parameter. */
const addressesFor = (ids: AddressIds): readonly Address[] => [
  ...operationAddresses(ids),
  ...developmentAddresses(ids),
];

/** Parameters of which the demo has nothing to show: it has received no mail. */
const WITHOUT_DATA: Readonly<Record<string, readonly string[]>> = { 'email-ingest': ['mailId'] };

/** Reads the visible state of a screen: filters, order, tabs, drawer and rows. Runs in the page. */
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

/** The part of the first matching link's address that a pattern finds. */
async function linked(page: Page, path: string, name: string | RegExp, pattern: RegExp): Promise<string> {
  await page.goto(`${url}/app/acme/${path}`);
  const href = await page.getByRole('main').getByRole('link', { name }).first().getAttribute('href');
  return pattern.exec(href ?? '')?.[1] ?? '';
}

async function findIds(page: Page): Promise<AddressIds> {
  const day = 'sortBy=REPORT_DATETIME&sortDirection=ASC';
  const backfill = await linked(page, 'backfills/list', 'Newsletter clicks and others', /details\/([\w-]+)/);
  return {
    download: await firstRow(page, `downloads/list?downloadNames=orders&status=completed&${day}`),
    failed: await firstRow(page, `downloads/list?status=failed&${day}`),
    upload: await firstRow(page, `uploads/list?uploadName=orders&status=completed&${day}`),
    event: await firstRow(page, 'events?severity=errors'),
    integration: await firstIntegration(page),
    backfill,
    run: await firstRow(page, `backfills/details/${backfill}?currentTab=Runs`),
    testRun: await linked(page, 'scripts/tests', /^View details/, /[?&]id=([\w-]+)/),
    draft: await linked(page, 'scripts/drafts', 'Revenue by channel', /editor\/([\w-]+)/),
    published: await firstRow(page, 'scripts/history'),
  };
}

/** Whoever may only view comes first. */
const byRole = (one: Address, other: Address): number => (one.role ?? '').localeCompare(other.role ?? '');

const NO_IDS: AddressIds = {
  download: '',
  failed: '',
  upload: '',
  event: '',
  integration: '',
  backfill: '',
  run: '',
  testRun: '',
  draft: '',
  published: '',
};

describe('a copied address', () => {
  it('every parameter of every screen has a case here', () => {
    const covered = Object.keys(SCREEN_PARAMETERS).map((screen) => [
      screen,
      addressesFor(NO_IDS)
        .filter((address) => address.screen === screen)
        .flatMap(({ values }) => Object.keys(values))
        .concat(WITHOUT_DATA[screen] ?? []),
    ]);
    for (const [screen, names] of covered) {
      expect(new Set(names), String(screen)).toEqual(new Set(Object.keys(SCREEN_PARAMETERS[String(screen)] ?? {})));
    }
  });

  it('gives another person, in a fresh profile, the same view', { timeout: 480_000 }, () =>
    visit({}, async ({ page }) => {
      await signInAs(page, url, { account: ACME, role: 'tester' });
      const addresses = addressesFor(await findIds(page));
      await visit({}, async ({ page: other }) => {
        const different: string[] = [];
        let role = '';
        for (const { screen, path = screen, values, role: wanted = 'viewer' } of addresses.toSorted(byRole)) {
          if (wanted !== role) {
            await other.context().clearCookies();
            await signInAs(other, url, { account: ACME, role: wanted });
            role = wanted;
          }
          const query = new URLSearchParams(Object.entries(values).map(([name, [value]]) => [name, value]));
          await page.goto(`${url}/app/acme/${path}?${query}`);
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
