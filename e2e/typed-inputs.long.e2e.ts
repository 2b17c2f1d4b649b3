import type { Locator, Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { ACME, signInAs, signInAsSupport } from './people/people.ts';
import { openTestBrowser } from './test-browser.ts';

const url = inject('productUrl');
const visit = openTestBrowser();

const LIMIT = 300_000;

/** Texts that can be searched for, and match nothing. */
const UNMATCHED = [
  "'; drop table download; --",
  '<img src=x onerror=alert(1)>',
  'שלום \u202e txt.exe',
  '👩‍👩‍👧‍👦🏴󠁧󠁢󠁳󠁣󠁴󠁿',
  '_%_',
  '\\%',
  '${7*7}',
  '../../etc/passwd',
  '\u0007\u001b[2J',
  'z'.repeat(500),
];

/** Texts that cannot be searched for, with the reason shown. */
const REFUSED = [
  ['z'.repeat(501), 'A search has at most 500 characters, this one has 501.'],
  ['z'.repeat(1_000_000), 'A search has at most 500 characters, this one has 1,000,000.'],
  ['orders\0', 'A search cannot contain the NUL character. Remove it.'],
] as const;

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${url}/app/acme/${path}`);
  await page.locator('[data-row-id]').first().waitFor();
}

async function expectNoSideScroll(page: Page): Promise<void> {
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(excess).toBeLessThanOrEqual(0);
}

/** Types into a search field and expects, for each text, no results or the reason beside the kept text. */
async function expectClear(page: Page, field: Locator): Promise<void> {
  const parameters = () => new URL(page.url()).searchParams;
  for (const text of UNMATCHED) {
    await field.fill(text);
    await field.press('Enter');
    await expect.poll(() => [...parameters().values()]).toContain(text);
    await page.getByText('No results, try another word.').first().waitFor();
  }
  const address = page.url();
  for (const [text, reason] of REFUSED) {
    await field.fill(text);
    await field.press('Enter');
    await page.getByText(reason).waitFor();
    expect(await field.inputValue()).toBe(text);
    await expectNoSideScroll(page);
    expect(page.url()).toBe(address);
  }
  await field.press('Escape');
  await page.locator('[data-row-id]').first().waitFor();
}

describe('wrong inputs that are typed', () => {
  it.each(['downloads/list', 'uploads/list', 'events'])('the search of %s takes any text', { timeout: LIMIT }, (path) =>
    visit({}, async ({ page, failures }) => {
      await signInAs(page, url, { account: ACME, role: 'operator' });
      await open(page, path);
      await expectClear(page, page.locator('[data-page-search]'));
      expect(failures).toEqual([]);
    }),
  );

  it.each(['downloads/list', 'uploads/list', 'events'])(
    'the search for a filter of %s takes any text',
    { timeout: LIMIT },
    (path) =>
      visit({}, async ({ page, failures }) => {
        await signInAs(page, url, { account: ACME, role: 'operator' });
        await open(page, path);
        const address = page.url();
        await page.getByRole('button', { name: 'Filter', exact: true }).click();
        const field = page.getByLabel('Find a filter');
        for (const text of [...UNMATCHED, ...REFUSED.map(([refused]) => refused)]) {
          await field.fill(text);
          await page.getByText('No results, try another word.').waitFor();
          await field.press('Enter');
        }
        await expectNoSideScroll(page);
        expect(page.url()).toBe(address);
        expect(failures).toEqual([]);
      }),
  );

  it('the comment on an event and the name of a view refuse them clearly', { timeout: LIMIT }, () =>
    visit({}, async ({ page, failures }) => {
      await signInAs(page, url, { account: ACME, role: 'operator' });
      await open(page, 'events?severity=errors');
      await page.getByRole('button', { name: 'Views' }).click();
      const name = page.getByLabel('Save the current filters as');
      await name.fill('z'.repeat(1_000_000));
      await name.press('Enter');
      await page.getByText('A name has at most 100 characters, this one has 1,000,000.').waitFor();
      await name.fill('night\0');
      await page.getByText('A name cannot contain the NUL character. Remove it.').waitFor();
      expect(await page.getByRole('button', { name: 'Save view' }).isDisabled()).toBe(true);
      await page.keyboard.press('Escape');
      await page.locator('[data-row-id]').first().press('Enter');
      const drawer = page.getByRole('dialog', { name: 'Event message' });
      await drawer.getByRole('button', { name: 'Add comment' }).click();
      const comment = drawer.getByLabel('Comment');
      await comment.fill('z'.repeat(1_000_000));
      await drawer.getByRole('button', { name: 'Save comment' }).click();
      await drawer.getByText('A comment has at most 2,000 characters, this one has 1,000,000.').waitFor();
      expect((await comment.inputValue()).length).toBe(1_000_000);
      await comment.fill('down\0');
      await drawer.getByText('A comment cannot contain the NUL character. Remove it.').waitFor();
      await expectNoSideScroll(page);
      expect(failures).toEqual([]);
    }),
  );

  it('the search for an account takes any text', { timeout: LIMIT }, () =>
    visit({}, async ({ page, failures }) => {
      await signInAsSupport(page, url);
      await page
        .locator('button[aria-haspopup]')
        .filter({ hasText: /acme|globex/i })
        .first()
        .click();
      const field = page.getByLabel('Search accounts');
      for (const text of [...UNMATCHED, ...REFUSED.map(([refused]) => refused)]) {
        await field.fill(text);
        await page.getByText('No accounts found').waitFor();
        await field.press('Enter');
      }
      await expectNoSideScroll(page);
      expect(failures).toEqual([]);
    }),
  );

  it('the sign-in page refuses them clearly', { timeout: LIMIT }, () =>
    visit({}, async ({ page }) => {
      for (const [email, password, answer] of [
        ["o'brien@acme.example", UNMATCHED.join(''), 'not correct'],
        [`${'z'.repeat(60)}@${'z'.repeat(60)}.example`, '👩‍👩‍👧‍👦', 'not correct'],
        ['operator@acme.example', 'z'.repeat(10_000), 'not correct'],
        ['operator@acme.example', 'z'.repeat(1_000_000), 'Sign-in failed'],
      ] as const) {
        await page.goto(url);
        await page.getByLabel('Email').fill(email);
        await page.getByLabel('Password').fill(password);
        await page.getByRole('button', { name: 'Sign in', exact: true }).click();
        await page.getByText(answer).waitFor();
        await expectNoSideScroll(page);
      }
    }),
  );
});
