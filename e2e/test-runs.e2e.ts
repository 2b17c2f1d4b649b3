import { gunzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect, inject, it } from 'vitest';
import { ACME, startSession } from './people/people.ts';
import { openTestBrowser } from './test-browser.ts';

const url = inject('productUrl');
const visit = openTestBrowser();
const LIMIT = 300_000;
/** Until production has delivered, and the demo's own test run with it, on a busy machine. */
const SETTLED = 200_000;
const DRAFT = 'Display: revenue in cents, without connected TV';
const KEYS = ['site', 'ad_unit_id', 'device'];

const cards = (page: Page) => page.getByRole('listitem', { name: `Test run of ${DRAFT}` });

type Row = Readonly<Record<string, string>>;

/** The rows of a CSV file without quoted commas. */
function rowsOf(text: string): Row[] {
  const [header = '', ...lines] = text.trim().split(/\r?\n/);
  const names = header.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((value, index) => [names[index] ?? '', value])));
}

async function download(page: Page, press: () => Promise<void>): Promise<Buffer> {
  const saved = page.waitForEvent('download');
  await press();
  const stream = await (await saved).createReadStream();
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

it(
  'launches a test run of a draft, shows its results and how they differ from production, and archives it',
  {
    timeout: LIMIT,
  },
  () =>
    visit({}, async ({ page }) => {
      await startSession(page, url, { account: ACME, role: 'tester' });
      await page.goto(`${url}/app/acme/scripts/tests`);
      // The demo's own run begins when production has delivered what it is compared with.
      await cards(page)
        .first()
        .getByRole('link', { name: / changed, / })
        .waitFor({ timeout: SETTLED });
      const before = await cards(page).count();

      await page
        .getByRole('button', { name: `Test again: ${DRAFT}` })
        .first()
        .press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Launch Test' });
      await dialog.getByRole('searchbox').fill('displ');
      expect(await dialog.getByRole('checkbox', { name: 'display' }).isChecked()).toBe(true);
      await dialog.getByRole('button', { name: 'Test with existing downloads' }).click();
      await page.getByText('Draft Saved and Tests Started').waitFor();
      await expect.poll(() => cards(page).count()).toBe(before + 1);

      const card = cards(page).first();
      await card.getByText('Launched by').waitFor();
      await card.getByText('Tessa Acme').waitFor();
      const summary = card.getByRole('link', { name: / changed, / });
      await summary.waitFor({ timeout: 60_000 });
      await card.getByText('Completed').waitFor();
      await summary.click();
      const drawer = page.getByRole('dialog', { name: `Test run of ${DRAFT}` });
      await drawer.getByRole('region', { name: 'Differences of display' }).waitFor();
      const counts = await drawer
        .locator('dl > div:has(dd)')
        .filter({ hasText: /changed|added|removed|the same/ })
        .allInnerTexts();
      const shown = Object.fromEntries(
        counts.map((count) => [count.replace(/[\d,\s]/g, ''), Number(count.replace(/\D/g, ''))]),
      );

      await drawer.getByRole('tab', { name: 'Downloads' }).click();
      await drawer.getByRole('link', { name: 'ad_units' }).waitFor();
      await drawer.getByRole('tab', { name: 'Processing' }).click();
      await drawer.getByRole('table', { name: 'Processing' }).getByText('Completed').waitFor();
      await drawer.getByRole('tab', { name: 'Uploads' }).click();
      const file = await download(page, () =>
        drawer.getByRole('button', { name: 'Download the result of display' }).click(),
      );
      // What was counted follows from the result: it has the rows of production but for one device, revenue rounded.
      const result = rowsOf(gunzipSync(file).toString());
      expect(new Set(result.map((row) => KEYS.map((key) => row[key]).join()))).toHaveProperty('size', result.length);
      expect(result.some(({ device }) => device === 'ctv')).toBe(false);
      expect((shown['changed'] ?? 0) + (shown['added'] ?? 0) + (shown['thesame'] ?? 0)).toBe(result.length);
      expect(shown['added']).toBe(0);
      expect(shown['removed']).toBeGreaterThan(0);

      await page.keyboard.press('Escape');
      await drawer.waitFor({ state: 'detached' });
      await page
        .getByRole('button', { name: `Archive the test run of ${DRAFT}` })
        .first()
        .click();
      await page
        .getByRole('dialog', { name: 'Archive this test run?' })
        .getByRole('button', { name: 'Archive' })
        .click();
      await page.getByText('Test run archived').waitFor();
      await expect.poll(() => cards(page).count()).toBe(before);
      await page.reload();
      await cards(page).first().waitFor();
      expect(await cards(page).count()).toBe(before);
    }),
);
