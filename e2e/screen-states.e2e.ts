import { SCREENS } from '@switchboard/console/screens';
import { sampleCells } from '@switchboard/model/testing/sample-cells';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Fault, type Network, startNetwork } from './network.ts';
import { createEmptyAccount, EMPTY_ACCOUNT } from './people/empty-account.ts';
import { ACME, startSession, startSupportSession } from './people/people.ts';
import { queryProduct } from './product-database.ts';
import { restateUploads } from './restated-month.ts';
import { GRID_ROW, SCREEN_CASES, type ScreenCase, screenCase } from './screens/screen-cases.ts';
import { openTestBrowser } from './test-browser.ts';
import { until } from './until.ts';
import { whenIdle } from './when-idle.ts';

const url = inject('productUrl');
const visit = openTestBrowser();

/** Each fault, and what the screen says of it. */
const FAULTS: readonly (readonly [fault: Fault, text: string])[] = [
  ['bad-gateway', 'Unknown server error.'],
  ['other-page', 'The answer could not be read.'],
  ['cut-short', 'The answer could not be read.'],
];

/** The tests of the components show each state of each screen; here the whole way to the server is tried, on a part of them. */
const SAMPLE = sampleCells(Object.entries(SCREEN_CASES), 4);

/** A list and a page of charts: the faults after the first are read by what both share. */
const ONE_OF_EACH_FORM = ['downloads/list', 'imports/dashboard'];

let network: Network;
beforeAll(async () => {
  network = await startNetwork();
  const dataDir = inject('productData');
  await createEmptyAccount(dataDir);
  if (SAMPLE.some(([path]) => path === 'uploads/restatements')) await restateUploads(dataDir, 'acme', 1);
  // The demo's provider changes the columns of a report that comes some minutes after the start.
  if (SAMPLE.some(([path]) => path === 'downloads/columns'))
    await until('the demo has a schema change', 400_000, async () => {
      const changes = 'select from schema_change join account a on a.id = account_id where a.url_name = $1';
      return (await queryProduct(dataDir, changes, ['acme'])).length > 0;
    });
}, 400_000);
afterAll(() => network.close());

async function openHeld(page: Page, path: string, { operation, query = '', row }: ScreenCase): Promise<void> {
  network.fail(operation, 'held');
  await page.goto(`${url}/app/acme/${path}${query}`);
  await page.locator('#main [aria-busy="true"]').first().waitFor();
  expect(await page.locator(row).count(), `${path} while it loads`).toBe(0);
  expect(await page.getByRole('heading', { level: 1 }).count(), `the heading of ${path}`).toBe(1);
  network.heal();
  await page.locator(row).first().waitFor();
}

async function openFailed(page: Page, path: string, state: ScreenCase, [fault, text]: (typeof FAULTS)[number]) {
  network.fail(state.operation, fault);
  await page.goto(`${url}/app/acme/${path}${state.query ?? ''}`);
  const alert = page.getByRole('main').getByRole('alert').filter({ hasText: text });
  await alert.waitFor();
  expect(await alert.textContent(), `${path} after ${fault}`).toMatch(/Request-ID [0-9a-f-]{36}/);
  network.heal();
  await alert.getByRole('button', { name: 'Retry' }).click();
  await page.locator(state.row).first().waitFor();
}

describe('every screen of an account', () => {
  it('every screen has a case here', () => {
    expect(Object.keys(SCREEN_CASES).toSorted()).toEqual(SCREENS.map(({ path }) => path).toSorted());
  });

  it('shows its layout while it loads, then its rows', { timeout: 120_000 }, () =>
    visit({ network }, async ({ page }) => {
      await startSession(page, url, { account: ACME, role: 'tester' });
      for (const [path, state] of SAMPLE) await openHeld(page, path, state);
    }),
  );

  it.each(FAULTS)('says what failed after %s, and recovers by Retry', { timeout: 120_000 }, (...fault) =>
    visit({ network }, async ({ page }) => {
      await startSession(page, url, { account: ACME, role: 'tester' });
      const paths = fault[0] === 'bad-gateway' ? SAMPLE.map(([path]) => path) : ONE_OF_EACH_FORM;
      for (const path of paths) await openFailed(page, path, screenCase(path), fault);
    }),
  );

  it('says what an empty account has not yet', () =>
    visit({}, async ({ page }) => {
      await startSupportSession(page, url);
      for (const [path, { query = '', empty, row }] of SAMPLE) {
        if (empty === null) continue;
        await page.goto(`${url}/app/${EMPTY_ACCOUNT.urlName}/${path}${query}`);
        await page.getByRole('main').getByText(empty, { exact: true }).waitFor();
        expect(await page.locator(row).count()).toBe(0);
      }
    }));

  it('keeps its rows while a refresh fails', () =>
    visit({ network }, async ({ page }) => {
      await startSession(page, url, { account: ACME, role: 'viewer' });
      await page.goto(`${url}/app/acme/events`);
      await page.locator(GRID_ROW).first().waitFor();
      network.fail('Events', 'bad-gateway');
      await page.getByRole('searchbox').fill('orders');
      await page.keyboard.press('Enter');
      await page.getByRole('main').getByRole('alert').filter({ hasText: 'Unknown server error.' }).waitFor();
      network.heal();
      await page.getByRole('button', { name: 'Clear search' }).click();
      await page.locator(GRID_ROW).first().waitFor();
    }));
});

