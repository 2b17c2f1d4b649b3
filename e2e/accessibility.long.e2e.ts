import { describe, expect, inject, it } from 'vitest';
import type { Scheme } from './browser.ts';
import { findingsOf } from './findings/findings.ts';
import { ACME, signInAs, signInAsSupport } from './people/people.ts';
import { ADMINISTRATION_STATES, openAdministration, openScreen, SCREEN_STATES } from './screens/screen-list.ts';
import { openTestBrowser } from './test-browser.ts';

const url = inject('productUrl');
const visit = openTestBrowser();

describe.each<Scheme>(['light', 'dark'])('the console in %s', (scheme) => {
  it('axe finds nothing serious on the sign-in page, and every text has its contrast', () =>
    visit({ scheme }, async ({ page }) => {
      await page.goto(url);
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      expect(await findingsOf(page)).toBe('');
    }));

  it(
    'axe finds nothing serious on any screen of an account, and every text has its contrast',
    { timeout: 240_000 },
    () =>
      visit({ scheme }, async ({ page }) => {
        await signInAs(page, url, { account: ACME, role: 'tester' });
        const found: Record<string, string> = {};
        for (const screen of SCREEN_STATES) {
          await openScreen(page, url, 'acme', screen);
          const findings = await findingsOf(page);
          if (findings !== '') found[screen.name] = findings;
        }
        expect(found).toEqual({});
      }),
  );

  it('axe finds nothing serious on any screen of administration, and every text has its contrast', () =>
    visit({ scheme }, async ({ page }) => {
      await signInAsSupport(page, url);
      const found: Record<string, string> = {};
      for (const screen of ADMINISTRATION_STATES) {
        await openAdministration(page, url, screen);
        const findings = await findingsOf(page);
        if (findings !== '') found[screen.name] = findings;
      }
      expect(found).toEqual({});
    }));
});
