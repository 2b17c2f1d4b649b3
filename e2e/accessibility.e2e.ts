import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { seriousFindings } from './axe.ts';
import { launchBrowser, type Scheme, withVisit } from './browser.ts';
import { ACME, signInAs } from './people.ts';
import { openScreen, SCREEN_STATES } from './screen-list.ts';

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
      expect(await seriousFindings(page)).toBe('');
    }));

  it('axe finds nothing serious on any screen of an account', { timeout: 240_000 }, () =>
    withVisit(browser, { scheme }, async ({ page }) => {
      await signInAs(page, url, { account: ACME, role: 'tester' });
      const found: Record<string, string> = {};
      for (const screen of SCREEN_STATES) {
        await openScreen(page, url, 'acme', screen);
        const findings = await seriousFindings(page);
        if (findings !== '') found[screen.name] = findings;
      }
      expect(found).toEqual({});
    }),
  );
});
