import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Scheme } from '../browser.ts';
import { axeFindings } from '../findings/axe.ts';
import { openTestBrowser } from '../test-browser.ts';
import { measureFrames } from './scroll-frames.ts';
import { useGallery } from './use-gallery.ts';

const url = useGallery();
const visit = openTestBrowser();
const ROWS = 10_000;
const RUNS = 3;

async function openGallery(page: Page): Promise<void> {
  await page.goto(`${url}/`);
  await page.getByRole('heading', { level: 1, name: 'Gallery' }).waitFor();
  await page.getByRole('treegrid', { name: 'With data' }).locator('[data-row-id]').first().waitFor();
}

/** Buttons that open the layers of the gallery, with the role of each layer. */
const LAYERS = [
  ['Open a dialog', 'dialog'],
  ['Open a dangerous dialog', 'dialog'],
  ['Open a drawer', 'dialog'],
  ['Open a menu', 'menu'],
  ['Columns', 'dialog'],
  ['Actions for orders_2', 'menu'],
  ['Change the column Started', 'menu'],
] as const;

describe.each<Scheme>(['light', 'dark'])('the gallery in %s', (scheme) => {
  it('no state causes a serious axe finding', { timeout: 180_000 }, () =>
    visit({ scheme }, async ({ page }) => {
      await openGallery(page);
      const found: Record<string, string> = { page: await axeFindings(page) };
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('button', { name: 'Verify and Save' }).click();
      await page.getByText('Unknown host').waitFor();
      found['form errors'] = await axeFindings(page, { within: 'form' });
      for (const [opener, role] of LAYERS) {
        await page.getByRole('button', { name: opener }).first().click();
        await page.getByRole(role).first().waitFor();
        found[opener] = await axeFindings(page, { within: `[role="${role}"]` });
        await page.keyboard.press('Escape');
        await page.getByRole(role).first().waitFor({ state: 'detached' });
      }
      expect(Object.entries(found).filter(([, findings]) => findings !== '')).toEqual([]);
    }),
  );
});

/** How much of an element is inside the window, in pixels. */
async function visibleWidth(page: Page, selector: string): Promise<number> {
  const box = await page.locator(selector).first().boundingBox();
  const width = page.viewportSize()?.width ?? 0;
  return box === null ? 0 : Math.min(box.x + box.width, width) - Math.max(box.x, 0);
}

/** The ids of the rows that are in view down to their lower edge. Runs in the page. */
function rowsInView(view: Element): string[] {
  const { bottom } = view.getBoundingClientRect();
  return [...view.querySelectorAll<HTMLElement>('[data-row-id]')]
    .filter((row) => row.getBoundingClientRect().bottom <= bottom + 1)
    .map((row) => row.dataset['rowId'] ?? '');
}

/** The number of the row that has the focus. Runs in the page. */
function focusedRow(): number {
  return Number(document.activeElement?.getAttribute('data-row-id')?.slice('row-'.length));
}

/** Whether the row above the focused one is rendered: the scroll to a focused row renders the others a frame later. */
function hasRowAbove(): boolean {
  const focused = document.activeElement?.getAttribute('data-row-id')?.slice('row-'.length);
  return document.querySelector(`[data-row-id="row-${Number(focused) - 1}"]`) !== null;
}

describe('a table', () => {
  it.each([1440, 800, 720])('keeps name and status in view at %i px, scrolled sideways or not', (width) =>
    visit({ width }, async ({ page }) => {
      await page.goto(`${url}/?rows=100`);
      await page.locator('[data-row-id]').first().waitFor();
      for (const left of [0, 2000]) {
        await page.locator('[data-density]').evaluate((element, to) => element.scrollTo({ left: to }), left);
        for (const part of ['title', 'status']) {
          expect(await visibleWidth(page, `[data-row-id] [data-part="${part}"]`)).toBeGreaterThan(90);
        }
      }
    }),
  );

  it('draws each row as a card on a phone, with its counts in full', () =>
    visit({ width: 400 }, async ({ page }) => {
      await page.goto(`${url}/?rows=100`);
      const count = page.getByText('1,893,204 rows', { exact: true }).first();
      await count.waitFor();
      expect(await count.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
      expect(await page.getByRole('columnheader').count()).toBe(0);
    }));

  it('turns pages without skipping a row', () =>
    visit({}, async ({ page }) => {
      await page.goto(`${url}/?rows=200`);
      await page.locator('[data-row-id="row-0"]').focus();
      const view = page.locator('[data-density]');
      const seen = new Set<string>();
      for (let turn = 0; turn < 4; turn += 1) {
        for (const id of await view.evaluate(rowsInView)) seen.add(id);
        const before = await page.evaluate(focusedRow);
        await page.keyboard.press('PageDown');
        await expect.poll(() => page.evaluate(focusedRow)).toBeGreaterThan(before);
        await expect.poll(() => page.evaluate(hasRowAbove)).toBe(true);
      }
      const last = Math.max(...[...seen].map((id) => Number(id.slice('row-'.length))));
      expect(last).toBeGreaterThan(40);
      expect(seen.size).toBe(last + 1);
    }));

  it('scrolls 10,000 rows at 0.8 of the frame rate of bare text', { timeout: 120_000 }, () =>
    visit({}, async ({ page }) => {
      const table: number[] = [];
      const plain: number[] = [];
      for (let run = 0; run < RUNS; run += 1) {
        plain.push(await measureFrames(page, url, 'plain', ROWS));
        table.push(await measureFrames(page, url, 'table', ROWS));
      }
      console.log(
        `frames a second: table ${table.map(Math.round).join(', ')}; bare text ${plain.map(Math.round).join(', ')}`,
      );
      expect(Math.max(...table)).toBeGreaterThanOrEqual(0.8 * Math.max(...plain));
    }),
  );
});
