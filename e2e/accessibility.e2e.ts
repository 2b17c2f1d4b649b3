import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { seriousFindings } from './axe.ts';
import { launchBrowser, openVisit, type Scheme } from './browser.ts';
import { ACME, signInAs } from './people.ts';
import { openScreen, SCREENS } from './screen-list.ts';

const url = inject('productUrl');
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

describe.each<Scheme>(['light', 'dark'])('in %s', (scheme) => {
  it('axe finds nothing serious on the sign-in page', async () => {
    const { page, close } = await openVisit(browser, { scheme });
    await page.goto(url);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await close();
  });

  it.each(SCREENS.map((screen) => [screen.name, screen] as const))(
    'axe finds nothing serious on %s',
    async (_, screen) => {
      const { page, close } = await openVisit(browser, { scheme });
      await signInAs(page, url, { account: ACME, role: 'tester' });
      await openScreen(page, url, 'acme', screen);
      expect(await seriousFindings(page)).toEqual([]);
      await close();
    },
  );
});
