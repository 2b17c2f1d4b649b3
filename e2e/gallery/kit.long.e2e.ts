import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Scheme } from '../browser.ts';
import { axeFindings } from '../findings/axe.ts';
import { openTestBrowser } from '../test-browser.ts';
import { useGallery } from './use-gallery.ts';

const url = useGallery();
const visit = openTestBrowser();
const PARTS = ['forms', 'pickers', 'frames', 'charts'];
const WIDTHS = [400, 800, 1440];

async function openPart(page: Page, part: string): Promise<void> {
  await page.goto(`${url}/?part=${part}`);
  await page.getByRole('heading', { level: 2 }).first().waitFor();
}

/** By how many pixels the gallery is wider than its window. */
const overflowOf = (page: Page): Promise<number> =>
  page.locator('main').evaluate((main) => main.scrollWidth - main.clientWidth);

describe.each<Scheme>(['light', 'dark'])('the kit in %s', (scheme) => {
  it.each(PARTS)('%s fit every width and have no serious axe finding', { timeout: 120_000 }, (part) =>
    visit({ scheme }, async ({ page }) => {
      await openPart(page, part);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width);
        expect(await overflowOf(page), `overflow at ${width}`).toBe(0);
      }
      expect(await axeFindings(page)).toBe('');
    }),
  );

  it.each([
    ['pickers', 'Add key', 'dialog'],
    ['pickers', 'Imports: All imports', 'dialog'],
    ['pickers', 'Open three steps', 'dialog'],
    ['frames', 'Delete key', 'dialog'],
  ] as const)('shows no serious axe finding in %s, in the layer of %s', (part, opener, role) =>
    visit({ scheme }, async ({ page }) => {
      await openPart(page, part);
      await page.getByRole('button', { name: opener }).click();
      await page.getByRole(role).first().waitFor();
      expect(await axeFindings(page, { within: `[role="${role}"]` })).toBe('');
    }),
  );
});

