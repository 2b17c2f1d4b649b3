import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Network, startNetwork } from './network.ts';
import { ACME, GLOBEX, signInAs } from './people.ts';
import { openTestBrowser } from './test-browser.ts';

const url = inject('productUrl');
const visit = openTestBrowser();
const LIMIT = 120_000;

let network: Network;
beforeAll(async () => {
  network = await startNetwork();
});
afterAll(() => network.close());

const open = (page: Page, path: string) => page.goto(`${url}/app/acme/${path}`);
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const textbox = (page: Page, name: string) => page.getByRole('main').getByRole('textbox', { name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();

async function fillToken(page: Page, name: string, token: string): Promise<void> {
  await textbox(page, 'Key name').fill(name);
  await page.locator('input[name="api_token"]').fill(token);
}

async function addToken(page: Page, name: string): Promise<void> {
  await open(page, 'keys/add-key?keyType=api_token');
  await fillToken(page, name, 'token');
  await button(page, 'Verify and Save').click();
  await toast(page, `${name} was successfully created!`);
}

/** Without a question about dependants: nothing uses the keys of these tests. */
async function remove(page: Page, name: string): Promise<void> {
  await open(page, `keys/details?keyName=${encodeURIComponent(name)}`);
  await button(page, 'Delete Key').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Key' }).click();
  await toast(page, `${name} was successfully deleted!`);
}

const inDays = (days: number): string => {
  const exp = Math.round(Date.now() / 1000) + days * 86_400;
  return ['{}', JSON.stringify({ exp }), 'signature'].map((part) => Buffer.from(part).toString('base64url')).join('.');
};

describe('a key that ends soon', () => {
  it('shows it in the list and in its details, with its history', { timeout: LIMIT }, () =>
    visit({}, async ({ page }) => {
      await signInAs(page, url, { account: ACME, role: 'tester' });
      await open(page, 'keys/add-key?keyType=api_token');
      await fillToken(page, 'ends soon', inDays(5));
      await button(page, 'Verify and Save').click();
      await toast(page, 'ends soon was successfully created!');
      const row = page.getByRole('row').filter({ hasText: 'ends soon' });
      await row.getByText(/^Ends [A-Z][a-z]{2} \d+/).waitFor();
      await row.getByRole('link', { name: 'ends soon' }).click();
      await heading(page, 'ends soon');
      await page.getByText(/^Ends [A-Z][a-z]{2} \d+/).waitFor();
      await page.getByRole('list', { name: 'Changes' }).getByText('added the key.').waitFor();
      await remove(page, 'ends soon');
      // At once, also where the list is shown as it was before.
      expect(await page.getByRole('row').filter({ hasText: 'ends soon' }).count()).toBe(0);
    }),
  );
});

describe('what uses a key', () => {
  it('is pointed to another key and back, after a preview', { timeout: LIMIT }, () =>
    visit({}, async ({ page }) => {
      await signInAs(page, url, { account: GLOBEX, role: 'tester' });
      await page.goto(`${url}/app/globex/keys/add-key?keyType=api_token`);
      await fillToken(page, 'replacement', 'globex-demo-token');
      await button(page, 'Verify and Save').click();
      await toast(page, 'replacement was successfully created!');
      for (const [from, to] of [
        ['sample_provider', 'replacement'],
        ['replacement', 'sample_provider'],
      ] as const) {
        await page.goto(`${url}/app/globex/keys/details?keyName=${from}`);
        await button(page, 'Point to another key').click();
        const dialog = page.getByRole('dialog', { name: `Point ${from} to another key` });
        await dialog.getByRole('combobox', { name: 'Other key' }).click();
        await page.getByRole('option', { name: to, exact: true }).click();
        const places = dialog.getByRole('region', { name: 'Published script' }).getByRole('listitem');
        await places.first().waitFor();
        const count = await places.count();
        await dialog.getByRole('button', { name: `Point ${count} to ${to}` }).click();
        await dialog.getByText('Done').first().waitFor();
        expect(await dialog.getByText('Done').count()).toBe(count);
        await dialog.getByRole('button', { name: 'Close' }).last().click();
        await page.getByText('No dependencies for this key').waitFor();
        await page.getByRole('list', { name: 'Changes' }).getByText(`to the key ${to}.`).first().waitFor();
      }
      await page.goto(`${url}/app/globex/keys/details?keyName=sample_provider`);
      await page.getByRole('list', { name: 'Downloads' }).getByRole('listitem').first().waitFor();
    }),
  );
});

describe('a key', () => {
  it('is added, opened, renamed and deleted by keyboard, and its secret never comes back', { timeout: LIMIT }, () =>
    visit({}, async ({ page }) => {
      const canary = 'canary-9d1f4c';
      const answers: Promise<string>[] = [];
      page.on('response', (response) => {
        // The stream of changes has no end.
        const isStream = response.headers()['content-type']?.startsWith('text/event-stream') === true;
        if (response.url().endsWith('/api/graphql') && !isStream) answers.push(response.text().catch(() => ''));
      });
      await signInAs(page, url, { account: ACME, role: 'tester' });
      await open(page, 'keys');
      await button(page, 'Add key').focus();
      await page.keyboard.press('Enter');
      const picker = page.getByRole('dialog', { name: 'Select credential type' });
      expect((await picker.boundingBox())?.width).toBe(500);
      expect(
        (await picker.getByRole('textbox').locator('xpath=ancestor::*[contains(@class, "picker")]').boundingBox())
          ?.height,
      ).toBe(360);
      await picker.getByRole('textbox').fill('api tok');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await heading(page, 'Add key');
      await fillToken(page, 'a new key', canary);
      await page.keyboard.press('Enter');
      await toast(page, 'a new key was successfully created!');

      await heading(page, 'Vault');
      await page.getByRole('link', { name: 'a new key', exact: true }).waitFor();
      await page.locator('[data-row-id]').first().focus();
      await page.keyboard.press('Enter');
      await heading(page, 'a new key');
      await page.getByText('No dependencies for this key').waitFor();
      await page.getByRole('link', { name: 'Edit key' }).press('Enter');
      const name = textbox(page, 'Key name');
      await name.fill('a renamed key');
      expect(await page.locator('input[name="api_token"]').inputValue()).toBe('');
      await name.press('Enter');
      await toast(page, 'a renamed key was successfully updated!');
      await heading(page, 'Vault');
      await page.getByRole('link', { name: 'a renamed key' }).waitFor();
      expect(await page.getByRole('link', { name: 'a new key', exact: true }).count()).toBe(0);

      await page.getByRole('link', { name: 'a renamed key' }).click();
      await button(page, 'Delete Key').press('Enter');
      await page.getByRole('dialog').getByRole('button', { name: 'Delete Key' }).press('Enter');
      await toast(page, 'a renamed key was successfully deleted!');
      await heading(page, 'Vault');
      await page.getByRole('link', { name: 'a renamed key' }).waitFor({ state: 'detached' });
      expect((await page.content()).includes(canary)).toBe(false);
      expect((await Promise.all(answers)).filter((answer) => answer.includes(canary))).toEqual([]);
    }),
  );

  it('that cannot be reached keeps its form, with the reason at the field', { timeout: LIMIT }, () =>
    visit({}, async ({ page }) => {
      await signInAs(page, url, { account: ACME, role: 'tester' });
      await open(page, 'keys/add-key?keyType=sql');
      await textbox(page, 'Key name').fill('unreachable');
      await page.locator('[data-field="dialect"]').click();
      await page.getByRole('option', { name: 'MySQL' }).click();
      for (const [field, value] of [
        ['host', 'nowhere.invalid'],
        ['db_name', 'reports'],
        ['user', 'loader'],
        ['password', 'secret'],
      ])
        await page.locator(`input[name="${field}"]`).fill(value ?? '');
      await page.getByRole('tab', { name: 'SSH (optional)' }).click();
      await button(page, 'Verify and Save').click();
      await page.getByRole('main').getByText('Unknown host.').waitFor();
      const host = page.locator('input[name="host"]');
      expect(await host.getAttribute('aria-invalid')).toBe('true');
      expect(await host.evaluate((element) => element === document.activeElement)).toBe(true);
      expect(await page.getByRole('tab', { name: /Essential information.*1 error/ }).count()).toBe(1);
      expect(await page.locator('input[name="password"]').inputValue()).toBe('secret');

      await page.getByRole('tab', { name: 'SSH (optional)' }).click();
      await page.locator('input[name="ssh_tunnel_host"]').fill('jump.invalid');
      await page.locator('input[name="ssh_tunnel_user"]').fill('ann');
      await page.locator('[data-field="ssh_tunnel_auth_type"]').click();
      await page.getByRole('option', { name: 'Password' }).click();
      await page.locator('input[name="ssh_tunnel_password"]').fill('secret of the tunnel');
      await page.getByRole('tab', { name: /^Essential/ }).click();
      await button(page, 'Verify and Save').click();
      // The tab of the field at fault opens.
      const jump = page.locator('input[name="ssh_tunnel_host"][aria-invalid="true"]');
      await jump.waitFor();
      expect(await page.getByRole('tab', { name: /SSH \(optional\).*1 error/ }).count()).toBe(1);
      expect(await host.getAttribute('aria-invalid')).not.toBe('true');
    }),
  );

  it('of a name that is taken says so on the name, whoever adds it first', { timeout: LIMIT }, () =>
    visit({}, async ({ page }) => {
      await signInAs(page, url, { account: ACME, role: 'tester' });
      await open(page, 'keys/add-key?keyType=api_token');
      await fillToken(page, 'warehouse', 't');
      await button(page, 'Verify and Save').click();
      await page.getByText('Name already used.').waitFor();
      expect(await textbox(page, 'Key name').getAttribute('aria-invalid')).toBe('true');
    }),
  );
});

describe('two windows', () => {
  it('do not overwrite each other, and the later one loads what the first has saved', { timeout: LIMIT }, () =>
    visit({}, async ({ page }) => {
      await signInAs(page, url, { account: ACME, role: 'tester' });
      await addToken(page, 'shared key');
      const second = await page.context().newPage();
      for (const each of [page, second]) {
        await open(each, 'keys/edit-key?keyName=shared%20key');
        await textbox(each, 'Description').waitFor();
      }
      await textbox(page, 'Description').fill('of the first');
      await button(page, 'Save changes').click();
      await toast(page, 'shared key was successfully updated!');

      await textbox(second, 'Description').fill('of the second');
      await button(second, 'Save changes').click();
      const banner = second.getByRole('main').getByRole('alert');
      await banner.getByText('Problem Saving Key').waitFor();
      await banner.getByText(/changed this key at .* UTC, after you opened it\. Nothing was saved\./).waitFor();
      expect(await textbox(second, 'Description').inputValue()).toBe('of the second');
      await button(second, 'Load the present values').click();
      await second.locator('input[value="of the first"]').waitFor();
      await second.close();
      await remove(page, 'shared key');
    }),
  );
});

describe('a form with input', () => {
  it('asks before Back loses it', { timeout: LIMIT }, () =>
    visit({}, async ({ page }) => {
      await signInAs(page, url, { account: ACME, role: 'tester' });
      await open(page, 'keys');
      await button(page, 'Add key').click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^API token/ })
        .click();
      await fillToken(page, 'half', 't');
      await page.evaluate(() => history.back());
      const question = page.getByRole('dialog');
      await question.getByText('If you exit now, the changes won’t be saved and you’ll lose the data.').waitFor();
      await question.getByRole('button', { name: 'Keep editing' }).click();
      expect(await textbox(page, 'Key name').inputValue()).toBe('half');
      await page.evaluate(() => history.back());
      await question.getByRole('button', { name: 'Exit' }).click();
      await heading(page, 'Vault');
    }),
  );

  it('is not asked about without any', { timeout: LIMIT }, () =>
    visit({}, async ({ page }) => {
      await signInAs(page, url, { account: ACME, role: 'tester' });
      await open(page, 'keys');
      await page.getByRole('link', { name: 'warehouse' }).click();
      await heading(page, 'warehouse');
      await page.getByRole('link', { name: 'Edit key' }).click();
      await textbox(page, 'Key name').waitFor();
      await page.goBack();
      await heading(page, 'warehouse');
      await page.goBack();
      await heading(page, 'Vault');
    }),
  );
});

