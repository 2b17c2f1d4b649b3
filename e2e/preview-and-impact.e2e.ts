import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { seriousFindings } from './findings/axe.ts';
import { ACME, askApi, startSession } from './people/people.ts';
import { openTestBrowser } from './test-browser.ts';

const url = inject('productUrl');
const visit = openTestBrowser();
const LIMIT = 300_000;
/** Until production has delivered, on a busy machine. */
const SETTLED = 200_000;
const DRAFT = 'Display: revenue in cents, without connected TV';
const FILE = 'ads/display.sbs';

type Drafts = { readonly drafts: { readonly nodes: readonly { readonly id: string; readonly description: string }[] } };
type Text = { readonly changelist: { readonly files: readonly { readonly text: string }[] } };

/** Signs in, and gives the demo's draft with its text. It is there once production has delivered what it changes. */
async function findDraft(page: Page): Promise<{ readonly id: string; readonly text: string }> {
  await startSession(page, url, { account: ACME, role: 'tester' });
  const ask = <Data>(query: string): Promise<Data> => askApi<Data>(page, url, 'acme', query);
  const find = async (): Promise<string | undefined> =>
    (await ask<Drafts>('{ drafts { nodes { id description } } }')).drafts.nodes.find(
      ({ description }) => description === DRAFT,
    )?.id;
  await expect.poll(find, { timeout: SETTLED, interval: 500 }).toBeDefined();
  const id = (await find()) ?? '';
  const { changelist } = await ask<Text>(`{ changelist(id: "${id}") { files(opened_paths: ["${FILE}"]) { text } } }`);
  return { id, text: changelist.files[0]?.text ?? '' };
}

/** Opens the draft with the cursor where the text has these words. */
async function openAt(
  page: Page,
  { id, text }: { readonly id: string; readonly text: string },
  words: string,
): Promise<void> {
  const before = text.slice(0, text.indexOf(words)).split('\n');
  const [line, column] = [before.length, (before.at(-1) ?? '').length + 1];
  await page.goto(`${url}/app/acme/scripts/editor/${id}?file=${FILE}&lines=${line}-${line}-${column}-${column}`);
  await page.locator('.monaco-editor .view-line').first().waitFor();
  await page.getByText('Checking…').waitFor({ state: 'detached' });
}

const panel = (page: Page, table: string) => page.getByRole('region', { name: `Preview of ${table}` });

describe('the preview of a table', () => {
  it('shows the rows of the text as it is typed, from the cursor, and why there are none', { timeout: LIMIT }, () =>
    visit({}, async ({ page }) => {
      const draft = await findDraft(page);
      await openAt(page, draft, 'display is');
      await page.keyboard.press('Shift+Alt+P');
      const display = panel(page, 'display');
      await display.getByText(/^First 200 of [\d,]+ rows$/).waitFor();
      await display.getByText(/^\d\.\d s$/).waitFor();
      await display.locator('time').first().waitFor();
      const grid = display.getByRole('table');
      for (const header of ['site string', 'clicks integer', 'vertical string'])
        await grid.getByRole('columnheader', { name: header }).waitFor();
      // The grid is virtual: the rows outside of it are not drawn.
      expect(await grid.getAttribute('aria-rowcount')).toBe('201');
      expect(await grid.getByRole('row').count()).toBeLessThan(60);
      expect(await seriousFindings(page)).toBe('');

      const text = page.getByRole('textbox', { name: /ads\/display\.sbs/ });
      await text.focus();
      await page.keyboard.press('ControlOrMeta+End');
      await page.keyboard.insertText(
        '\ntable tablets is select site, device from display where device == "tablet" limit 3;',
      );
      await display.getByText('Edited since').waitFor();
      await page.getByRole('button', { name: 'Preview table' }).click();
      const tablets = panel(page, 'tablets');
      await tablets.getByText('3 rows', { exact: true }).waitFor();
      await tablets.getByRole('cell', { name: 'tablet' }).first().waitFor();

      await text.focus();
      await page.keyboard.press('ControlOrMeta+End');
      await page.keyboard.insertText('\ntable broken is select nothing from display;');
      await tablets.getByRole('button', { name: 'Refresh the preview' }).click();
      await tablets.getByText('The script does not compile.').waitFor();
      await tablets.getByRole('button', { name: /^Open ads\/display\.sbs:\d+$/ }).click();
      await page.getByRole('tab', { name: /Problems/ }).click();
      await page
        .getByRole('list', { name: 'Problems' })
        .getByText(/nothing/)
        .first()
        .waitFor();
      await page.getByRole('tab', { name: 'Preview' }).click();
      await tablets.getByRole('button', { name: 'Close the preview' }).click();
      expect(await page.getByRole('tab', { name: 'Preview' }).count()).toBe(0);
    }),
  );

  it(
    'the preview of a table has the rows of the file of a download, and fits a narrow window',
    { timeout: LIMIT },
    () =>
      visit({ width: 800 }, async ({ page }) => {
        const draft = await findDraft(page);
        await openAt(page, draft, 'ad_units from');
        await page.keyboard.press('Shift+Alt+P');
        const units = panel(page, 'ad_units');
        await units.getByText(/^First \d+ of [\d,]+ rows$/).waitFor();
        await units.getByRole('link', { name: 'ad_units' }).waitFor();
        for (const width of [800, 400]) {
          await page.setViewportSize({ width, height: 900 });
          await expect
            .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), {
              message: `at ${width}`,
            })
            .toBe(0);
        }
      }),
  );
});

it('publishing shows first what changes: columns, and rows against those delivered', { timeout: LIMIT }, () =>
  visit({}, async ({ page }) => {
    const draft = await findDraft(page);
    await openAt(page, draft, 'display is');
    await page.keyboard.press('ControlOrMeta+Enter');
    const dialog = page.getByRole('dialog', { name: 'Publish this draft?' });
    const display = dialog.getByRole('listitem', { name: 'display' });
    await display
      .getByText(/click_rate/)
      .first()
      .waitFor();
    await display
      .getByText(/^Rows: [\d,]+ changed, [\d,]+ removed, 1 column added, 1 column of another type$/)
      .waitFor({ timeout: 60_000 });
    await display.getByRole('button', { name: 'Show rows of display' }).click();
    await display
      .getByText(/in the draft, [\d,]+ in production\. Rows are matched by site, ad_unit_id, device\./)
      .waitFor();
    await display.getByRole('region', { name: 'Differences of display' }).waitFor();
    expect(await seriousFindings(page)).toBe('');
    await page.setViewportSize({ width: 400, height: 900 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
  }),
);
