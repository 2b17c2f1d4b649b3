import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Scheme } from '../browser.ts';
import { axeFindings } from '../findings/axe.ts';
import { openTestBrowser } from '../test-browser.ts';
import { useGallery } from './use-gallery.ts';

const url = useGallery();
const visit = openTestBrowser();
const WIDTHS = [400, 800, 1440];
const SMALL = 'How warehouse is made';
const LARGE = 'All tables';

const canvas = (page: Page, label: string) => page.getByRole('group', { name: label, exact: true });
const node = (page: Page, label: string, name: string | RegExp) => canvas(page, label).getByRole('button', { name });
const focusedName = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null);

async function openGraphs(page: Page): Promise<void> {
  await page.goto(`${url}/?part=graphs`);
  await node(page, SMALL, 'warehouse, Upload, Preparing').waitFor();
  await node(page, LARGE, /^table_499/).waitFor({ state: 'attached' });
}

describe.each<Scheme>(['light', 'dark'])('graphs in %s', (scheme) => {
  it('fit every width and have no serious axe finding', { timeout: 240_000 }, () =>
    visit({ scheme }, async ({ page }) => {
      await openGraphs(page);
      expect(await axeFindings(page)).toBe('');
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width);
        await expect
          .poll(() => page.locator('main').evaluate((main) => main.scrollWidth - main.clientWidth), {
            message: `at ${width}`,
          })
          .toBe(0);
      }
      // The last width was a phone's first: its lists are checked as well.
      await page.setViewportSize({ width: 400, height: 900 });
      await page.getByRole('list', { name: SMALL }).waitFor();
      expect(await axeFindings(page)).toBe('');
    }),
  );
});

describe('a graph', () => {
  it('a graph is walked through by the arrow keys, with one tab stop', () =>
    visit({}, async ({ page }) => {
      await openGraphs(page);
      expect(await canvas(page, SMALL).locator('[data-node][tabindex="0"]').count()).toBe(1);
      await node(page, SMALL, 'all_orders, Table').focus();
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => focusedName(page)).toBe('warehouse, Upload, Preparing');
      await page.keyboard.press('Enter');
      await expect.poll(() => node(page, SMALL, /^warehouse/).getAttribute('aria-pressed')).toBe('true');
      await page.keyboard.press('ArrowLeft');
      await expect.poll(() => focusedName(page)).toBe('all_orders, Table');
    }));

  it('zooms, shows all again, and fills the screen', () =>
    visit({}, async ({ page }) => {
      await openGraphs(page);
      const first = page.getByRole('region', { name: SMALL });
      const widthOf = async () => (await node(page, SMALL, /^warehouse/).boundingBox())?.width ?? 0;
      const before = await widthOf();
      await first.getByRole('button', { name: 'Zoom out' }).click();
      await expect.poll(widthOf).toBeLessThan(before * 0.95);
      await first.getByRole('button', { name: 'Show all' }).click();
      await expect.poll(async () => Math.abs((await widthOf()) - before)).toBeLessThan(2);
      await first.getByRole('button', { name: 'Full screen' }).click();
      await first.getByRole('button', { name: 'Leave full screen' }).waitFor();
      expect(await page.evaluate(() => document.fullscreenElement?.getAttribute('aria-label'))).toBe(SMALL);
      await first.getByRole('button', { name: 'Leave full screen' }).click();
      await first.getByRole('button', { name: 'Full screen', exact: true }).waitFor();
    }));

  it('a graph is also a list whose neighbours lead to each other', () =>
    visit({}, async ({ page }) => {
      await openGraphs(page);
      await page.getByRole('region', { name: SMALL }).getByText('List', { exact: true }).click();
      const items = page.getByRole('list', { name: SMALL }).getByRole('listitem');
      expect(await items.count()).toBe(9);
      await items.last().getByRole('button', { name: 'all_orders' }).click();
      await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-node'))).toBe('orders');
    }));

  it('a graph of 500 nodes is dragged without a long pause', { timeout: 240_000 }, () =>
    visit({}, async ({ page }) => {
      await openGraphs(page);
      await canvas(page, LARGE).scrollIntoViewIfNeeded();
      const box = await canvas(page, LARGE).boundingBox();
      if (box === null) throw new Error('The graph of 500 nodes is not drawn.');
      await page.evaluate(() => {
        const pauses: number[] = [];
        Object.assign(window, { pauses });
        new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries()) pauses.push(duration);
        }).observe({ entryTypes: ['longtask'] });
      });
      const [x, y] = [box.x + box.width / 2, box.y + 20];
      await page.mouse.move(x, y);
      await page.mouse.down();
      for (let step = 1; step <= 40; step += 1) await page.mouse.move(x - step * 8, y + step * 3);
      await page.mouse.up();
      const pauses = await page.evaluate(() => (window as unknown as { pauses: number[] }).pauses);
      console.log(`pauses while 500 nodes are dragged: ${pauses.map(Math.round).join(', ') || 'none'} ms`);
      expect(Math.max(0, ...pauses)).toBeLessThan(200);
    }),
  );
});
