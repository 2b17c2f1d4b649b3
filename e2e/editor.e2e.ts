import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { seriousFindings, showScheme } from './findings/axe.ts';
import { createAccount } from './people/empty-account.ts';
import { askApi, startSupportSession } from './people/people.ts';
import { openTestBrowser } from './test-browser.ts';

const url = inject('productUrl');
const visit = openTestBrowser();
const LIMIT = 300_000;

/** An account of this file: what it publishes changes no other test. */
const ACCOUNT = { urlName: 'editor-tests', name: 'Editor tests' };
/** Its own account for the script that is published beside others. */
const WRITING = { urlName: 'editor-writing', name: 'Editor writing' };
const SCRIPT = `download clicks from { type: "http"; url: "http://127.0.0.1/{YYYY-MM-DD}"; format: "csv"; } using { site: string; };
table totals is select site from clicks;
upload totals to { type: "file"; path: "totals/{YYYY-MM-DD}.csv"; };
`;
beforeAll(async () => {
  for (const account of [ACCOUNT, WRITING]) await createAccount(inject('productData'), account);
});

const ask = <Data>(page: Page, query: string, { urlName } = ACCOUNT): Promise<Data> =>
  askApi(page, url, urlName, query);

async function makeDraft(page: Page, description: string, text = SCRIPT, account = ACCOUNT): Promise<string> {
  const { made } = await ask<{ made: { id: string; version: number } }>(
    page,
    `mutation { made: branch_changelist(description: "${description}") { ... on Changelist { id version } } }`,
    account,
  );
  const files = `[{ path: "main.sbs", text: ${JSON.stringify(text)} }]`;
  await ask(
    page,
    `mutation { save_changelist(changelist_id: "${made.id}", version: ${made.version}, changelist: { files: ${files} }) { __typename } }`,
    account,
  );
  return made.id;
}

async function openEditor(page: Page, id: string, query = '?file=main.sbs', account = ACCOUNT): Promise<void> {
  await page.goto(`${url}/app/${account.urlName}/scripts/editor/${id}${query}`);
  if (query.includes('file=')) await page.locator('.monaco-editor .view-line').first().waitFor();
  else await page.getByRole('heading', { name: 'Shortcuts' }).waitFor();
  await page.getByText('Checking…').waitFor({ state: 'detached' });
}

const toast = (page: Page, message: string) => page.getByText(message, { exact: true }).first().waitFor();
const text = (page: Page) => page.locator('.monaco-editor .view-lines').first();
const hasText = (page: Page, words: string) =>
  expect.poll(async () => (await text(page).innerText()).replaceAll('\u00a0', ' ')).toContain(words);

async function writeAtStart(page: Page, words: string): Promise<void> {
  await page.locator('.monaco-editor .view-line').first().click();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.type(words);
}

/** Runs in the page. @returns the number of drafts whose unsaved changes the browser keeps */
function countKept(): Promise<number> {
  return new Promise((resolve, reject) => {
    const opened = indexedDB.open('switchboard-drafts');
    opened.onerror = () => reject(new Error('The storage cannot be opened.'));
    opened.onsuccess = () => {
      const count = opened.result.transaction('edits').objectStore('edits').count();
      count.onsuccess = () => {
        opened.result.close();
        resolve(count.result);
      };
    };
  });
}

