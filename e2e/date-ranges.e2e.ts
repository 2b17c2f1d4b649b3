import type { Locator, Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { ACME, signInAs } from './people.ts';
import { openTestBrowser } from './test-browser.ts';

const url = inject('productUrl');
const visit = openTestBrowser();

const LIMIT = 120_000;
const NOTICE = 'Page was accessed with the wrong URL params.';

/** A filter by days: where it is, its parameters and its label. */
type Range = Readonly<Record<'path' | 'start' | 'end' | 'label', string>>;

const DAY = 86_400_000;
const day = (offset: number): string => new Date(Date.now() + offset * DAY).toISOString().slice(0, 10);

/** Pairs of days that are no range, each with what is wrong. */
const REFUSED: readonly (readonly [start: string, end: string])[] = [
  ['2026-02-30', '2026-03-01'],
  ['2025-02-29', '2025-03-01'],
  ['2026-04-31', '2026-05-01'],
  ['2026-00-10', '2026-11-01'],
  ['2026-11-00', '2026-11-01'],
  ['0000-01-01', '2026-11-01'],
  ['10000-01-01', '10000-01-02'],
  ['-2026-01-01', '2026-11-01'],
  [day(2), day(3)],
  [day(-1), day(-5)],
  ['9999-12-31', '0001-01-01'],
  ['2026-1-1', '2026-11-01'],
  ['01/02/2026', '2026-11-01'],
  ['2026-11-01T00:00:00Z', '2026-11-02'],
  ['yesterday', 'today'],
  ['٢٠٢٦-١١-٠١', '2026-11-02'],
  ['２０２６-11-01', '2026-11-02'],
  ['\u202e2026-11-01', '2026-11-02'],
  ['📅', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
  ["'; drop table download; --", '2026-11-02'],
  ['<img src=x onerror=alert(1)>', '2026-11-02'],
  ['1'.repeat(3000), '2026-11-02'],
  ['2026-11-01\0', '2026-11-02'],
];

/** Pairs that are a range: ends far away, the last of them in the future. */
const ACCEPTED: readonly (readonly [start: string, end: string])[] = [
  ['0001-01-01', day(0)],
  ['2024-02-29', day(0)],
  [day(-30), '9999-12-31'],
  ['0001-01-01', '9999-12-31'],
];

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${url}/app/acme/${path}`);
  await page.locator('[data-row-id]').first().waitFor();
}

/** Goes to an address as a link inside the console does, once what the page had to do is done. */
async function follow(page: Page, path: string, query: Readonly<Record<string, string>>): Promise<void> {
  await page.evaluate(
    async (to) => {
      // A list shows its query before the router has rendered it.
      await new Promise((resolve) => requestIdleCallback(resolve));
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    },
    `/app/acme/${path}?${new URLSearchParams(query).toString()}`,
  );
}

const chip = (page: Page, label: string): Locator => page.getByRole('button', { name: new RegExp(`^${label}: `) });

const parametersOf = (page: Page): Record<string, string> => Object.fromEntries(new URL(page.url()).searchParams);

/** Follows addresses with ranges, on the screen that is open. */
async function expectRanges(page: Page, { path, start, end, label }: Range, refused = REFUSED): Promise<void> {
  for (const [from, to] of refused) {
    await follow(page, path, { [start]: from, [end]: to });
    await page.getByRole('alert').filter({ hasText: NOTICE }).first().waitFor();
    await expect
      .poll(() => parametersOf(page), { message: `${from} to ${to}` })
      .not.toMatchObject({ [start]: from, [end]: to });
    expect(await chip(page, label).count()).toBe(0);
    await page.locator('[data-row-id]').first().waitFor();
  }
  for (const [from, to] of ACCEPTED) {
    await follow(page, path, { [start]: from, [end]: to });
    await chip(page, label).waitFor();
    await page.locator('[data-row-id]').first().waitFor();
    expect(await chip(page, label).textContent()).not.toMatch(/Invalid|NaN|undefined/);
    expect(parametersOf(page)).toEqual({ [start]: from, [end]: to });
  }
}

it('a range of days in the address is a range, or is removed with a notice', { timeout: LIMIT }, () =>
  visit({}, async ({ page, failures }) => {
    await signInAs(page, url, { account: ACME, role: 'operator' });
    await open(page, 'downloads/list');
    await expectRanges(page, { path: 'downloads/list', start: 'start', end: 'end', label: 'Report date' });
    await open(page, 'events');
    const created = { path: 'events', start: 'createDatetimeStart', end: 'createDatetimeEnd', label: 'Created' };
    await expectRanges(page, created, REFUSED.slice(0, 8));
    expect(failures).toEqual([]);
  }),
);

const openCalendar = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: /^(Filter by Report date|Report date: )/ }).click();
  const panel = page.getByRole('dialog', { name: 'Report date' });
  await panel.getByRole('button', { name: 'Reset' }).waitFor();
  return panel;
};

/** What is typed or pasted chooses nothing: the calendar has no field. */
async function typeIntoCalendar(page: Page): Promise<void> {
  const panel = await openCalendar(page);
  expect(await panel.locator('input, textarea, [contenteditable]').count()).toBe(0);
  for (const text of ['2026-02-30', 'שלום \u202e', '👩‍👩‍👧‍👦', '9999-12-31']) await page.keyboard.insertText(text);
  await panel.getByRole('button', { name: 'Today' }).focus();
  await page.keyboard.type('31122026');
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', '2'.repeat(1_000_000));
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, clipboardData }));
  });
  expect(await panel.isVisible()).toBe(true);
  expect(parametersOf(page)).toEqual({});
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
}

/** Takes the ends in either order, one day twice, and nothing from half a range. */
async function chooseDays(page: Page): Promise<void> {
  const choose = async (panel: Locator, number: number): Promise<void> => {
    await panel.getByRole('button', { name: new RegExp(`^${number} \\w+ \\d{4}$`) }).click();
  };
  let panel = await openCalendar(page);
  await panel.getByRole('button', { name: 'Previous month' }).click();
  await choose(panel, 9);
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  expect(parametersOf(page)).toEqual({});
  panel = await openCalendar(page);
  await panel.getByRole('button', { name: 'Previous month' }).click();
  await choose(panel, 9);
  await choose(panel, 3);
  await panel.waitFor({ state: 'detached' });
  await expect.poll(() => parametersOf(page)['end']?.slice(8)).toBe('09');
  expect(parametersOf(page)['start']?.slice(8)).toBe('03');
  panel = await openCalendar(page);
  await choose(panel, 5);
  await choose(panel, 5);
  await panel.waitFor({ state: 'detached' });
  await expect.poll(() => Object.values(parametersOf(page)).map((value) => value.slice(8))).toEqual(['05', '05']);
  panel = await openCalendar(page);
  await panel.getByRole('button', { name: 'Reset' }).click();
  await expect.poll(() => parametersOf(page)).toEqual({});
}

/** Ends with the current month, and goes far back. */
async function leaf(page: Page): Promise<void> {
  const panel = await openCalendar(page);
  expect(await panel.getByRole('button', { name: 'Next month' }).isDisabled()).toBe(true);
  const tomorrow = new Date(Date.now() + DAY);
  const name = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(tomorrow);
  // Absent on the last day of a month.
  const enabled = panel.getByRole('button', { name, exact: true, disabled: false });
  expect(await enabled.count()).toBe(0);
  for (let month = 0; month < 14; month += 1) await panel.getByRole('button', { name: 'Previous month' }).click();
  await panel.getByRole('button', { name: /^1 \w+ \d{4}$/ }).click();
  await panel.getByRole('button', { name: /^2 \w+ \d{4}$/ }).click();
  await page.getByText('No results, try another filter').waitFor();
}

it('the calendar of a range takes days only, none of them in the future', { timeout: LIMIT }, () =>
  visit({}, async ({ page, failures }) => {
    await signInAs(page, url, { account: ACME, role: 'operator' });
    await open(page, 'downloads/list');
    await typeIntoCalendar(page);
    await chooseDays(page);
    await leaf(page);
    expect(failures).toEqual([]);
  }),
);

describe('what is typed into the palette', () => {
  const SEARCHED = [
    'retry orders Feb 30',
    'abandon orders 0000-00-00',
    'retry orders 9999-12-31',
    "retry '; drop table download; --",
  ];
  const NOT_SEARCHED = [`retry ${'z'.repeat(1_000_000)}`, 'retry or\0ders', '2026-02-30', 'שלום \u202e', '👩‍👩‍👧‍👦'];

  it('finds nothing for days that do not exist and for texts that cannot be searched for', { timeout: LIMIT }, () =>
    visit({}, async ({ page, failures }) => {
      await signInAs(page, url, { account: ACME, role: 'operator' });
      await open(page, 'downloads/list');
      const searches: string[] = [];
      page.on('request', (request) => {
        if (request.postData()?.includes('FindTransfers') === true) searches.push(request.postData() ?? '');
      });
      await page.keyboard.press('Control+k');
      const field = page.getByPlaceholder('Search or jump to, paste an id');
      const nothing = page.getByText('No results, try another word.');
      for (const text of SEARCHED) {
        const answered = page.waitForResponse(
          (response) => response.request().postData()?.includes('FindTransfers') === true,
        );
        await field.fill(text);
        const answer: unknown = await (await answered).json();
        expect(answer, text).not.toHaveProperty('errors');
        await nothing.waitFor();
      }
      for (const text of NOT_SEARCHED) {
        await field.fill(text);
        await nothing.waitFor();
      }
      expect(searches).toHaveLength(SEARCHED.length);
      expect(failures).toEqual([]);
    }),
  );
});
