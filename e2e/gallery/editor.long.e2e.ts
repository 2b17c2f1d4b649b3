import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Scheme } from '../browser.ts';
import { axeFindings } from '../findings/axe.ts';
import { openTestBrowser } from '../test-browser.ts';
import { useGallery } from './use-gallery.ts';

const url = useGallery();
const visit = openTestBrowser();
const WIDTHS = [400, 800, 1440];

/** Opens the editor. The result collects violations of the Content-Security-Policy. */
async function openEditor(page: Page): Promise<string[]> {
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/Content.Security.Policy/i.test(message.text())) refused.push(message.text());
  });
  await page.goto(`${url}/?part=editor`);
  await page.locator('.monaco-editor .view-line').first().waitFor();
  await page.locator('.monaco-diff-editor .view-line').first().waitFor();
  return refused;
}

const shell = (page: Page) => page.locator('[data-specimen="Files, tabs and problems; Ctrl+S saves"]');
const text = (page: Page) => shell(page).getByRole('textbox', { name: /^Draft orders: / });

describe.each<Scheme>(['light', 'dark'])('the editor in %s', (scheme) => {
  it('fits every width, has no serious axe finding and obeys the policy', { timeout: 120_000 }, () =>
    visit({ scheme }, async ({ page }) => {
      const refused = await openEditor(page);
      const main = page.locator('main');
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width);
        await expect
          .poll(() => main.evaluate((one) => one.scrollWidth - one.clientWidth), {
            message: `at ${width}`,
          })
          .toBe(0);
      }
      expect(await axeFindings(page)).toBe('');
      expect(refused).toEqual([]);
    }),
  );

  it('draws the colours of the console', () =>
    visit({ scheme }, async ({ page }) => {
      await openEditor(page);
      const colorOf = (selector: string) =>
        page
          .locator(selector)
          .first()
          .evaluate((element) => getComputedStyle(element).backgroundColor);
      expect(await colorOf('.monaco-editor-background')).toBe(await colorOf('body'));
    }));
});

describe('the editor', () => {
  it('marks a problem, shows it in every list, and removes it when it is fixed', () =>
    visit({}, async ({ page }) => {
      await openEditor(page);
      const problems = shell(page).getByRole('list', { name: 'Problems' }).getByRole('button');
      expect(await problems.count()).toBe(1);
      await shell(page).locator('.squiggly-error').first().waitFor();
      await problems.first().click();
      for (let key = 0; key < 'TODO'.length; key += 1) await page.keyboard.press('Delete');
      await shell(page).getByText('No problems').waitFor();
      expect(await shell(page).locator('.squiggly-error').count()).toBe(0);
    }));

  it('keeps every key of fast typing, marks the file as not saved, and saves by Ctrl+S', () =>
    visit({}, async ({ page }) => {
      await openEditor(page);
      await shell(page).locator('.view-line').first().click();
      await page.keyboard.press('ControlOrMeta+Home');
      await page.keyboard.type('the quick brown fox jumps ');
      await shell(page).getByText('the quick brown fox jumps download orders').waitFor();
      await shell(page).getByRole('img', { name: 'not saved' }).first().waitFor();
      await page.keyboard.press('ControlOrMeta+s');
      await page.getByText('Saved 1 times').waitFor();
      expect(await shell(page).getByRole('img', { name: 'not saved' }).count()).toBe(0);
    }));

  it('opens files from the tree by keyboard, with tabs that close', () =>
    visit({}, async ({ page }) => {
      await openEditor(page);
      const files = shell(page).getByRole('tree', { name: 'Draft orders' });
      await files
        .getByRole('treeitem', { name: /main\.sbs/ })
        .last()
        .focus();
      await page.keyboard.press('Enter');
      await shell(page).getByText('-- The scripts of the account.').waitFor();
      await shell(page).getByRole('button', { name: 'Close main.sbs' }).click();
      await shell(page).getByText('-- TODO: choose a source').waitFor();
    }));

  it('the editor is left by Escape and Tab', () =>
    visit({}, async ({ page }) => {
      await openEditor(page);
      await shell(page).locator('.view-line').first().click();
      const isInside = () => text(page).evaluate((element) => element === document.activeElement);
      await page.keyboard.press('Tab');
      expect(await isInside()).toBe(true);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Tab');
      expect(await isInside()).toBe(false);
    }));

  it('refuses keys where it is read-only', () =>
    visit({}, async ({ page }) => {
      await openEditor(page);
      const readOnly = page.locator('[data-specimen="Read-only, without problems"]');
      await readOnly.locator('.view-line').first().click();
      await page.keyboard.type('x');
      await readOnly.getByText('download orders', { exact: true }).waitFor();
    }));
});

describe('differences', () => {
  const specimen = (page: Page) => page.locator('[data-specimen="Differences, the right one editable"]');

  it('differences are side by side or inline', () =>
    visit({}, async ({ page }) => {
      await openEditor(page);
      await specimen(page).locator('.line-insert').first().waitFor();
      await specimen(page).locator('.side-by-side').first().waitFor();
      await specimen(page).getByText('Inline', { exact: true }).click();
      await specimen(page).locator('.side-by-side').first().waitFor({ state: 'detached' });
    }));

  it('take keys in the right text only', () =>
    visit({}, async ({ page }) => {
      await openEditor(page);
      await specimen(page).locator('.editor.modified .view-line').first().click();
      await page.keyboard.press('ControlOrMeta+Home');
      await page.keyboard.type('new ');
      await specimen(page).locator('.editor.modified').getByText('new table orders is').waitFor();
      await specimen(page).locator('.editor.original .view-line').first().click();
      await page.keyboard.type('old ');
      expect(await specimen(page).locator('.editor.original').getByText('old').count()).toBe(0);
    }));
});
