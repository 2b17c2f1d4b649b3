import type { Page } from 'playwright-core';
import type { ScreenState } from './screen-state.ts';

/** A draft that the demo has from its start. */
const DRAFT = 'Revenue by channel';
const LIMIT = 300_000;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Opens a file of the demo's draft from the list of drafts, and waits until it is checked. */
async function openDraft(page: Page): Promise<void> {
  await page.getByRole('link', { name: DRAFT, exact: true }).click();
  await page.getByRole('treeitem', { name: /revenue\.sbs/ }).click();
  await page.locator('.monaco-editor .view-line').first().waitFor({ timeout: LIMIT });
  await page.getByText('Checking…').waitFor({ state: 'detached' });
  // The text makes room for the problems.
  await page.waitForFunction(() => {
    const problems = document.querySelector('section[aria-label="Problems"]')?.getBoundingClientRect();
    const text = document.querySelector('.monaco-editor')?.getBoundingClientRect();
    return problems !== undefined && text !== undefined && problems.height > 100 && text.bottom <= problems.top + 1;
  });
}

/** The editor with the draft, and what is then opened in it. */
const withDraft = (name: string, open: (page: Page) => Promise<void>): ScreenState => ({
  name,
  path: 'scripts/drafts',
  prepare: async (page) => {
    await openDraft(page);
    await open(page);
  },
});

/** The script editor and what opens in it. */
export const EDITOR_STATES: readonly ScreenState[] = [
  withDraft('editor', async () => undefined),
  withDraft('editor-review', async (page) => {
    await button(page, 'Review').click();
    await page.getByRole('complementary', { name: 'Review' }).getByText('No open comments').waitFor();
  }),
  withDraft('editor-lineage', async (page) => {
    await button(page, 'Lineage').click();
    const lineage = page.getByRole('region', { name: 'Lineage', exact: true });
    await lineage.locator('[data-node], li').first().waitFor({ timeout: LIMIT });
  }),
  withDraft('editor-publish', async (page) => {
    await button(page, 'Publish').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).waitFor();
    await page
      .getByRole('dialog')
      .getByText(/upload.* added/)
      .first()
      .waitFor({ timeout: LIMIT });
  }),
];