/** Commands for people who may change pipelines, on each screen. */
const COMMANDS = /^(Actions for |Retry|Abandon|Add comment|Edit comment)/;
const WITH_COMMANDS = ['downloads/list', 'uploads/list'];

describe('a read-only role', () => {
  const commandsOn = async (page: Page, path: string): Promise<number> => {
    await page.goto(`${url}/app/acme/${path}`);
    await page
      .locator(SCREEN_CASES[path]?.row ?? '')
      .first()
      .waitFor();
    await whenIdle(page);
    return page.getByRole('main').getByRole('button', { name: COMMANDS }).count();
  };

  it('sees every screen without commands, where an operator has them', { timeout: 120_000 }, async () => {
    await visit({}, async ({ page }) => {
      await startSession(page, url, { account: ACME, role: 'viewer' });
      for (const path of WITH_COMMANDS) expect(await commandsOn(page, path), path).toBe(0);
      await page.goto(`${url}/app/acme/events`);
      await page.getByRole('gridcell').nth(1).click();
      await page.getByRole('dialog').getByText('Event message').waitFor();
      expect(await page.getByRole('button', { name: 'Add comment' }).count()).toBe(0);
    });
    await visit({}, async ({ page }) => {
      await startSession(page, url, { account: ACME, role: 'operator' });
      for (const path of WITH_COMMANDS) expect(await commandsOn(page, path), path).toBeGreaterThan(0);
      await page.goto(`${url}/app/acme/events`);
      await page.getByRole('gridcell').nth(1).click();
      await page.getByRole('button', { name: 'Add comment' }).waitFor();
    });
  });
});

describe('the menu of a suspended key', () => {
  const entries = async (page: Page): Promise<readonly string[]> => {
    await page.goto(`${url}/app/acme/keys`);
    await page.getByRole('button', { name: 'Actions for partner_network' }).click();
    await page.getByRole('menuitem', { name: 'Copy name' }).waitFor();
    return page.getByRole('menuitem').allTextContents();
  };

  it('only copies for a read-only role, and unsuspends for people who manage keys', { timeout: 120_000 }, async () => {
    await visit({}, async ({ page }) => {
      await startSession(page, url, { account: ACME, role: 'viewer' });
      expect(await entries(page)).toEqual(['Copy name', 'Copy description', 'Copy id']);
    });
    await visit({}, async ({ page }) => {
      await startSession(page, url, { account: ACME, role: 'tester' });
      // The demo's provider rejects the key soon after the start.
      await expect.poll(() => entries(page), { timeout: 60_000 }).toContain('Unsuspend');
    });
  });
});

describe('signing in', () => {
  it('shows the frame of the console while the person is asked for, and a way back after each fault', () =>
    visit({ network }, async ({ page }) => {
      await startSession(page, url, { account: ACME, role: 'viewer' });
      network.fail('/api/user/login', 'held');
      await page.goto(`${url}/app/acme/events`);
      await page.locator('[aria-busy="true"]').first().waitFor();
      network.heal();
      await page.locator(GRID_ROW).first().waitFor();
      for (const [fault] of FAULTS) {
        network.fail('/api/user/login', fault);
        await page.reload();
        await page.getByRole('heading', { name: 'You could not be signed in' }).waitFor();
        network.heal();
        await page.getByRole('button', { name: 'Retry' }).click();
        await page.locator(GRID_ROW).first().waitFor();
      }
    }));

  it('explains a callback that was used before', () =>
    visit({}, async ({ page }) => {
      await page.goto(`${url}/callback?code=used&state=unknown`);
      await page.getByRole('heading', { name: 'The sign-in did not work' }).waitFor();
      await page.getByRole('button', { name: 'Sign in again' }).click();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    }));
});
