import { expect, inject, it } from 'vitest';
import { ACME, startSession } from './people/people.ts';
import { openTestBrowser } from './test-browser.ts';

const url = inject('productUrl');
const visit = openTestBrowser();
const DAYS = /createDatetimeStart=\d{4}-\d\d-\d\d&createDatetimeEnd=\d{4}-\d\d-\d\d/;

it('chooses days, opens an event, walks to the next, widens the drawer and closes it, all by keyboard', () =>
  visit({}, async ({ page }) => {
    await startSession(page, url, { account: ACME, role: 'viewer' });
    await page.goto(`${url}/app/acme/events`);
    const bars = page.getByRole('listbox', { name: /^Events by day/ });
    await bars.getByRole('option').last().focus();
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('Enter');
    await page.waitForURL(DAYS);
    await expect.poll(() => bars.getByRole('option', { selected: true }).count()).toBe(2);

    await page.locator('[data-row-id]').first().focus();
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog', { name: 'Event message' });
    await drawer.getByRole('button', { name: 'Copy link' }).waitFor();
    const first = new URL(page.url()).searchParams.get('eventId');
    await page.keyboard.press('j');
    await page.waitForURL((address) => ![null, first].includes(address.searchParams.get('eventId')));
    await page.keyboard.press('k');
    await page.waitForURL((address) => address.searchParams.get('eventId') === first);

    // The list beside the drawer stays usable.
    await page.getByRole('button', { name: /\d+\+? errors$/ }).click();
    await page.waitForURL(/severity=errors/);
    await page.getByRole('button', { name: /\d+\+? errors$/ }).click();

    const width = async (): Promise<number> => (await drawer.boundingBox())?.width ?? 0;
    const before = await width();
    await drawer.getByRole('separator', { name: 'Width of the drawer' }).focus();
    const saved = page.waitForResponse((response) => response.request().postData()?.includes('drawerWidth') === true);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(width).toBe(before + 16);
    await saved;
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await drawer.waitFor();
    await expect.poll(width).toBe(before + 16);
    await page.keyboard.press('Escape');
    await expect.poll(() => drawer.count()).toBe(0);
  }));

it('shows the dirty reasons of a download in its row', () =>
  visit({}, async ({ page }) => {
    await startSession(page, url, { account: ACME, role: 'operator' });
    await page.goto(`${url}/app/acme/downloads/list?status=dirty`);
    const row = page.locator('[data-row-id]').first();
    expect(await row.locator('code').first().textContent({ timeout: 60_000 })).toMatch(/^\w+$/);
  }));
