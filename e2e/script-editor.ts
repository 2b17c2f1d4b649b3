import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { askApi } from './people/people.ts';

const url = inject('productUrl');

type Account = { readonly urlName: string };
export type Files = Readonly<Record<string, string>>;

/** A script of one download, one table and one upload. */
export const SCRIPT = `download clicks from { type: "http"; url: "http://127.0.0.1/{YYYY-MM-DD}"; format: "csv"; } using { site: string; };
table totals is select site from clicks;
upload totals to { type: "file"; path: "totals/{YYYY-MM-DD}.csv"; };
`;

export const ask = <Data>(page: Page, { urlName }: Account, query: string): Promise<Data> =>
  askApi<Data>(page, url, urlName, query);

/** Makes a draft with these files beside those of the published version, and publishes it if asked. @returns its id */
export async function makeDraft(
  page: Page,
  account: Account,
  description: string,
  files: Files = { 'main.sbs': SCRIPT },
  action: 'save' | 'publish' = 'save',
): Promise<string> {
  const { made } = await ask<{ made: { id: string; version: number } }>(
    page,
    account,
    `mutation { made: branch_changelist(description: ${JSON.stringify(description)}) { ... on Changelist { id version } } }`,
  );
  const inputs = Object.entries(files).map(
    ([path, text]) => `{ path: ${JSON.stringify(path)}, text: ${JSON.stringify(text)} }`,
  );
  const act = action === 'publish' ? 'action: "publish"' : '';
  const saved = await ask<{ saved: { __typename: string } }>(
    page,
    account,
    `mutation { saved: save_changelist(changelist_id: "${made.id}", version: ${made.version}, changelist: { files: [${inputs.join()}] } ${act}) { __typename } }`,
  );
  expect(saved.saved.__typename).toBe('SaveChangelistOk');
  return made.id;
}

/** The texts of a draft at the server, by path. */
export async function textsOf(page: Page, account: Account, id: string): Promise<Files> {
  const { draft } = await ask<{ draft: { files: { path: string }[] } }>(
    page,
    account,
    `{ draft: changelist(id: "${id}") { files(first: 1000) { path } } }`,
  );
  const paths = JSON.stringify(draft.files.map(({ path }) => path));
  const { texts } = await ask<{ texts: { files: { path: string; text: string }[] } }>(
    page,
    account,
    `{ texts: changelist(id: "${id}") { files(opened_paths: ${paths}) { path text } } }`,
  );
  return Object.fromEntries(texts.files.map(({ path, text }) => [path, text]));
}

/** Opens a draft, with one of its files if the query names one, and waits until it is checked. */
export async function openEditor(page: Page, account: Account, id: string, query = '?file=main.sbs'): Promise<void> {
  await page.goto(`${url}/app/${account.urlName}/scripts/editor/${id}${query}`);
  if (query.includes('file=')) await page.locator('.monaco-editor .view-line').first().waitFor();
  else await page.getByRole('heading', { name: 'Shortcuts' }).waitFor();
  await page.getByText('Checking…').waitFor({ state: 'detached' });
}

export const showsMessage = (page: Page, message: string | RegExp): Promise<void> =>
  page.getByText(message, { exact: true }).first().waitFor();

/** Reads the visible text of the shown file, with plain spaces. */
export async function shownText(page: Page): Promise<string> {
  return (await page.locator('.monaco-editor .view-lines').first().innerText()).replaceAll('\u00a0', ' ');
}

export const showsText = (page: Page, words: string): Promise<void> =>
  expect.poll(() => shownText(page)).toContain(words);

/** Puts the cursor to the start of the shown file. */
export async function goToStart(page: Page): Promise<void> {
  await page.locator('.monaco-editor .view-line').first().click();
  await page.keyboard.press('ControlOrMeta+Home');
}

/** Moves the cursor into a word of the shown file. */
export async function goToWord(page: Page, word: string): Promise<void> {
  await page.locator('.monaco-editor .view-lines').first().getByText(word, { exact: true }).first().click();
}

export const problems = (page: Page) => page.getByRole('list', { name: 'Problems' });
export const editorButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
