import { SAML_KEYS, startSamlIdp } from '@switchboard/server/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { seriousFindings } from './findings/axe.ts';
import { createAccount } from './people/empty-account.ts';
import { signInAsSupport } from './people/people.ts';
import { queryProduct } from './product-database.ts';
import { openTestBrowser } from './test-browser.ts';

const url = inject('productUrl');
const visit = openTestBrowser();
const LIMIT = 300_000;
const ACCOUNT = { urlName: 'sso-tests', name: 'Sign-on tests' };
const PERSON = { nameId: 'grace-1', password: 'At-the-company-1', mail: 'grace@sso-tests.example', name: 'Grace' };
/** A folder for pictures of the screen; none without it. */
const PICTURES = process.env['PICTURES'];

let accountId: string;
let idp: Awaited<ReturnType<typeof startSamlIdp>>;
beforeAll(async () => {
  accountId = await createAccount(inject('productData'), ACCOUNT);
  idp = await startSamlIdp([PERSON]);
});
afterAll(() => idp.stop());

/** Checks the screen, and takes its picture where pictures are wanted. */
async function examine(page: Page, name: string): Promise<void> {
  expect(await seriousFindings(page)).toBe('');
  if (PICTURES === undefined) return;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [1440, 1050, 800, 400]) {
      await page.setViewportSize({ width, height: 1400 });
      await page.screenshot({ path: `${PICTURES}/${name}-${colorScheme}-${width}.png` });
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
}

const connectionPanel = (page: Page) => page.getByRole('region', { name: 'Company', exact: true });

/** Adds a connection by the keyboard, and enters the metadata of its provider. */
async function connect(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add connection' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add connection' });
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await dialog.getByText('Enter the name that people see on the sign-in page.').waitFor();
  await examine(page, 'sso-add');
  await page.keyboard.type('Company');
  await page.keyboard.press('Enter');
  await page.getByText('Connection saved').waitFor();
  await connectionPanel(page).getByText('Needs metadata').waitFor();
  const entityId = await page.getByRole('textbox', { name: 'Entity ID (audience)' }).inputValue();
  expect(entityId).toMatch(new RegExp(`^${url}/sign-in/sso/[0-9a-f-]{36}/metadata$`));

  await page.getByRole('button', { name: 'Edit Company' }).press('Enter');
  const edit = page.getByRole('dialog', { name: 'Edit Company' });
  await edit.getByRole('textbox', { name: 'Metadata of the provider' }).fill('hello');
  await edit.getByRole('switch', { name: /^Enabled/ }).press('Space');
  await edit.getByRole('button', { name: 'Save' }).press('Enter');
  await edit.getByText('The document is not well-formed XML.').waitFor();
  await edit.getByRole('textbox', { name: 'Metadata of the provider' }).fill(idp.metadata);
  await edit.getByText(idp.entityId, { exact: true }).waitFor();
  await examine(page, 'sso-edit');
  await edit.getByRole('button', { name: 'Save' }).press('Enter');
  await connectionPanel(page).getByText('Not used yet').waitFor();
  await connectionPanel(page).getByText('CN=Test identity provider').waitFor();
}

async function addDomain(page: Page): Promise<void> {
  const domain = page.getByRole('textbox', { name: 'Domain', exact: true });
  await domain.fill('sso-tests');
  await domain.press('Enter');
  await page.getByText('Enter a mail domain, such as example.com.').waitFor();
  await domain.fill('sso-tests.example');
  await domain.press('Enter');
  const entry = page.getByRole('region', { name: 'sso-tests.example' });
  await entry.getByText('Not verified').waitFor();
  expect(await entry.getByRole('textbox', { name: 'Name of the record' }).inputValue()).toBe(
    '_switchboard.sso-tests.example',
  );
  await examine(page, 'sso-full');
  await queryProduct(inject('productData'), 'update sso_domain set verified = now() where account_id = $1', [
    accountId,
  ]);
  await page.reload();
  await entry.getByText('Verified', { exact: true }).waitFor();
  expect(await entry.getByRole('textbox').count()).toBe(0);
}

/** Signs in by the link of the connection, as somebody who is not in the account yet. */
async function signInAtCompany(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('Email').fill(PERSON.mail);
  await page.getByLabel('Password').fill(PERSON.password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(`${url}/app/${ACCOUNT.urlName}/**`);
  await page.getByRole('button', { name: `User menu of ${PERSON.name}` }).waitFor();
}

it('an administrator sets up SAML, a colleague signs in by it, and it is removed', { timeout: LIMIT }, () =>
  visit({}, async ({ page }) => {
    await signInAsSupport(page, url);
    await page.goto(`${url}/app/${ACCOUNT.urlName}/single-sign-on`);
    await page.getByText('No connection', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Single sign-on' }).waitFor();
    await examine(page, 'sso-empty');
    await connect(page);
    await addDomain(page);
    const missing = page.getByRole('list', { name: 'Missing for single sign-on only' });
    await missing.getByText('Sign in through the connection once').waitFor();
    expect(await missing.getByRole('listitem').count()).toBe(2);
    await page.getByRole('button', { name: 'Edit Company' }).press('Enter');
    const edit = page.getByRole('dialog', { name: 'Edit Company' });
    await edit.getByRole('combobox', { name: 'Default role' }).click();
    await page.getByRole('option', { name: 'viewer', exact: true }).click();
    await edit.getByRole('button', { name: 'Save' }).press('Enter');
    await connectionPanel(page).getByText('viewer', { exact: true }).waitFor();
    const metadata = await fetch(await page.getByRole('textbox', { name: 'Entity ID (audience)' }).inputValue());
    idp.trust(await metadata.text());
    const link = await page.getByRole('textbox', { name: 'Sign-in link' }).inputValue();
    await visit({}, (other) => signInAtCompany(other.page, link));
    await page.reload();
    await connectionPanel(page).getByText('In use').waitFor();
    expect(await missing.getByRole('listitem').count()).toBe(1);
    expect(await page.content()).not.toContain(SAML_KEYS.signing.privateKey.slice(40, 80));
    await page.getByRole('button', { name: 'Remove Company' }).press('Enter');
    const question = page.getByRole('dialog', { name: 'Remove connection?' });
    await question.getByRole('button', { name: 'Remove' }).press('Enter');
    await page.getByText('No connection', { exact: true }).waitFor();
  }),
);
