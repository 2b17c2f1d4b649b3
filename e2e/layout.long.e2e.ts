import { SCREENS } from '@switchboard/console/screens';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { ACME, signInAs } from './people/people.ts';
import { enterFirstRow, openScreen, SCREEN_STATES } from './screens/screen-list.ts';
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
          // Editors and diagrams take their new size a moment later.
          await expect
            .poll(() => overflowOf(page))
            .toBe(0)
            .catch(async () => {
              overflowing[`${screen.name} at ${width}`] = await overflowOf(page);
            });
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
    const rows = drawer.getByRole('treegrid', { name: /^Related (downloads|uploads)$/ }).first();
    await rows.locator('[data-row-id]').first().waitFor();
    // The rows scroll inside their frame.
    const frame = await rows.locator('..').boundingBox();
    expect((frame?.x ?? Number.NaN) + (frame?.width ?? Number.NaN)).toBeLessThanOrEqual(390);
  }));

/** The texts of these elements that are cut. */
const cutTexts = (elements: Locator): Promise<string[]> =>
  elements.evaluateAll((all) =>
    all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ textContent }) => textContent),
  );

describe('a list', () => {
  const COUNTS = '#main [data-row-id] [data-tip$=" rows"]';

  it.each([1440, 1050, 800])('shows its counts of rows in full at %i px', (width) =>
    visit({ width }, async ({ page }) => {
      await signInAs(page, url, { account: ACME, role: 'tester' });
      for (const list of ['downloads', 'uploads']) {
        await page.goto(`${url}/app/acme/${list}/list?status=completed`);
        await page.locator(COUNTS).first().waitFor();
        expect(await cutTexts(page.locator(COUNTS))).toEqual([]);
      }
    }),
  );

  it.each([1440, 1050])('shows names and statuses beside its drawer at %i px', (width) =>
    visit({ width }, async ({ page }) => {
      await signInAs(page, url, { account: ACME, role: 'tester' });
      await page.goto(`${url}/app/acme/uploads/list?status=completed`);
      await enterFirstRow(page);
      const drawer = page.getByRole('dialog', { name: /^Downloads for upload / });
      await drawer.waitFor();
      const badge = page.locator('#main [data-row-id]').first().getByText('Completed');
      const end = async (part: Locator): Promise<number> => {
        const box = await part.boundingBox();
        return (box?.x ?? Number.NaN) + (box?.width ?? Number.NaN);
      };
      const edge = (await drawer.boundingBox())?.x ?? Number.NaN;
      await expect.poll(() => end(badge)).toBeLessThan(edge);
      expect(await end(page.locator('#main [data-row-id] a').first())).toBeLessThan(edge);
    }),
  );

  it('keeps the open row in view as its drawer opens and closes', () =>
    visit({}, async ({ page }) => {
      await signInAs(page, url, { account: ACME, role: 'tester' });
      await page.goto(`${url}/app/acme/uploads/list?status=completed`);
      const row = page.locator('#main [data-row-id]').nth(12);
      const id = (await row.getAttribute('data-row-id')) ?? '';
      await row.focus();
      await page.keyboard.press('Enter');
      const drawer = page.getByRole('dialog', { name: /^Downloads for upload / });
      await drawer.waitFor();
      const opened = page.locator(`#main [data-row-id="${id}"]`);
      const isInView = async (): Promise<boolean> => {
        const box = await opened.boundingBox();
        return box !== null && box.y > 0 && box.y + box.height <= HEIGHT;
      };
      await expect.poll(() => page.getByRole('columnheader', { name: 'Started' }).count()).toBe(0);
      await expect.poll(isInView).toBe(true);
      await page.keyboard.press('Escape');
      await drawer.waitFor({ state: 'detached' });
      await page.getByRole('columnheader', { name: 'Started' }).waitFor();
      await expect.poll(isInView).toBe(true);
    }));

  it.each([800, 400])('shows the uploads of an expanded row in full at %i px', (width) =>
    visit({ width }, async ({ page }) => {
      await signInAs(page, url, { account: ACME, role: 'tester' });
      await page.goto(`${url}/app/acme/downloads/list?status=completed&bundleNames=campaigns`);
      await page.getByRole('button', { name: 'Expand campaigns' }).first().click();
      const table = page.getByRole('table', { name: 'Uploads for download campaigns' });
      await table.getByText('Completed').first().waitFor();
      expect(await cutTexts(table.locator('td, td *'))).toEqual([]);
    }),
  );
});

it('every screen has its title in the same place', () =>
  visit({}, async ({ page }) => {
    await signInAs(page, url, { account: ACME, role: 'viewer' });
    const places: Record<string, string> = {};
    for (const { path, title, heading = title } of SCREENS.filter(({ permission }) => permission === 'view')) {
      await page.goto(`${url}/app/acme/${path}`);
      const box = await page.getByRole('heading', { level: 1, name: heading }).boundingBox();
      places[path] = `${box?.x} ${box?.y}`;
    }
    expect(new Set(Object.values(places)).size, JSON.stringify(places)).toBe(1);
  }));
