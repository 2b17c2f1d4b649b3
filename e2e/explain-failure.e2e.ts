import type { Page } from 'playwright-core';
import { expect, inject, it } from 'vitest';
import { seriousFindings } from './findings/axe.ts';
import { ACME, startSession } from './people/people.ts';
import { openTestBrowser } from './test-browser.ts';

const url = inject('productUrl');
const visit = openTestBrowser();
const LIMIT = 300_000;

const incident = async (page: Page, name: RegExp) => {
  await page.goto(`${url}/app/acme/incidents`);
  const card = page.getByRole('listitem', { name });
  await card.waitFor({ timeout: LIMIT });
  return card;
};

const EXPLAIN = /^Explain the failure of /;

it('opens the version that ran at the column whose rows are dirty, with those rows', { timeout: LIMIT }, () =>
  visit({}, async ({ page }) => {
    await startSession(page, url, { account: ACME, role: 'operator' });
    const card = await incident(page, /^All rows dirty: store_visits$/);
    await card.getByRole('button', { name: EXPLAIN }).press('Enter');
    const panel = page.getByRole('region', { name: 'Failure' });
    await panel.getByRole('heading', { name: 'All rows dirty: download store_visits' }).waitFor();
    await page.locator('.monaco-editor .view-line').first().waitFor();
    const opened = new URL(page.url());
    expect(opened.pathname).toMatch(/\/scripts\/editor\/[0-9a-f-]{36}\/$/);
    const place = `${opened.searchParams.get('file')}:${opened.searchParams.get('lines')?.split('-')[0]}`;
    await panel.getByText(/^Column \w+ of the download store_visits/).waitFor();
    await panel.getByRole('button', { name: place, exact: true }).waitFor();
    const [column = ''] =
      /(?<=^Column )\w+/.exec(await panel.getByText(/^Column \w+ of the download store_visits/).innerText()) ?? [];
    await expect.poll(() => selectedLine(page)).toContain(`${column}:`);
    await panel.getByText(`${column}: `).first().waitFor();
    await panel.getByRole('table', { name: 'New dirty rows of store_visits' }).getByRole('row').nth(1).waitFor();
    expect(await seriousFindings(page)).toBe('');
    await panel.getByRole('button', { name: 'Close the explanation' }).click();
    await panel.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Close the editor' }).click();
    await page.getByRole('heading', { name: 'Incidents' }).waitFor();
  }),
);

/** The text of the line in which the cursor of the editor stands. */
async function selectedLine(page: Page): Promise<string> {
  const line = new URL(page.url()).searchParams.get('lines')?.split('-')[0] ?? '';
  const number = page.locator('.monaco-editor .line-numbers').filter({ hasText: new RegExp(`^${line}$`) });
  const top = await number.first().evaluate((element) => element.parentElement?.style.top ?? '');
  const lines = page.locator('.monaco-editor .view-line');
  return (
    await lines.evaluateAll(
      (all, wanted) => all.find((one) => (one as HTMLElement).style.top === wanted)?.textContent ?? '',
      top,
    )
  ).replaceAll('\u00a0', ' ');
}

it('says that a rejected key is the cause, and leads to the key', { timeout: LIMIT }, () =>
  visit({}, async ({ page }) => {
    await startSession(page, url, { account: ACME, role: 'operator' });
    const card = await incident(page, /^Key rejected by the source: partner_network$/);
    await card.getByRole('button', { name: EXPLAIN }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Key rejected by the source: download partner_sales' });
    await dialog.getByText(/The script is not the cause: the key is rejected or suspended\./).waitFor();
    expect(await seriousFindings(page)).toBe('');
    await dialog.getByRole('link', { name: /\.sbs:\d+$/ }).waitFor();
    await dialog.getByRole('link', { name: 'Open key partner_network' }).click();
    await page.waitForURL(/\/keys\/details\?keyName=partner_network/);
  }),
);

it('the drawer of a download offers the explanation of its failure', { timeout: LIMIT }, () =>
  visit({}, async ({ page }) => {
    await startSession(page, url, { account: ACME, role: 'viewer' });
    await page.goto(`${url}/app/acme/downloads/list?bundleNames=store_visits`);
    await page.locator('[data-row-id]').getByRole('link', { name: 'store_visits' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Explain this failure' }).click();
    const panel = page.getByRole('region', { name: 'Failure' });
    await panel.getByRole('list', { name: 'Reasons of store_visits' }).getByRole('listitem').first().waitFor();
    await panel.getByText(/manage-account-settings/).waitFor();
  }),
);
