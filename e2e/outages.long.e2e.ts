import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { ACME, signInAs } from './people/people.ts';
import { openTestBrowser } from './test-browser.ts';

const url = inject('productUrl');
const visit = openTestBrowser();

async function openDownloads(page: Page): Promise<void> {
  await signInAs(page, url, { account: ACME, role: 'operator' });
  await page.goto(`${url}/app/acme/downloads/list?status=completed`);
  await page.locator('[data-row-id]').first().waitFor();
}

const scrollTop = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(...[...document.querySelectorAll('#main *')].map(({ scrollTop: top }) => top)));

const OUTAGE = 60_000;

/** Expands a row, selects another one and scrolls. */
async function changeList(page: Page): Promise<void> {
  // As many as do not fit into the window.
  await page.locator('[data-row-id]').nth(15).waitFor({ timeout: 60_000 });
  await page
    .getByRole('button', { name: /^Expand / })
    .first()
    .click();
  await page.locator('#main table[aria-busy="false"]').first().waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.mouse.move(700, 600);
  await page.mouse.wheel(0, 200);
  await expect.poll(() => scrollTop(page)).toBeGreaterThan(0);
}

/** Reads the changes that a person has made to the list. */
const changesOf = async (page: Page) => ({
  scrolled: await scrollTop(page),
  expanded: await page
    .getByRole('main')
    .getByRole('button', { name: /^Collapse / })
    .count(),
  selected: await page.locator('[data-row-id][aria-selected=true]').getAttribute('data-row-id'),
});

async function writeComment(page: Page): Promise<void> {
  await page.goto(`${url}/app/acme/events`);
  await page.locator('[data-row-id]').first().click();
  const drawer = page.getByRole('dialog', { name: 'Event message' });
  await drawer.getByRole('button', { name: /^(Add|Edit) comment$/ }).click();
  await drawer.getByRole('textbox').fill('half a sent');
}

describe('a network gap', () => {
  it(
    'keeps scroll, selection, expanded rows, the palette and a half-filled form for 60 s, and says of when the data are',
    { timeout: 240_000 },
    () =>
      visit({}, async ({ page }) => {
        await openDownloads(page);
        await changeList(page);
        const before = await changesOf(page);
        expect(before.expanded).toBe(1);
        expect(before.selected).not.toBeNull();
        await page.keyboard.press('Control+k');
        await page.getByRole('textbox', { name: 'Search or jump to' }).fill('half a na');
        const form = await page.context().newPage();
        await writeComment(form);
        const cut = Date.now();
        await page.context().setOffline(true);
        await page.bringToFront();
        await page.getByText(/^Offline since \d\d:\d\d, showing data of \d\d:\d\d$/).waitFor();
        const unreachable = page.getByRole('dialog', { name: 'Switchboard cannot be reached' });
        await unreachable.waitFor({ state: 'visible' });
        await expect.poll(() => Date.now() - cut, { timeout: 2 * OUTAGE, interval: 500 }).toBeGreaterThan(OUTAGE);
        await page.context().setOffline(false);
        await unreachable.waitFor({ state: 'detached' });
        await page.getByText(/^Offline since/).waitFor({ state: 'detached' });
        expect(await page.getByRole('textbox', { name: 'Search or jump to' }).inputValue()).toBe('half a na');
        await page.keyboard.press('Escape');
        expect(await changesOf(page)).toEqual(before);
        await form.bringToFront();
        await form.getByText(/^Offline since/).waitFor({ state: 'detached' });
        const drawer = form.getByRole('dialog', { name: 'Event message' });
        expect(await drawer.getByRole('textbox').inputValue()).toBe('half a sent');
        await drawer.getByRole('button', { name: 'Save comment' }).click();
        await drawer.getByText('half a sent').waitFor();
      }),
  );

  it('shows the data beneath on request', { timeout: 120_000 }, () =>
    visit({}, async ({ page }) => {
      await openDownloads(page);
      await page.context().setOffline(true);
      await page.getByRole('button', { name: /^Show the data of/ }).click({ timeout: 40_000 });
      expect(await page.locator('[data-row-id]').first().isVisible()).toBe(true);
      await page
        .getByText(/^Offline since/)
        .first()
        .waitFor();
      await page.context().setOffline(false);
    }),
  );
});

describe('a deploy', () => {
  it('recovers by itself in a tab whose next chunk is gone', () =>
    visit({}, async ({ page }) => {
      await openDownloads(page);
      let missing = 0;
      // The chunks of the running version are gone until the page is loaded again.
      let isOutdated = true;
      page.on('request', (request) => {
        if (request.isNavigationRequest()) isOutdated = false;
      });
      await page.route('**/assets/*.js', (route) => {
        if (!isOutdated) return route.continue();
        missing += 1;
        return route.fulfill({ status: 404, body: '' });
      });
      await page.getByRole('link', { name: 'Events' }).click();
      await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor();
      expect(missing).toBeGreaterThan(0);
      expect(new URL(page.url()).pathname).toBe('/app/acme/events');
    }));
});
