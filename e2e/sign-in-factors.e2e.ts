import { codeAt } from '@switchboard/server/testing';
import type { Page } from 'playwright-core';
import { beforeAll, expect, inject, it } from 'vitest';
import { seriousFindings } from './findings/axe.ts';
import { createAccount } from './people/empty-account.ts';
import { addOwnPerson } from './people/own-people.ts';
import { openTestBrowser } from './test-browser.ts';

const visit = openTestBrowser();
const LIMIT = 300_000;
const PASSWORD = 'Own-password-1';
/** A folder for pictures of the pages; none without it. */
const PICTURES = process.env['PICTURES'];

const url = inject('productUrl');
const EMAIL = 'factors@factor-tests.example';
const ONE_TIME_PASSWORD = 'One-time-password-1';

beforeAll(async () => {
  const dataDir = inject('productData');
  const account = await createAccount(dataDir, { urlName: 'factor-tests', name: 'Factor tests' });
  await addOwnPerson(dataDir, {
    email: EMAIL,
    roles: { [account]: ['operator'] },
    password: ONE_TIME_PASSWORD,
    mustChange: true,
  });
});

const enter = async (page: Page, password: string): Promise<void> => {
  await page.goto(url);
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
};

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^User menu of / }).click();
  await page.getByRole('link', { name: 'Logout' }).click();
  await page.getByText('You are signed out').waitFor();
}

async function openSecurity(page: Page) {
  await page.getByRole('button', { name: /^User menu of / }).click();
  await page.getByRole('button', { name: 'Sign-in security' }).click();
  return page.getByRole('dialog', { name: 'Sign-in security' });
}

/** Checks a page, and takes its picture where pictures are wanted. */
async function examine(page: Page, name: string): Promise<void> {
  expect(await seriousFindings(page)).toBe('');
  if (PICTURES === undefined) return;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [1440, 400]) {
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: `${PICTURES}/${name}-${colorScheme}-${width}.png` });
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
}

it('signs in with an authenticator app, a recovery code and a passkey', { timeout: LIMIT }, () =>
  visit({}, async ({ page }) => {
    const browser = await page.context().newCDPSession(page);
    await browser.send('WebAuthn.enable');
    const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });

    await enter(page, ONE_TIME_PASSWORD);
    await page.getByLabel('Password', { exact: true }).fill('Password1!');
    await page.getByLabel('Password once more').fill('Password1!');
    await page.getByRole('button', { name: 'Save and continue' }).click();
    await page.getByRole('alert').filter({ hasText: "Password isn't strong enough." }).waitFor();
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Password once more').fill(PASSWORD);
    await page.getByRole('button', { name: 'Save and continue' }).click();
    await page.waitForURL(/\/app\//);

    // An authenticator app, by keyboard.
    let dialog = await openSecurity(page);
    await dialog.getByText('Only your password protects your sign-in.').waitFor();
    await examine(page, 'security');
    await dialog.getByRole('button', { name: 'Add authenticator app' }).press('Enter');
    const password = dialog.getByLabel('Your password');
    await expect.poll(() => password.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await dialog.getByRole('img', { name: 'QR code for authenticator apps' }).waitFor();
    await examine(page, 'security-app');
    const secret = (await dialog.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? '';
    await dialog.getByLabel('Code of the app').fill(codeAt(secret, Date.now()));
    await page.keyboard.press('Enter');
    const list = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await list.nth(9).waitFor();
    const codes = await list.allTextContents();
    expect(codes).toHaveLength(10);
    await examine(page, 'security-codes');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.getByText('10 codes are left.').waitFor();

    // A passkey beside it.
    await dialog.getByRole('button', { name: 'Add passkey' }).click();
    await dialog.getByLabel('Name of the passkey').fill('Virtual device');
    await dialog.getByLabel('Your password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Remove Virtual device' }).waitFor();
    await examine(page, 'security-list');
    expect((await browser.send('WebAuthn.getCredentials', { authenticatorId })).credentials).toHaveLength(1);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await signOut(page);

    // The password alone does not do; the code of the next step does. The one of the enrolment was used.
    await enter(page, PASSWORD);
    await page.getByRole('heading', { name: 'Second factor' }).waitFor();
    await examine(page, 'second-factor');
    await page.getByLabel('Code').fill('000000');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('alert').filter({ hasText: 'The code is not correct' }).waitFor();
    await page.getByLabel('Code').fill(codeAt(secret, Date.now() + 30_000));
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL(/\/app\//);
    await signOut(page);

    await enter(page, PASSWORD);
    await page.getByLabel('Code').fill(codes[0] ?? '');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL(/\/app\//);
    await signOut(page);

    // The passkey as the second factor, then alone.
    await enter(page, PASSWORD);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.waitForURL(/\/app\//);
    await signOut(page);

    await page.goto(url);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await examine(page, 'sign-in');
    await browser.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByRole('alert').filter({ hasText: 'No passkey was used.' }).waitFor();
    await browser.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.waitForURL(/\/app\//);

    // Without factors the password alone does again.
    dialog = await openSecurity(page);
    await dialog.getByText('9 codes are left.').waitFor();
    for (const name of ['Remove authenticator app', 'Remove Virtual device']) {
      await dialog.getByRole('button', { name }).click();
      await dialog.getByLabel('Your password').fill(PASSWORD);
      await dialog.getByRole('button', { name: 'Remove' }).click();
    }
    await dialog.getByText('Only your password protects your sign-in.').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await signOut(page);
    await page.goto(url);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByRole('alert').filter({ hasText: 'The passkey was not accepted.' }).waitFor();
    await enter(page, PASSWORD);
    await page.waitForURL(/\/app\//);
  }),
);
