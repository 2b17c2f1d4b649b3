import type { Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { createAccount } from './people/empty-account.ts';
import { signInAsSupport, signInSupportAt } from './people/people.ts';
import {
  editorButton,
  goToStart,
  makeDraft,
  openEditor,
  SCRIPT,
  shownText,
  showsMessage,
  showsText,
  textsOf,
} from './script-editor.ts';
import { openTestBrowser } from './test-browser.ts';

const url = inject('productUrl');
const visit = openTestBrowser();
const LIMIT = 300_000;
const ACCOUNT = { urlName: 'hostile-editor', name: 'Hostile editor' };
const OTHER = { urlName: 'hostile-other', name: 'Hostile other' };

beforeAll(async () => {
  for (const account of [ACCOUNT, OTHER]) await createAccount(inject('productData'), account);
});

const LONG = 'x'.repeat(501);
const UNNAMED = 'A file must have a name.';
const EMPTY_PART = 'Each folder and file must have a name that does not start or end with a space.';
const DOTS = 'A path cannot contain . or .. as a name.';
const FORBIDDEN = 'A path cannot contain a backslash or a control character.';

/** Names that no file can have, with what is said about them. */
const WRONG_NAMES: readonly (readonly [name: string, message: string])[] = [
  ['', UNNAMED],
  ['   ', UNNAMED],
  [LONG, 'A path can have 500 characters at most.'],
  ['$clicks.sbs', 'File name cannot start with $'],
  ['ads/$clicks.sbs', 'File name cannot start with $'],
  ['..', DOTS],
  ['../clicks.sbs', DOTS],
  ['ads/./clicks.sbs', DOTS],
  ['/etc/passwd', EMPTY_PART],
  ['ads//clicks.sbs', EMPTY_PART],
  ['ads/', EMPTY_PART],
  ['ads /clicks.sbs', EMPTY_PART],
  ['ads\\clicks.sbs', FORBIDDEN],
  ['a\u0007b.sbs', FORBIDDEN],
  ['a\u007fb.sbs', FORBIDDEN],
  ['main.sbs', 'A file named main.sbs already exists.'],
  ['main.sbs/clicks.sbs', 'main.sbs cannot be both a file and a folder.'],
  ['ads', 'ads cannot be both a file and a folder.'],
];

/** Names that are unusual, and taken as they are. */
const TAKEN_NAMES = [
  'MAIN.sbs',
  'con.sbs',
  'no extension',
  '%2e%2e.sbs',
  "'; drop table changelist; --.sbs",
  '<img src=x onerror=alert(1)>.sbs',
  'שלום \u202e txt.sbs',
  '👩‍👩‍👧‍👦/🦔.sbs',
];

/** Pastes a text into the shown file, in place of its contents. */
async function paste(page: Page, text: string): Promise<void> {
  await page.locator('.monaco-editor .view-line').first().click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true, composed: true }),
    );
  }, text);
}

const save = (page: Page): Promise<void> => page.keyboard.press('ControlOrMeta+s');
const isSaved = (page: Page): Promise<void> =>
  expect.poll(() => page.getByRole('img', { name: 'not saved' }).count()).toBe(0);

describe('names', () => {
  it(
    'impossible file names are refused with the reason, and unusual ones stay as they are',
    {
      timeout: LIMIT,
    },
    () =>
      visit({}, async ({ page }) => {
        await signInAsSupport(page, url);
        const id = await makeDraft(page, ACCOUNT, 'Names', { 'main.sbs': SCRIPT, 'ads/views.sbs': '// views' });
        await openEditor(page, ACCOUNT, id);
        await editorButton(page, 'New file').click();
        const field = page.getByLabel('New file', { exact: true }).and(page.locator('input'));
        for (const [name, message] of WRONG_NAMES) {
          await field.fill(name);
          await field.press('Enter');
          await page.getByText(message, { exact: true }).waitFor();
          await save(page);
          await showsMessage(page, 'Cannot Save');
        }
        await field.press('Escape');
        for (const name of TAKEN_NAMES) {
          await editorButton(page, 'New file').click();
          await field.fill(name);
          await field.press('Enter');
          await showsText(page, '// An empty script.');
        }
        await save(page);
        await isSaved(page);
        const empty = Object.fromEntries(TAKEN_NAMES.map((name) => [name, '// An empty script.']));
        expect(await textsOf(page, ACCOUNT, id)).toEqual({
          'main.sbs': SCRIPT,
          'ads/views.sbs': '// views',
          ...empty,
        });
      }),
  );

  it('descriptions of drafts are cut to what fits, and shown as text', { timeout: LIMIT }, () =>
    visit({}, async ({ page }) => {
      await signInAsSupport(page, url);
      const id = await makeDraft(page, ACCOUNT, 'Renamed');
      await openEditor(page, ACCOUNT, id);
      const names = ['<img src=x onerror=alert(1)>', 'שלום \u202e txt', `  ${LONG}  `, '🦔'.repeat(300)];
      let shown = 'Renamed';
      for (const name of names) {
        await page.getByRole('button', { name: `Edit description: ${shown}`, exact: true }).click();
        await page.getByRole('textbox', { name: 'Draft description' }).fill(name);
        await page.keyboard.press('Enter');
        shown = [...name.trim()].slice(0, 500).join('');
        await page.getByRole('button', { name: `Edit description: ${shown}`, exact: true }).waitFor();
      }
    }),
  );
});

