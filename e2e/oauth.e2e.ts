import type { Page } from 'playwright-core';
import { expect, inject, it } from 'vitest';
import { ACME, signInAs } from './people/people.ts';
import { openTestBrowser } from './test-browser.ts';

const url = inject('productUrl');
const visit = openTestBrowser();
const LIMIT = 300_000;

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

it(
  'a key is connected in a window of the provider, renamed and connected again',
  {
    timeout: LIMIT,
    tags: [
      'spec:key-oauth-popup',
      'spec:route-oauth-results',
      'spec:keys-name-validation-call',
      'spec:key-edit-oauth',
      'spec:key-reconnected',
    ],
  },
  () =>
    visit({}, async ({ page }) => {
      await signInAs(page, url, { account: ACME, role: 'tester' });
      let isCutOff = false;
      await page.context().route('**/oauth/authorize?**', async (route) => {
        if (!isCutOff) return route.continue();
        const answer = await route.fetch();
        const headers = { ...answer.headers(), 'cross-origin-opener-policy': 'same-origin' };
        await route.fulfill({ response: answer, headers });
      });
      await page.goto(`${url}/app/acme/keys`);
      await button(page, 'Add key').click();
      const picker = page.getByRole('dialog', { name: 'Select credential type' });
      await picker.getByRole('textbox').fill('Sample provider');
      await picker.getByRole('button', { name: /^Sample provider \(OAuth\)/ }).click();
      const name = page.getByRole('main').getByRole('textbox', { name: 'Key name' });
      await name.fill('warehouse');
      await button(page, 'Connect').click();
      await page.getByText('Name already used.').waitFor();
      expect(await name.getAttribute('aria-invalid')).toBe('true');

      // The form stays, with the reason, when the person denies it and when they close the window.
      await name.fill('connected');
      const denied = await openProvider(page, 'Connect');
      expect(await denied.evaluate(() => [window.innerWidth, window.innerHeight])).toEqual([800, 600]);
      await page.getByText('Sign in to Sample provider (OAuth) in the window that has opened').waitFor();
      await button(denied, 'Deny').click();
      await heading(denied, 'Authentication failed, please try again.');
      await denied.getByText('You did not allow access at the provider.').waitFor();
      const alert = page.getByRole('main').getByRole('alert');
      await alert.getByText('Authentication failed, please try again.').waitFor();
      await alert.getByText('You did not allow access at the provider.').waitFor();
      expect(await name.inputValue()).toBe('connected');
      await (await openProvider(page, 'Connect')).close();
      await page.getByText('The window was closed before it was finished').waitFor();
      // No other message completes a sign-in.
      await page.evaluate(() => window.postMessage({ type: 'oauthSuccess', credential_name: 'connected' }, '*'));
      expect(await page.getByText('was successfully created!').count()).toBe(0);

      const popup = await openProvider(page, 'Connect');
      const closed = popup.waitForEvent('close');
      await button(popup, 'Allow').click();
      await heading(popup, 'Authentication completed.');
      await popup.getByText('This window will close automatically.').waitFor();
      await button(popup, 'Close window').waitFor();
      await toast(page, 'connected was successfully created!');
      await heading(page, 'Vault');
      await page.getByRole('link', { name: 'connected', exact: true }).click();
      await heading(page, 'connected');
      await page.getByRole('link', { name: 'Edit key name' }).click();
      await heading(page, 'Edit key name');
      await name.fill('connected and renamed');
      await button(page, 'Save changes').click();
      await toast(page, 'connected and renamed was successfully updated!');

      // Also when the page of the provider cuts the window off from its opener.
      isCutOff = true;
      // A reload removes the toast above.
      await page.goto(`${url}/app/acme/keys/details?keyName=connected%20and%20renamed`);
      await heading(page, 'connected and renamed');
      const again = await openProvider(page, 'Reconnect');
      expect(await again.evaluate(() => window.opener === null)).toBe(true);
      await button(again, 'Allow').click();
      await toast(page, 'connected and renamed was successfully updated!');
      await heading(page, 'connected and renamed');
      await closed;
    }),
);
