import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { ACME, signInAs, signInAsSupport } from './people.ts';
import { openTestBrowser } from './test-browser.ts';

const url = inject('productUrl');
const visit = openTestBrowser();

const row = (page: Page, name: string) => page.locator('[data-row-id]').filter({ hasText: name });
const pathOf = (page: Page): string => new URL(page.url()).pathname;

const openMenu = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('link', { name: 'Logout' }).waitFor();
};

describe('the list of all accounts', () => {
  it(
    'opens from the user menu of a person who may list accounts, and leads to an account and back',
    { tags: ['spec:user-menu-admin', 'spec:header-back'] },
    () =>
      visit({}, async ({ page }) => {
        const accounts: (string | undefined)[] = [];
        page.on('request', (request) => {
          if (request.postData()?.includes('query Accounts') === true) accounts.push(request.headers()['account-uri']);
        });
        await signInAsSupport(page, url);
        await openMenu(page);
        await page.getByRole('link', { name: 'Admin' }).click();
        await page.waitForURL(`${url}/admin`);
        await row(page, 'Acme Media').waitFor();
        expect(await page.title()).toBe('Accounts · Admin · Switchboard');
        // Requests outside an account name none.
        expect(accounts).toEqual([undefined]);
        await row(page, 'Globex').getByRole('link', { name: 'globex' }).click();
        await page.waitForURL(/\/app\/globex\/homepage/);
        await page.goBack();
        await row(page, 'Globex').waitFor();
        await page.getByRole('button', { name: 'Back', exact: true }).click();
        await page.waitForURL(/\/app\/acme\//);
        await page.locator('[data-row-id]').first().waitFor();
      }),
  );

  it('opens from the palette and by the keyboard, and an account by Enter', () =>
    visit({}, async ({ page }) => {
      await signInAsSupport(page, url);
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
    }));

  it('leads back into the console when nothing of it is behind', () =>
    visit({}, async ({ page }) => {
      await page.goto(`${url}/admin`);
      await page.getByLabel('Email').fill('support@switchboard.example');
      await page.getByLabel('Password').fill('Switchboard-demo-1');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await row(page, 'Acme Media').waitFor();
      expect(pathOf(page)).toBe('/admin');
      await page.getByRole('button', { name: 'Back', exact: true }).click();
      await page.waitForURL(/\/app\/acme\/homepage/);
    }));

  it('has the user menu: colour mode and Logout', () =>
    visit({}, async ({ page }) => {
      await signInAsSupport(page, url);
      await page.goto(`${url}/admin`);
      await openMenu(page);
      expect(await page.getByRole('link', { name: 'Admin' }).getAttribute('aria-current')).toBe('page');
      await page.getByText('Dark', { exact: true }).click();
      expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark');
      await page.getByText('System', { exact: true }).click();
      await page.getByRole('link', { name: 'Logout' }).click();
      await page.getByText('You are signed out').waitFor();
    }));

  it.each(['operator', 'tester'])('is closed to the %s of an account, who finds no entry', (role) =>
    visit({}, async ({ page }) => {
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.postData() ?? ''));
      await signInAs(page, url, { account: ACME, role });
      await page.goto(`${url}/app/acme/events`);
      await page.locator('[data-row-id]').first().waitFor();
      await openMenu(page);
      expect(await page.getByRole('link', { name: 'Admin' }).count()).toBe(0);
      await page.keyboard.press('Escape');
      await page.goto(`${url}/admin`);
      await page.getByRole('alert').filter({ hasText: 'Not authorized' }).waitFor();
      await page.waitForURL(/\/app\/acme\/homepage/);
      expect(asked.filter((body) => body.includes('query Accounts'))).toEqual([]);
    }),
  );

  it('leaves when the permission has ended meanwhile', () =>
    visit({}, async ({ page }) => {
      await signInAsSupport(page, url);
      await page.route('**/api/graphql', async (route) => {
        if (route.request().postData()?.includes('query Accounts') !== true) return route.fallback();
        await route.fulfill({ status: 403, json: { errors: [{ message: 'You do not have access to this.' }] } });
      });
      await page.goto(`${url}/admin`);
      await page.getByRole('alert').filter({ hasText: 'Not authorized' }).waitFor();
      await page.waitForURL(/\/app\/acme\/homepage/);
    }));
});

describe('users', () => {
  it(
    'are added to an account, get other roles and are deactivated',
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

  it.each([
    ['the CS of the account', 'CS', true],
    ['an operator of the account', 'operator', false],
  ])('of an account are open to %s: %s', (_, role, isOpen) =>
    visit({}, async ({ page }) => {
      await signInAs(page, url, { account: ACME, role });
      await page.goto(`${url}/acme/users`);
      if (isOpen) await row(page, 'Olivia Acme').waitFor();
      else await page.getByRole('alert').filter({ hasText: 'Not authorized' }).waitFor();
      await page.goto(`${url}/globex/users`);
      await page.getByRole('alert').filter({ hasText: 'Not authorized' }).waitFor();
    }),
  );
});
