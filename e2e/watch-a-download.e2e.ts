import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, openVisit, type Visit } from './browser.ts';
import { ACME, signInAs } from './people.ts';
import { type Product, startProduct } from './product.ts';

let product: Product;
let browser: Browser;
let visit: Visit;
let page: Page;
beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct({ days: 20 }), launchBrowser()]);
  visit = await openVisit(browser);
  page = visit.page;
  await signInAs(page, product.url, { account: ACME, role: 'operator' });
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

describe('a report on its way', () => {
  it('is seen working and then completed, without a reload', async () => {
    await page.goto(`${product.url}/app/acme/downloads/list?sortBy=STARTED&sortDirection=DESC`);
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
    expect(visit.troubles).toEqual([]);
  });

  it('opens a drawer with the uploads it feeds', async () => {
    await page.goto(`${product.url}/app/acme/downloads/list?status=completed`);
    const row = page
      .getByRole('grid', { name: /downloads/i })
      .getByRole('row')
      .nth(1);
    await row.getByRole('gridcell').nth(1).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText(/^Uploads for download /).waitFor();
    expect(new URL(page.url()).searchParams.get('downloadBundleId')).toBe(await row.getAttribute('data-row-id'));
    await drawer.getByRole('row').filter({ hasText: 'Completed' }).first().waitFor({ timeout: 60_000 });
    await page.reload();
    await drawer.getByText(/^Uploads for download /).waitFor();
  });

  it('has left a file where the upload says it went', async () => {
    await page.goto(`${product.url}/app/acme/uploads/list?status=completed&search=file`);
    const destination = page.getByRole('gridcell').filter({ hasText: /\.csv/ }).first();
    const path = /\S+\.csv(\.gz)?/.exec((await destination.textContent()) ?? '')?.[0] ?? '';
    const [header, ...rows] = readFileSync(path, 'utf8').trimEnd().split('\n');
    expect(header).toMatch(/,/);
    expect(rows.length).toBeGreaterThan(0);
  });
});
