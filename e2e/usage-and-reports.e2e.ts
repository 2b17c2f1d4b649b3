import { sampleCells } from '@switchboard/model/testing/sample-cells';
import { expect, inject, it } from 'vitest';
import { findingsInBothSchemes } from './findings/axe.ts';
import { ACME, startSession } from './people/people.ts';
import { pressInDialog } from './press-in-dialog.ts';
import { openScreen, SCREEN_STATES } from './screens/screen-list.ts';
import { openTestBrowser } from './test-browser.ts';

const url = inject('productUrl');
const visit = openTestBrowser();
const LIMIT = 300_000;
/** The long run opens each of them. */
const CHARTS = SCREEN_STATES.filter(({ name }) => /^(usage|reports|homepage-charts)/.test(name));

it('changes the usage chart and moves between its months by keyboard', { timeout: LIMIT }, () =>
  visit({}, async ({ page }) => {
    await startSession(page, url, { account: ACME, role: 'viewer' });
    await page.goto(`${url}/app/acme/usage`);
    await page.getByRole('region', { name: 'row counts mtd' }).waitFor();
    await page.getByRole('button', { name: 'Change' }).press('Enter');
    const chart = page.getByRole('region', { name: 'Rows per project' });
    const months = chart.getByRole('list', { name: 'Rows per project and month' }).getByRole('img');
    await expect.poll(() => months.count()).toBe(14);
    await months.last().focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => months.nth(12).evaluate((bar) => bar === document.activeElement)).toBe(true);
    expect(new URL(page.url()).search).toBe('?chart=project');
  }),
);

it('leads from a chosen import to its declaration in the editor', { timeout: LIMIT }, () =>
  visit({}, async ({ page }) => {
    await startSession(page, url, { account: ACME, role: 'tester' });
    await page.goto(`${url}/app/acme/reports/source`);
    await page.getByText('Choose a project or import.', { exact: true }).waitFor();
    await page.getByRole('combobox', { name: 'Select imports' }).fill('orders');
    await page.getByRole('option', { name: 'orders', exact: true }).click();
    const card = page.getByRole('listitem', { name: 'orders', exact: true });
    await card.getByRole('table', { name: 'Payload of orders, last 30 days' }).waitFor();
    await page.reload();
    await card.getByRole('link', { name: /^shop\/orders\.sbs:\d+$/ }).click();
    await page.locator('.monaco-editor .view-line').first().waitFor();
    expect(new URL(page.url()).searchParams.get('file')).toBe('shop/orders.sbs');
  }),
);

it('accepts the delivered columns as the contract, and removes it, by keyboard', { timeout: LIMIT }, () =>
  visit({}, async ({ page }) => {
    await startSession(page, url, { account: ACME, role: 'tester' });
    await page.goto(`${url}/app/acme/reports/source?file=shop&name=orders`);
    const columns = page.getByRole('region', { name: 'Columns of orders' });
    await columns.getByText('No contract').waitFor({ timeout: 150_000 });
    await columns.getByRole('button', { name: 'Accept as contract' }).press('Enter');
    await pressInDialog(page.getByRole('dialog'), 'Accept');
    await columns.getByText('Contract kept').waitFor();
    await columns.getByText(/accepted by /).waitFor();
    await columns.getByRole('button', { name: 'Remove contract' }).press('Enter');
    await pressInDialog(page.getByRole('dialog'), 'Remove');
    await columns.getByText('No contract').waitFor();
  }),
);

it(
  'axe finds nothing serious on a part of the usage and report screens, in light and dark colours',
  { timeout: LIMIT },
  () =>
    visit({}, async ({ page }) => {
      await startSession(page, url, { account: ACME, role: 'tester' });
      for (const screen of sampleCells(CHARTS, 4)) {
        await openScreen(page, url, 'acme', screen);
        expect(await findingsInBothSchemes(page), screen.name).toBe('');
      }
    }),
);
