import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { GLOBEX, signInAs } from './people.ts';
import { openTestBrowser } from './test-browser.ts';

const url = inject('productUrl');
const data = inject('productData');
const visit = openTestBrowser();

const LIMIT = 120_000;
const PASSWORD = 'Switchboard-demo-1';
const REFUSED = 'The email or the password is not correct. Try again, or reset the password.';
const TOO_LARGE = /too large/i;
const RTL = 'שלום \u202e txt.exe';
const EMOJI = '👩‍👩‍👧‍👦🏴󠁧󠁢󠁳󠁣󠁴󠁿';
const SQL = "' or 1=1; drop table person; --";
const HTML = '"><img src=x onerror=alert(1)>';

const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true });

/** Submits texts that the browser itself would refuse, such as a malformed address. */
async function submit(page: Page, email: string, password: string): Promise<void> {
  await page
    .locator('form')
    .first()
    .evaluate((form: HTMLFormElement) => {
      form.noValidate = true;
    });
  await page.getByLabel('Email').evaluate((field: HTMLInputElement, value) => {
    field.type = 'text';
    field.value = value;
  }, email);
  await page.getByLabel('Password').evaluate((field: HTMLInputElement, value) => {
    field.value = value;
  }, password);
  await signInButton(page).click();
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

const WRONG: readonly (readonly [email: string, password: string])[] = [
  ['', ''],
  ['', PASSWORD],
  ['viewer@acme.example ', ''],
  ['not an address', PASSWORD],
  ['viewer@', PASSWORD],
  ['@acme.example', PASSWORD],
  [SQL, SQL],
  [HTML, HTML],
  [RTL, RTL],
  [EMOJI, EMOJI],
  ['inputs\0@acme.example', PASSWORD],
  ['inputs@acme.example', 'pass\0word'],
  ['inputs@acme.example\r\nBcc: all@acme.example', PASSWORD],
  ['../../etc/passwd', PASSWORD],
  ['%00', '%'],
  [`${'z'.repeat(400)}@acme.example`, PASSWORD],
  ['inputs-2@acme.example', 'z'.repeat(1025)],
  ['a,b@acme.example', PASSWORD],
  ['ｖiewer@acme.example', PASSWORD],
  ['\u202eviewer@acme.example', PASSWORD],
];

describe('the sign-in form', () => {
  it('answers wrong texts with the same message, and keeps the address', { timeout: LIMIT }, () =>
    visit({}, async ({ page, failures }) => {
      await page.goto(url);
      for (const [email, password] of WRONG) {
        await submit(page, email, password);
        await expectPage(page, 'Sign in', REFUSED);
        expect(await page.getByLabel('Password').inputValue()).toBe('');
      }
      await submit(page, HTML, HTML);
      await expectPage(page, 'Sign in', REFUSED);
      expect(await page.getByLabel('Email').getAttribute('value')).toBe(HTML);
      expect(failures).toEqual([]);
    }),
  );

  it('is not sent while a field is empty or the address is malformed', () =>
    visit({}, async ({ page }) => {
      const sent: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'POST') sent.push(request.url());
      });
      await page.goto(url);
      const problemOf = (label: string) =>
        page.getByLabel(label).evaluate((field: HTMLInputElement) => field.validationMessage);
      await signInButton(page).click();
      expect(await problemOf('Email')).not.toBe('');
      await page.getByLabel('Email').fill('not an address');
      await page.getByLabel('Password').fill(PASSWORD);
      await signInButton(page).click();
      expect(await problemOf('Email')).toContain('@');
      await page.getByLabel('Email').fill('viewer@acme.example');
      await page.getByLabel('Password').fill('');
      await signInButton(page).click();
      expect(await problemOf('Password')).not.toBe('');
      expect(sent).toEqual([]);
    }));

  it('says that a text of a megabyte is too large, and locks an address after five wrong passwords', () =>
    visit({}, async ({ page }) => {
      await page.goto(url);
      for (const [email, password] of [
        ['z'.repeat(1_000_000), PASSWORD],
        ['inputs-3@acme.example', EMOJI.repeat(40_000)],
      ] as const) {
        await submit(page, email, password);
        await expectPage(page, 'Sign-in failed', TOO_LARGE);
        await page.getByRole('button', { name: 'Back to the console' }).click();
        await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      }
      for (let attempt = 1; attempt < 5; attempt += 1) {
        await submit(page, 'inputs-locked@acme.example', `wrong ${attempt}`);
        await expectPage(page, 'Sign in', REFUSED);
      }
      await submit(page, 'inputs-locked@acme.example', 'wrong 5');
      await expectPage(page, 'Sign in', /Too many failed attempts\. Try again after \d\d:\d\d UTC\./);
    }));

  it('signs in once, however often it is submitted, and its page explains itself afterwards', () =>
    visit({}, async ({ page, failures }) => {
      await page.goto(url);
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      const address = page.url();
      await page.getByLabel('Email').fill('viewer@globex.example');
      await page.getByLabel('Password').fill(PASSWORD);
      await signInButton(page).evaluate((button: HTMLButtonElement) => {
        button.click();
        button.click();
        button.form?.requestSubmit();
      });
      await page.waitForURL(/\/app\/globex\//);
      await page.locator('[data-row-id]').first().waitFor();
      await page.goto(address);
      await expectPage(page, 'Sign-in failed', 'This sign-in page has expired. Open the console again to sign in.');
      await page.getByRole('button', { name: 'Back to the console' }).click();
      await page.waitForURL(/\/app\/globex\//);
      expect(failures).toEqual([]);
    }));
});

