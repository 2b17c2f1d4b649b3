import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { seriousFindings } from './findings/axe.ts';
import { ACME, askApi, startSession } from './people/people.ts';
import { openTestBrowser } from './test-browser.ts';

const url = inject('productUrl');
const visit = openTestBrowser();
const LIMIT = 300_000;

const dayBefore = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();
const rowOf = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });

async function openLaunch(page: Page): Promise<void> {
  await startSession(page, url, { account: ACME, role: 'beta_backfill' });
  await page.goto(`${url}/app/acme/backfills`);
  await page.locator('[data-row-id]').first().waitFor();
  await button(page, 'Backfill').press('Enter');
  await page.getByRole('heading', { name: 'Choose a date range and an upload.' }).waitFor();
}

async function chooseUpload(page: Page, name: string): Promise<void> {
  await page.getByPlaceholder('Choose an upload').fill(name);
  await page.getByRole('option', { name, exact: true }).click();
}

async function typeDay(page: Page, label: string, text: string): Promise<string> {
  const field = page.getByLabel(label);
  await field.fill(text);
  await field.press('Tab');
  return field.inputValue();
}

const SQL = "'; drop table backfill; --";
const HTML = '<img src=x onerror=alert(1)>';
const RTL = 'שלום \u202e txt.exe';
const EMOJI = '👩‍👩‍👧‍👦🏴󠁧󠁢󠁳󠁣󠁴󠁿';
const DAYS = ['yesterday', '2026-13-45', '0000-00-00', '9999-99-99', '-1', '1e9', '2026-02-30', SQL, HTML, ' '];
const UPLOADS = ['nothing', SQL, HTML, RTL, EMOJI, '%', '../../etc/passwd', '\u0007'];
const NAMES = ['', '   ', '\t'];

it('the dialog meets wrong inputs with a clear message, and keeps the last good days', { timeout: LIMIT }, () =>
  visit({}, async ({ page }) => {
    expect(DAYS.length + UPLOADS.length + NAMES.length).toBeGreaterThanOrEqual(20);
    await openLaunch(page);
    const before = await page.getByLabel('First report date').inputValue();
    for (const text of DAYS) expect(await typeDay(page, 'First report date', text), text).toBe(before);
    expect(await typeDay(page, 'Last report date', '2999-01-01')).toBe(dayBefore(0));
    await typeDay(page, 'First report date', dayBefore(30));
    await page.getByText('Max Date Range is 30 days.').waitFor();
    expect(await typeDay(page, 'Last report date', dayBefore(31))).toBe(dayBefore(30));
    const upload = page.getByPlaceholder('Choose an upload');
    for (const text of UPLOADS) {
      await upload.fill(text);
      await page.getByText('No results, try another word.').waitFor();
      await upload.press('Tab');
      await page.getByText('Select an Import.').waitFor();
      expect(await button(page, 'Next').isDisabled(), text).toBe(true);
    }
    await chooseUpload(page, 'campaign_spend');
    await button(page, 'Next').click();
    for (const text of NAMES) {
      await page.getByLabel('Name').fill(text);
      await page.getByText('Backfill must have a name').waitFor();
      expect(await button(page, 'Launch').isDisabled(), `"${text}"`).toBe(true);
    }
    await page.getByLabel('Name').fill(HTML);
    expect(await button(page, 'Launch').isDisabled()).toBe(false);
    await page.getByLabel('Description').pressSequentially('x');
    await page.getByText('3,999 characters remaining').waitFor();
  }),
);

