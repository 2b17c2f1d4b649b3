import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, inject, it } from 'vitest';
import { createAccount } from './people/empty-account.ts';
import { signInAsSupport } from './people/people.ts';
import { makeDraft, problems, showsMessage, showsText } from './script-editor.ts';
import { openTestBrowser } from './test-browser.ts';

// No step of the person uses the mouse.
const url = inject('productUrl');
const dataDir = inject('productData');
const visit = openTestBrowser();
const ACCOUNT = { urlName: 'write-and-deliver', name: 'Write and deliver' };
const REPORT = 'site,visits\nnews,12\nweather,7\n';
/** More Tab stops than the editor has. */
const MAX_STOPS = 60;

const dayBefore = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

let accountId: string;
beforeAll(async () => {
  accountId = await createAccount(dataDir, ACCOUNT);
  const folder = join(dataDir, 'imports', accountId);
  await mkdir(folder, { recursive: true });
  for (const back of [0, 1, 2, 3, 4]) await writeFile(join(folder, `visits-${dayBefore(back)}.csv`), REPORT);
});

async function press(page: Page, target: Locator): Promise<void> {
  await target.waitFor({ state: 'attached' });
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${String(target)}`);
}

/** Types the beginning of a suggestion and takes it. */
async function complete(page: Page, beginning: string, suggestion: string): Promise<void> {
  await page.keyboard.type(beginning);
  await page
    .locator('.suggest-widget.visible .monaco-list-row.focused')
    .getByText(suggestion, { exact: true })
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.suggest-widget.visible').waitFor({ state: 'detached' });
}

/** Fills a block of a declaration, whose cursor is in its type. */
async function fillBlock(page: Page, path: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+Space');
  await complete(page, 'fil', 'file');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await complete(page, 'pat', 'path');
  await page.keyboard.type(path);
}

/** The text of the delivered files, by the end of their path. */
async function deliveredFiles(): Promise<Readonly<Record<string, string>>> {
  const folder = join(dataDir, 'exports', accountId);
  const names = await readdir(folder, { recursive: true }).catch((): string[] => []);
  const files = names.filter((name) => name.endsWith('.csv'));
  return Object.fromEntries(
    await Promise.all(files.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)),
  );
}

it(
  'a script is written from nothing by completion, repaired, tested, compared and published, and delivers a file',
  {
    timeout: 300_000,
  },
  () =>
    visit({}, async ({ page }) => {
      await signInAsSupport(page, url);
      await makeDraft(page, ACCOUNT, 'Base', { 'base.sbs': '// Nothing yet.\n' }, 'publish');
      await page.goto(`${url}/app/${ACCOUNT.urlName}/scripts/drafts`);
      await press(page, page.getByRole('button', { name: 'Create draft' }));
      await page.getByRole('heading', { name: 'Shortcuts' }).waitFor();
      await press(page, page.getByRole('button', { name: 'New file' }));
      await page.keyboard.type('visits.sbs');
      await page.keyboard.press('Enter');
      await showsText(page, '// An empty script.');
      await page.getByRole('textbox', { name: /visits\.sbs/ }).focus();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.press('Delete');

      await complete(page, 'downl', 'download');
      await page.keyboard.type('visits');
      await page.keyboard.press('Tab');
      await fillBlock(page, 'visits-{YYYY-MM-DD}.csv');
      await page.keyboard.press('ControlOrMeta+End');
      await page.keyboard.press('Enter');
      await complete(page, 'upl', 'upload');
      await complete(page, 'vis', 'visits');
      await page.keyboard.press('Tab');
      await fillBlock(page, 'visits/{YYYY-MM-DD}.csv');
      await page.getByText('No problems').waitFor();

      await page.keyboard.press('ControlOrMeta+End');
      await page.keyboard.press('Backspace');
      await problems(page)
        .getByText(/Missing semicolon/)
        .waitFor();
      await page.keyboard.press('Escape');
      await press(page, problems(page).getByRole('button', { name: 'Add ;', exact: true }));
      await page.getByText('No problems').waitFor();
      await page.keyboard.press('ControlOrMeta+s');
      await showsMessage(page, /^Draft Saved/);

      await page.keyboard.press('ControlOrMeta+y');
      const test = page.getByRole('dialog', { name: 'Launch Test' });
      await press(page, test.getByRole('button', { name: 'Test with existing downloads' }));
      await showsMessage(page, /^Draft Saved and Tests Started/);
      const modes = page.getByRole('tablist', { name: 'Mode' });
      await page.keyboard.press('Escape');
      await press(page, modes.getByRole('tab', { selected: true }));
      for (const mode of ['Imports', 'Exports', 'Keys', 'Changes']) {
        await page.keyboard.press('ArrowDown');
        await modes.getByRole('tab', { name: mode, selected: true }).waitFor();
      }
      const changes = page.getByRole('tree', { name: 'Changes from Base' });
      await changes
        .getByRole('treeitem', { name: /visits\.sbs/ })
        .getByRole('img', { name: 'created' })
        .waitFor();
      await page.getByText(/^Base/).first().waitFor();
      await page.goto(`${url}/app/${ACCOUNT.urlName}/scripts/tests`);
      const card = page.getByRole('listitem', { name: /^Test run of / }).first();
      await card.getByText('Completed').waitFor({ timeout: 90_000 });

      await page.goBack();
      await page.locator('.monaco-editor .view-line').first().waitFor();
      await page.getByText('No problems').waitFor();
      await page.keyboard.press('ControlOrMeta+Enter');
      await page
        .getByRole('dialog')
        .getByRole('textbox', { name: /^Title/ })
        .fill('Visits by site');
      await press(page, page.getByRole('button', { name: 'Publish now' }));
      await showsMessage(page, /^Draft Published/);
      await expect.poll(deliveredFiles, { timeout: 90_000 }).not.toEqual({});
      for (const [name, text] of Object.entries(await deliveredFiles())) {
        expect(name).toMatch(/^visits\/\d{4}-\d\d-\d\d\.csv$/);
        expect(text).toBe(REPORT);
      }
      await page.goto(`${url}/app/${ACCOUNT.urlName}/uploads/list`);
      await page.locator('[data-row-id]').filter({ hasText: 'visits' }).getByText('Completed').first().waitFor();
    }),
);
