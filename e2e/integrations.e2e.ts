import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sampleCells } from '@switchboard/model/testing/sample-cells';
import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { seriousFindings } from './findings/axe.ts';
import { ACME, signInAs } from './people/people.ts';
import { openTestBrowser } from './test-browser.ts';

const url = inject('productUrl');
const visit = openTestBrowser();
const LIMIT = 300_000;

const open = (page: Page, query = '') => page.goto(`${url}/app/acme/integrations${query}`);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const list = (page: Page) => page.getByRole('list', { name: 'Integrations' });
const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();

/** The entry of the integration that is open. */
async function openEntry(page: Page) {
  await page.waitForURL((at) => at.searchParams.has('id'));
  const id = new URL(page.url()).searchParams.get('id') ?? '';
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  return list(page).locator(`a[href*="${id}"]`);
}

async function remove(page: Page): Promise<void> {
  await button(page, 'Remove').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await toast(page, 'The integration was removed.');
}

describe('a Slack integration', () => {
  it(
    'a Slack integration is added, given channels and removed, and its token never comes back',
    { timeout: LIMIT },
    () =>
      visit({}, async ({ page }) => {
        const canary = 'xoxb-sample-canary-77d1';
        const answers: Promise<string>[] = [];
        page.on('response', (response) => {
          // The stream of changes has no end.
          const isStream = response.headers()['content-type']?.startsWith('text/event-stream') === true;
          if (response.url().endsWith('/api/graphql') && !isStream) answers.push(response.text().catch(() => ''));
        });
        await signInAs(page, url, { account: ACME, role: 'operator' });
        await open(page, '?mode=connect&type=slack');
        await page.getByRole('link', { name: 'Enter a token' }).press('Enter');
        const token = page.locator('input[name="authorization.token"]');

        await token.fill('xoxb-wrong');
        await token.press('Enter');
        await page.getByText('Slack rejected the token (invalid_auth).').waitFor();
        await toast(page, 'The integration settings were not saved, because there are errors to fix.');
        expect(await token.evaluate((element) => element === document.activeElement)).toBe(true);

        await token.fill(canary);
        await token.press('Enter');
        await toast(page, 'The integration settings have been saved.');
        await page.getByRole('heading', { level: 2, name: 'Slack (Acme Media)' }).waitFor();
        const entry = await openEntry(page);
        expect(await entry.count()).toBe(1);

        await button(page, 'Add channel').click();
        await button(page, 'Save Slack').click();
        await page.getByText('This field is required').waitFor();
        await page.getByText('At least one option must be selected').waitFor();
        await page.locator('input[data-field="channel_id"]').fill('gener');
        await page.getByRole('option', { name: '#general' }).click();
        await page.getByRole('checkbox', { name: 'Tests' }).check();
        await button(page, 'Save Slack').click();
        await entry.getByText('1 channel', { exact: false }).waitFor();
        await page.reload();
        await page.getByRole('group', { name: '#general' }).waitFor();
        expect(await page.getByRole('checkbox', { name: 'Tests' }).isChecked()).toBe(true);
        expect(await page.getByRole('checkbox', { name: 'Production' }).isChecked()).toBe(false);

        // Back asks before it loses the input, also where it leads to another query of the screen.
        const backfills = page.getByRole('checkbox', { name: 'Backfills' });
        await backfills.check();
        await page.evaluate(() => history.back());
        const question = page.getByRole('dialog');
        await question.getByText('If you exit now, the changes won’t be saved and you’ll lose the data.').waitFor();
        await question.getByRole('button', { name: 'Keep editing' }).click();
        expect(await backfills.isChecked()).toBe(true);
        await backfills.uncheck();

        await remove(page);
        await entry.waitFor({ state: 'detached' });
        expect((await Promise.all(answers)).filter((answer) => answer.includes('canary'))).toEqual([]);
        expect((await page.content()).includes('canary')).toBe(false);
      }),
  );

  it(
    'a Slack integration is connected by signing in at Slack, or says why not',
    {
      timeout: LIMIT,
      tags: ['spec:integrations-connect', 'spec:oauth-sizes'],
    },
    () =>
      visit({}, async ({ page }) => {
        await signInAs(page, url, { account: ACME, role: 'operator' });
        await open(page, '?mode=add');
        // The click that chooses the type opens the window.
        const atSlack = page.waitForEvent('popup');
        await page.locator('a[href*="mode=connect&type=slack"]').click();
        const denied = await atSlack;
        await denied.getByRole('heading', { name: 'Stand-in of Slack' }).waitFor();
        expect(await denied.evaluate(() => [window.innerWidth, window.innerHeight])).toEqual([800, 600]);
        await button(denied, 'Deny').click();
        await denied.getByText('You did not allow access at the provider.').waitFor();
        await page
          .getByRole('main')
          .getByRole('alert')
          .getByText('You did not allow access at the provider.')
          .waitFor();

        for (const fault of ['wrong-state', '']) {
          const opened = page.waitForEvent('popup');
          await button(page, 'Connect Slack').click();
          const popup = await opened;
          await popup.getByLabel('Fault').selectOption(fault);
          await button(popup, 'Allow').click();
          await popup.getByText('This window will close automatically.').waitFor();
          if (fault !== '') await page.getByText('does not belong to a sign-in that you began').first().waitFor();
        }
        await toast(page, 'The integration settings have been saved.');
        await page.getByRole('heading', { level: 2, name: 'Slack (Acme Media)' }).waitFor();
        expect(await (await openEntry(page)).count()).toBe(1);
        await button(page, 'Add channel').waitFor();
        await button(page, 'Reconnect').waitFor();
        await remove(page);
      }),
  );
});