describe('contents', () => {
  it(
    'stay in the editor with the reason when they cannot be saved, and are saved when they are huge',
    { timeout: LIMIT },
    () =>
      visit({}, async ({ page }) => {
        await signInAsSupport(page, url);
        const id = await makeDraft(page, ACCOUNT, 'Contents');
        await openEditor(page, ACCOUNT, id);
        await paste(page, `// ${'a'.repeat(1_048_576)}`);
        await save(page);
        await showsMessage(page, 'main.sbs is larger than 1,048,576 bytes.');
        await showsText(page, '// aaaa');
        await paste(page, '// \u0089PNG\r\n\u001a\n\0\0\0\rIHDR');
        await save(page);
        await showsMessage(page, 'main.sbs contains a null character.');
        await page.getByRole('img', { name: 'not saved' }).first().waitFor();
        expect((await textsOf(await page.context().newPage(), ACCOUNT, id))['main.sbs']).toBe(SCRIPT);

        const lines = '// a line\n'.repeat(100_000);
        await paste(page, lines);
        await save(page);
        await isSaved(page);
        await paste(page, '// half a character: \ud83e.\n// \u202e\u200b\u2028 and others\n');
        await save(page);
        await isSaved(page);
        const other = await page.context().newPage();
        const saved = (await textsOf(other, ACCOUNT, id))['main.sbs'] ?? '';
        expect(saved).toBe('// half a character: \ufffd.\n// \u202e\u200b\u2028 and others\n');
        await page.keyboard.press('ControlOrMeta+z');
        await expect.poll(async () => (await shownText(page)).includes('// a line')).toBe(true);
        await save(page);
        await isSaved(page);
        expect((await textsOf(other, ACCOUNT, id))['main.sbs']).toBe(lines);
      }),
  );

  it('leave the page and the text as they are when they are dropped as files', { timeout: LIMIT }, () =>
    visit({}, async ({ page }) => {
      await signInAsSupport(page, url);
      const id = await makeDraft(page, ACCOUNT, 'Dropped');
      await openEditor(page, ACCOUNT, id);
      const isTaken = await page.evaluate(() => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(['binary'], 'report.xlsx'));
        const places = ['.monaco-editor .view-lines', '[role=tree]', 'header'];
        return places.map((place) => {
          const drop = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
          document.querySelector(place)?.dispatchEvent(drop);
          return drop.defaultPrevented;
        });
      });
      // The browser would open the file in place of the editor.
      expect(isTaken).toEqual([true, true, true]);
      await showsMessage(page, 'Files cannot be dropped here. Add a file, and paste its text.');
      await showsText(page, 'download clicks from');
    }),
  );
});

describe('addresses', () => {
  it(
    'show the draft when their parameters are absurd, and a message for other accounts and for nothing',
    {
      timeout: LIMIT,
    },
    () =>
      visit({}, async ({ page }) => {
        await signInAsSupport(page, url);
        const foreign = await makeDraft(page, OTHER, 'Foreign');
        const id = await makeDraft(page, ACCOUNT, 'Addresses');
        const shown = [
          '9999999-9999999-1-1',
          '0-0-0-0',
          '5-2-1-1',
          '-1--1-1-1',
          '1e9-1-1-1',
          '99999999999-99999999999-1-1',
        ]
          .map((lines) => `?file=main.sbs&lines=${lines}`)
          .concat('?file=main.sbs&mode=Nope&variant=moon&fileType=x', '?file=main.sbs&file=other&lines[]=1');
        for (const query of shown) {
          await openEditor(page, ACCOUNT, id, query);
          await showsText(page, 'download clicks from');
        }
        for (const file of [
          'missing.sbs',
          '../../etc/passwd',
          '%00',
          encodeURIComponent('<img src=x onerror=alert(1)>'),
        ]) {
          await page.goto(`${url}/app/${ACCOUNT.urlName}/scripts/editor/${id}?file=${file}&lines=1-1-1-1`);
          await page.getByRole('heading', { name: 'Shortcuts' }).waitFor();
          await page.getByRole('treeitem', { name: /main\.sbs/ }).waitFor();
        }
        for (const other of [foreign, 'not-an-id', '00000000-0000-0000-0000-000000000000']) {
          await openEditor(page, ACCOUNT, id, `?file=main.sbs&compare=${other}`);
          await showsText(page, 'download clicks from');
          await page.goto(`${url}/app/${ACCOUNT.urlName}/scripts/editor/${other}?file=main.sbs`);
          await page.getByText(`No data returned for changelist: ${other}`).waitFor();
        }
        await openEditor(page, ACCOUNT, id, '?file=main.sbs&referrer=https%3A%2F%2Fevil.example');
        await page.getByRole('link', { name: 'Close the editor' }).click();
        await page.waitForURL(/\/app\/hostile-editor\/scripts\/drafts/);
      }),
  );
});

