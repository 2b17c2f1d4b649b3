import { statSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { ACME, signInAs, signInAsSupport, startSession } from './people/people.ts';
import { openTestBrowser } from './test-browser.ts';

// No test of this file uses the mouse.
const url = inject('productUrl');
const visit = openTestBrowser();

/** The machine may be busy with the product itself. */
const SLOW = { timeout: 60_000 };
/** More rows than a window shows. */
const STEPS_OUT_OF_VIEW = 25;
/** More Tab stops than any page has. */
const MAX_STOPS = 120;

/** Opens a list once the demo has more rows for it than a window shows: its days take a while on a busy machine. */
async function openLongList(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator('#main [data-row-id]').first().waitFor();
  const isLong = async (): Promise<boolean> => {
    const rows = Number(await page.locator('#main [aria-rowcount]').first().getAttribute('aria-rowcount'));
    // An open end counts as -1.
    return rows < 0 || rows > STEPS_OUT_OF_VIEW + 1;
  };
  await expect.poll(isLong, { timeout: 200_000 }).toBe(true);
}

const hasFocus = (element: Element): boolean => element === document.activeElement;

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.waitFor({ state: 'attached' });
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    if (await target.evaluate(hasFocus)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not reach ${String(target)}`);
}

async function press(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await tabTo(page, target, key);
  await page.keyboard.press('Enter');
}

const focusedRow = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.activeElement?.getAttribute('data-row-id') ?? null);

/** Puts the focus on the first row of the page, as `j` does from anywhere. */
async function enterRows(page: Page): Promise<string> {
  await page.locator('#main [data-row-id]').first().waitFor();
  await page.keyboard.press('j');
  await expect.poll(() => focusedRow(page), SLOW).not.toBeNull();
  return (await focusedRow(page)) ?? '';
}

/** Walks down from the first row to one with these texts. */
async function walkToRow(page: Page, ...texts: readonly string[]): Promise<string> {
  let id = await enterRows(page);
  for (;;) {
    const shown = await page.locator(`[data-row-id="${id}"]`).innerText();
    if (texts.every((text) => shown.includes(text))) return id;
    const former = id;
    await page.keyboard.press('j');
    await expect.poll(() => focusedRow(page), SLOW).not.toBe(former);
    id = (await focusedRow(page)) ?? '';
  }
}

async function openScreen(page: Page, keys: string, title: string): Promise<void> {
  // Keys act once the console has started.
  await page.getByRole('heading', { level: 1 }).waitFor();
  for (const key of keys) await page.keyboard.press(key);
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
}

const scrollTop = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(...[...document.querySelectorAll('#main *')].map(({ scrollTop: top }) => top)));

/** Where a list stands once its scroll has not moved for half a second of frames: rows are measured as they are rendered. */
async function restingScrollTop(page: Page): Promise<number> {
  let last = Number.NaN;
  let still = 0;
  while (still < 30) {
    await page.evaluate(() => new Promise(requestAnimationFrame));
    const now = await scrollTop(page);
    still = now === last ? still + 1 : 0;
    last = now;
  }
  return last;
}

describe('a person without a mouse', () => {
  it('a person signs in, finds a failed download, sees why and what depends on it, retries it and is back', () =>
    visit({}, async ({ page }) => {
      await page.goto(url);
      await tabTo(page, page.getByLabel('Email'));
      await page.keyboard.type('operator@acme.example');
      await page.keyboard.press('Tab');
      await page.keyboard.type('Switchboard-demo-1');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/homepage/);
      await openScreen(page, 'gd', 'Downloads');

      await press(page, page.getByRole('button', { name: /^\d+ failed$/ }));
      await page.waitForURL(/status=failed/);
      await page.locator('#main [aria-busy="false"] [data-row-id]').first().waitFor();
      const list = page.url();
      // Uploads depend on downloads of production: a backfill and a test run have failed, too. No other test changes this one.
      const id = await walkToRow(page, 'newsletter_clicks', 'Published');
      await page.keyboard.press('Enter');
      const drawer = page.getByRole('dialog', { name: /^Uploads for download / });
      await drawer.waitFor();
      expect(await drawer.textContent()).toMatch(/rejected|withdrawn|HTTP 4\d\d|404|410/i);

      const dependent = drawer.getByRole('listitem').getByRole('link').first();
      const affected = await dependent.textContent();
      await press(page, dependent);
      await page.getByRole('heading', { level: 1, name: 'Uploads' }).waitFor();
      expect(new URL(page.url()).searchParams.get('uploadName')).toBe(affected);
      await page.goBack();
      await drawer.waitFor();

      await press(page, drawer.getByRole('button', { name: 'Retry' }));
      await page
        .getByRole('status')
        .filter({ hasText: /retried|queued|again/i })
        .first()
        .waitFor();
      await page.keyboard.press('Escape');
      await drawer.waitFor({ state: 'detached' });
      expect(page.url()).toBe(list);
      // Once the list has been fetched again it is without the download, which has not failed any more.
      const place = await enterRows(page);
      if (place !== id) expect(await page.locator(`#main [data-row-id="${id}"]`).count()).toBe(0);
    }));

  it('a person filters by a word, by a choice and by a range of days', () =>
    visit({}, async ({ page }) => {
      await signInAs(page, url, { account: ACME, role: 'viewer' });
      await openScreen(page, 'gd', 'Downloads');
      await page.keyboard.press('/');
      await page.keyboard.type('orders');
      await page.keyboard.press('Enter');
      await page.waitForURL(/search=orders/);
      await press(page, page.getByRole('button', { name: 'Filter by Status' }));
      await tabTo(page, page.getByRole('checkbox', { name: 'Completed' }));
      await page.keyboard.press('Space');
      await page.waitForURL(/status=completed/);
      await page.keyboard.press('Escape');
      await page.getByRole('group', { name: 'Status' }).waitFor({ state: 'detached' });
      await press(page, page.getByRole('button', { name: 'Filter by Report date' }), 'Shift+Tab');
      await press(page, page.getByRole('button', { name: '7 Days' }));
      await page.waitForURL(/start=\d{4}-\d\d-\d\d/);
      await press(page, page.getByRole('button', { name: 'Clear all', exact: true }));
      await page.waitForURL(/\/downloads\/list$/);
    }));

  it('a person expands a row, and Back restores it and the scroll', () =>
    visit({}, async ({ page }) => {
      await startSession(page, url, { account: ACME, role: 'operator' });
      // A completed download has uploads.
      await openLongList(page, `${url}/app/acme/downloads/list?status=completed&sortDirection=ASC`);
      await enterRows(page);
      await page.keyboard.press('ArrowRight');
      const collapse = page.getByRole('main').getByRole('button', { name: /^Collapse / });
      await expect.poll(() => collapse.count(), SLOW).toBe(1);
      // What is below the row has its final height once it has loaded.
      await page.locator('#main table[aria-busy="false"]').first().waitFor();
      await page.keyboard.press('End');
      await expect.poll(() => scrollTop(page), SLOW).toBeGreaterThan(0);
      const before = await restingScrollTop(page);
      await openScreen(page, 'ge', 'Events');
      await page.goBack();
      await page.getByRole('heading', { level: 1, name: 'Downloads' }).waitFor();
      await expect.poll(() => scrollTop(page), SLOW).toBe(before);
      await page.locator('#main [data-row-id]').first().waitFor();
      await page.keyboard.press('j');
      await page.keyboard.press('Home');
      await expect.poll(() => collapse.count(), SLOW).toBe(1);
      await page.keyboard.press('ArrowLeft');
      await expect.poll(() => collapse.count(), SLOW).toBe(0);
    }));

  it('a person goes from one download to the next in the drawer, and the list goes along', () =>
    visit({}, async ({ page }) => {
      await startSession(page, url, { account: ACME, role: 'operator' });
      await openLongList(page, `${url}/app/acme/downloads/list?sortDirection=ASC`);
      await enterRows(page);
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').getByRole('tab').first().waitFor();
      const open = page.locator('#main [data-row-id][data-selected]');
      let before = await open.getAttribute('data-row-id');
      for (let step = 0; step < STEPS_OUT_OF_VIEW; step += 1) {
        await page.keyboard.press('j');
        await expect.poll(() => open.getAttribute('data-row-id'), SLOW).not.toBe(before);
        before = await open.getAttribute('data-row-id');
      }
      const box = await open.boundingBox();
      expect(box?.y ?? -1).toBeGreaterThan(0);
      expect((box?.y ?? Number.NaN) + (box?.height ?? Number.NaN)).toBeLessThanOrEqual(
        page.viewportSize()?.height ?? 0,
      );
    }));

  it('a person previews dirty rows, and is back at the button', () =>
    visit({}, async ({ page }) => {
      await startSession(page, url, { account: ACME, role: 'operator' });
      await page.goto(`${url}/app/acme/downloads/list?status=dirty`);
      await enterRows(page);
      const preview = page.getByRole('main').getByRole('button', { name: 'Preview' }).first();
      await press(page, preview);
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('cell').first().waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await expect.poll(() => preview.evaluate(hasFocus), SLOW).toBe(true);
    }));

  it('a person exports a list as CSV', () =>
    visit({}, async ({ page }) => {
      await signInAs(page, url, { account: ACME, role: 'operator' });
      await openScreen(page, 'gu', 'Uploads');
      const saved = page.waitForEvent('download');
      await press(page, page.getByRole('button', { name: 'Export CSV' }), 'Shift+Tab');
      const file = await saved;
      expect(file.suggestedFilename()).toBe('data.csv');
      expect(statSync(await file.path()).size).toBeGreaterThan(100);
    }));

  it('a person comments on an event', () =>
    visit({}, async ({ page }) => {
      await signInAs(page, url, { account: ACME, role: 'operator' });
      await openScreen(page, 'ge', 'Events');
      const first = await enterRows(page);
      await page.keyboard.press('End');
      await expect.poll(() => focusedRow(page), SLOW).not.toBe(first);
      await page.keyboard.press('Enter');
      const drawer = page.getByRole('dialog', { name: 'Event message' });
      await press(page, drawer.getByRole('button', { name: /^(Add|Edit) comment$/ }));
      await page.keyboard.type('Seen by hand, without a mouse.');
      await press(page, drawer.getByRole('button', { name: 'Save comment' }));
      await drawer.getByText('Seen by hand, without a mouse.').waitFor();
      await drawer.getByRole('button', { name: 'Edit comment' }).waitFor();
    }));

  it('a person switches the account', () =>
    visit({}, async ({ page }) => {
      await signInAsSupport(page, url);
      await press(page, page.getByRole('button', { name: 'Account Acme Media' }));
      await page.getByRole('textbox', { name: 'Search accounts' }).waitFor();
      await page.keyboard.type('glo');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/app\/globex\/homepage/);
    }));

  it('a person changes the theme', () =>
    visit({}, async ({ page }) => {
      await signInAs(page, url, { account: ACME, role: 'beta_backfill' });
      await openScreen(page, 'ge', 'Events');
      await press(page, page.getByRole('button', { name: /^User menu/ }), 'Shift+Tab');
      const schemeOf = (): Promise<string | null> =>
        page.evaluate(() => document.documentElement.getAttribute('data-mantine-color-scheme'));
      await tabTo(page, page.getByRole('radio', { name: 'System' }));
      await page.keyboard.press('ArrowLeft');
      await expect.poll(schemeOf, SLOW).toBe('dark');
      await page.keyboard.press('ArrowLeft');
      await expect.poll(schemeOf, SLOW).toBe('light');
    }));
});
