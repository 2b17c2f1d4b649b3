import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, inject, it } from 'vitest';
import { createAccount } from './people/empty-account.ts';
import { addOwnPerson } from './people/own-people.ts';
import { openTestBrowser } from './test-browser.ts';

const url = inject('productUrl');
const data = inject('productData');
const visit = openTestBrowser();

const LIMIT = 300_000;
const EMAIL = 'inputs@input-tests.example';
const PASSWORD = 'Switchboard-demo-1';
const REFUSED = 'The email or the password is not correct. Try again, or reset the password.';
const EXPIRED =
  'This link has expired or was used. Request another one: Reset password in the user menu of the console.';
const HTML = '"><img src=x onerror=alert(1)>';

beforeAll(async () => {
  const account = await createAccount(data, { urlName: 'input-tests', name: 'Input tests' });
  await addOwnPerson(data, { email: EMAIL, roles: { [account]: ['viewer'] }, password: PASSWORD });
});

const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true });

/** Fills texts in that the browser itself would refuse, such as a malformed address, and submits the form. */
async function submit(page: Page, texts: Readonly<Record<string, string>>, name: string): Promise<void> {
  await page
    .locator('form')
    .first()
    .evaluate((form: HTMLFormElement) => {
      form.noValidate = true;
    });
  for (const [label, text] of Object.entries(texts))
    await page.getByLabel(label, { exact: true }).evaluate((field: HTMLInputElement, value) => {
      field.type = 'text';
      field.value = value;
    }, text);
  await page.getByRole('button', { name, exact: true }).click();
}

/** The page is one of ours: a heading, a message, and nothing that a script or a server has left. */
async function expectPage(page: Page, heading: string, message: RegExp | string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  await page.getByRole('alert').filter({ hasText: message }).waitFor();
  expect(await page.locator('img').count()).toBe(0);
  expect(await page.locator('body').innerText()).not.toMatch(/\bat .+:\d+:\d+|node_modules|"errors"/);
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(excess).toBeLessThanOrEqual(0);
}

/** Submits a form three times within one event. */
const submitThrice = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
    button.form?.requestSubmit();
  });

const problemOf = (page: Page, label: string): Promise<string> =>
  page.getByLabel(label, { exact: true }).evaluate((field: HTMLInputElement) => field.validationMessage);

it('the sign-in form refuses wrong texts, and signs in once, however often it is submitted', { timeout: LIMIT }, () =>
  visit({}, async ({ page, failures }) => {
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(request.url());
    });
    await page.goto(url);
    await signInButton(page).click();
    expect(await problemOf(page, 'Email')).not.toBe('');
    await page.getByLabel('Email').fill('not an address');
    await page.getByLabel('Password').fill(PASSWORD);
    await signInButton(page).click();
    expect(await problemOf(page, 'Email')).toContain('@');
    await page.getByLabel('Email').fill('viewer@acme.example');
    await page.getByLabel('Password').fill('');
    await signInButton(page).click();
    expect(await problemOf(page, 'Password')).not.toBe('');
    expect(sent).toEqual([]);

    for (const email of [HTML, `${'z'.repeat(400)}@acme.example`]) {
      await submit(page, { Email: email, Password: HTML }, 'Sign in');
      await expectPage(page, 'Sign in', REFUSED);
      expect(await page.getByLabel('Password').inputValue()).toBe('');
      expect(await page.getByLabel('Email').getAttribute('value')).toBe(email);
    }
    await submit(page, { Email: 'z'.repeat(1_000_000), Password: PASSWORD }, 'Sign in');
    await expectPage(page, 'Sign-in failed', /too large/i);
    await page.getByRole('button', { name: 'Back to the console' }).click();

    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    const address = page.url();
    await page.getByLabel('Email').fill(EMAIL);
    await page.getByLabel('Password').fill(PASSWORD);
    await submitThrice(page, 'Sign in');
    await page.waitForURL(/\/app\/input-tests\//);
    await page.getByRole('main').waitFor();
    await page.goto(address);
    await expectPage(page, 'Sign-in failed', 'This sign-in page has expired. Open the console again to sign in.');
    await page.getByRole('button', { name: 'Back to the console' }).click();
    await page.waitForURL(/\/app\/input-tests\//);
    expect(failures).toEqual([]);
  }),
);

/** The link in the mail that the product has written for the person, as there is no mail server. */
async function resetLink(email: string): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(() => {
      const own = mails().filter((mail) => mail.includes(`To: ${email}`) || mail.includes(`<${email}>`));
      link = own.map(linkIn).find((each) => each !== undefined);
      return link === undefined;
    })
    .toBe(false);
  return (link ?? '').replace(/^http:\/\/[^/]+/, url);
}

/** The link to choose a password in a mail; other mails, such as those about a new device, have none. */
function linkIn(mail: string): string | undefined {
  const text = Buffer.from(mail.split(/\r?\n\r?\n/)[1] ?? '', 'base64').toString();
  return /http\S+\/sign-in\/reset\S+/.exec(`${text} ${mail}`)?.[0];
}

function mails(): string[] {
  const folder = join(data, 'outbox');
  if (!existsSync(folder)) return [];
  return readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
}

it(
  'the form to reset a password refuses wrong texts, and saves one once, however often it is submitted',
  {
    timeout: LIMIT,
  },
  () =>
    visit({}, async ({ page, failures }) => {
      await page.goto(`${url}/sign-in/reset?ticket=${encodeURIComponent(HTML)}`);
      await expectPage(page, 'Sign-in failed', EXPIRED);
      await page.getByRole('button', { name: 'Back to the console' }).click();
      await page.getByLabel('Email').fill(EMAIL);
      await page.getByLabel('Password').fill(PASSWORD);
      await signInButton(page).click();
      await page.getByRole('button', { name: /^User menu/ }).click();
      await page.getByRole('button', { name: 'Reset password' }).click();
      await page.getByText(`Password reset email sent to ${EMAIL}`).waitFor();
      const link = await resetLink(EMAIL);
      await page.goto(link);
      const first = page.getByLabel('Password', { exact: true });
      const second = page.getByLabel('Password once more');
      await page.getByRole('button', { name: 'Save and continue' }).click();
      expect(await problemOf(page, 'Password')).not.toBe('');
      for (const [password, repeated, message] of [
        [PASSWORD, `${PASSWORD}2`, 'The two passwords are not the same.'],
        [HTML, HTML, 'Password must have'],
      ] as const) {
        await submit(page, { Password: password, 'Password once more': repeated }, 'Save and continue');
        await expectPage(page, 'Choose a password', message);
        expect([await first.inputValue(), await second.inputValue()]).toEqual(['', '']);
      }
      await first.fill(PASSWORD);
      await second.fill(PASSWORD);
      await submitThrice(page, 'Save and continue');
      await page.getByRole('heading', { name: 'Password saved' }).waitFor();
      await page.goto(link);
      await expectPage(page, 'Sign-in failed', EXPIRED);
      expect(failures).toEqual([]);
    }),
);
