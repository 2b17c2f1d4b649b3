import { describe, expect, inject, it } from 'vitest';
import { ACME, startSession } from './people/people.ts';
import { openTestBrowser } from './test-browser.ts';

const url = inject('productUrl');
const visit = openTestBrowser();

describe('the events filter', () => {
  it.each([
    ['warnings', 'Warning', 'Info'],
    ['info', 'Info', 'Warning'],
  ])(
    'shows %s and nothing else',
    { tags: ['spec:events-severities', 'spec:events-parameters'] },
    (severity, shown, hidden) =>
      visit({}, async ({ page }) => {
        await startSession(page, url, { account: ACME, role: 'viewer' });
        await page.goto(`${url}/app/acme/events?severity=${severity}`);
        const rows = page.locator('[data-row-id]');
        await rows.first().waitFor();
        expect(await rows.filter({ hasText: shown }).count()).toBeGreaterThan(0);
        expect(await rows.filter({ hasText: hidden }).count()).toBe(0);
      }),
  );
});