describe('a backfill', () => {
  it('a backfill is cancelled from the list, and does not conflict any more', { timeout: LIMIT }, () =>
    visit({}, async ({ page }) => {
      const title = 'TV spots with the new goals';
      await openLaunch(page);
      await chooseUpload(page, 'tv_spots');
      await button(page, 'Next').click();
      await page.getByText('We found one or more conflicting backfill in progress. Click below to view.').waitFor();
      expect(await page.getByRole('link', { name: title }).last().getAttribute('href')).toMatch(/\/details\//);
      expect(await button(page, 'Launch').isDisabled()).toBe(true);
      await button(page, 'Close').click();
      await page.getByRole('button', { name: 'Exit', exact: true }).click();

      await page.getByRole('button', { name: `Actions for ${title}` }).click();
      await page.getByRole('menuitem', { name: 'Cancel backfill' }).click();
      const question = page.getByRole('dialog', { name: `Do you want to cancel backfill ${title}?` });
      await question.getByRole('button', { name: 'Confirm' }).click();
      await toast(page, 'Backfill cancelled');
      await rowOf(page, title).getByText('Cancelled', { exact: true }).waitFor();
    }),
  );

  it('a backfill is launched by the dialog, and seen to run and complete', { timeout: LIMIT }, () =>
    visit({}, async ({ page }) => {
      await openLaunch(page);
      await typeDay(page, 'First report date', dayBefore(1));
      await chooseUpload(page, 'campaign_spend');
      // A key that is pressed on a disabled button is lost.
      await expect.poll(() => button(page, 'Next').isEnabled()).toBe(true);
      await button(page, 'Next').press('Enter');
      // The upload is connected with no other.
      await page.getByRole('heading', { name: 'Review Backfill' }).waitFor();
      await page.getByText('1 run, 1 download, 1 upload').waitFor();
      expect(await seriousFindings(page)).toBe('');
      await page.getByLabel('Name').fill('Spend of yesterday');
      await page.getByLabel('Description').fill('The network corrected them.');
      await button(page, 'Launch').click();
      await toast(page, 'Backfill launched');

      const row = rowOf(page, 'Spend of yesterday');
      await row
        .getByText(/^Preparing|\/ 1$|^Completed$/)
        .first()
        .waitFor();
      await row.getByText('Completed', { exact: true }).waitFor({ timeout: 120_000 });
      await row.getByRole('link', { name: 'Spend of yesterday' }).click();
      await page.getByRole('heading', { level: 1, name: 'Spend of yesterday' }).waitFor();
      expect(new URL(page.url()).searchParams.get('currentTab')).toBe('Connections');
      await page.getByRole('button', { name: 'campaign_spend, Upload' }).waitFor();
      await page.getByRole('tab', { name: 'Runs' }).click();
      await page.locator('[data-row-id]').first().click();
      const drawer = page.getByRole('dialog');
      await expect.poll(() => drawer.getByRole('list', { name: 'Phases' }).getByText('Finished').count()).toBe(4);
      await drawer.getByRole('link', { name: 'campaigns' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('tab', { name: 'Messages' }).click();
      await page.getByText(/launched the backfill Spend of yesterday/).waitFor();
    }),
  );
});

/** Launches a backfill of the last day or the one before, whose report of television spots stays overdue. */
async function launchWaiting(page: Page, daysAgo: 0 | 1, title: string): Promise<void> {
  const date = new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  const { launch_backfill: launched } = await askApi<{ launch_backfill: { status: string } }>(
    page,
    url,
    'acme',
    `mutation { launch_backfill(upload_names: ["tv_spots"], title: "${title}", start_datetime: "${date}T00:00:00.000Z",
      end_datetime: "${date}T23:59:59.000Z") { ... on Backfill { status } } }`,
  );
  expect(launched.status).toBe('preparing');
}

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
    await startSession(page, url, { account: ACME, role: 'beta_backfill' });
    const stamp = Date.now();
    const titles = [`Spots of today ${stamp}`, `Spots of yesterday ${stamp}`];
    await launchWaiting(page, 0, titles[0] ?? '');
    await launchWaiting(page, 1, titles[1] ?? '');
    await page.goto(`${url}/app/acme/backfills/list`);
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
    await startSession(page, url, { account: ACME, role: 'beta_backfill' });
    await page.goto(`${url}/app/acme/backfills/list`);
    await page.getByRole('button', { name: 'Backfill', exact: true }).press('Enter');
    await page.getByPlaceholder('Choose an upload').fill('campaign_spend');
    await page.getByRole('option', { name: 'campaign_spend', exact: true }).click();
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview
      .getByText(/^Expected by earlier runs: [\d,]+ rows, (under 1|\d+) min if run one at a time\.$/)
      .waitFor();
    expect(await preview.getByRole('table').getByText(/rows$/).count()).toBeGreaterThan(0);
    expect(await seriousFindings(page)).toBe('');
  }),
);
