import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createAccount } from './people/empty-account.ts';
import { ACME, startSession, startSupportSession } from './people/people.ts';
import { makeDraft } from './script-editor.ts';
import { openTestBrowser } from './test-browser.ts';

const url = inject('productUrl');
const dataDir = inject('productData');
const visit = openTestBrowser();

/** Delivers to a full disk. */
const FULL = { urlName: 'full-disk', name: 'Full disk' };
const FULL_SCRIPT = `download visits from { type: "file"; path: "visits-{YYYY-MM-DD}.csv"; format: "csv"; lookback_days: 1; }
using { site: string; visits: integer; };
upload visits to { type: "file"; path: "visits/{YYYY-MM-DD}.csv"; format: "csv"; };
`;
/** One page of memory: the delivered file does not fit. */
const TINY_DISK = ['-t', 'tmpfs', '-o', 'size=4k', 'tmpfs'];
const REPORT = `site,visits\n${Array.from({ length: 2_000 }, (_, row) => `site-${row},${row * 7919}\n`).join('')}`;

/** Whether this process may mount a disk. */
function mayMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-mount-'));
  const isMounted = spawnSync('mount', [...TINY_DISK, folder]).status === 0;
  if (isMounted) execFileSync('umount', [folder]);
  rmSync(folder, { recursive: true });
  return isMounted;
}

const hasFullDisk = mayMount();
const HOUR_AGO = Date.now() / 1000 - 3600;
let exports: string;

beforeAll(async () => {
  const id = await createAccount(dataDir, FULL);
  const imports = join(dataDir, 'imports', id);
  mkdirSync(imports, { recursive: true });
  for (const back of [0, 1, 2]) {
    const date = new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
    const file = join(imports, `visits-${date}.csv`);
    writeFileSync(file, REPORT);
    // A file that changed in the last minute may still be written, and is downloaded later.
    utimesSync(file, HOUR_AGO, HOUR_AGO);
  }
  exports = join(dataDir, 'exports', id);
  mkdirSync(exports, { recursive: true });
  if (hasFullDisk) execFileSync('mount', [...TINY_DISK, exports]);
});
afterAll(() => {
  if (hasFullDisk) execFileSync('umount', ['-l', exports]);
});

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

it.skipIf(!hasFullDisk)('answers which uploads a full destination breaks', { timeout: LIMIT }, () =>
  visit({}, async ({ page }) => {
    await startSupportSession(page, url);
    await makeDraft(page, FULL, 'Visits', { 'main.sbs': FULL_SCRIPT }, 'publish');
    await page.goto(`${url}/app/${FULL.urlName}/incidents`);
    await compareAnswers(page, /^Destination full: file$/, {
      since: /· \d+ uploads? retrying|· \d+ failed uploads?/,
      why: /the destination has no free space for .*Free some there/,
      breaks: /visits/,
      now: /Free space at the destination/,
    });
  }),
);
