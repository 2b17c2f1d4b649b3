import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { findingsInBothSchemes } from './findings/axe.ts';
import { type Network, startNetwork } from './network.ts';
import { ACME, startSession, startSupportSession } from './people/people.ts';
import { openTestBrowser } from './test-browser.ts';

const url = inject('productUrl');
const visit = openTestBrowser();
const LIMIT = 300_000;

let network: Network;
beforeAll(async () => {
  network = await startNetwork();
});
afterAll(() => network.close());

it('Home comes first, and leads by keyboard to the details and to the editor', { timeout: LIMIT }, () =>
  visit({}, async ({ page }) => {
    await startSession(page, url, { account: ACME, role: 'developer' });
    await page.goto(`${url}/app/acme`);
    await page.getByRole('heading', { level: 1, name: 'Data under management' }).waitFor();
    await page.locator('[data-row-id]').first().waitFor();
    expect(await findingsInBothSchemes(page)).toBe('');

    await page.keyboard.press('/');
    await page.keyboard.type('orders');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/homepage\?search=orders$/);
    await page.locator('[data-row-id="download:orders"]').focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/homepage-details\?name=orders&type=download$/);
    await page.getByRole('group', { name: 'Status of orders by day' }).waitFor();
    await page.getByRole('treegrid', { name: 'Downloads of the day' }).waitFor();
    expect(await findingsInBothSchemes(page)).toBe('');

    await page.getByRole('link', { name: 'Open in Editor' }).press('Enter');
    await page.waitForURL(/\/scripts\/editor\/[^/]+\/\?mode=Files/);
    await page.locator('.monaco-editor').first().waitFor();
  }),
);

it('keeps its rows while a refresh fails', { timeout: LIMIT }, () =>
  visit({ network }, async ({ page }) => {
    await startSession(page, url, { account: ACME, role: 'viewer' });
    await page.goto(`${url}/app/acme/homepage`);
    await page.locator('[data-row-id]').first().waitFor();
    network.fail('Homepage', 'bad-gateway');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByText('The health could not be refreshed: Unknown server error.').waitFor();
    expect(await page.locator('[data-row-id]').count()).toBeGreaterThan(0);
    network.heal();
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByText('The health could not be refreshed', { exact: false }).waitFor({ state: 'detached' });
  }),
);

it('Home over all accounts leads by keyboard to one account with the same level', { timeout: LIMIT }, () =>
  visit({}, async ({ page }) => {
    await startSupportSession(page, url);
    await page.goto(`${url}/app/acme/homepage`);
    await page.getByRole('radio', { name: 'Acme Media' }).press('ArrowRight');
    await page.waitForURL(/\/homepage\?scope=all$/);
    const rows = page.getByRole('treegrid', { name: 'Health of accounts' }).locator('[data-row-id]');
    await expect.poll(() => rows.count(), { timeout: LIMIT }).toBeGreaterThan(1);
    expect(await findingsInBothSchemes(page)).toBe('');
    await page.goto(`${url}/app/acme/homepage?scope=all&search=globex`);
    await expect.poll(() => rows.count(), { timeout: LIMIT }).toBe(1);
    await rows.first().focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/app\/globex\/homepage$/);
  }),
);
