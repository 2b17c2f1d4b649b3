import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, expect, inject, it } from 'vitest';
import { seriousFindings } from './findings/axe.ts';
import { createAccount } from './people/empty-account.ts';
import { addOwnPerson } from './people/own-people.ts';
import { queryProduct } from './product-database.ts';
import { openTestBrowser } from './test-browser.ts';

const visit = openTestBrowser();
const LIMIT = 300_000;
const PASSWORD = 'Own-password-1';
const ADMIN = 'admin@leaving-tests.example';
const INVITED = 'invited@leaving-tests.example';
const LEAVING = 'leaving@leaving-tests.example';

const url = inject('productUrl');
const data = inject('productData');
let leavingId = '';

beforeAll(async () => {
  const account = await createAccount(data, { urlName: 'leaving-tests', name: 'Leaving tests' });
  await addOwnPerson(data, { email: ADMIN, globalRoles: ['cs'], password: PASSWORD });
  const leaving = {
    email: LEAVING,
    name: 'Lea Leaving',
    roles: { [account]: ['viewer'] as const },
    password: PASSWORD,
  };
  leavingId = await addOwnPerson(data, leaving);
  await queryProduct(
    data,
    `insert into account (url_name, name, daily_summary_recipients) values ('summary-tests', 'Summary tests', array[$1])`,
    [INVITED],
  );
});

async function openAsAdmin(page: Page, path: string): Promise<void> {
  await page.goto(`${url}${path}`);
  await page.getByLabel('Email').fill(ADMIN);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

it('a user is erased by their address, and the list of users no longer has them', { timeout: LIMIT }, () =>
  visit({}, async ({ page }) => {
    await openAsAdmin(page, `/users/${leavingId}`);
    await page.getByRole('button', { name: 'Erase' }).click();
    const dialog = page.getByRole('dialog', { name: 'Erase user' });
    await dialog.getByRole('textbox').fill(LEAVING);
    expect(await seriousFindings(page)).toBe('');
    await dialog.getByRole('button', { name: 'Erase' }).click();
    await page.getByText('User erased').waitFor();
    await page.goto(`${url}/users/${leavingId}`);
    await page.getByText('There is no such user.').waitFor();
  }),
);

it('an address that no user has is erased, and once more nothing is kept of it', { timeout: LIMIT }, () =>
  visit({}, async ({ page }) => {
    await openAsAdmin(page, '/admin?currentTab=deactivated');
    const erase = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Erase address' }).click();
      const dialog = page.getByRole('dialog', { name: 'Erase address' });
      await dialog.getByRole('textbox', { name: 'Email address' }).fill(INVITED);
      expect(await seriousFindings(page)).toBe('');
      await dialog.getByRole('button', { name: 'Erase' }).click();
    };
    await erase();
    await page.getByText('Address erased').waitFor();
    await erase();
    await page.getByText('Nothing is kept of this address.').waitFor();
  }),
);

it('an account is deactivated, exported and erased, and is gone once the job has done it', { timeout: LIMIT }, () =>
  visit({}, async ({ page }) => {
    await openAsAdmin(page, '/leaving-tests/users');
    await page.getByRole('button', { name: 'Deactivate' }).click();
    const ending = page.getByRole('dialog', { name: 'Deactivate account' });
    await ending.getByRole('textbox').fill('deactivate');
    await ending.getByRole('button', { name: 'Deactivate' }).click();
    await page.getByText('Account deactivated').waitFor();

    await page.goto(`${url}/admin?currentTab=deactivated`);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export Leaving tests' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('leaving-tests.jsonl');
    const [line = ''] = readFileSync(await download.path(), 'utf8').split('\n');
    expect(JSON.parse(line)).toMatchObject({ kind: 'account', url_name: 'leaving-tests' });

    expect(await seriousFindings(page)).toBe('');
    await page.getByRole('button', { name: 'Erase Leaving tests now' }).click();
    const dialog = page.getByRole('dialog', { name: 'Erase account' });
    await dialog.getByRole('textbox').fill('leaving-tests');
    await dialog.getByRole('button', { name: 'Erase' }).click();
    await page.getByText('The account is being erased').waitFor();
    await page.getByText('Leaving tests').first().waitFor({ state: 'detached', timeout: LIMIT });
  }),
);