describe('a draft', () => {
  it(
    'a draft is written by completion, repaired, saved and published, by keyboard alone',
    {
      timeout: LIMIT,
      tags: ['spec:editor-shortcuts', 'spec:editor-shortcuts-help', 'spec:editor-name-blocks', 'spec:editor-route'],
    },
    () =>
      visit({}, async ({ page }) => {
        await startSupportSession(page, url);
        const id = await makeDraft(page, 'Written by hand', '// Nothing yet.', WRITING);
        await openEditor(page, id, '', WRITING);
        await page.getByRole('button', { name: 'New file' }).press('Enter');
        await page.keyboard.type('$clicks.sbs');
        await page.getByText('File name cannot start with $').waitFor();
        await page.keyboard.press('ControlOrMeta+s');
        await toast(page, 'Cannot Save');
        await page.keyboard.press('ControlOrMeta+a');
        await page.keyboard.type('main.sbs');
        await page.getByText('A file named main.sbs already exists.').waitFor();
        await page.keyboard.press('ControlOrMeta+a');
        await page.keyboard.type('ads/clicks.sbs');
        await page.keyboard.press('Enter');
        await hasText(page, '// An empty script.');

        await page.getByRole('textbox', { name: /ads\/clicks\.sbs/ }).focus();
        await page.keyboard.press('ControlOrMeta+End');
        await page.keyboard.type('\ndownl');
        const suggestion = (name: string) =>
          page.locator('.suggest-widget.visible .monaco-list-row').getByText(name, { exact: true });
        await suggestion('download').first().waitFor();
        await page.keyboard.press('Enter');
        await hasText(page, 'download name from {');
        await page.keyboard.type('clicks');
        await page.keyboard.press('Escape');
        await page.keyboard.press('ControlOrMeta+a');
        await page.keyboard.press('Delete');
        // Brackets and quotes that close by themselves are typed over.
        await page.keyboard.insertText(SCRIPT.trim().slice(0, -1));
        const problems = page.getByRole('list', { name: 'Problems' });
        await problems.getByText(/Missing semicolon/).waitFor();
        await page.keyboard.press('ControlOrMeta+Enter');
        await toast(page, 'Cannot Publish - Fix Validation Errors.');
        await page.keyboard.press('ControlOrMeta+y');
        await toast(page, 'Cannot initiate Test - Fix Validation Errors.');
        await problems.getByRole('button', { name: /Missing semicolon/ }).focus();
        await page.keyboard.press('Tab');
        await page.keyboard.press('Enter');
        await problems.getByText(/Missing semicolon/).waitFor({ state: 'detached' });
        await page.keyboard.press('ControlOrMeta+s');
        await page
          .getByText(/^Draft Saved/)
          .first()
          .waitFor();
        await page.keyboard.press('ControlOrMeta+s');
        await toast(page, 'There are no changes to Save.');
        await page.keyboard.press('ControlOrMeta+Enter');
        await page.getByRole('button', { name: 'Publish now' }).press('Enter');
        await page
          .getByText(/^Draft Published/)
          .first()
          .waitFor();
        await page.getByText('Published', { exact: true }).first().waitFor();
        await page.getByText('Read-only', { exact: true }).waitFor();
        const { published } = await ask<{ published: { id: string; files: { path: string }[] } }>(
          page,
          '{ published: published_changelist { id files(first: 9) { path } } }',
          WRITING,
        );
        expect(published).toEqual({ id, files: [{ path: 'ads/clicks.sbs' }, { path: 'main.sbs' }] });
      }),
  );

  it('keeps what both of two people have written', { timeout: LIMIT }, () =>
    visit({}, async ({ page }) => {
      await startSupportSession(page, url);
      const id = await makeDraft(page, 'Of two');
      await openEditor(page, id);
      const other = await page.context().newPage();
      await openEditor(other, id);
      await writeAtStart(page, '// mine\n');
      await writeAtStart(other, '// theirs\n');
      await other.getByRole('button', { name: 'New file' }).click();
      await other.keyboard.type('theirs.sbs');
      await other.keyboard.press('Enter');
      await other.getByRole('button', { name: 'Save', exact: true }).click();
      await other
        .getByText(/^Draft Saved/)
        .first()
        .waitFor();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'The draft was changed' });
      await dialog.getByText('main.sbs').waitFor();
      await dialog.getByRole('button', { name: 'Keep my changes and save' }).click();
      await page
        .getByText(/^Draft Saved/)
        .first()
        .waitFor();
      await page.getByRole('treeitem', { name: /theirs\.sbs/ }).waitFor();
      await hasText(page, '// mine');
    }),
  );

  it(
    'a draft is published over another version after "overwrite" was typed',
    { timeout: LIMIT, tags: ['spec:publish-overwrite', 'spec:editor-overwrite', 'spec:editor-needs-merge'] },
    () =>
      visit({}, async ({ page }) => {
        await startSupportSession(page, url);
        const first = await makeDraft(page, 'Published first');
        const second = await makeDraft(page, 'Published over it');
        const { published } = await ask<{ published: { version: number } }>(
          page,
          `{ published: changelist(id: "${first}") { version } }`,
        );
        expect(published.version).toBeGreaterThan(0);
        await ask(
          page,
          `mutation { save_changelist(changelist_id: "${first}", action: "publish", force_publish: true) { __typename } }`,
        );
        await openEditor(page, second);
        await page
          .getByText(
            'This draft was branched from an older version than the current Published version. Its contents maybe out of date.',
          )
          .first()
          .waitFor();
        await page.getByRole('button', { name: 'Publish', exact: true }).click();
        await page.getByRole('button', { name: 'Publish now' }).click();
        const dialog = page.getByRole('dialog', { name: 'Overwrite the Published version?' });
        const confirm = dialog.getByRole('button', { name: 'Overwrite and Publish' });
        await dialog.getByRole('textbox').fill('Overwrite');
        expect(await confirm.isDisabled()).toBe(true);
        await dialog.getByRole('textbox').fill('overwrite');
        await confirm.click();
        await page
          .getByText(/^Draft Published/)
          .first()
          .waitFor();
      }),
  );

  it(
    'a draft is read-only once it is published or archived',
    { timeout: LIMIT, tags: ['spec:drafts-read-only-editor', 'spec:editor-changes', 'spec:editor-tabs'] },
    () =>
      visit({}, async ({ page }) => {
        await startSupportSession(page, url);
        const id = await makeDraft(page, 'Archived');
        await ask(page, `mutation { save_changelist(changelist_id: "${id}", action: "archive") { __typename } }`);
        await openEditor(page, id);
        await page.getByText('Read-only', { exact: true }).hover();
        await page.getByText('You cannot edit published or archived drafts').waitFor();
        for (const name of ['Save', 'Test', 'Publish', 'New file', 'Actions for main.sbs'])
          expect(await page.getByRole('button', { name, exact: true }).count(), name).toBe(0);
        await writeAtStart(page, 'x');
        await hasText(page, 'download clicks from');
        expect(await text(page).innerText()).not.toContain('xdownload');
        await openEditor(page, id, '?file=main.sbs&mode=Changes&variant=diff');
        await page.getByText(/· read-only$/).waitFor();
      }),
  );

  it(
    'the description cannot be empty and is saved when the field is left; the test runs the chosen uploads',
    {
      timeout: LIMIT,
      tags: 'spec:draft-description-reverts',
    },
    () =>
      visit({}, async ({ page }) => {
        await startSupportSession(page, url);
        const id = await makeDraft(page, 'A name');
        await openEditor(page, id);
        const rename = (name: string) => page.getByRole('button', { name: `Edit description: ${name}` }).click();
        const field = page.getByRole('textbox', { name: 'Draft description' });
        await rename('A name');
        await field.fill('  ');
        await field.press('Enter');
        await toast(page, 'Draft description cannot be empty');
        await rename('A name');
        await field.fill('Another name');
        await page.getByRole('treeitem', { name: /main\.sbs/ }).click();
        await toast(page, 'Draft renamed');
        await page.getByRole('button', { name: 'Edit description: Another name' }).waitFor();

        await page.keyboard.press('ControlOrMeta+y');
        const dialog = page.getByRole('dialog', { name: 'Launch Test' });
        // The only export is chosen already.
        expect(await dialog.getByRole('checkbox', { name: 'totals' }).isChecked()).toBe(true);
        await dialog.getByRole('checkbox', { name: 'totals' }).uncheck();
        expect(await dialog.getByRole('button', { name: 'Test with new downloads' }).isDisabled()).toBe(true);
        await dialog.getByRole('switch', { name: 'All' }).check({ force: true });
        expect(await dialog.getByRole('button', { name: 'Test with existing downloads' }).isEnabled()).toBe(true);
      }),
  );

  it('shows its changes after its files', { timeout: LIMIT }, () =>
    visit({}, async ({ page }) => {
      await startSupportSession(page, url);
      const base = await makeDraft(page, 'Base');
      const act = 'action: "publish", force_publish: true';
      await ask(page, `mutation { save_changelist(changelist_id: "${base}", ${act}) { __typename } }`);
      const id = await makeDraft(page, 'Changed', `# A note.\n${SCRIPT}`);
      await openEditor(page, id);
      await page.getByRole('tablist', { name: 'Mode' }).getByRole('tab', { name: 'Changes' }).click();
      await page.locator('.monaco-diff-editor .line-insert').first().waitFor();
    }),
  );

  it(
    'asks before changes are left, and brings back those of a closed tab',
    { timeout: LIMIT, tags: 'spec:editor-leave' },
    () =>
      visit({}, async ({ page }) => {
        await startSupportSession(page, url);
        const id = await makeDraft(page, 'Left');
        await openEditor(page, id);
        await writeAtStart(page, '// kept\n');
        await page.getByRole('link', { name: 'Close the editor' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
        await expect.poll(() => page.evaluate(countKept)).toBe(1);
        const crashed = page.context();
        await page.close({ runBeforeUnload: false });
        const again = await crashed.newPage();
        again.setDefaultTimeout(60_000);
        await openEditor(again, id, '?file=main.sbs&lines=2-2-1-3');
        await again.getByText('Your unsaved changes were recovered.').waitFor();
        await hasText(again, '// kept');
        await again.getByRole('button', { name: 'Discard them' }).click();
        await expect.poll(() => text(again).innerText()).not.toContain('// kept');
      }),
  );
});

