import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import type { Scheme } from './browser.ts';
import { faintTexts } from './findings/contrast.ts';
import { findingsOf } from './findings/findings.ts';
import { ACME, signInAs } from './people/people.ts';
import { openTestBrowser } from './test-browser.ts';

const url = inject('productUrl');
const visit = openTestBrowser();

const OPENERS = 'button[aria-haspopup]:not([disabled])';
const LAYER = '[role="dialog"], [role="menu"]';

/** Begins the names of buttons that every row or column has. */
const REPEATED = /^(Actions for|Change the column) /;

/** Names of the buttons that open something; of those that every row or column has, what all their names begin with. */
async function openersOf(page: Page): Promise<(string | RegExp)[]> {
  const names = await page
    .locator(OPENERS)
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent));
  // A row may be gone, or be called otherwise, before its button is pressed.
  const unique = new Set(names.map((name) => REPEATED.exec(name)?.[0] ?? name));
  return [...unique].map((name) => (REPEATED.test(name) ? new RegExp(`^${name}`) : name));
}

type Find = (page: Page) => Promise<string>;

/** The findings on the screen with each of its layers open, by what opens the layer. */
async function findingsOfLayers(page: Page, find: Find): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const names = await openersOf(page);
  expect(names.length).toBeGreaterThan(4);
  for (const name of names) {
    await page.getByRole('button', { name, exact: true }).first().click();
    const layer = page.locator(LAYER).filter({ visible: true }).first();
    await layer.waitFor();
    await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
    const findings = await find(page);
    if (findings !== '') found[String(name)] = findings;
    await page.keyboard.press('Escape');
    await layer.waitFor({ state: 'detached' });
  }
  return found;
}

// The two differ in their colors alone.
describe.each<readonly [Scheme, string, Find]>([
  ['light', 'axe finds nothing serious and every text has its contrast', findingsOf],
  ['dark', 'every text has its contrast', faintTexts],
])('the console in %s, %s', (scheme, _, find) => {
  // Incidents and the charts open nothing but the menus of the shell.
  it.each(['downloads/list', 'uploads/list', 'events'])(
    'axe finds nothing serious with each layer of %s open',
    { timeout: 180_000 },
    (path) =>
      visit({ scheme }, async ({ page }) => {
        await signInAs(page, url, { account: ACME, role: 'operator' });
        await page.goto(`${url}/app/acme/${path}`);
        await page.locator('[data-row-id]').first().waitFor();
        expect(await findingsOfLayers(page, find)).toEqual({});
      }),
  );

  it('axe finds nothing serious with rows selected and their change asked for', () =>
    visit({ scheme }, async ({ page }) => {
      await signInAs(page, url, { account: ACME, role: 'operator' });
      await page.goto(`${url}/app/acme/downloads/list?status=completed`);
      await page.locator('[data-row-id]').first().waitFor();
      await page.keyboard.press('j');
      await page.keyboard.press('x');
      const bar = page.getByRole('region', { name: 'Selection' });
      await bar.waitFor();
      await bar.getByRole('button', { name: 'Retry' }).click();
      await page.getByRole('dialog').getByRole('button').first().waitFor();
      expect(await find(page)).toBe('');
    }));

  it('axe finds nothing serious at the question before a download is abandoned', () =>
    visit({ scheme }, async ({ page }) => {
      await signInAs(page, url, { account: ACME, role: 'operator' });
      await page.goto(`${url}/app/acme/downloads/list?status=failed`);
      await page
        .getByRole('main')
        .getByRole('button', { name: /^Actions for / })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Abandon' }).click();
      await page.getByRole('dialog', { name: 'Abandon this download?' }).waitFor();
      expect(await find(page)).toBe('');
    }));

  it('axe finds nothing serious in the dirty rows of a download, with a tooltip over them', () =>
    visit({ scheme }, async ({ page }) => {
      await signInAs(page, url, { account: ACME, role: 'operator' });
      await page.goto(`${url}/app/acme/downloads/list?status=dirty`);
      await page.getByRole('main').getByRole('button', { name: 'Preview' }).first().click();
      await page.getByRole('dialog').getByRole('table').first().waitFor();
      expect(await find(page)).toBe('');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.locator('#main [data-tip]').first().hover();
      await page.getByRole('tooltip').first().waitFor();
      expect(await find(page)).toBe('');
    }));

  it('axe finds nothing serious in the list of keys', () =>
    visit({ scheme }, async ({ page }) => {
      await signInAs(page, url, { account: ACME, role: 'viewer' });
      await page.goto(`${url}/app/acme/uploads/list`);
      await page.locator('[data-row-id]').first().waitFor();
      await page.keyboard.press('?');
      await page.getByRole('dialog').first().waitFor();
      expect(await find(page)).toBe('');
    }));
});