it('a failure reaches Slack with a link to what failed', { timeout: LIMIT }, () =>
  visit({}, async ({ page }) => {
    const port = readFileSync(join(inject('productData'), 'sample-provider-port'), 'utf8');
    type Posted = { readonly text: string; readonly channel: string; readonly blocks: unknown };
    const rejected = async (): Promise<readonly Posted[]> => {
      const posted = (await (await fetch(`http://127.0.0.1:${port}/slack/messages`)).json()) as readonly Posted[];
      return posted.filter(({ text }) => text.startsWith('Key rejected by the source'));
    };
    await signInAs(page, url, { account: ACME, role: 'operator' });
    await expect.poll(rejected, { timeout: 60_000 }).not.toEqual([]);
    const [message] = await rejected();
    expect(message?.channel).toBe('C02ALERTS');
    const [link = ''] = /http:[^"]*\/list\?[^"]*/.exec(JSON.stringify(message?.blocks)) ?? [];
    await page.goto(link);
    await page.locator('[data-row-id]').first().waitFor();
    await page
      .getByRole('button', { name: /^Cause of failure: / })
      .first()
      .waitFor();
  }),
);

const QUERIES = [
  '',
  '?mode=add',
  '?mode=add&type=slack',
  '?mode=connect&type=slack',
  '?mode=add&type=test',
  '?id=nothing',
];

it('the screen has no findings of axe in any state, and fits a phone', { timeout: LIMIT }, () =>
  visit({ width: 400 }, async ({ page }) => {
    await signInAs(page, url, { account: ACME, role: 'tester' });
    await open(page);
    const examined = sampleCells(QUERIES, 3);
    for (const query of QUERIES) {
      // As a link inside the console leads there.
      await page.evaluate((to) => {
        history.pushState(null, '', to);
        dispatchEvent(new PopStateEvent('popstate'));
      }, `/app/acme/integrations${query}`);
      await page.getByRole('main').getByRole('link').first().waitFor();
      await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(excess, query).toBeLessThanOrEqual(0);
      if (examined.includes(query)) expect(await seriousFindings(page), query).toBe('');
    }
  }),
);
