import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, withVisit } from './browser.ts';
import { ACME, signInAs } from './people.ts';
import { type Product, startProduct } from './product.ts';

let product: Product;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct({ days: 20 }), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

const OPERATOR = { account: ACME, role: 'operator' };

describe('a report on its way', () => {
  it('is seen working and then completed, without a reload', () =>
    withVisit(browser, {}, async ({ page }) => {
      await signInAs(page, product.url, OPERATOR);
      await page.goto(`${product.url}/app/acme/downloads/list?status=unfinished`);
      const grid = page.getByRole('grid', { name: /downloads/i });
      const working = grid
        .getByRole('row')
        .filter({ hasText: /Queued|Downloading|Unpacking|Retrying/ })
        .first();
      const id = await working.getAttribute('data-row-id');
      expect(id).toMatch(/^[0-9a-f-]{36}$/);
      await page.evaluate(() => {
        document.body.dataset['loaded'] = 'once';
      });
      await page.locator(`[data-row-id="${id}"]`).filter({ hasText: 'Completed' }).waitFor({ timeout: 60_000 });
      expect(await page.evaluate(() => document.body.dataset['loaded'])).toBe('once');
    }));

  it('opens a drawer with the uploads it feeds, at an address of its own', () =>
    withVisit(browser, {}, async ({ page }) => {
      await signInAs(page, product.url, OPERATOR);
      await page.goto(`${product.url}/app/acme/downloads/list?status=completed`);
      const row = page.locator('[data-row-id]').first();
      const id = await row.getAttribute('data-row-id');
      await row.getByRole('gridcell').nth(1).click();
      const drawer = page.getByRole('dialog');
      await drawer.getByText(/^Uploads for download /).waitFor();
      expect(new URL(page.url()).searchParams.get('downloadBundleId')).toBe(id);
      await drawer.getByText('Completed').first().waitFor({ timeout: 60_000 });
      await page.reload();
      await drawer.getByText(/^Uploads for download /).waitFor();
    }));

  it('has left a file where the upload says it went', () =>
    withVisit(browser, {}, async ({ page }) => {
      await signInAs(page, product.url, OPERATOR);
      await page.goto(`${product.url}/app/acme/uploads/list?status=completed`);
      const destination = page.getByRole('gridcell').filter({ hasText: /\.csv/ }).first();
      const path = /\S+\.csv(\.gz)?/.exec((await destination.textContent()) ?? '')?.[0] ?? '';
      const [header, ...rows] = readFileSync(path, 'utf8').trimEnd().split('\n');
      expect(header).toMatch(/,/);
      expect(rows.length).toBeGreaterThan(0);
    }));
});
