import { findRunningDatabase } from '@switchboard/server';
import pg from 'pg';
import { expect, inject, it } from 'vitest';
import { ACME, signInAs } from './people/people.ts';
import { openTestBrowser } from './test-browser.ts';

const url = inject('productUrl');
const visit = openTestBrowser();

async function downloadOfGlobex(): Promise<string> {
  const dataDir = inject('productData');
  const client = new pg.Client({
    connectionString: findRunningDatabase({ databaseUrl: null, databaseLogins: null, dataDir }),
  });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>(
      "select id from download where account_id = (select id from account where url_name = 'globex') limit 1",
    );
    return rows[0]?.id ?? '';
  } finally {
    await client.end();
  }
}

it("an address of another account shows nothing of it, and neither does the id of another account's download", () =>
  visit({}, async ({ page }) => {
    const id = await downloadOfGlobex();
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    await signInAs(page, url, { account: ACME, role: 'operator' });
    const statuses: number[] = [];
    page.on('response', (response) => {
      const request = response.request();
      if (request.url().endsWith('/api/graphql') && request.headers()['account-uri'] === 'globex')
        statuses.push(response.status());
    });
    await page.goto(`${url}/app/globex/downloads/list`);
    await page.waitForURL((at) => at.pathname.startsWith('/app/acme/'));
    await page.getByRole('main').waitFor();
    // The toast names the account as the address does.
    await page.getByText('Not authorized. You do not have the permission view in globex.').waitFor();
    expect(
      await page
        .getByRole('main')
        .getByText(/globex/i)
        .count(),
    ).toBe(0);
    // The first rows are requested while the person is signed in.
    expect(statuses.filter((status) => status !== 403)).toEqual([]);

    const answers: Promise<string>[] = [];
    page.on('response', (response) => {
      // The stream of changes has no end.
      const isStream = response.headers()['content-type']?.startsWith('text/event-stream') === true;
      if (response.url().endsWith('/api/graphql') && !isStream) answers.push(response.text().catch(() => ''));
    });
    await page.goto(`${url}/app/acme/downloads/list?downloadBundleId=${id}`);
    await page.waitForURL((at) => !at.searchParams.has('downloadBundleId'));
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(answers).not.toEqual([]);
    expect((await Promise.all(answers)).filter((answer) => answer.includes(id))).toEqual([]);
  }));