const WIDTHS = [1440, 1050, 800, 400];

it(
  'gives a quarter of the height to problems and a twentieth without any, fits every width and has no serious finding in any colours',
  {
    timeout: LIMIT,
    tags: 'spec:editor-problems-height',
  },
  () =>
    visit({}, async ({ page }) => {
      await startSupportSession(page, url);
      await page.setViewportSize({ width: 1440, height: 1000 });
      const height = async () => (await page.getByRole('region', { name: 'Problems' }).boundingBox())?.height;
      await openEditor(page, await makeDraft(page, 'Without problems'));
      await page.getByText('No problems').waitFor();
      expect(await height()).toBe(50);
      await openEditor(
        page,
        await makeDraft(page, 'With problems', `${SCRIPT}table broken is select nothing from nowhere\n`),
      );
      await page
        .getByRole('list', { name: 'Problems' })
        .getByText(/nowhere/)
        .waitFor();
      expect(await height()).toBe(250);

      expect(await seriousFindings(page)).toBe('');
      await showScheme(page, 'dark');
      // The colours of the text follow those of the page.
      await page.locator('.monaco-editor.vs-dark').first().waitFor();
      expect(await seriousFindings(page)).toBe('');
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await expect
          .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), {
            message: `at ${width}`,
          })
          .toBe(0);
        await page.locator('.monaco-editor .view-line').first().scrollIntoViewIfNeeded();
        const isShown = await page
          .locator('.monaco-editor')
          .first()
          .evaluate((editor) => {
            const { x, y } = editor.getBoundingClientRect();
            return editor.contains(document.elementFromPoint(x + 60, y + 10));
          });
        expect(isShown, `the text is shown at ${width}`).toBe(true);
      }
    }),
);
