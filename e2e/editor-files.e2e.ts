import type { Page } from 'playwright-core';
import { beforeAll, expect, inject, it } from 'vitest';
import { createAccount } from './people/empty-account.ts';
import { startSupportSession } from './people/people.ts';
import {
  ask,
  editorButton,
  goToWord,
  makeDraft,
  openEditor,
  problems,
  SCRIPT,
  showsMessage,
  showsText,
  textsOf,
} from './script-editor.ts';
import { openTestBrowser } from './test-browser.ts';

const url = inject('productUrl');
const visit = openTestBrowser();
const LIMIT = 300_000;

const FILES = { urlName: 'editor-files', name: 'Editor files' };
/** Its own account for what is published. */
const MERGING = { urlName: 'editor-merging', name: 'Editor merging' };
beforeAll(async () => {
  for (const account of [FILES, MERGING]) await createAccount(inject('productData'), account);
});

const item = (page: Page, path: string) => page.locator(`[role=treeitem][data-path="${path}"]`);
const save = async (page: Page): Promise<void> => {
  await page.keyboard.press('ControlOrMeta+s');
  await showsMessage(page, /^Draft Saved/);
};

it(
  'folders are moved, filled and deleted with their files, by keyboard, and a deleted file is restored',
  {
    timeout: LIMIT,
  },
  () =>
    visit({}, async ({ page }) => {
      await startSupportSession(page, url);
      const texts = {
        'ads/clicks.sbs': '// clicks',
        'ads/deep/views.sbs': '// views',
        'ads/deep/costs.sbs': '// costs',
      };
      const id = await makeDraft(page, FILES, 'Folders', { ...texts, 'main.sbs': SCRIPT });
      await openEditor(page, FILES, id);
      await item(page, 'ads').press('F2');
      await page.getByLabel('New name of ads').fill('main.sbs');
      await page.getByText('main.sbs cannot be both a file and a folder.').waitFor();
      await page.getByLabel('New name of ads').fill('media');
      await page.keyboard.press('Enter');
      await item(page, 'media/deep/views.sbs').waitFor();
      await item(page, 'media').press('m');
      await page.getByRole('menuitem', { name: 'New file' }).press('Enter');
      await page.keyboard.type('added.sbs');
      await page.keyboard.press('Enter');
      await showsText(page, '// An empty script.');
      await item(page, 'media/deep').press('Delete');
      await showsMessage(page, 'media/deep and its 2 files are deleted with the next saving.');
      // A deleted file is shown where it was saved, until the deletion is saved.
      await item(page, 'ads/deep/views.sbs').press('m');
      await page.getByRole('menuitem', { name: 'Restore' }).press('Enter');
      await item(page, 'ads/deep/views.sbs').getByRole('img', { name: 'deleted' }).waitFor({ state: 'detached' });
      await save(page);
      expect(await textsOf(page, FILES, id)).toEqual({
        'ads/deep/views.sbs': '// views',
        'main.sbs': SCRIPT,
        'media/added.sbs': '// An empty script.',
        'media/clicks.sbs': '// clicks',
      });
    }),
);

it('a name is found, followed and renamed over files', { timeout: LIMIT }, () =>
  visit({}, async ({ page }) => {
    await startSupportSession(page, url);
    const [download = '', table = '', upload = ''] = SCRIPT.split('\n');
    const id = await makeDraft(page, FILES, 'Names', {
      'main.sbs': download,
      'tables.sbs': `${table}\n${upload}\n${table.replace('totals', 'more')}`,
    });
    await openEditor(page, FILES, id, '?file=tables.sbs');
    await goToWord(page, 'clicks');
    await page.keyboard.press('F12');
    await page.getByRole('tab', { name: 'main.sbs' }).and(page.locator('[aria-selected=true]')).waitFor();
    await showsText(page, 'download clicks from');
    await page.keyboard.press('Shift+F12');
    const found = page.locator('.reference-zone-widget');
    await found.getByText('tables.sbs').first().waitFor();
    await page.keyboard.press('Escape');
    await found.waitFor({ state: 'detached' });
    await page.keyboard.press('F2');
    await page.locator('.rename-box input').fill('visits');
    await page.keyboard.press('Enter');
    await showsText(page, 'download visits from');
    await page.getByRole('tab', { name: /tables\.sbs/ }).click();
    await showsText(page, 'from visits');
    await page.keyboard.press('ControlOrMeta+z');
    await save(page);
    const saved = await textsOf(page, FILES, id);
    expect(Object.values(saved).join()).not.toContain('clicks');
    expect(saved['tables.sbs']).toContain('select site from visits');
  }),
);

