import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { ACME, GLOBEX, signInAs } from './people/people.ts';
import { pressInDialog } from './press-in-dialog.ts';
import { openTestBrowser } from './test-browser.ts';

const url = inject('productUrl');
const visit = openTestBrowser();
const LIMIT = 300_000;

const open = (page: Page, path: string) => page.goto(`${url}/app/acme/${path}`);
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const textbox = (page: Page, name: string) => page.getByRole('main').getByRole('textbox', { name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();
const goBack = (page: Page) => page.evaluate(() => history.back());

async function fillToken(page: Page, name: string, token: string): Promise<void> {
  await textbox(page, 'Key name').fill(name);
  await page.locator('input[name="api_token"]').fill(token);
  await textbox(page, 'Hosts').fill('api.example.com');
}

/** A token with an end that the product can read, and a text that must not leave it. */
function tokenThatEndsSoon(canary: string): string {
  const exp = Math.round(Date.now() / 1000) + 5 * 86_400;
  const encode = (text: string): string => Buffer.from(text).toString('base64url');
  return [encode('{}'), encode(JSON.stringify({ exp })), canary].join('.');
}

describe('a key', () => {
  it(
    'a key is added, opened, renamed and deleted by keyboard, and its secret never comes back',
    { timeout: LIMIT },
    () =>
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
        await fillToken(page, 'warehouse', tokenThatEndsSoon(canary));
        await page.keyboard.press('Enter');
        await page.getByText('Name already used.').waitFor();
        expect(await textbox(page, 'Key name').getAttribute('aria-invalid')).toBe('true');

        // Back asks before it loses the input.
        const question = page.getByRole('dialog');
        await goBack(page);
        await question.getByText('If you exit now, the changes won’t be saved and you’ll lose the data.').waitFor();
        await question.getByRole('button', { name: 'Keep editing' }).click();
        expect(await textbox(page, 'Key name').inputValue()).toBe('warehouse');
        await textbox(page, 'Key name').fill('a new key');
        await page.keyboard.press('Enter');
        await toast(page, 'a new key was successfully created!');

        await heading(page, 'Vault');
        const link = page.getByRole('link', { name: 'a new key', exact: true });
        const row = page.locator('[data-row-id]').filter({ has: link });
        await row.getByText(/^Ends [A-Z][a-z]{2} \d+/).waitFor();
        await row.focus();
        await page.keyboard.press('Enter');
        await heading(page, 'a new key');
        await page.getByText('No dependencies for this key').waitFor();
        await page.getByText(/^Ends [A-Z][a-z]{2} \d+/).waitFor();
        await page.getByRole('list', { name: 'Changes' }).getByText('added the key.').waitFor();
        await page.getByRole('link', { name: 'Edit key' }).press('Enter');
        const name = textbox(page, 'Key name');
        await name.waitFor();
        // Without input, Back does not ask.
        await goBack(page);
        await heading(page, 'a new key');
        await page.getByRole('link', { name: 'Edit key' }).press('Enter');
        await name.fill('a renamed key');
        expect(await page.locator('input[name="api_token"]').inputValue()).toBe('');
        await name.press('Enter');
        await toast(page, 'a renamed key was successfully updated!');
        await heading(page, 'Vault');
        await page.getByRole('link', { name: 'a renamed key' }).waitFor();
        expect(await page.getByRole('link', { name: 'a new key', exact: true }).count()).toBe(0);

        await page.getByRole('link', { name: 'a renamed key' }).click();
        await button(page, 'Delete Key').press('Enter');
        await pressInDialog(page.getByRole('dialog'), 'Delete Key');
        await toast(page, 'a renamed key was successfully deleted!');
        await heading(page, 'Vault');
        await page.getByRole('link', { name: 'a renamed key' }).waitFor({ state: 'detached' });
        expect((await page.content()).includes(canary)).toBe(false);
        expect((await Promise.all(answers)).filter((answer) => answer.includes(canary))).toEqual([]);

        await button(page, 'Add key').click();
        await page
          .getByRole('dialog')
          .getByRole('button', { name: /^API token/ })
          .click();
        await textbox(page, 'Key name').fill('half');
        await goBack(page);
        await question.getByRole('button', { name: 'Exit' }).click();
        await heading(page, 'Vault');
      }),
  );

  it('a key with a long unknown name does not widen a phone', { timeout: LIMIT }, () =>
    visit({ width: 400 }, async ({ page }) => {
      await signInAs(page, url, { account: ACME, role: 'tester' });
      await open(page, `keys/details?keyName=${'x'.repeat(500)}`);
      await page
        .getByRole('main')
        .getByText(`There is no key ${'x'.repeat(500)}.`)
        .waitFor();
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(excess).toBeLessThanOrEqual(0);
    }),
  );
});

describe('what uses a key', () => {
  it('what uses a key is pointed to another key and back, after a preview', { timeout: LIMIT }, () =>
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
        await page.getByRole('link', { name: from, exact: true }).click();
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
        await page.getByRole('main').getByRole('link', { name: 'Vault' }).click();
      }
      await page.getByRole('link', { name: 'sample_provider', exact: true }).click();
      await page.getByRole('list', { name: 'Downloads' }).getByRole('listitem').first().waitFor();
    }),
  );
});
