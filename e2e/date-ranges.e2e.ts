import type { Locator, Page } from 'playwright-core';
import { expect, inject, it } from 'vitest';
import { ACME, signInAs } from './people/people.ts';
import { openTestBrowser } from './test-browser.ts';

const url = inject('productUrl');
const visit = openTestBrowser();

const LIMIT = 300_000;
const NOTICE = 'Page was accessed with the wrong URL params.';

/** A filter by days: where it is, its parameters and its label. */
type Range = Readonly<Record<'path' | 'start' | 'end' | 'label', string>>;

const DAY = 86_400_000;
const day = (offset: number): string => new Date(Date.now() + offset * DAY).toISOString().slice(0, 10);

/** Pairs of days that are no range. */
const REFUSED: readonly (readonly [start: string, end: string])[] = [
  ['2026-02-30', '2026-03-01'],
  [day(-1), day(-5)],
  ['1'.repeat(3000), '2026-11-02'],
  ['<img src=x onerror=alert(1)>', '2026-11-02'],
];

/** Pairs that are a range: ends far away, the last of them in the future. */
const ACCEPTED: readonly (readonly [start: string, end: string])[] = [
  ['0001-01-01', day(0)],
  [day(-30), '9999-12-31'],
];

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${url}/app/acme/${path}`);
  await page.locator('[data-row-id]').first().waitFor();
}

/** Goes to an address as a link inside the console does. */
async function follow(page: Page, path: string, query: Readonly<Record<string, string>>): Promise<void> {
  await page.evaluate(
    (to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    },
    `/app/acme/${path}?${new URLSearchParams(query).toString()}`,
  );
}

const chip = (page: Page, label: string): Locator => page.getByRole('button', { name: new RegExp(`^${label}: `) });

const parametersOf = (page: Page): Record<string, string> => Object.fromEntries(new URL(page.url()).searchParams);

/** Follows addresses with ranges, on the screen that is open. */
async function expectRanges(page: Page, { path, start, end, label }: Range): Promise<void> {
  for (const [from, to] of REFUSED) {
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
    await expectRanges(page, created);
    expect(failures).toEqual([]);
  }),
);

const openCalendar = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: /^(Filter by Report date|Report date: )/ }).click();
  const panel = page.getByRole('dialog', { name: 'Report date' });
  await panel.getByRole('button', { name: 'Reset' }).waitFor();
  return panel;
};

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

it('the calendar of a range takes two days in either order, and nothing from half a range', { timeout: LIMIT }, () =>
  visit({}, async ({ page, failures }) => {
    await signInAs(page, url, { account: ACME, role: 'operator' });
    await open(page, 'downloads/list');
    await chooseDays(page);
    expect(failures).toEqual([]);
  }),
);