it('a key that somebody adds is known to the open editor', { timeout: LIMIT }, () =>
  visit({}, async ({ page }) => {
    await startSupportSession(page, url);
    const script = SCRIPT.replace('type: "http";', 'type: "http"; key: "late_key";');
    const id = await makeDraft(page, FILES, 'Keys', { 'main.sbs': script });
    const other = await page.context().newPage();
    await openEditor(page, FILES, id);
    await problems(page)
      .getByText(/late_key/)
      .first()
      .waitFor();
    await ask(
      other,
      FILES,
      'mutation { save_credential(name: "late_key", credential_type: "api_token", properties: { api_token: "t", hosts: "127.0.0.1:80" }, validate: false) { __typename } }',
    );
    await problems(page)
      .getByText(/late_key/)
      .first()
      .waitFor({ state: 'detached' });
    await page.getByText('No problems').waitFor();
  }),
);

it(
  'a draft takes over what was published meanwhile, with its conflict solved, and is published',
  {
    timeout: LIMIT,
  },
  () =>
    visit({}, async ({ page }) => {
      await startSupportSession(page, url);
      const lines = (site: string): string => `// Sites of ${site}.\n${SCRIPT}`;
      await makeDraft(page, MERGING, 'Base', { 'main.sbs': lines('all') }, 'publish');
      const mine = await makeDraft(page, MERGING, 'Mine', { 'main.sbs': lines('mine'), 'mine.sbs': '// mine' });
      const theirs = await makeDraft(page, MERGING, 'Theirs', {
        'main.sbs': lines('theirs'),
        'theirs.sbs': '// theirs',
      });
      await openEditor(page, MERGING, mine);
      const other = await page.context().newPage();
      other.setDefaultTimeout(60_000);
      await openEditor(other, MERGING, theirs);
      await editorButton(other, 'Publish').click();
      await editorButton(other, 'Publish now').press('Enter');
      await showsMessage(other, /^Draft Published/);

      // The second of two people who publish learns that the first has.
      await page.keyboard.press('ControlOrMeta+Enter');
      await editorButton(page, 'Publish now').press('Enter');
      const overwrite = page.getByRole('dialog', { name: 'Overwrite the Published version?' });
      await overwrite.getByRole('button', { name: 'Cancel' }).click();
      await overwrite.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Merge', exact: true }).click();
      const merge = page.getByRole('dialog', { name: 'Merge the Published version' });
      await merge.getByText('The same lines were changed in both.').waitFor();
      expect(await merge.getByRole('listitem').count()).toBe(1);
      await merge.getByText('Both, with marks').click();
      await merge.getByRole('button', { name: 'Merge', exact: true }).click();
      await showsMessage(page, 'The Published version was merged into the draft.');
      await showsText(page, '>>>>>>>');
      await item(page, 'theirs.sbs').waitFor();
      expect((await textsOf(other, MERGING, mine))['main.sbs']).toMatch(
        /<<<<<<<[\s\S]*mine[\s\S]*theirs[\s\S]*>>>>>>>/,
      );

      // Marks are no script: they are resolved in the text.
      await page.keyboard.press('ControlOrMeta+Enter');
      await showsMessage(page, 'Cannot Publish - Fix Validation Errors.');
      await page.locator('.monaco-editor .view-line').first().click();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.insertText(lines('mine and theirs'));
      await page.getByText('No problems').waitFor();
      await page.keyboard.press('ControlOrMeta+Enter');
      await editorButton(page, 'Publish now').press('Enter');
      await showsMessage(page, /^Draft Published/);
      const { published } = await ask<{ published: { id: string } }>(
        other,
        MERGING,
        '{ published: published_changelist { id } }',
      );
      expect(published.id).toBe(mine);
      expect(await textsOf(other, MERGING, mine)).toEqual({
        'main.sbs': lines('mine and theirs'),
        'mine.sbs': '// mine',
        'theirs.sbs': '// theirs',
      });
    }),
);
