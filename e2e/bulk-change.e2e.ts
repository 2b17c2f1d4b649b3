import type { Page } from 'playwright-core';
import { expect, inject, it } from 'vitest';
import { ACME, startSession } from './people.ts';
import { openTestBrowser } from './test-browser.ts';

const url = inject('productUrl');
const visit = openTestBrowser();

const LIMIT = 120_000;

async function openFailed(page: Page, role: string): Promise<void> {
  await startSession(page, url, { account: ACME, role });
  // The oldest of several that fail for the same reason: what other tests read of it stays.
  await page.goto(`${url}/app/acme/downloads/list?status=failed&bundleNames=store_visits&sortDirection=ASC`);
  await page.locator('[data-row-id]').first().waitFor({ timeout: 90_000 });
}

it('retries selected downloads with the keyboard only', { timeout: LIMIT }, () =>
  visit({}, async ({ page }) => {
    await openFailed(page, 'operator');
    await page.keyboard.press('j');
    await expect.poll(() => page.evaluate(() => document.activeElement?.hasAttribute('data-row-id'))).toBe(true);
    await page.keyboard.press('x');
    const bar = page.getByRole('region', { name: 'Selection' });
    await bar.getByText('1 download selected').waitFor();
    // Selected rows survive a network gap.
    await page.context().setOffline(true);
    await page
      .getByText(/Offline since/)
      .first()
      .waitFor({ timeout: 60_000 });
    await page.context().setOffline(false);
    await page
      .getByText(/Offline since/)
      .first()
      .waitFor({ state: 'detached', timeout: 60_000 });
    expect(await page.locator('[data-row-id][aria-selected=true]').count()).toBe(1);
    await page.keyboard.press('j');
    const retry = bar.getByRole('button', { name: 'Retry' });
    await expect
      .poll(async () => {
        await page.keyboard.press('Tab');
        return retry.evaluate((button) => document.activeElement === button);
      })
      .toBe(true);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/1 download will be queued to try again/).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('1 download queued to try again.').waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect(await bar.count()).toBe(0);
  }),
);

it('offers no selection to a person who may only read', { timeout: LIMIT }, () =>
  visit({}, async ({ page }) => {
    await openFailed(page, 'viewer');
    expect(await page.getByRole('checkbox', { name: /^Select / }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Actions', exact: true }).count()).toBe(0);
  }),
);
