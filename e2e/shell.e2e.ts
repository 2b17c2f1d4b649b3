import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { ACME, signInAsSupport, startSession } from './people/people.ts';
import { openTestBrowser } from './test-browser.ts';

const url = inject('productUrl');
const visit = openTestBrowser();

const navigationWidth = (page: Page): Promise<number | undefined> =>
  page
    .getByRole('navigation', { name: 'Main' })
    .boundingBox()
    .then((box) => box?.width);

const open = async (page: Page, path = 'events'): Promise<void> => {
  await page.goto(`${url}/app/acme/${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
};

describe('the side navigation', () => {
  it(
    '"can collapse to a mini bar", "263px, 80px collapsed", and the choice is a preference of the person',
    {
      tags: ['spec:navigation-collapse', 'spec:navigation-preference', 'spec:sidebar-width'],
    },
    () =>
      visit({}, async ({ page }) => {
        await startSession(page, url, { account: ACME, role: 'beta_backfill' });
        await open(page);
        expect(await navigationWidth(page)).toBe(263);
        const saved = page.waitForResponse(
          (response) => response.request().postData()?.includes('SavePreference') === true && response.ok(),
        );
        await page.getByRole('button', { name: 'Collapse the navigation' }).click();
        await expect.poll(() => navigationWidth(page)).toBe(80);
        await saved;
        await page.evaluate(() => localStorage.clear());
        await open(page);
        await expect.poll(() => navigationWidth(page)).toBe(80);
        await page.getByRole('button', { name: 'Expand the navigation' }).click();
        await page.waitForResponse((response) => response.request().postData()?.includes('SavePreference') === true);
      }),
  );

  it('"collapses automatically on small screens"', { tags: 'spec:navigation-small-screen' }, () =>
    visit({}, async ({ page }) => {
      await startSession(page, url, { account: ACME, role: 'viewer' });
      await open(page);
      await page.setViewportSize({ width: 1100, height: 900 });
      await expect.poll(() => navigationWidth(page)).toBe(80);
      expect(await page.getByRole('button', { name: 'Expand the navigation' }).count()).toBe(0);
    }),
  );
});

it('the browser refuses text that would become markup, and scripts of other origins', () =>
  visit({}, async ({ page }) => {
    await startSession(page, url, { account: ACME, role: 'viewer' });
    await open(page);
    const refusals = await page.evaluate(() => {
      const refusalOf = (act: () => unknown): string => {
        try {
          act();
          return 'done';
        } catch (error) {
          return String(error);
        }
      };
      const place = document.createElement('div');
      const script = document.createElement('script');
      return [
        refusalOf(() => {
          place.innerHTML = '<img src=x onerror=alert(1)>';
        }),
        refusalOf(() => {
          script.src = 'https://example.com/a.js';
        }),
        refusalOf(() => {
          script.text = 'alert(1)';
        }),
        place.childElementCount,
      ];
    });
    expect(refusals).toEqual([
      expect.stringContaining('TrustedHTML'),
      expect.stringContaining('TrustedScriptURL'),
      expect.stringContaining('TrustedScript'),
      0,
    ]);
  }));

describe('the badge of Keys', () => {
  it(
    'shows "the count of suspended credentials", in the mini bar too, and leads to them',
    {
      tags: ['spec:navigation-badge'],
    },
    () =>
      visit({}, async ({ page }) => {
        await startSession(page, url, { account: ACME, role: 'viewer' });
        await open(page);
        const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Keys, 1 suspended' });
        // The demo's provider rejects the key soon after the start.
        await link.waitFor({ timeout: 60_000 });
        expect(await link.textContent()).toBe('Keys1');
        await page.setViewportSize({ width: 1100, height: 900 });
        await expect.poll(() => navigationWidth(page)).toBe(80);
        expect(await link.textContent()).toBe('Keys1');
        await link.click();
        await page
          .getByRole('main')
          .getByRole('row')
          .filter({ hasText: 'partner_network' })
          .getByText('Suspended', { exact: true })
          .waitFor();
      }),
  );
});

describe('the account switcher', () => {
  it(
    '"choosing goes to that account\'s dashboard", from a list of at most 500px',
    {
      tags: ['spec:switcher-choice', 'spec:account-picker-height'],
    },
    () =>
      visit({}, async ({ page }) => {
        await signInAsSupport(page, url);
        await page.getByRole('button', { name: 'Account Acme Media' }).click();
        const list = page.getByRole('listbox', { name: 'Accounts' });
        expect(await list.evaluate((element) => getComputedStyle(element).maxHeight)).toBe('500px');
        await page.getByRole('option', { name: 'Globex' }).click();
        await page.waitForURL(/\/app\/globex\/homepage/);
      }),
  );
});

describe('the keyboard', () => {
  it('reaches the first row by the second Tab stop, and the content of the next screen by its keys', () =>
    visit({}, async ({ page }) => {
      await startSession(page, url, { account: ACME, role: 'viewer' });
      await open(page, 'downloads/list');
      await page.locator('[data-row-id]').first().waitFor();
      await page.getByRole('button', { name: 'Skip to the content' }).focus();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-row-id'))).toBe(true);
      await page.keyboard.press('g');
      await page.keyboard.press('u');
      await page.getByRole('heading', { level: 1, name: 'Uploads' }).waitFor();
      // On the heading, or on the first row where the rows are known already.
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.matches('#main h1, #main [data-row-id]')))
        .toBe(true);
    }));
});

describe('pages without an account', () => {
  it(
    'pages without an account have a back button and a Docs link',
    { tags: ['spec:header-back', 'spec:header-docs'] },
    () =>
      visit({}, async ({ page }) => {
        await startSession(page, url, { account: ACME, role: 'viewer' });
        await open(page);
        expect(await page.getByRole('link', { name: 'Docs' }).getAttribute('href')).toBe('/docs');
        await page.evaluate(() => history.pushState(null, '', '/nothing-here'));
        await page.reload();
        await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor();
        await page.getByRole('link', { name: 'Docs' }).click();
        await page.waitForURL(/\/docs/);
        expect(await page.getByRole('heading', { level: 1 }).count()).toBeGreaterThan(0);
        await page.goBack();
        await page.getByRole('button', { name: 'Back' }).click();
        await page.waitForURL(/\/app\/acme\//);
      }),
  );
});
