import type { Page } from 'playwright-core';
import { beforeAll, expect, inject, it } from 'vitest';
import { findingsInBothSchemes } from './findings/axe.ts';
import { WITHDRAWN } from './held-source.ts';
import { addMember, createAccount } from './people/empty-account.ts';
import { ACME, startSession, startSupportSession } from './people/people.ts';
import { pressInDialog } from './press-in-dialog.ts';
import { makeDraft } from './script-editor.ts';
import { openTestBrowser } from './test-browser.ts';

const url = inject('productUrl');
const visit = openTestBrowser();
const LIMIT = 300_000;

const ACCOUNT = { urlName: 'bulk-change', name: 'Bulk change' };
const SCRIPT = `download visits from { type: "http"; url: "http://${inject('heldSource')}/${WITHDRAWN}/{YYYY-MM-DD}"; format: "csv"; lookback_days: 3; }
using { site: string; };
upload visits to { type: "file"; path: "visits/{YYYY-MM-DD}.csv"; format: "csv"; };
`;

beforeAll(async () => {
  const dataDir = inject('productData');
  await createAccount(dataDir, ACCOUNT);
  for (const role of ['operator', 'viewer']) await addMember(dataDir, ACCOUNT, { email: `${role}@acme.example`, role });
  await visit({}, async ({ page }) => {
    await startSupportSession(page, url);
    await makeDraft(page, ACCOUNT, 'Withdrawn reports', { 'main.sbs': SCRIPT }, 'publish');
  });
});

async function openFailed(page: Page, role: string): Promise<void> {
  await startSession(page, url, { account: ACME, role });
  await page.goto(`${url}/app/${ACCOUNT.urlName}/downloads/list?status=failed`);
  await page.locator('[data-row-id]').first().waitFor({ timeout: 90_000 });
}

it('retries selected downloads with the keyboard only', { timeout: LIMIT }, () =>
  visit({}, async ({ page }) => {
    await openFailed(page, 'operator');
    await page.keyboard.press('j');
    await expect.poll(() => page.evaluate(() => document.activeElement?.hasAttribute('data-row-id'))).toBe(true);
    await page.keyboard.press('x');
    const bar = page.getByRole('region', { name: 'Selection' });
    await bar.getByText('1 download selected').waitFor();
    // Selected rows survive a network gap.
    await page.context().setOffline(true);
    await page
      .getByText(/Offline since/)
      .first()
      .waitFor({ timeout: 60_000 });
    await page.context().setOffline(false);
    await page
      .getByText(/Offline since/)
      .first()
      .waitFor({ state: 'detached', timeout: 60_000 });
    expect(await page.locator('[data-row-id][aria-selected=true]').count()).toBe(1);
    await page.keyboard.press('j');
    const retry = bar.getByRole('button', { name: 'Retry' });
    await expect
      .poll(async () => {
        await page.keyboard.press('Tab');
        return retry.evaluate((button) => document.activeElement === button);
      })
      .toBe(true);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/1 download will be queued to try again/).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('1 download queued to try again.').waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect(await bar.count()).toBe(0);
  }),
);

it('offers no selection to a person who may only read', { timeout: LIMIT }, () =>
  visit({}, async ({ page }) => {
    await openFailed(page, 'viewer');
    expect(await page.getByRole('checkbox', { name: /^Select / }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Actions', exact: true }).count()).toBe(0);
  }),
);

it(
  'an operator works an incident by keyboard: acknowledges, comments, takes, mutes and snoozes it',
  { timeout: LIMIT },
  () =>
    visit({}, async ({ page }) => {
      await startSession(page, url, { account: ACME, role: 'operator' });
      await page.goto(`${url}/app/${ACCOUNT.urlName}/incidents`);
      const card = page.getByRole('listitem', { name: /: visits$/ });
      await card.getByRole('button', { name: /^Acknowledge / }).press('Enter');
      await card.getByText(/^Acknowledged by /).waitFor();
      await card.getByRole('button', { name: /^Work on / }).press('Enter');
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      await dialog.getByLabel('Comment').fill('The provider moves its reports.');
      await pressInDialog(dialog, 'Comment');
      await dialog.getByText('The provider moves its reports.', { exact: true }).waitFor();
      // A button that waits for an answer takes no key.
      const take = dialog.getByRole('button', { name: 'Assign to me' });
      await expect.poll(() => take.isEnabled()).toBe(true);
      await take.press('Enter');
      await dialog.getByRole('button', { name: 'Unassign' }).waitFor();
      const choose = async (label: string): Promise<void> => {
        await dialog.getByLabel(label, { exact: true }).press('Enter');
        await page.getByRole('option', { name: 'For 1 hour' }).waitFor();
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
      };
      await choose('Mute');
      await dialog.getByRole('button', { name: 'Unmute' }).waitFor();
      expect(await findingsInBothSchemes(page)).toBe('');
      await choose('Snooze');
      // The dialog leaves with the card.
      await dialog.waitFor({ state: 'detached' });
      await card.waitFor({ state: 'detached' });
      await page.getByRole('radio', { name: 'Snoozed' }).press('Space');
      await card.getByText(/You work on it\. .*Snoozed until .*Muted until /).waitFor();
    }),
);
