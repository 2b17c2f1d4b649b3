import { readFileSync } from 'node:fs';
import { beforeAll, expect, inject, it } from 'vitest';
import { handInReport, reportAskedFor } from './held-source.ts';
import { createAccount } from './people/empty-account.ts';
import { startSupportSession } from './people/people.ts';
import { queryProduct } from './product-database.ts';
import { makeDraft } from './script-editor.ts';
import { openTestBrowser } from './test-browser.ts';

const url = inject('productUrl');
const source = inject('heldSource');
const visit = openTestBrowser();

const ACCOUNT = { urlName: 'watch-a-download', name: 'Watch a download' };
const REPORT = 'site,country,device,visits\nnews,de,phone,12\nweather,fr,tablet,7\nsport,it,phone,3\n';
const SCRIPT = `download visits from { type: "http"; url: "http://${source}/visits/{YYYY-MM-DD}"; format: "csv"; lookback_days: 1; }
using { site: string; country: string; device: string; visits: integer; };
upload visits to { type: "file"; path: "visits/{YYYY-MM-DD}.csv"; format: "csv"; };
`;
const UUID = /^[0-9a-f-]{36}$/;

beforeAll(() => createAccount(inject('productData'), ACCOUNT));

it(
  'a download changes from working to completed without a reload, opens a drawer with its uploads at an address of its own, and ' +
    'produces a file with as many rows as its upload shows',
  { tags: 'spec:downloads-drawer', timeout: 180_000 },
  () =>
    visit({}, async ({ page }) => {
      await startSupportSession(page, url);
      await makeDraft(page, ACCOUNT, 'Visits', { 'main.sbs': SCRIPT }, 'publish');
      await reportAskedFor(source, 'visits');
      await page.goto(`${url}/app/${ACCOUNT.urlName}/downloads/list`);
      const working = page
        .locator('[role=grid],[role=treegrid]')
        .getByRole('row')
        .filter({ hasText: 'visits' })
        .filter({ hasText: /Queued|Downloading|Unpacking/ })
        .first();
      const id = await working.getAttribute('data-row-id');
      expect(id).toMatch(UUID);
      await page.evaluate(() => {
        document.body.dataset['loaded'] = 'once';
      });
      await handInReport(source, 'visits', REPORT);
      const row = page.locator(`[data-row-id="${id}"]`).filter({ hasText: 'Completed' });
      await row.waitFor({ timeout: 150_000 });
      expect(await row.textContent()).toMatch(/3 rows/);
      expect(await page.evaluate(() => document.body.dataset['loaded'])).toBe('once');

      await row.locator('time').first().click();
      const drawer = page.getByRole('dialog');
      await drawer.getByText(/^Uploads for download /).waitFor();
      expect(new URL(page.url()).searchParams.get('downloadBundleId')).toBe(id);
      await drawer.getByText('Completed').first().waitFor({ timeout: 60_000 });
      await page.reload();
      await drawer.getByText(/^Uploads for download /).waitFor();

      await page.goto(`${url}/app/${ACCOUNT.urlName}/uploads/list?status=completed&search=visits`);
      const upload = page.locator('[data-row-id]').filter({ hasText: 'Completed' }).first();
      expect(await upload.textContent({ timeout: 90_000 })).toMatch(/3 rows/);
      await upload.getByRole('button', { name: /^Actions for / }).click();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: 'Open file' }).click(),
      ]);
      expect(file.suggestedFilename()).toMatch(/\.csv$/);
      expect(readFileSync(await file.path(), 'utf8')).toBe(REPORT);
    }),
);

it('a list shows what came between its first rows and the beginning of the live connection', { timeout: 240_000 }, () =>
  visit({}, async ({ page }) => {
    await startSupportSession(page, url);
    const { promise: isHeld, resolve: hold } = Promise.withResolvers<undefined>();
    const { promise: isReleased, resolve: release } = Promise.withResolvers<undefined>();
    await page.route('**/api/graphql', async (route) => {
      if (route.request().headers()['accept']?.startsWith('text/event-stream') === true) {
        hold(undefined);
        await isReleased;
      }
      await route.continue();
    });
    await page.goto(`${url}/app/${ACCOUNT.urlName}/events?search=in-between`);
    await page.getByText('No results, try another word.').waitFor({ timeout: 60_000 });
    await isHeld;
    await queryProduct(
      inject('productData'),
      `insert into event (account_id, severity, code, message)
        select id, 'info', 'DOWNLOAD_COMPLETED', 'Came in-between' from account where url_name = $1`,
      [ACCOUNT.urlName],
    );
    release(undefined);
    await page.locator('[data-row-id]').filter({ hasText: 'Came in-between' }).waitFor({ timeout: 60_000 });
  }),
);
