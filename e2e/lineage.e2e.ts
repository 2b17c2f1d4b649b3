import type { Page } from 'playwright-core';
import { beforeAll, expect, inject, it } from 'vitest';
import { seriousFindings } from './findings/axe.ts';
import { createAccount } from './people/empty-account.ts';
import { ACME, askApi, startSession, startSupportSession } from './people/people.ts';
import { openTestBrowser } from './test-browser.ts';

const url = inject('productUrl');
const visit = openTestBrowser();
const LIMIT = 300_000;
const ACCOUNT = { urlName: 'lineage-tests', name: 'Lineage tests' };

beforeAll(() => createAccount(inject('productData'), ACCOUNT));

async function makeDraft(page: Page, description: string, text: string): Promise<string> {
  const ask = <Data>(query: string): Promise<Data> => askApi(page, url, ACCOUNT.urlName, query);
  const { made } = await ask<{ made: { id: string; version: number } }>(
    `mutation { made: branch_changelist(description: "${description}") { ... on Changelist { id version } } }`,
  );
  const files = `[{ path: "main.sbs", text: ${JSON.stringify(text)} }]`;
  await ask(
    `mutation { save_changelist(changelist_id: "${made.id}", version: ${made.version}, changelist: { files: ${files} }) { __typename } }`,
  );
  return made.id;
}

const SOURCE = `download clicks from { type: "http"; url: "http://127.0.0.1/{YYYY-MM-DD}"; format: "csv"; } using {
  site: string;
  price: float;
  amount: integer;
};`;
const SCRIPT = `${SOURCE}
table totals is
  select site, sum(price * amount) as revenue from clicks where amount > 0;
upload totals as sent to { type: "file"; path: "totals/{YYYY-MM-DD}.csv"; };
`;

const open = async (page: Page, id: string, query: string): Promise<void> => {
  await page.goto(`${url}/app/${ACCOUNT.urlName}/scripts/editor/${id}${query}`);
};
const lineage = (page: Page) => page.getByRole('region', { name: 'Lineage', exact: true });
const details = (page: Page) => lineage(page).getByRole('complementary', { name: 'Details' });

it('leads by keyboard from a column to the columns of the download and back to the script', { timeout: LIMIT }, () =>
  visit({}, async ({ page }) => {
    await startSupportSession(page, url);
    const id = await makeDraft(page, 'Lineage', SCRIPT);
    // The cursor stands on `revenue`.
    await open(page, id, '?file=main.sbs&lines=7-7-41-41');
    await page.locator('.monaco-editor .view-line').first().waitFor();
    // The script was checked, and the shortcut of the editor reaches it.
    await page.getByText('Grouped by site.').waitFor();
    await page.locator('.monaco-editor.focused').waitFor();
    await page.keyboard.press('Alt+Shift+L');
    await page.getByRole('heading', { name: 'Lineage of revenue in the table totals' }).waitFor();
    await details(page).getByText('sum(price * amount) as revenue').waitFor();
    const texts = (title: string) =>
      details(page).getByRole('region', { name: title }).getByRole('button').allInnerTexts();
    expect(await texts('Computed from')).toEqual(['clicks.amount', 'clicks.price']);
    expect(await texts('Used for')).toEqual(['sent.revenue']);
    expect(await texts('Rows are decided by')).toEqual(['clicks.amount']);
    await lineage(page).locator('[data-node]').first().waitFor();
    expect(await seriousFindings(page)).toBe('');

    await lineage(page).getByText('List', { exact: true }).click();
    const list = lineage(page).getByRole('list', { name: 'Lineage of revenue in the table totals' });
    expect(await list.getByRole('listitem').count()).toBe(4);
    await list.getByRole('button', { name: 'price Download clicks' }).press('Enter');
    await details(page).getByRole('heading', { name: 'price' }).waitFor();
    await details(page).getByRole('button', { name: 'Show only its lineage' }).press('Enter');
    await page.getByRole('heading', { name: 'Lineage of price in the download clicks' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Lineage of revenue in the table totals' }).waitFor();
    await page.goForward();

    const search = lineage(page).getByRole('textbox', { name: 'Find a column or table' });
    await search.fill('sent');
    await search.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Lineage of the upload sent' }).waitFor();
    await details(page)
      .getByRole('region', { name: 'Columns' })
      .getByRole('button', { name: 'revenue' })
      .press('Enter');
    await page.getByRole('heading', { name: 'Lineage of revenue in the upload sent' }).waitFor();
    await details(page).getByRole('button', { name: 'main.sbs:8' }).press('Enter');
    await page.locator('.monaco-editor .view-line').first().waitFor();
    expect(new URL(page.url()).searchParams.get('lines')).toMatch(/^8-8-/);
    expect(new URL(page.url()).searchParams.get('lineage')).toBeNull();
  }),
);

it('stays usable with 500 tables of 50 columns, and says what is wrong with a script', { timeout: LIMIT }, () =>
  visit({}, async ({ page }) => {
    await startSupportSession(page, url);
    const columns = Array.from({ length: 50 }, (_, at) => `c${at}`);
    const text = [
      `download wide from { type: "http"; url: "http://127.0.0.1/{YYYY-MM-DD}"; format: "csv"; } using { ${columns.map((name) => `${name}: integer;`).join(' ')} };`,
      ...Array.from(
        { length: 500 },
        (_, at) => `table t${at} is select ${columns.join(', ')} from ${at < 25 ? 'wide' : `t${at - 25}`};`,
      ),
      'upload t499 as sent to { type: "file"; path: "sent/{YYYY-MM-DD}.csv"; };',
    ].join('\n');
    const id = await makeDraft(page, 'Wide', text);
    await open(page, id, '?lineage=upload:sent&lineageColumn=c7');
    await lineage(page).getByText('22 nodes, 21 links').waitFor({ timeout: 60_000 });
    await lineage(page).getByRole('button', { name: 'Whole script' }).click();
    await lineage(page).getByText('502 nodes, 501 links').waitFor();
    await lineage(page).locator('[data-node]').first().waitFor();
    await lineage(page).getByRole('textbox', { name: 'Find a column or table' }).fill('wide');
    await lineage(page).getByRole('list', { name: 'Found' }).getByRole('button').first().click();
    await details(page).getByRole('button', { name: 'c7', exact: true }).click();
    await lineage(page).getByText('These are many columns').waitFor();

    const broken = await makeDraft(page, 'Broken', `${SOURCE}\ntable totals is select gone from clicks;`);
    await open(page, broken, '?lineage=all');
    await lineage(page).getByText('The script has errors').waitFor({ timeout: 60_000 });
    await lineage(page).getByRole('button', { name: 'Show the problems' }).click();
    await page.getByRole('region', { name: 'Problems' }).getByText(/gone/).first().waitFor();
  }),
);

it('an upload and the published version lead to the lineage', { timeout: LIMIT }, () =>
  visit({}, async ({ page }) => {
    await startSession(page, url, { account: ACME, role: 'viewer' });
    await page.goto(`${url}/app/acme/uploads/list?uploadName=display`);
    await page.locator('[data-row-id]').getByRole('link', { name: 'display' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Lineage' }).click();
    await page.getByRole('heading', { name: 'Lineage of the upload display' }).waitFor();
    await page.getByRole('link', { name: 'Close the editor' }).click();
    await page.waitForURL(/\/uploads\/list/);
    await page.goto(`${url}/app/acme/scripts/published`);
    await page.getByRole('link', { name: 'Lineage' }).click();
    await page.getByRole('heading', { name: 'Lineage of the script' }).waitFor();
  }),
);
