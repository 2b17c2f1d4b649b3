import { expect, inject, it } from 'vitest';
import { ACME, startSession } from './people/people.ts';
import { openTestBrowser } from './test-browser.ts';

const url = inject('productUrl');
const visit = openTestBrowser();

it('keeps three filter values that are clicked one right after the other, in one history entry', () =>
  visit({}, async ({ page }) => {
    await startSession(page, url, { account: ACME, role: 'viewer' });
    const list = `${url}/app/acme/downloads/list`;
    await page.goto(list);
    await page.getByRole('button', { name: 'Filter by Status' }).click();
    const boxes = page.getByRole('group', { name: 'Status' }).getByRole('checkbox');
    await boxes.first().waitFor();
    await boxes.evaluateAll((elements) => {
      for (const element of elements.slice(0, 3)) (element as HTMLInputElement).click();
    });
    await page.waitForURL((address) => address.searchParams.get('status')?.split(',').length === 3);
    expect(await page.getByRole('group', { name: 'Status' }).locator(':checked').count()).toBe(3);
    await page.goBack();
    await page.waitForURL(list);
    expect(await page.getByRole('group', { name: 'Status' }).locator(':checked').count()).toBe(0);
  }));

it('returns from a search to the unfiltered list with Back', () =>
  visit({}, async ({ page }) => {
    await startSession(page, url, { account: ACME, role: 'viewer' });
    const list = `${url}/app/acme/downloads/list`;
    await page.goto(list);
    await page.getByRole('searchbox').pressSequentially('orders');
    await page.waitForURL(`${list}?search=orders`);
    await page.goBack();
    await page.waitForURL(list);
    expect(await page.getByRole('searchbox').inputValue()).toBe('');
  }));

it('shares a saved view with another member of the account', async () => {
  await visit({}, async ({ page }) => {
    await startSession(page, url, { account: ACME, role: 'operator' });
    await page.goto(`${url}/app/acme/downloads/list?status=completed`);
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('textbox', { name: 'Save the current filters as' }).fill('What is done');
    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByRole('link', { name: 'What is done' }).waitFor();
  });
  await visit({}, async ({ page }) => {
    await startSession(page, url, { account: ACME, role: 'viewer' });
    await page.goto(`${url}/app/acme/downloads/list`);
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('link', { name: /^What is done/ }).click();
    await page.waitForURL(`${url}/app/acme/downloads/list?status=completed`);
    await page.getByRole('button', { name: 'Status: Completed' }).waitFor();
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('link', { name: /^What is done/ }).waitFor();
    expect(await page.getByRole('button', { name: 'Delete What is done' }).count()).toBe(0);
  });
});
