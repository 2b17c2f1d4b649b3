import { expect, inject, it } from 'vitest';
import { ACME, signInAs } from './people.ts';
import { openScreen, SCREEN_STATES } from './screen-list.ts';
import { openTestBrowser } from './test-browser.ts';

const url = inject('productUrl');
const visit = openTestBrowser();

it.each([1050, 390])(
  'fits every screen into a window of %i pixels',
  {
    tags: 'proof:layout-without-minimum-width',
    timeout: 240_000,
  },
  (width) =>
    visit({ width }, async ({ page }) => {
      await signInAs(page, url, { account: ACME, role: 'tester' });
      const overflowing: Record<string, number> = {};
      for (const screen of SCREEN_STATES) {
        await openScreen(page, url, 'acme', screen);
        const needed = await page.evaluate(() => document.documentElement.scrollWidth);
        if (needed > width) overflowing[screen.name] = needed;
      }
      expect(overflowing).toEqual({});
    }),
);
