import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { ACME, signInAs } from './people.ts';
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

describe('a network gap', () => {
  it(
    'keeps scroll, expanded rows and the open palette, and says of when the data are',
    {
      timeout: 120_000,
    },
    () =>
      visit({}, async ({ page }) => {
        await openDownloads(page);
        await page
          .getByRole('button', { name: /^Expand / })
          .first()
          .click();
        await page.mouse.move(700, 600);
        await page.mouse.wheel(0, 200);
        await expect.poll(() => scrollTop(page)).toBeGreaterThan(0);
        const before = await scrollTop(page);
        await page.keyboard.press('Control+k');
        await page.getByRole('textbox', { name: 'Search or jump to' }).fill('half a na');
        await page.context().setOffline(true);
        await page.getByText(/^Offline since \d\d:\d\d, showing data of \d\d:\d\d$/).waitFor();
        await page
          .getByRole('dialog', { name: 'Switchboard cannot be reached' })
          .waitFor({ state: 'visible', timeout: 40_000 });
        await page.context().setOffline(false);
        await page.getByRole('dialog', { name: 'Switchboard cannot be reached' }).waitFor({ state: 'detached' });
        await page.getByText(/^Offline since/).waitFor({ state: 'detached' });
        expect(await page.getByRole('textbox', { name: 'Search or jump to' }).inputValue()).toBe('half a na');
        await page.keyboard.press('Escape');
        expect(
          await page
            .getByRole('main')
            .getByRole('button', { name: /^Collapse / })
            .count(),
        ).toBe(1);
        expect(await scrollTop(page)).toBe(before);
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
