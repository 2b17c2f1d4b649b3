import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { seriousFindings } from './axe.ts';
import { launchBrowser, type Scheme, withVisit } from './browser.ts';
import { ACME, signInAs } from './people.ts';
import { openScreen, SCREENS } from './screen-list.ts';

const url = inject('productUrl');
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

describe.each<Scheme>(['light', 'dark'])('in %s', (scheme) => {
  it('axe finds nothing serious on the sign-in page', () =>
    withVisit(browser, { scheme }, async ({ page }) => {
      await page.goto(url);
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
    }));

  it.each(SCREENS.map((screen) => [screen.name, screen] as const))('axe finds nothing serious on %s', (_, screen) =>
    withVisit(browser, { scheme }, async ({ page }) => {
      await signInAs(page, url, { account: ACME, role: 'tester' });
      await openScreen(page, url, 'acme', screen);
      expect(await seriousFindings(page)).toEqual([]);
    }),
  );
});
