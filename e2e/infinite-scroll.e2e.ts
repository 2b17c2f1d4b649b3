import { expect, inject, it } from 'vitest';
import { ACME, startSession } from './people/people.ts';
import { openTestBrowser } from './test-browser.ts';

const url = inject('productUrl');
const visit = openTestBrowser();
/** The machine may be busy with the product itself. */
const SLOW = { timeout: 60_000 };

it(
  '"infinite scroll within 100px of bottom"; "A scroll-to-top button exists."',
  {
    tags: ['spec:infinite-scroll', 'spec:scroll-to-top'],
    timeout: 120_000,
  },
  () =>
    visit({}, async ({ page }) => {
      await startSession(page, url, { account: ACME, role: 'viewer' });
      await page.goto(`${url}/app/acme/downloads/list`);
      await page.locator('[data-row-id]').first().hover();
      const next = page.waitForRequest((request) => /"after":\s*"/.test(request.postData() ?? ''));
      await page.mouse.wheel(0, 5000);
      await (await next).response();
      const top = page.getByRole('button', { name: 'Scroll to top' });
      await expect
        .poll(async () => {
          await page.mouse.wheel(0, 5000);
          return top.count();
        }, SLOW)
        .toBe(1);
      await top.click();
      await expect.poll(() => top.count(), SLOW).toBe(0);
    }),
);
