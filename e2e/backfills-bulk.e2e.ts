import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { seriousFindings } from './findings/axe.ts';
import { useOwnProduct } from './own-product.ts';
import { ACME, askApi, signInAs } from './people.ts';
import { openTestBrowser } from './test-browser.ts';

const visit = openTestBrowser();
const LIMIT = 120_000;

// Other tests launch backfills in the product that they share, and the newest are selected here.
const product = useOwnProduct({ days: 1 });

/** Launches a backfill of today of an upload whose download waits for a report that does not exist, as today's. */
async function launchWaiting(page: Page, upload: string, title: string): Promise<void> {
  const today = new Date().toISOString().slice(0, 10);
  const { launch_backfill: launched } = await askApi<{ launch_backfill: { status: string } }>(
    page,
    product.url,
    'acme',
    `mutation { launch_backfill(upload_names: ["${upload}"], title: "${title}", start_datetime: "${today}T00:00:00.000Z",
      end_datetime: "${today}T23:59:59.000Z") { ... on Backfill { status } } }`,
  );
  expect(launched.status).toBe('preparing');
}

const rowOf = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });

async function tabTo(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true });
  await button.waitFor();
  await expect
    .poll(async () => {
      await page.keyboard.press('Tab');
      return button.evaluate((element) => document.activeElement === element);
    })
    .toBe(true);
}

it('cancels several backfills at once with the keyboard only', { timeout: LIMIT }, () =>
  visit({}, async ({ page }) => {
    await signInAs(page, product.url, { account: ACME, role: 'beta_backfill' });
    const stamp = Date.now();
    const titles = [`Bulk spots ${stamp}`, `Bulk sales ${stamp}`];
    await launchWaiting(page, 'tv_spots', titles[0] ?? '');
    await launchWaiting(page, 'marketplace_sales', titles[1] ?? '');
    await page.goto(`${product.url}/app/acme/backfills/list`);
    await rowOf(page, titles[0] ?? '').waitFor();
    const over = rowOf(page, 'Campaign costs of last week');
    await over.getByText('Cancelled', { exact: true }).waitFor();
    // The newest are the first rows; "j" goes down, "x" selects.
    await page.keyboard.press('j');
    await expect.poll(() => page.evaluate(() => document.activeElement?.hasAttribute('data-row-id'))).toBe(true);
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByText('2 backfills selected').waitFor();
    await over.focus();
    await page.keyboard.press('x');
    await page.getByText('3 backfills selected').waitFor();
    await tabTo(page, 'Cancel backfills');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Do you want to cancel 3 backfills?' });
    const stopped = dialog.getByRole('region', { name: 'Will be cancelled' });
    for (const title of titles) await stopped.getByText(title).waitFor();
    await dialog.getByRole('region', { name: 'Already over' }).getByText('Campaign costs of last week').waitFor();
    expect(await seriousFindings(page)).toBe('');
    await tabTo(page, 'Confirm');
    await page.keyboard.press('Enter');
    await page.getByText('2 backfills cancelled', { exact: true }).waitFor();
    await dialog.waitFor({ state: 'detached' });
    for (const title of titles) await rowOf(page, title).getByText('Cancelled', { exact: true }).waitFor();
    expect(await page.getByRole('region', { name: 'Selection' }).count()).toBe(0);
  }),
);

it('shows rows and minutes to expect in the calendar of the review', { timeout: LIMIT }, () =>
  visit({}, async ({ page }) => {
    await signInAs(page, product.url, { account: ACME, role: 'beta_backfill' });
    await page.goto(`${product.url}/app/acme/backfills/list`);
    await page.getByRole('button', { name: 'Backfill', exact: true }).press('Enter');
    await page.getByPlaceholder('Choose an upload').fill('campaign_spend');
    await page.getByRole('option', { name: 'campaign_spend', exact: true }).click();
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview
      .getByText(/^Expected by earlier runs: [\d,]+ rows, (under 1|\d+) min with one run after the other\.$/)
      .waitFor();
    expect(await preview.getByRole('table').getByText(/rows$/).count()).toBeGreaterThan(0);
    expect(await seriousFindings(page)).toBe('');
  }),
);
