import { expect, inject, it } from 'vitest';
import { findingsInBothSchemes } from './findings/axe.ts';
import { ACME, startSession } from './people/people.ts';
import { pressInDialog } from './press-in-dialog.ts';
import { openTestBrowser } from './test-browser.ts';

const url = inject('productUrl');
const visit = openTestBrowser();
const LIMIT = 300_000;
const DAYS_AGO = 10;

it('an operator pauses a download by keyboard, sees it on Home, resumes it and runs it now', { timeout: LIMIT }, () =>
  visit({}, async ({ page }) => {
    await startSession(page, url, { account: ACME, role: 'operator' });
    await page.goto(`${url}/app/acme/homepage-details?name=marketplace_sales&type=download`);
    await page.getByRole('button', { name: 'Pause', exact: true }).press('Enter');
    const pausing = page.getByRole('dialog', { name: 'Pause download marketplace_sales' });
    await pausing.waitFor();
    await pressInDialog(pausing, 'Pause');
    await pausing.getByText('Write why, for the others of the account.').waitFor();
    await pausing.getByLabel('Reason').fill('The shop moves to a new system');
    expect(await findingsInBothSchemes(page)).toBe('');
    await pressInDialog(pausing, 'Pause');
    await page.getByText('marketplace_sales is paused.').waitFor();
    await page.getByRole('note').getByText('The shop moves to a new system').waitFor();
    expect(await findingsInBothSchemes(page)).toBe('');

    await page.goto(`${url}/app/acme/homepage?search=marketplace_sales`);
    const row = page.locator('[data-row-id="download:marketplace_sales"]');
    await row.getByText('Paused', { exact: true }).waitFor();
    await row.getByText('Download is paused: The shop moves to a new system').waitFor();

    await page.goto(`${url}/app/acme/homepage-details?name=marketplace_sales&type=download`);
    await page.getByRole('button', { name: 'Resume', exact: true }).press('Enter');
    const resuming = page.getByRole('dialog', { name: 'Resume download marketplace_sales' });
    await resuming.waitFor();
    await resuming
      .getByText(/due meanwhile/)
      .first()
      .waitFor();
    await pressInDialog(resuming, 'Resume');
    await page.getByText('marketplace_sales goes on.').waitFor();
    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();

    // A date that is long done: those that were due meanwhile may run already.
    const day = new Date(Date.now() - DAYS_AGO * 86_400_000).toISOString().slice(0, 10);
    await page.goto(`${url}/app/acme/homepage-details?name=marketplace_sales&type=download&day=${day}`);
    await page.getByRole('heading', { name: day }).waitFor();
    await page.getByRole('button', { name: 'Run now' }).press('Enter');
    const running = page.getByRole('dialog', { name: /^Run marketplace_sales for / });
    await running.getByText('Then made and uploaded again:').waitFor();
    expect(await findingsInBothSchemes(page)).toBe('');
    await pressInDialog(running, 'Run');
    await page.getByText('marketplace_sales is queued.').waitFor();
  }),
);
