import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, withVisit } from './browser.ts';
import { ACME, signInAs } from './people.ts';
import { type Product, startProduct } from './product.ts';

let product: Product;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct({ days: 4 }), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

const UUID = /^[0-9a-f-]{36}$/;
const OPERATOR = { account: ACME, role: 'operator' };

describe('a download', () => {
  it('changes from working to completed without a reload', { timeout: 180_000 }, () =>
    withVisit(browser, {}, async ({ page }) => {
      await signInAs(page, product.url, OPERATOR);
      await page.goto(`${product.url}/app/acme/downloads/list`);
      const grid = page.locator('[role=grid],[role=treegrid]');
      const working = grid
        .getByRole('row')
        .filter({ hasText: 'orders' })
        .filter({ hasText: /Queued|Downloading|Unpacking/ })
        .first();
      const id = await working.getAttribute('data-row-id');
      expect(id).toMatch(UUID);
      await page.evaluate(() => {
        document.body.dataset['loaded'] = 'once';
      });
      const row = page.locator(`[data-row-id="${id}"]`).filter({ hasText: 'Completed' });
      await row.waitFor({ timeout: 150_000 });
      expect(await row.textContent()).toMatch(/[\d,]+ rows/);
      expect(await page.evaluate(() => document.body.dataset['loaded'])).toBe('once');
    }),
  );

  it('opens a drawer with its uploads at an address of its own', { tags: 'spec:downloads-drawer' }, () =>
    withVisit(browser, {}, async ({ page }) => {
      await signInAs(page, product.url, OPERATOR);
      await page.goto(`${product.url}/app/acme/downloads/list?status=completed`);
      // A download whose rows are all dirty has no uploads.
      const row = page.locator('[data-row-id]').filter({ hasText: 'Completed' }).first();
      const id = await row.getAttribute('data-row-id');
      await row.locator('time').first().click();
      const drawer = page.getByRole('dialog');
      await drawer.getByText(/^Uploads for download /).waitFor();
      expect(new URL(page.url()).searchParams.get('downloadBundleId')).toBe(id);
      await drawer.getByText('Completed').first().waitFor({ timeout: 60_000 });
      await page.reload();
      await drawer.getByText(/^Uploads for download /).waitFor();
    }),
  );

  it('produces a file with as many rows as its upload shows', { timeout: 120_000 }, () =>
    withVisit(browser, {}, async ({ page }) => {
      await signInAs(page, product.url, OPERATOR);
      await page.goto(`${product.url}/app/acme/uploads/list?status=completed&search=marketplace_sales`);
      const row = page.locator('[data-row-id]').filter({ hasText: 'Completed' }).first();
      const shown = /([\d,]+) rows/.exec((await row.textContent({ timeout: 90_000 })) ?? '')?.[1] ?? '';
      await row.getByRole('button', { name: /^Actions for / }).click();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: 'Open file' }).click(),
      ]);
      expect(file.suggestedFilename()).toMatch(/\.csv$/);
      const [header = '', ...rows] = readFileSync(await file.path(), 'utf8')
        .trimEnd()
        .split('\n');
      expect(header.split(',').length).toBeGreaterThan(3);
      expect(rows.length).toBe(Number(shown.replaceAll(',', '')));
    }),
  );
});
