import type { Page } from 'playwright-core';
import { beforeAll, expect, inject, it } from 'vitest';
import { seriousFindings } from './findings/axe.ts';
import { createAccount } from './people/empty-account.ts';
import { addOwnPerson } from './people/own-people.ts';
import { openTestBrowser } from './test-browser.ts';

const visit = openTestBrowser();
const LIMIT = 300_000;
const PASSWORD = 'Own-password-1';
/** A folder for pictures of the dialog; none without it. */
const PICTURES = process.env['PICTURES'];
const WIDTHS = [400, 768, 1050, 1440];

const url = inject('productUrl');
const EMAIL = 'sessions@session-tests.example';

beforeAll(async () => {
  const dataDir = inject('productData');
  const account = await createAccount(dataDir, { urlName: 'session-tests', name: 'Session tests' });
  await addOwnPerson(dataDir, { email: EMAIL, roles: { [account]: ['operator'] }, password: PASSWORD });
});

async function signIn(page: Page): Promise<void> {
  await page.goto(url);
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(/\/app\//);
}

async function openSessions(page: Page) {
  await page.getByRole('button', { name: /^User menu of / }).click();
  await page.getByRole('button', { name: 'Sign-in security' }).click();
  return page.getByRole('dialog', { name: 'Sign-in security' }).getByRole('region', { name: 'Sessions' });
}

async function takePictures(page: Page): Promise<void> {
  if (PICTURES === undefined) return;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: `${PICTURES}/sessions-${colorScheme}-${width}.png` });
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
}

it(
  'a session that is ended elsewhere shows the sign-in at once, and the one that ended it goes on',
  {
    timeout: LIMIT,
  },
  () =>
    visit({}, async ({ page }) =>
      visit({}, async ({ page: other }) => {
        await signIn(other);
        await signIn(page);
        const sessions = await openSessions(page);
        await sessions.getByText('This session').waitFor();
        await sessions
          .getByText(/^127\.0\.0\.1, began/)
          .first()
          .waitFor();
        expect(await sessions.getByRole('listitem').count()).toBe(2);
        expect(await seriousFindings(page)).toBe('');
        await sessions.scrollIntoViewIfNeeded();
        await takePictures(page);
        await sessions.getByRole('button', { name: /^End the session of / }).click();
        await page.getByText('Session ended').waitFor();
        await other.getByLabel('Password').waitFor();
        expect(await sessions.getByRole('listitem').count()).toBe(1);
        expect(await sessions.getByRole('button', { name: 'End all others' }).count()).toBe(0);

        await signIn(other);
        const fromOther = await openSessions(other);
        await fromOther.getByRole('button', { name: 'End all others' }).press('Enter');
        await other.getByText('All other sessions ended').waitFor();
        await page.getByLabel('Password').waitFor();
        expect(await fromOther.getByRole('listitem').count()).toBe(1);
      }),
    ),
);
