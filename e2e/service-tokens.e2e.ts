import type { Page } from 'playwright-core';
import { beforeAll, expect, inject, it } from 'vitest';
import { seriousFindings } from './findings/axe.ts';
import { createAccount } from './people/empty-account.ts';
import { signInAsSupport } from './people/people.ts';
import { openTestBrowser } from './test-browser.ts';

const url = inject('productUrl');
const visit = openTestBrowser();
const LIMIT = 300_000;
const ACCOUNT = { urlName: 'token-tests', name: 'Token tests' };

beforeAll(() => createAccount(inject('productData'), ACCOUNT));

/** Asks for the drafts of the account as a program that has this token. */
const askAs = async (token: string): Promise<number> => {
  const answer = await fetch(`${url}/api/graphql`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'request-id': crypto.randomUUID(),
      'account-uri': ACCOUNT.urlName,
    },
    body: JSON.stringify({ query: '{ drafts { nodes { id } } }' }),
  });
  return answer.status;
};

/** Creates a token for a directory, which adds a user to the account. */
async function provisionUser(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create token' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create service token' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Entra ID');
  await dialog.getByRole('checkbox', { name: 'Manages users' }).check();
  expect(await dialog.getByRole('checkbox', { name: 'May publish' }).isDisabled()).toBe(true);
  expect(await seriousFindings(page)).toBe('');
  await dialog.getByRole('button', { name: 'Create' }).click();
  const shown = page.getByRole('dialog', { name: 'Token of Entra ID' });
  const token = await shown.getByRole('textbox', { name: 'Token' }).inputValue();
  const base = await shown.getByText(/\/api\/scim\/v2$/).innerText();
  expect(await seriousFindings(page)).toBe('');
  await shown.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('row').filter({ hasText: 'Entra ID' }).getByText('Users', { exact: true }).waitFor();

  expect(await askAs(token)).toBe(403);
  const added = await fetch(`${base}/Users`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
    body: JSON.stringify({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: 'adele@token-tests.example',
      displayName: 'Adele Vance',
    }),
  });
  expect(added.status).toBe(201);
  await page.goto(`${url}/${ACCOUNT.urlName}/users`);
  await page.getByText('adele@token-tests.example').waitFor();
}

it('tokens of programs and of directories are created, shown once, listed and revoked', { timeout: LIMIT }, () =>
  visit({}, async ({ page }) => {
    await signInAsSupport(page, url);
    await page.goto(`${url}/app/${ACCOUNT.urlName}/scripts/tokens`);
    await page.getByText('No service tokens', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Scripts: Tokens' }).waitFor();
    await page.getByRole('button', { name: 'Create token' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Create service token' });
    await expect
      .poll(() => dialog.getByRole('textbox', { name: 'Name' }).evaluate((field) => field === document.activeElement))
      .toBe(true);
    await page.keyboard.type('Build server');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('30');
    await dialog.getByText(/^It ends on /).waitFor();
    expect(await seriousFindings(page)).toBe('');
    await page.keyboard.press('Enter');
    const shown = page.getByRole('dialog', { name: 'Token of Build server' });
    const token = await shown.getByRole('textbox', { name: 'Token' }).inputValue();
    expect(token).toMatch(/^sbt_[\w-]{43}$/);
    expect(await seriousFindings(page)).toBe('');
    expect(await askAs(token)).toBe(200);
    await shown.getByRole('button', { name: 'Done' }).press('Enter');

    await page.reload();
    const row = page
      .getByRole('table', { name: 'Service tokens' })
      .getByRole('row')
      .filter({ hasText: 'Build server' });
    await row.getByText('Active').waitFor();
    expect(await row.getByText('Never').count()).toBe(0);
    expect(await page.content()).not.toContain(token);
    await row.getByRole('button', { name: 'Revoke Build server' }).press('Enter');
    const question = page.getByRole('dialog', { name: 'Revoke service token?' });
    await question.getByRole('button', { name: 'Revoke' }).press('Enter');
    await page.getByText('Service token revoked').waitFor();
    await page.getByText('No service tokens', { exact: true }).waitFor();
    expect(await askAs(token)).toBe(401);
    await provisionUser(page);
  }),
);
