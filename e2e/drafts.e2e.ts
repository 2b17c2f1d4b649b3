import type { Page } from 'playwright-core';
import { expect, inject, it } from 'vitest';
import { createAccount } from './people/empty-account.ts';
import { ACME, askApi, signInAs, startSupportSession } from './people/people.ts';
import { pressInDialog } from './press-in-dialog.ts';
import { makeDraft } from './script-editor.ts';
import { openTestBrowser } from './test-browser.ts';

const url = inject('productUrl');
const visit = openTestBrowser();
const LIMIT = 300_000;

const ACCOUNT = { urlName: 'script-history', name: 'Script history' };
const SCRIPT = `download clicks from { type: "http"; url: "http://127.0.0.1/{YYYY-MM-DD}"; format: "csv"; } using { site: string; };
upload clicks to { type: "file"; path: "clicks/{YYYY-MM-DD}.csv"; };
`;

const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();
const rowOf = (page: Page, description: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: description, exact: true }) });

/** Opens the options of a row by keyboard, and chooses one by its first letters. */
async function choose(page: Page, description: string, option: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${description}`, exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: option, exact: true }).focus();
  await page.keyboard.press('Enter');
}

it('a developer creates, clones, renames and archives drafts by keyboard', { timeout: LIMIT }, () =>
  visit({}, async ({ page }) => {
    await signInAs(page, url, { account: ACME, role: 'developer' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await rowOf(page, 'Costs in euros').getByText('Needs merge').waitFor();
    await choose(page, 'Coupons by site', 'Clone');
    await toast(page, 'Draft cloned');
    await rowOf(page, 'Copy of Coupons by site').waitFor();
    await choose(page, 'Copy of Coupons by site', 'Rename');
    const dialog = page.getByRole('dialog', { name: 'Rename draft' });
    await dialog.getByRole('textbox', { name: 'Description' }).fill(' ');
    await page.keyboard.press('Enter');
    await dialog.getByText('Draft description cannot be empty').waitFor();
    await dialog.getByRole('textbox', { name: 'Description' }).fill('Vouchers');
    await page.keyboard.press('Enter');
    await toast(page, 'Draft renamed');
    const renamed = rowOf(page, 'Vouchers');
    await renamed.getByText('by Dana Acme').first().waitFor();
    await renamed.getByRole('button', { name: /^Expand / }).click();
    await page.getByText('2 errors').waitFor();
    await page.getByRole('list', { name: 'Changed files' }).getByText('shop/coupons.sbs').waitFor();
    await choose(page, 'Vouchers', 'Archive');
    await page
      .getByRole('dialog', { name: 'Archive this draft?' })
      .getByRole('button', { name: 'Archive' })
      .press('Enter');
    await toast(page, 'Draft archived');
    await renamed.waitFor({ state: 'detached' });
    await page.getByRole('checkbox', { name: 'Archived' }).press('Space');
    await rowOf(page, 'Vouchers').waitFor();
    await page.getByRole('button', { name: 'Create draft' }).press('Enter');
    await toast(page, 'Draft Created');
    await page.waitForURL(/\/app\/acme\/scripts\/editor\/[0-9a-f-]{36}\/$/);
    await page.goBack();
    await page.getByRole('checkbox', { name: 'Archived' }).press('Space');
    await choose(page, 'New Draft', 'Archive');
    await pressInDialog(page.getByRole('dialog'), 'Archive');
    await rowOf(page, 'New Draft').waitFor({ state: 'detached' });
  }),
);

it('a version is published while the history is open, and the former one is rolled back to', { timeout: LIMIT }, () =>
  visit({}, async ({ page }) => {
    // Other tests publish in the accounts of the demo.
    await createAccount(inject('productData'), ACCOUNT);
    await startSupportSession(page, url);
    await makeDraft(page, ACCOUNT, 'Clicks', { 'main.sbs': SCRIPT }, 'publish');
    const ask = <Data>(query: string, variables: object): Promise<Data> =>
      askApi<Data>(page, url, ACCOUNT.urlName, query, variables);
    await page.goto(`${url}/app/${ACCOUNT.urlName}/scripts/history`);
    const top = page.locator('[data-row-id]').first();
    await top.getByText('Published', { exact: true }).waitFor();
    const former = (await top.getByRole('link').first().textContent()) ?? '';
    const next = `Notes ${Date.now()}`;
    const { branch_changelist: draft } = await ask<{ branch_changelist: { id: string; version: number } }>(
      'mutation ($description: String!) { branch_changelist(description: $description) { ... on Changelist { id version } } }',
      { description: next },
    );
    const files = [{ path: 'notes.sbs', text: '// Only a comment.' }];
    await ask(
      'mutation ($id: ID!, $version: Int!, $files: [ChangelistFileInput!]!) { save_changelist(changelist_id: $id, version: $version, changelist: { files: $files }, action: "publish") { __typename } }',
      { ...draft, files },
    );
    await rowOf(page, next).getByText('Published', { exact: true }).waitFor();
    const before = rowOf(page, former).filter({ hasText: 'Previously Published' }).first();
    await before.getByRole('button', { name: /^Actions for / }).click();
    await page.getByRole('menuitem', { name: 'Roll back to this version' }).click();
    const dialog = page.getByRole('dialog', { name: 'Roll back to this version?' });
    await dialog.getByRole('listitem').filter({ hasText: 'notes.sbs' }).getByText('Deleted').waitFor();
    expect(await dialog.getByText(/uploads? (starts?|stops?)/).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Roll back' }).click();
    await toast(page, `Rolled back to ${former}`);
    await rowOf(page, `Rollback to ${former}`).getByText('Published', { exact: true }).waitFor();
    await page.goto(`${url}/app/${ACCOUNT.urlName}/scripts/published`);
    await page.getByRole('heading', { level: 2, name: `Rollback to ${former}` }).waitFor();
    await page.getByRole('link', { name: 'main.sbs:2' }).waitFor();
  }),
);
