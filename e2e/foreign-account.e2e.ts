import { SCREENS } from '@switchboard/console/screens';
import { describe, expect, inject, it } from 'vitest';
import { ACME, GLOBEX, signInAs } from './people.ts';
import { openTestBrowser } from './test-browser.ts';

const url = inject('productUrl');
const visit = openTestBrowser();

describe("another account's address", () => {
  it.each(SCREENS.map(({ path }) => path))('shows nothing of it on %s', (path) =>
    visit({}, async ({ page }) => {
      await signInAs(page, url, { account: ACME, role: 'operator' });
      const answered: number[] = [];
      page.on('response', (response) => {
        const request = response.request();
        if (request.url().endsWith('/api/graphql') && request.headers()['account-uri'] === 'globex')
          answered.push(response.status());
      });
      await page.goto(`${url}/app/globex/${path}`);
      await page.waitForURL((at) => !at.pathname.startsWith('/app/globex/'));
      await page.getByRole('main').waitFor();
      expect(await page.getByText(/globex/i).count()).toBe(0);
      // The first rows are asked for while the person is signed in.
      expect(answered.filter((status) => status !== 403)).toEqual([]);
    }),
  );

  it('shows nothing for the id of a download of another account', async () => {
    let id: string | null = null;
    await visit({}, async ({ page }) => {
      await signInAs(page, url, { account: GLOBEX, role: 'operator' });
      await page.goto(`${url}/app/globex/downloads/list`);
      id = await page.locator('[data-row-id]').first().getAttribute('data-row-id');
    });
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    await visit({}, async ({ page }) => {
      await signInAs(page, url, { account: ACME, role: 'operator' });
      const responses: unknown[] = [];
      page.on('response', async (response) => {
        if (response.url().endsWith('/api/graphql')) responses.push(await response.json().catch(() => null));
      });
      await page.goto(`${url}/app/acme/downloads/list?downloadBundleId=${id}`);
      await page.waitForURL((at) => !at.searchParams.has('downloadBundleId'));
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(responses).not.toEqual([]);
      expect(JSON.stringify(responses)).not.toContain(id);
    });
  });
});