/** The link in the mail that the product has written for the person, as there is no mail server. */
async function resetLink(email: string): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(
      () => {
        link = mails().find((mail) => mail.includes(`To: ${email}`) || mail.includes(`<${email}>`));
        return link === undefined;
      },
      { timeout: 30_000 },
    )
    .toBe(false);
  const text = Buffer.from((link ?? '').split(/\r?\n\r?\n/)[1] ?? '', 'base64').toString();
  return /http\S+/.exec(`${text} ${link ?? ''}`)?.[0] ?? '';
}

function mails(): string[] {
  const folder = join(data, 'outbox');
  if (!existsSync(folder)) return [];
  return readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
}

const EXPIRED =
  'This link has expired or was used. Request another one: Reset password in the user menu of the console.';

/** Passwords that cannot be chosen, with a part of the message. */
const WEAK: readonly (readonly [password: string, repeated: string, message: string])[] = [
  [PASSWORD, `${PASSWORD}2`, 'The two passwords are not the same.'],
  ['', '', 'Password must have: 8 to 128 characters'],
  ['Short-1', 'Short-1', '8 to 128 characters'],
  ['alllower-1', 'alllower-1', 'an uppercase letter'],
  [SQL, SQL, 'Password must have'],
  [HTML, HTML, 'Password must have'],
  [RTL, RTL, 'Password must have'],
  [EMOJI, EMOJI, 'Password must have'],
  [`${PASSWORD}\0`, `${PASSWORD}\0`, 'no other characters than these and spaces'],
  [`Aa1-${'z'.repeat(125)}`, `Aa1-${'z'.repeat(125)}`, '8 to 128 characters'],
  ['z'.repeat(5000), 'z'.repeat(5000), '8 to 128 characters'],
  ['\u202ePassword-1', '\u202ePassword-1', 'no other characters than these and spaces'],
];

const NO_TICKETS = [
  '',
  '?ticket=',
  `?ticket=${'A'.repeat(120)}`,
  '?ticket=a&ticket=b',
  '?ticket=%00',
  `?ticket=${encodeURIComponent(HTML)}`,
  `?ticket=${encodeURIComponent(SQL)}`,
  `?ticket=${encodeURIComponent(EMOJI + RTL)}`,
  '?ticket=%E0%A4%A',
  `?ticket=${'z'.repeat(12_000)}`,
];

describe('the form to reset a password', () => {
  it('says of a link without a valid ticket that it has expired', { timeout: LIMIT }, () =>
    visit({}, async ({ page, failures }) => {
      for (const query of NO_TICKETS) {
        await page.goto(`${url}/sign-in/reset${query}`);
        await expectPage(page, 'Sign-in failed', EXPIRED);
      }
      await page.getByRole('button', { name: 'Back to the console' }).click();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      expect(failures).toEqual([]);
    }),
  );

  it('says what a password lacks, and replaces it once, however often it is submitted', { timeout: LIMIT }, () =>
    visit({}, async ({ page, failures }) => {
      const email = 'beta-backfill@globex.example';
      await signInAs(page, url, { account: GLOBEX, role: 'beta_backfill' });
      await page.getByRole('button', { name: /^User menu/ }).click();
      await page.getByRole('button', { name: 'Reset password' }).click();
      await page.getByText(`Password reset email sent to ${email}`).waitFor();
      const link = await resetLink(email);
      await page.goto(link.replace(/^http:\/\/[^/]+/, url));
      const first = page.getByLabel('Password', { exact: true });
      const second = page.getByLabel('Password once more');
      const save = page.getByRole('button', { name: 'Save and continue' });
      await save.click();
      expect(await first.evaluate((field: HTMLInputElement) => field.validationMessage)).not.toBe('');
      for (const [password, repeated, message] of WEAK) {
        await page.locator('form').evaluate((form: HTMLFormElement) => {
          form.noValidate = true;
        });
        await first.evaluate((field: HTMLInputElement, value) => (field.value = value), password);
        await second.evaluate((field: HTMLInputElement, value) => (field.value = value), repeated);
        await save.click();
        await expectPage(page, 'Choose a password', message);
        expect([await first.inputValue(), await second.inputValue()]).toEqual(['', '']);
      }
      await first.evaluate((field: HTMLInputElement) => (field.value = 'z'.repeat(1_000_000)));
      await second.fill('z');
      await save.click();
      await expectPage(page, 'Sign-in failed', TOO_LARGE);
      await page.goto(link.replace(/^http:\/\/[^/]+/, url));
      await first.fill(PASSWORD);
      await second.fill(PASSWORD);
      await save.evaluate((button: HTMLButtonElement) => {
        button.click();
        button.click();
        button.form?.requestSubmit();
      });
      await page.getByRole('heading', { name: 'Password saved' }).waitFor();
      await page.goto(link.replace(/^http:\/\/[^/]+/, url));
      await expectPage(page, 'Sign-in failed', EXPIRED);
      expect(failures).toEqual([]);
    }),
  );
});