describe('a saving', () => {
  it('loses nothing when the server does not answer, and can be done again', { timeout: LIMIT }, () =>
    visit({}, async ({ page }) => {
      await signInAsSupport(page, url);
      const id = await makeDraft(page, ACCOUNT, 'Without a server');
      await openEditor(page, ACCOUNT, id);
      const saving = (meet: (route: Route) => Promise<void>): Promise<unknown> =>
        page.route('**/api/graphql', (route) =>
          route.request().postData()?.includes('"SaveDraft"') === true ? meet(route) : route.fallback(),
        );
      await saving((route) => route.abort('connectionrefused'));
      await goToStart(page);
      await page.keyboard.type('// one\n');
      await save(page);
      await showsMessage(page, /^There was a problem saving the Draft\./);
      await showsText(page, '// one');
      await page.unroute('**/api/graphql');
      await save(page);
      await isSaved(page);
      // The draft is saved, and the answer is lost.
      await saving(async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      });
      const lost = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/graphql'));
      await page.keyboard.type('// two\n');
      await save(page);
      await lost;
      await page.getByRole('img', { name: 'not saved' }).first().waitFor();
      await page.unroute('**/api/graphql');
      await save(page);
      const dialog = page.getByRole('dialog', { name: 'The draft was changed' });
      await dialog.getByRole('button', { name: 'Keep my changes and save' }).click();
      await isSaved(page);
      expect((await textsOf(page, ACCOUNT, id))['main.sbs']).toBe(`// one\n// two\n${SCRIPT}`);
    }),
  );

  it('keeps the changes for the next session when its own has ended', { timeout: LIMIT }, () =>
    visit({}, async ({ page }) => {
      await signInAsSupport(page, url);
      const id = await makeDraft(page, ACCOUNT, 'Signed out');
      await openEditor(page, ACCOUNT, id);
      await goToStart(page);
      await page.keyboard.type('// kept\n');
      await page.context().clearCookies();
      await page.route(
        '**/api/graphql',
        (route) => route.fulfill({ status: 401, json: { errors: [{ message: 'Refused.' }] } }),
        { times: 1 },
      );
      await save(page);
      const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
      await dialog.getByText('What you have entered stays on this page.', { exact: false }).waitFor();
      const opened = page.waitForEvent('popup');
      await dialog.getByRole('button', { name: 'Sign in' }).click();
      await signInSupportAt(await opened);
      await dialog.waitFor({ state: 'detached' });
      await isSaved(page);
      expect((await textsOf(page, ACCOUNT, id))['main.sbs']).toContain('// kept');
    }),
  );

  it('keeps what both of two tabs of one person have written', { timeout: LIMIT }, () =>
    visit({}, async ({ page }) => {
      await signInAsSupport(page, url);
      const id = await makeDraft(page, ACCOUNT, 'Two tabs', { 'main.sbs': SCRIPT, 'other.sbs': '// other' });
      await openEditor(page, ACCOUNT, id);
      const second = await page.context().newPage();
      second.setDefaultTimeout(60_000);
      await goToStart(page);
      await page.keyboard.type('// first\n');
      await openEditor(second, ACCOUNT, id, '?file=other.sbs');
      expect(await second.getByText('Your unsaved changes were recovered.').count()).toBe(0);
      await goToStart(second);
      await second.keyboard.type('// second\n');
      await save(second);
      await isSaved(second);
      await save(page);
      await page
        .getByRole('dialog', { name: 'The draft was changed' })
        .getByRole('button', { name: 'Keep my changes and save' })
        .click();
      await isSaved(page);
      expect(await textsOf(second, ACCOUNT, id)).toEqual({
        'main.sbs': `// first\n${SCRIPT}`,
        'other.sbs': '// second\n// other',
      });
    }),
  );
});
