import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, inject, it } from 'vitest';
import { axeFindings, seriousFindings } from './findings/axe.ts';
import { createAccount } from './people/empty-account.ts';
import { addOwnPerson } from './people/own-people.ts';
import { pressInDialog } from './press-in-dialog.ts';
import { openTestBrowser } from './test-browser.ts';

const visit = openTestBrowser();
const LIMIT = 300_000;
const PASSWORD = 'Own-password-1';
const LEAD = 'lead@crew-tests.example';
const GUEST = 'guest@guest-tests.example';

const url = inject('productUrl');
const data = inject('productData');

beforeAll(async () => {
  const crew = await createAccount(data, { urlName: 'crew-tests', name: 'Crew tests' });
  const others = await createAccount(data, { urlName: 'guest-tests', name: 'Guest tests' });
  await addOwnPerson(data, { email: LEAD, roles: { [crew]: ['cs'] }, password: PASSWORD });
  await addOwnPerson(data, { email: GUEST, roles: { [others]: ['viewer'] }, password: PASSWORD });
});

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function openAsLead(page: Page, path: string): Promise<void> {
  await page.goto(`${url}${path}`);
  await signIn(page, LEAD);
}

it('a role that an account defines is named, given rights by keyboard, changed and deleted', { timeout: LIMIT }, () =>
  visit({}, async ({ page }) => {
    await openAsLead(page, '/crew-tests/users?currentTab=roles');
    await page.getByRole('button', { name: 'Add role' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Add role' });
    await expect.poll(() => dialog.getByLabel('Name').evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.type('Reviewers');
    expect(await dialog.getByRole('checkbox', { name: 'manage-accounts' }).count()).toBe(0);
    await dialog.getByRole('checkbox', { name: /approve/i }).press('Space');
    expect(await axeFindings(page, { within: '[role="dialog"]' })).toBe('');
    await dialog.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByText('Role added').waitFor();
    const permissions = page.getByRole('region', { name: 'Permissions by role' });
    await permissions.getByRole('columnheader', { name: 'Reviewers' }).waitFor();
    expect(await seriousFindings(page)).toBe('');

    await page.getByRole('button', { name: 'Edit Reviewers' }).press('Enter');
    const edit = page.getByRole('dialog', { name: 'Role Reviewers' });
    await edit.getByLabel('Name').fill('Second pair of eyes');
    await edit.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByText('Role saved').waitFor();
    await permissions.getByRole('columnheader', { name: 'Second pair of eyes' }).waitFor();

    await page.getByRole('button', { name: 'Delete Second pair of eyes' }).press('Enter');
    await pressInDialog(page.getByRole('dialog', { name: 'Delete role' }), 'Delete');
    await page.getByText('Role deleted').waitFor();
    await page.getByText(/^Every role is a preset so far/).waitFor();
  }),
);

/** The link of the newest invitation in the mails that the product has written, as there is no mail server. */
function invitationLink(email: string): string | null {
  const folder = join(data, 'outbox');
  const mails = existsSync(folder) ? readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8')) : [];
  const texts = mails
    .filter((mail) => mail.includes(`To: ${email}`) || mail.includes(`<${email}>`))
    .map((mail) => `${Buffer.from(mail.split(/\r?\n\r?\n/)[1] ?? '', 'base64').toString()} ${mail}`);
  const [link] = texts.flatMap((text) => /http[^\s"<>]+\/sign-in\/invitation\?[^\s"<>]+/.exec(text)?.[0] ?? []);
  return link?.replace(/^https?:\/\/[^/]+/, url) ?? null;
}

it('somebody of another account joins by accepting the invitation that was mailed to them', { timeout: LIMIT }, () =>
  visit({}, async ({ page }) =>
    visit({}, async ({ page: guest }) => {
      await openAsLead(page, '/crew-tests/users');
      await page.getByRole('button', { name: 'Add user' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add user' });
      await dialog.getByLabel('Email').fill(GUEST);
      await dialog.getByRole('button', { name: 'Verify' }).click();
      await dialog.getByText('They get an invitation by email, and join once they accept it.').waitFor();
      expect(await dialog.getByLabel('Name').inputValue()).toBe('');
      await dialog.getByLabel('Name').fill('Our guest');
      await dialog.getByLabel('viewer').check();
      expect(await seriousFindings(page)).toBe('');
      await dialog.getByRole('button', { name: 'Confirm' }).click();
      const invitations = page.getByRole('table', { name: 'Invitations' });
      await invitations.getByText(GUEST).waitFor();
      await invitations.getByText('Invited', { exact: true }).last().waitFor();
      expect(await page.locator('[data-row-id]').filter({ hasText: GUEST }).count()).toBe(0);

      await expect.poll(() => invitationLink(GUEST)).not.toBeNull();
      await guest.goto(invitationLink(GUEST) ?? '');
      await signIn(guest, GUEST);
      await guest.getByText('Join Crew tests?').waitFor();
      expect(await seriousFindings(guest)).toBe('');
      await guest.getByRole('button', { name: 'Accept' }).press('Enter');
      await guest.waitForURL(/\/app\/crew-tests\/homepage/);

      await page.reload();
      await page.locator('[data-row-id]').filter({ hasText: GUEST }).waitFor();
      expect(await page.getByRole('table', { name: 'Invitations' }).count()).toBe(0);
    }),
  ),
);

it('a stream of the audit log is refused where it may not go, and the retention is saved', { timeout: LIMIT }, () =>
  visit({}, async ({ page }) => {
    await openAsLead(page, '/app/crew-tests/audit');
    await page.getByRole('button', { name: 'Streams and retention' }).press('Enter');
    await page.getByRole('button', { name: 'Add stream' }).press('Enter');
    const form = page.getByRole('region', { name: 'Add stream' });
    await form.getByRole('textbox', { name: /^Address/ }).fill('https://127.0.0.1:9/hook');
    await form.getByLabel(/^Signing secret/).fill('0123456789abcdef');
    expect(await seriousFindings(page)).toBe('');
    await form.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByText('The stream has been saved.').waitFor();
    const stream = page.getByRole('region', { name: 'Webhook https://127.0.0.1:9/hook' });
    await stream.getByRole('button', { name: 'Send test message' }).press('Enter');
    await page.getByText(/^The test message was not delivered: .*127\.0\.0\.1/).waitFor();
    expect(await page.content()).not.toContain('0123456789abcdef');
    await stream.getByRole('button', { name: 'Remove' }).press('Enter');
    const question = page.getByRole('dialog', { name: 'Remove this stream?' });
    await question.getByRole('button', { name: 'Remove' }).press('Enter');
    await page.getByText('No streams').waitFor();

    const retention = page.getByRole('region', { name: 'Retention' });
    await retention.getByRole('textbox', { name: /^Days/ }).fill('400');
    await retention.getByRole('button', { name: 'Save' }).press('Enter');
    await retention.getByText(/^Entries are kept for 400 days\./).waitFor();
    await page.reload();
    await page
      .getByRole('region', { name: 'Retention' })
      .getByText(/^Entries are kept for 400 days\./)
      .waitFor();
    expect(await seriousFindings(page)).toBe('');
  }),
);
