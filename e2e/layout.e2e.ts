import type { Page } from 'playwright-core';
import { expect, inject, it } from 'vitest';
import { ACME, signInAs } from './people.ts';
import { openScreen, SCREEN_STATES } from './screen-list.ts';
import { openTestBrowser } from './test-browser.ts';

const url = inject('productUrl');
const visit = openTestBrowser();
const WIDTHS = [1050, 390];
const HEIGHT = 900;

/** By how many pixels the page, its header or its content is wider than its place. Grids scroll by themselves. */
const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() =>
    Math.max(
      ...[document.documentElement, ...document.querySelectorAll('header, main')].map(
        (element) => element.scrollWidth - element.clientWidth,
      ),
    ),
  );

it(
  'fits every screen into a wide and a narrow window',
  {
    tags: 'proof:layout-without-minimum-width',
    timeout: 240_000,
  },
  () =>
    visit({}, async ({ page }) => {
      await signInAs(page, url, { account: ACME, role: 'tester' });
      const overflowing: Record<string, number> = {};
      for (const screen of SCREEN_STATES) {
        await openScreen(page, url, 'acme', screen);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: HEIGHT });
          await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width);
          const overflow = await overflowOf(page);
          if (overflow > 0) overflowing[`${screen.name} at ${width}`] = overflow;
        }
      }
      expect(overflowing).toEqual({});
    }),
);

it('fits the drawer of an event with its related rows into a narrow window', () =>
  visit({ width: 390 }, async ({ page }) => {
    await signInAs(page, url, { account: ACME, role: 'operator' });
    await page.goto(`${url}/app/acme/events?severity=errors`);
    await page.locator('[data-row-id]').first().press('Enter');
    const drawer = page.getByRole('dialog', { name: 'Event message' });
    const rows = drawer.getByRole('treegrid', { name: 'Related downloads' });
    await rows.locator('[data-row-id]').first().waitFor();
    // The rows scroll inside their frame.
    const frame = await rows.locator('..').boundingBox();
    expect((frame?.x ?? Number.NaN) + (frame?.width ?? Number.NaN)).toBeLessThanOrEqual(390);
  }));
