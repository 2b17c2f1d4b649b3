import type { Page } from 'playwright-core';
import { expect, inject, it } from 'vitest';
import { ACME, signInAs, signInAsSupport, signInSupportAt } from './people/people.ts';
import { openTestBrowser } from './test-browser.ts';

const url = inject('productUrl');
const visit = openTestBrowser();

const row = (page: Page, name: string) => page.locator('[data-row-id]').filter({ hasText: name });
const pathOf = (page: Page): string => new URL(page.url()).pathname;

const openMenu = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('link', { name: 'Logout' }).waitFor();
};

it(
  'the list of all accounts opens from the user menu and the palette, and leads to an account and back',
  { tags: ['spec:user-menu-admin', 'spec:header-back'] },
  () =>
    visit({}, async ({ page }) => {
      const accounts: (string | undefined)[] = [];
      page.on('request', (request) => {
        if (request.postData()?.includes('query Accounts') === true) accounts.push(request.headers()['account-uri']);
      });
      // Nothing of the console is behind the first page.
      await page.goto(`${url}/admin`);
      await signInSupportAt(page);
      await row(page, 'Acme Media').waitFor();
      expect(pathOf(page)).toBe('/admin');
      await page.getByRole('button', { name: 'Back', exact: true }).click();
      await page.waitForURL(/\/app\/acme\/homepage/);

      await openMenu(page);
      await page.getByRole('link', { name: 'Admin' }).click();
      await page.waitForURL(`${url}/admin`);
      await row(page, 'Acme Media').waitFor();
      expect(await page.title()).toBe('Accounts · Admin · Switchboard');
      // Requests outside an account name none.
      expect(accounts.length).toBeGreaterThan(0);
      expect(accounts.filter((account) => account !== undefined)).toEqual([]);
      await row(page, 'Globex').getByRole('link', { name: 'globex' }).click();
      await page.waitForURL(/\/app\/globex\/homepage/);
      await page.goBack();
      await row(page, 'Globex').waitFor();
      await page.getByRole('button', { name: 'Back', exact: true }).click();
      await page.waitForURL(/\/app\/acme\//);
      await page.locator('[data-row-id]').first().waitFor();

      await page.keyboard.press('Control+k');
      await page.getByPlaceholder('Search or jump to, paste an id').fill('admin');
      await page.getByRole('dialog').getByText('Admin', { exact: true }).waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Admin' }).waitFor();
      await row(page, 'Acme Media').waitFor();
      await page.getByRole('button', { name: 'Skip to the first row' }).press('Enter');
      await page.keyboard.press('Enter');
      await page.waitForURL(`${url}/acme/users`);
      await row(page, 'Olivia Acme').waitFor();

      await page.goBack();
      await row(page, 'Acme Media').waitFor();
      await openMenu(page);
      expect(await page.getByRole('link', { name: 'Admin' }).getAttribute('aria-current')).toBe('page');
      // Chosen in keyboard.e2e.ts by a person of whom other tests have no session: it is kept for the person.
      await page.getByRole('radio', { name: 'Dark' }).waitFor({ state: 'attached' });
      await page.getByRole('link', { name: 'Logout' }).click();
      await page.getByText('You are signed out').waitFor();
    }),
);

it('administration is closed to the operator of an account, who finds no entry', () =>
  visit({}, async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.postData() ?? ''));
    await signInAs(page, url, { account: ACME, role: 'operator' });
    await openMenu(page);
    expect(await page.getByRole('link', { name: 'Admin' }).count()).toBe(0);
    for (const path of ['admin', 'acme/users', 'globex/users']) {
      await page.goto(`${url}/${path}`);
      await page.getByRole('alert').filter({ hasText: 'Not authorized' }).waitFor();
      await page.waitForURL(/\/app\/acme\/homepage/);
    }
    expect(asked.filter((body) => /query (Accounts|AccountUsers)/.test(body))).toEqual([]);
  }));

it(
  'users are added to an account, get other roles and are deactivated',
  { tags: ['spec:admin-verify-outcomes', 'spec:admin-user-detail'] },
  () =>
    visit({}, async ({ page }) => {
      await signInAsSupport(page, url);
      await page.goto(`${url}/globex/users`);
      await row(page, 'Omar Globex').waitFor();
      await page.getByRole('button', { name: 'Add user' }).click();
      const adding = page.getByRole('dialog', { name: 'Add user' });
      await adding.getByLabel('Email').fill('nora@globex.example');
      await adding.getByRole('button', { name: 'Verify' }).click();
      await adding.getByText('This is a new user.').waitFor();
      await adding.getByLabel('Name').fill('Nora Globex');
      await adding.getByLabel('viewer').check();
      await adding.getByRole('button', { name: 'Confirm' }).click();
      await page.getByText('User saved').waitFor();
      await row(page, 'Nora Globex').waitFor();
      await page.getByRole('button', { name: 'Actions for Nora Globex' }).click();
      await page.getByRole('menuitem', { name: 'View user' }).click();
      await page.getByRole('button', { name: 'Edit roles in Globex' }).click();
      const roles = page.getByRole('dialog', { name: 'Roles of Nora Globex in Globex' });
      await roles.getByLabel('operator').check();
      await roles.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Roles updated').waitFor();
      await page.getByRole('table', { name: 'Accounts' }).getByText('operator').waitFor();
      await page.getByRole('button', { name: 'Deactivate' }).click();
      await page.getByRole('dialog', { name: 'Deactivate user' }).getByRole('textbox').fill('DEACTIVATE');
      await page.getByRole('dialog', { name: 'Deactivate user' }).getByRole('button', { name: 'Deactivate' }).click();
      await page.getByText('User deactivated').waitFor();
      await row(page, 'Olivia Acme').waitFor();
      expect(await row(page, 'Nora Globex').count()).toBe(0);
      await page.goto(`${url}/admin/audit?subject=nora%40globex.example`);
      await row(page, 'User deactivated').waitFor();
      await row(page, 'User added').waitFor();
    }),
);
