import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { ACME, signInAs } from './people.ts';
import { openTestBrowser } from './test-browser.ts';

const url = inject('productUrl');
const visit = openTestBrowser();
const LIMIT = 120_000;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();

/** Clicks a button that opens the sample provider. */
async function openProvider(page: Page, name: string): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await button(page, name).click();
  const popup = await opened;
  await popup.getByRole('heading', { name: 'Sample provider' }).waitFor();
  return popup;
}

async function fillForm(page: Page, name: string): Promise<void> {
  await page.goto(`${url}/app/acme/keys/add-key?keyType=sample_oauth`);
  await page.getByRole('main').getByRole('textbox', { name: 'Key name' }).fill(name);
}

async function connect(page: Page, name: string): Promise<void> {
  await fillForm(page, name);
  const popup = await openProvider(page, 'Connect');
  await button(popup, 'Allow').click();
  await toast(page, `${name} was successfully created!`);
}

describe('connecting an account', () => {
  it(
    'opens the provider in a window, which says that it is completed, and closes by itself',
    {
      timeout: LIMIT,
      tags: ['spec:key-oauth-popup', 'spec:route-oauth-results'],
    },
    () =>
      visit({}, async ({ page }) => {
        await signInAs(page, url, { account: ACME, role: 'tester' });
        await page.goto(`${url}/app/acme/keys`);
        await button(page, 'Add key').click();
        const picker = page.getByRole('dialog', { name: 'Select credential type' });
        await picker.getByRole('textbox').fill('Sample provider');
        await picker.getByRole('button', { name: /^Sample provider \(OAuth\)/ }).click();
        await page.getByRole('main').getByRole('textbox', { name: 'Key name' }).fill('connected');
        const popup = await openProvider(page, 'Connect');
        expect(await popup.evaluate(() => [window.innerWidth, window.innerHeight])).toEqual([800, 600]);
        await page.getByText('Sign in to Sample provider (OAuth) in the window that has opened').waitFor();
        const closed = popup.waitForEvent('close');
        await button(popup, 'Allow').click();
        await heading(popup, 'Authentication completed.');
        await popup.getByText('This window will close automatically.').waitFor();
        await button(popup, 'Close window').waitFor();
        await toast(page, 'connected was successfully created!');
        await heading(page, 'Vault');
        await closed;
        await page.getByRole('link', { name: 'connected', exact: true }).click();
        await heading(page, 'connected');
        await page.getByRole('link', { name: 'Edit key name' }).click();
        await heading(page, 'Edit key name');
        const name = page.getByRole('main').getByRole('textbox', { name: 'Key name' });
        await name.fill('connected and renamed');
        await button(page, 'Save changes').click();
        await toast(page, 'connected and renamed was successfully updated!');
      }),
  );

  it(
    'keeps the form and says why when the person denies it, and when the name is taken',
    {
      timeout: LIMIT,
      tags: ['spec:key-oauth-popup', 'spec:keys-name-validation-call'],
    },
    () =>
      visit({}, async ({ page }) => {
        await signInAs(page, url, { account: ACME, role: 'tester' });
        await fillForm(page, 'denied');
        const popup = await openProvider(page, 'Connect');
        await button(popup, 'Deny').click();
        await heading(popup, 'Authentication failed, please try again.');
        await popup.getByText('You did not allow access at the provider.').waitFor();
        const alert = page.getByRole('main').getByRole('alert');
        await alert.getByText('Authentication failed, please try again.').waitFor();
        await alert.getByText('You did not allow access at the provider.').waitFor();
        const name = page.getByRole('main').getByRole('textbox', { name: 'Key name' });
        expect(await name.inputValue()).toBe('denied');

        const again = await openProvider(page, 'Connect');
        await again.close();
        await page.getByText('The window was closed before it was finished').waitFor();
        await name.fill('warehouse');
        await button(page, 'Connect').click();
        await page.getByText('Name already used.').waitFor();
        expect(await name.getAttribute('aria-invalid')).toBe('true');
        // No other message completes a sign-in.
        await page.evaluate(() => window.postMessage({ type: 'oauthSuccess', credential_name: 'denied' }, '*'));
        expect(await page.getByText('was successfully created!').count()).toBe(0);
      }),
  );

  it('is completed also when the page of the provider cuts the window off from its opener', { timeout: LIMIT }, () =>
    visit({}, async ({ page }) => {
      await signInAs(page, url, { account: ACME, role: 'tester' });
      await page.context().route('**/oauth/authorize?**', async (route) => {
        const answer = await route.fetch();
        const headers = { ...answer.headers(), 'cross-origin-opener-policy': 'same-origin' };
        await route.fulfill({ response: answer, headers });
      });
      await fillForm(page, 'cut off');
      const popup = await openProvider(page, 'Connect');
      expect(await popup.evaluate(() => window.opener === null)).toBe(true);
      await button(popup, 'Allow').click();
      await toast(page, 'cut off was successfully created!');
    }),
  );

  it('says that the browser has blocked the window', { timeout: LIMIT }, () =>
    visit({}, async ({ page }) => {
      await signInAs(page, url, { account: ACME, role: 'tester' });
      await fillForm(page, 'blocked');
      await page.evaluate(() => {
        window.open = () => null;
      });
      await button(page, 'Connect').click();
      await page.getByText('The browser blocked the window').waitFor();
    }),
  );
});

describe('a connected key', () => {
  it('is connected again', { timeout: LIMIT, tags: ['spec:key-edit-oauth', 'spec:key-reconnected'] }, () =>
    visit({}, async ({ page }) => {
      await signInAs(page, url, { account: ACME, role: 'tester' });
      await connect(page, 'to reconnect');
      await page.getByRole('link', { name: 'to reconnect', exact: true }).click();
      await heading(page, 'to reconnect');
      const popup = await openProvider(page, 'Reconnect');
      await button(popup, 'Allow').click();
      await toast(page, 'to reconnect was successfully updated!');
      await heading(page, 'to reconnect');
    }),
  );

  it('offers no change to people who may only read', { timeout: LIMIT }, async () => {
    await visit({}, async ({ page }) => {
      await signInAs(page, url, { account: ACME, role: 'tester' });
      await connect(page, 'read only');
    });
    await visit({}, async ({ page }) => {
      await signInAs(page, url, { account: ACME, role: 'viewer' });
      await page.goto(`${url}/app/acme/keys/details?keyName=read%20only`);
      await heading(page, 'read only');
      expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
    });
  });
});