describe('a form with input that is not saved', () => {
  const EXIT = 'Exit without saving?';
  const name = (page: Page) => page.locator('[data-form="add"]').getByLabel('Key name');

  async function enterName(page: Page): Promise<void> {
    await page.goto(`${url}/`);
    await page.getByRole('link', { name: 'Forms' }).click();
    await name(page).fill('warehouse');
    await name(page).press('1');
  }

  it('asks on Back, keeps the input, and goes back after Exit', () =>
    visit({}, async ({ page }) => {
      await page.goto(`${url}/`);
      await page.getByRole('link', { name: 'Forms' }).click();
      await name(page).pressSequentially('warehouse');
      await page.evaluate(() => history.back());
      await page.getByRole('dialog', { name: EXIT }).waitFor();
      await page.getByRole('button', { name: 'Keep editing' }).click();
      expect(await name(page).inputValue()).toBe('warehouse');
      expect(page.url()).toContain('part=forms');
      await page.evaluate(() => history.back());
      await page.getByRole('button', { name: 'Exit', exact: true }).click();
      await page.getByRole('heading', { level: 2, name: 'Tables' }).waitFor();
    }));

  it('asks before a link to another page', () =>
    visit({}, async ({ page }) => {
      await enterName(page);
      await page.evaluate(() => {
        history.pushState({}, '', '/error');
      });
      await page.getByRole('dialog', { name: EXIT }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/');
    }));

  it('lets the browser ask before the tab is closed', () =>
    visit({}, async ({ page }) => {
      await enterName(page);
      const asked = page.waitForEvent('dialog');
      await page.close({ runBeforeUnload: true });
      const dialog = await asked;
      expect(dialog.type()).toBe('beforeunload');
      await dialog.accept();
    }));
});

describe('a window that is opened', () => {
  it('answers the page that opened it', () =>
    visit({}, async ({ page }) => {
      await openPart(page, 'frames');
      const opened = page.waitForEvent('popup');
      await page.getByRole('button', { name: 'Connect' }).click();
      const popup = await opened;
      await page.getByText('Sign in in the window that has opened').waitFor();
      const closed = popup.waitForEvent('close');
      // The window closes during the click, so nothing may wait for the click to return.
      await popup
        .getByRole('button', { name: 'Allow' })
        .evaluate((button: HTMLElement) => void setTimeout(() => button.click()));
      await page.getByText('Answered: connected').waitFor();
      await closed;
    }));

  it('a window that is closed early can be opened again', () =>
    visit({}, async ({ page }) => {
      await openPart(page, 'frames');
      const opened = page.waitForEvent('popup');
      await page.getByRole('button', { name: 'Connect' }).click();
      await (await opened).close();
      await page.getByText('The window was closed before it was finished').waitFor();
      const again = page.waitForEvent('popup');
      await page.getByRole('button', { name: 'Open again' }).click();
      await (await again).getByRole('button', { name: 'Allow' }).waitFor();
    }));

  it('a window that the browser blocks says how to allow it', () =>
    visit({}, async ({ page }) => {
      await openPart(page, 'frames');
      await page.evaluate(() => {
        window.open = () => null;
      });
      await page.getByRole('button', { name: 'Connect' }).click();
      await page.getByText('Allow pop-up windows for this page, then try again.').waitFor();
    }));
});

describe('pickers by keyboard', () => {
  it('chooses a type by its name', () =>
    visit({}, async ({ page }) => {
      await openPart(page, 'pickers');
      await page.getByRole('button', { name: 'Add key' }).click();
      await page.getByRole('textbox', { name: 'Search Select credential type' }).pressSequentially('amazon web');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.getByText('Chosen: aws').waitFor();
    }));

  it('chooses a leaf of a tree that a search found', () =>
    visit({}, async ({ page }) => {
      await openPart(page, 'pickers');
      await page.getByRole('button', { name: 'Imports: All imports' }).press('Enter');
      await page.getByRole('textbox', { name: 'Search Imports' }).pressSequentially('inventory');
      await page.keyboard.press('Tab');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Imports: inventory_snapshot' }).waitFor();
    }));

  it('chooses a range of days, and says the status of each', () =>
    visit({}, async ({ page }) => {
      await openPart(page, 'pickers');
      await page.getByRole('button', { name: '2026-11-20: 1 completed' }).press('Enter');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Enter');
      await page.getByText('2026-11-19 to 2026-11-20').waitFor();
      await page.getByText('Show 2026-11 as a table').click();
      await page.getByRole('rowheader', { name: '2026-11-20' }).waitFor();
    }));

  it('goes through three steps and checks each', () =>
    visit({}, async ({ page }) => {
      await openPart(page, 'pickers');
      await page.getByRole('button', { name: 'Open three steps' }).click();
      await page.getByRole('button', { name: 'Next', exact: true }).click();
      await page.getByRole('alert').getByText('Enter the name of a report.').waitFor();
      await page.getByLabel('Report', { exact: true }).fill('orders');
      await page.getByRole('button', { name: 'Next', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click();
      expect(await page.getByLabel('Report', { exact: true }).inputValue()).toBe('orders');
      await page.getByRole('button', { name: 'Next', exact: true }).click();
      await page.getByRole('button', { name: 'Next', exact: true }).click();
      await page.getByRole('heading', { name: 'Step 3 of 3: Check' }).waitFor();
      await page.getByRole('button', { name: 'Start' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }));
});

it('the label of a switch stands beside it, and the help of an input below it', () =>
  visit({}, async ({ page }) => {
    await openPart(page, 'forms');
    const form = page.locator('[data-form="add"]');
    const box = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const label = await box(form.getByText('Use SSL', { exact: true }));
    const track = await box(form.locator('.mantine-Switch-track').first());
    expect(label.x).toBeGreaterThanOrEqual(track.x + track.width);
    expect(Math.abs(label.y - track.y)).toBeLessThan(track.height);
    const input = await box(form.getByLabel('Key name'));
    expect((await box(form.getByText('The name by which scripts use the key.'))).y).toBeGreaterThan(input.y);
  }));

it('moves through the bars of a chart by keyboard, and has its numbers as a table', () =>
  visit({}, async ({ page }) => {
    await openPart(page, 'charts');
    const bars = page.getByRole('list', { name: 'Rows a month by project' });
    await bars.getByRole('img', { name: /^Nov: .*forecast Ads 22,000/ }).focus();
    await page.keyboard.press('ArrowLeft');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toMatch(/^Oct: Ads/);
    await page.getByText('Show as a table').nth(1).click();
    await page.getByRole('table', { name: 'Rows a month by project as a table' }).waitFor();
  }));
