import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { launchBrowser, openVisit } from './browser.ts';
import { ACME, GLOBEX, signInAs } from './people.ts';

const url = inject('productUrl');
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

describe("another account's address", () => {
  it.each(['downloads/list', 'uploads/list', 'events'])('shows nothing of it on %s', async (path) => {
    const { page, close } = await openVisit(browser);
    await signInAs(page, url, { account: ACME, role: 'operator' });
    const answers: string[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('/api/graphql')) answers.push(response.request().headers()['account-uri'] ?? '');
    });
    await page.goto(`${url}/app/globex/${path}`);
    await page.waitForURL((at) => !at.pathname.startsWith('/app/globex/'));
    expect(await page.getByText(/globex/i).count()).toBe(0);
    expect(answers).not.toContain('globex');
    await close();
  });

  it('learns nothing from the id of a download that is not theirs', async () => {
    const theirs = await openVisit(browser);
    await signInAs(theirs.page, url, { account: GLOBEX, role: 'operator' });
    await theirs.page.goto(`${url}/app/globex/downloads/list?status=completed`);
    const row = theirs.page.locator('[data-row-id]').first();
    const id = await row.getAttribute('data-row-id');
    const ours = await openVisit(browser);
    await signInAs(ours.page, url, { account: ACME, role: 'operator' });
    await ours.page.goto(`${url}/app/acme/downloads/list?downloadBundleId=${id}`);
    await ours.page.getByText(/There is nothing here|Page was accessed with the wrong URL params/).waitFor();
    await theirs.close();
    await ours.close();
  });
});
