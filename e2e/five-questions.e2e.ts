import type { Locator, Page } from 'playwright-core';
import { expect, inject, it } from 'vitest';
import { ACME, startSession } from './people/people.ts';
import { openTestBrowser } from './test-browser.ts';

const url = inject('productUrl');
const visit = openTestBrowser();

const LIMIT = 300_000;
const DATE = /[A-Z][a-z]{2} \d{1,2}/;

type Answers = { readonly since: RegExp; readonly why: RegExp; readonly breaks: RegExp; readonly now: RegExp };

/** Compares what the card of an incident answers. @returns the card */
async function compareAnswers(page: Page, name: RegExp, answers: Answers): Promise<Locator> {
  const card = page.getByRole('listitem', { name });
  await card.waitFor({ timeout: LIMIT });
  const fact = (term: string) =>
    card.locator('dt').filter({ hasText: term }).locator('xpath=following-sibling::dd[1]').innerText();
  expect(await fact('Since')).toMatch(answers.since);
  expect(await fact('Since')).toMatch(DATE);
  expect(await fact('Why')).toMatch(answers.why);
  await expect.poll(() => fact('Affects'), { timeout: 60_000 }).toMatch(answers.breaks);
  expect(await fact('What now')).toMatch(answers.now);
  return card;
}

it(
  'answers what a rejected key, a late source and an all-dirty file break and what to do about them',
  {
    timeout: LIMIT,
  },
  () =>
    visit({}, async ({ page }) => {
      await startSession(page, url, { account: ACME, role: 'operator' });
      await page.goto(`${url}/app/acme/incidents`);
      const rejected = await compareAnswers(page, /^Key rejected by the source: partner_network$/, {
        since: /· \d+ failed downloads?/,
        why: /partner_sales: .* rejected the key partner_network \(401\)/,
        breaks: /partner_sales/,
        now: /Edit or reconnect the key, then unsuspend it/,
      });
      await rejected.getByText('suspended', { exact: true }).waitFor();
      await rejected.getByRole('button', { name: 'Unsuspend' }).waitFor();
      await rejected.getByRole('link', { name: 'Edit the key partner_network' }).waitFor();

      const late = await compareAnswers(page, /^Source file missing: tv_spots$/, {
        since: /· \d+ downloads? retrying/,
        why: /tv_spots: there is no file .* yet/,
        breaks: /tv_spots (late since|due) /,
        now: /The next attempt starts in \d+ (min|h)/,
      });
      await late.getByRole('link', { name: /^Open the list/ }).click();
      await page.locator('[data-row-id]').filter({ hasText: 'Retrying' }).first().waitFor();
      await page.goBack();

      const dirty = await compareAnswers(page, /^All rows dirty: store_visits$/, {
        since: /· \d+ failed downloads?/,
        why: /all rows are dirty/,
        breaks: /store_visits/,
        now: /Open the dirty rows/,
      });
      await dirty.getByRole('link', { name: /^Open the list/ }).click();
      await page
        .getByRole('button', { name: /^Preview/ })
        .first()
        .waitFor();
    }),
);