describe('the screens of a key', () => {
  it('show their layout while the key loads, and Retry after a failure', { timeout: LIMIT }, () =>
    visit({ network }, async ({ page }) => {
      await signInAs(page, url, { account: ACME, role: 'tester' });
      for (const [path, loaded] of [
        ['keys/details?keyName=warehouse', 'Dependencies'],
        ['keys/edit-key?keyName=warehouse', 'Save changes'],
      ]) {
        network.fail('KeyDetails', 'held');
        await open(page, path ?? '');
        await page.locator('#main [aria-busy="true"]').first().waitFor();
        expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
        network.heal();
        await page
          .getByRole('main')
          .getByText(loaded ?? '')
          .first()
          .waitFor();
      }
      network.fail('KeyDetails', 'bad-gateway');
      await open(page, 'keys/details?keyName=warehouse');
      const alert = page.getByRole('main').getByRole('alert').filter({ hasText: 'Unknown server error.' });
      await alert.waitFor();
      network.heal();
      await alert.getByRole('button', { name: 'Retry' }).click();
      await heading(page, 'warehouse');
      network.fail('KeyDetails', 'bad-gateway');
      await open(page, 'keys/edit-key?keyName=warehouse');
      await page.getByText('Failed to fetch keys').first().waitFor();
      await heading(page, 'Vault');
      network.heal();
    }),
  );

  it('keep the input when saving fails', { timeout: LIMIT }, () =>
    visit({ network }, async ({ page }) => {
      await signInAs(page, url, { account: ACME, role: 'tester' });
      await open(page, 'keys/add-key?keyType=api_token');
      await fillToken(page, 'lost', 't');
      network.fail('SaveKey', 'bad-gateway');
      await button(page, 'Verify and Save').click();
      await page.getByText(/^There was an unexpected error saving the credential\./).waitFor();
      await page.getByRole('main').getByText('Unknown server error.').waitFor();
      expect(await textbox(page, 'Key name').inputValue()).toBe('lost');
      network.heal();
    }),
  );

  it.each([
    'no such key',
    "'; drop table key; --",
    '<img src=x onerror=alert(1)>',
    'שלום \u202e txt.exe',
    '👩‍👩‍👧‍👦',
    '../../etc/passwd',
    'x'.repeat(500),
  ])('say that there is no key %j', { timeout: LIMIT }, (name) =>
    visit({ width: 400 }, async ({ page }) => {
      await signInAs(page, url, { account: ACME, role: 'viewer' });
      await open(page, `keys/details?keyName=${encodeURIComponent(name)}`);
      await page.getByRole('main').getByText(`There is no key ${name.trim()}.`).waitFor();
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(excess).toBeLessThanOrEqual(0);
      await open(page, `keys/edit-key?keyName=${encodeURIComponent(name)}`);
      await heading(page, 'Vault');
    }),
  );

  it.each(['keys/details', 'keys/edit-key', 'keys/add-key', 'keys/add-key?keyType=pigeon', 'keys/details?keyName=%00'])(
    'at %s return to the list',
    { timeout: LIMIT },
    (path) =>
      visit({}, async ({ page }) => {
        await signInAs(page, url, { account: ACME, role: 'tester' });
        await open(page, path);
        await page.getByText('Page was accessed with the wrong URL params.').first().waitFor();
        await heading(page, 'Vault');
      }),
  );
});

describe('a read-only role', () => {
  it('sees keys and their values, and is offered no change', { timeout: LIMIT }, () =>
    visit({}, async ({ page }) => {
      await signInAs(page, url, { account: ACME, role: 'viewer' });
      await open(page, 'keys');
      await page.getByRole('link', { name: 'warehouse' }).click();
      await heading(page, 'warehouse');
      await page.getByRole('main').getByText('warehouse_acme').waitFor();
      expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
      await open(page, 'keys/edit-key?keyName=warehouse');
      await page.getByRole('main').getByText('warehouse_acme').waitFor();
      expect(await page.getByRole('main').getByRole('textbox').count()).toBe(0);
      expect(await page.getByRole('button', { name: /Save/ }).count()).toBe(0);
      await open(page, 'keys/add-key?keyType=sql');
      await page.getByText('You do not have access to Add key').waitFor();
      await open(page, 'keys');
      await page.locator('[data-row-id]').first().waitFor();
      expect(await button(page, 'Add key').count()).toBe(0);
    }),
  );
});
