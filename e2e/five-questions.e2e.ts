import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACME, signInAs } from './people.ts';
import { type Product, startProduct } from './product.ts';
import { openTestBrowser } from './test-browser.ts';

/** One page of memory: no file of the demo fits. */
const TINY_DISK = ['-t', 'tmpfs', '-o', 'size=4k', 'tmpfs'];

/** Whether this process may mount a disk. */
function mayMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-mount-'));
  const isMounted = spawnSync('mount', [...TINY_DISK, folder]).status === 0;
  if (isMounted) execFileSync('umount', [folder]);
  rmSync(folder, { recursive: true });
  return isMounted;
}

const hasFullDisk = mayMount();
let product: Product;
const exportsOf = (dataDir: string): string => join(dataDir, 'exports');

beforeAll(async () => {
  product = await startProduct({
    days: 3,
    prepare: (dataDir) => {
      if (!hasFullDisk) return;
      mkdirSync(exportsOf(dataDir));
      execFileSync('mount', [...TINY_DISK, exportsOf(dataDir)]);
    },
  });
});
afterAll(async () => {
  if (hasFullDisk) execFileSync('umount', ['-l', exportsOf(product.dataDir)]);
  await product.stop();
});
const visit = openTestBrowser();

const LIMIT = 240_000;
const DATE = /[A-Z][a-z]{2} \d{1,2}/;

type Answers = { readonly since: RegExp; readonly why: RegExp; readonly breaks: RegExp; readonly now: RegExp };

/** Opens the incidents and compares what the card of one of them answers. */
function ask(card: RegExp, answers: Answers, also: (card: Locator) => Promise<void> = async () => undefined) {
  return visit({}, async ({ page }) => {
    await signInAs(page, product.url, { account: ACME, role: 'operator' });
    await page.goto(`${product.url}/app/acme/incidents`);
    const incident = page.getByRole('listitem', { name: card });
    await incident.waitFor({ timeout: LIMIT });
    const fact = (term: string) =>
      incident.locator('dt').filter({ hasText: term }).locator('xpath=following-sibling::dd[1]').innerText();
    expect(await fact('Since')).toMatch(answers.since);
    expect(await fact('Since')).toMatch(DATE);
    expect(await fact('Why')).toMatch(answers.why);
    await expect.poll(() => fact('Breaks'), { timeout: 60_000 }).toMatch(answers.breaks);
    expect(await fact('What now')).toMatch(answers.now);
    await also(incident);
  });
}

it('answers what a rejected key breaks and what to do about it', { timeout: LIMIT }, () =>
  ask(
    /^Key rejected by the source: partner_network$/,
    {
      since: /· \d+ failed downloads?/,
      why: /partner_sales: .* rejected the key partner_network \(401\)/,
      breaks: /partner_sales/,
      now: /Edit or reconnect the key, then unsuspend it/,
    },
    async (card) => {
      await card.getByText('suspended', { exact: true }).waitFor();
      await card.getByRole('button', { name: 'Unsuspend' }).waitFor();
      await card.getByRole('button', { name: 'Retry all' }).waitFor();
    },
  ),
);

it('answers when a late source is asked again, and which deadline it misses', { timeout: LIMIT }, () =>
  ask(
    /^Source file missing: tv_spots$/,
    {
      since: /· \d+ downloads? retrying/,
      why: /tv_spots: there is no file .* yet/,
      breaks: /tv_spots (late since|due) /,
      now: /Tried again by itself in \d+ (min|h)/,
    },
    async (card) => {
      await card.getByRole('link', { name: /^Open the list/ }).click();
      await card.page().locator('[data-row-id]').filter({ hasText: 'Retrying' }).first().waitFor();
    },
  ),
);

it('answers what an all-dirty file breaks, and leads to its dirty rows', { timeout: LIMIT }, () =>
  ask(
    /^All rows dirty: store_visits$/,
    {
      since: /· \d+ failed downloads?/,
      why: /all rows are dirty/,
      breaks: /store_visits/,
      now: /Open the dirty rows/,
    },
    async (card) => {
      await card.getByRole('link', { name: /^Open the list/ }).click();
      await card
        .page()
        .getByRole('button', { name: /^Preview/ })
        .first()
        .waitFor();
    },
  ),
);

it.skipIf(!hasFullDisk)('answers which uploads a full destination breaks', { timeout: LIMIT }, () =>
  ask(/^Destination full: file$/, {
    since: /· \d+ uploads? retrying|· \d+ failed uploads?/,
    why: /the destination has no free space for .*Free some there/,
    breaks: /marketplace_sales|newsletter_by_site|affiliate_transactions|video_impressions/,
    now: /Free space at the destination/,
  }),
);
