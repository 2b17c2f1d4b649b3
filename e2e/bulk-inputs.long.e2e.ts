import type { Page, Route } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { ACME, signInAs } from './people/people.ts';
import { openTestBrowser } from './test-browser.ts';

const url = inject('productUrl');
const visit = openTestBrowser();

const LIMIT = 300_000;
const COUNT = 1204;

type Change = { readonly count?: number; readonly open?: number; readonly ok?: number };

const buildChange = ({ count = COUNT, open = count, ok = 0 }: Change = {}) => ({
  __typename: 'BulkChange',
  id: '019aae55-0d1c-7b1e-8c58-3f7a5f1f2b10',
  count,
  open,
  finished: null,
  is_limited: false,
  outcomes: ok === 0 ? [] : [{ __typename: 'BulkOutcome', outcome: 'ok', count: ok }],
  refusals: [],
  skipped: [],
});

type Answer = (route: Route) => Promise<void> | void;
const json =
  (data: object): Answer =>
  (route) =>
    route.fulfill({ json: { data }, contentType: 'application/graphql-response+json' });
const counts = (change: Change = {}): Answer => json({ preview: buildChange(change) });
const runs = (change: Change): Answer => json({ run_bulk_change: buildChange(change) });

type Server = {
  /** Answers to further requests, by operation. */
  readonly answers: Record<string, Answer>;
  /** The variables of the requests so far, by operation. */
  readonly sent: Record<string, unknown[]>;
};

/** Answers the operations of the dialog instead of the product, which would change what other tests read. */
async function answerBulk(page: Page): Promise<Server> {
  const server: Server = { answers: {}, sent: { PreviewBulkDownloads: [], RunBulkChange: [] } };
  await page.route('**/api/graphql', async (route) => {
    const body = route.request().postDataJSON() as { operationName?: string; variables?: unknown } | null;
    const answer = server.answers[body?.operationName ?? ''];
    if (answer === undefined) return route.fallback();
    server.sent[body?.operationName ?? '']?.push(body?.variables);
    await answer(route);
  });
  return server;
}

async function openDialog(page: Page, server: Server, action = 'Retry'): Promise<ReturnType<Page['getByRole']>> {
  await page.goto(`${url}/app/acme/downloads/list?status=failed`);
  await page.locator('[data-row-id]').first().waitFor();
  server.answers['PreviewBulkDownloads'] ??= counts();
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: new RegExp(`^${action}`) }).click();
  return page.getByRole('dialog', { name: new RegExp(`^${action}`) });
}

/** Texts that are not the number 1,204. */
const WRONG = [
  '1203',
  '-1204',
  '+1204',
  '1204.0',
  '12.04',
  '1,2,0,4',
  '12 04',
  '1.204,0',
  '1204e0',
  '0x4B4',
  '１２０４',
  '١٢٠٤',
  '\u202e1204',
  'all',
  '1204; drop table download; --',
  '<b>1204</b>',
  '👩‍👩‍👧‍👦',
  'שלום',
  '1204\0',
  '1'.repeat(10_000),
  '1204'.repeat(250_000),
];

/** Takes the number in any writing, and says of other texts what is expected. */
async function confirmByNumber(page: Page, server: Server): Promise<void> {
  server.answers['RunBulkChange'] = runs({ open: 0, ok: COUNT });
  const dialog = await openDialog(page, server);
  const field = dialog.getByLabel('Type 1204 to confirm');
  const button = dialog.getByRole('button', { name: 'Retry 1,204 downloads' });
  for (const text of WRONG) {
    await field.fill(text);
    await field.press('Enter');
    await dialog.getByText('Type the number of downloads: 1204.').waitFor();
    expect(await button.isDisabled(), text.slice(0, 40)).toBe(true);
  }
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(excess).toBeLessThanOrEqual(0);
  expect(server.sent['RunBulkChange']).toEqual([]);
  for (const text of ['1,204', '1.204', '1 204', ' 1204 ']) {
    await field.fill(text);
    expect(await button.isDisabled(), text).toBe(false);
  }
  await field.press('Enter');
  await page.getByText('1,204 downloads queued to try again.').waitFor();
  await dialog.waitFor({ state: 'detached' });
}

/** Runs once, however often the form is sent. */
async function runOnce(page: Page, server: Server): Promise<void> {
  server.answers['PreviewBulkDownloads'] = counts({ count: 3 });
  const held: Route[] = [];
  server.answers['RunBulkChange'] = (route) => void held.push(route);
  const dialog = await openDialog(page, server);
  await dialog.getByRole('button', { name: 'Retry 3 downloads' }).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
    button.form?.requestSubmit();
  });
  await dialog.getByText('0 of 3 downloads processed').waitFor();
  await page.keyboard.press('Enter');
  expect(server.sent['RunBulkChange']).toHaveLength(1);
  for (const route of held) await runs({ count: 3, open: 0, ok: 3 })(route);
  await dialog.waitFor({ state: 'detached' });
}

/** Counts again when another window has run what was counted. */
async function countAgain(page: Page, server: Server): Promise<void> {
  server.answers['PreviewBulkDownloads'] = counts({ count: 3 });
  const problem = 'The downloads were counted too long ago. Count them again.';
  server.answers['RunBulkChange'] = json({ run_bulk_change: { __typename: 'ConflictError', problem } });
  const dialog = await openDialog(page, server, 'Abandon');
  await dialog.getByRole('button', { name: 'Abandon 3 downloads' }).click();
  await dialog.getByRole('alert').filter({ hasText: problem }).waitFor();
  server.answers['PreviewBulkDownloads'] = counts({ count: 0 });
  await dialog.getByRole('button', { name: 'Count again' }).click();
  await dialog.getByText(/Nothing would change\./).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await dialog.waitFor({ state: 'detached' });
}

/** Says what failed while it counts, and counts again by Retry. */
async function recoverFromFailedCount(page: Page, server: Server): Promise<void> {
  server.answers['PreviewBulkDownloads'] = (route) =>
    route.fulfill({ json: { errors: [{ message: 'The filters match too much.' }] } });
  const dialog = await openDialog(page, server);
  await dialog.getByText('The downloads could not be counted').waitFor();
  await dialog.getByText('The filters match too much.').waitFor();
  server.answers['PreviewBulkDownloads'] = counts({ count: 2 });
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await dialog.getByRole('button', { name: 'Retry 2 downloads' }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(server.sent['RunBulkChange']).toEqual([]);
}

/** Closes while it counts; the late count opens nothing. */
async function closeWhileCounting(page: Page, server: Server): Promise<void> {
  const held: Route[] = [];
  server.answers['PreviewBulkDownloads'] = (route) => void held.push(route);
  const dialog = await openDialog(page, server);
  await dialog.getByText('Counting the downloads…').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/graphql'));
  for (const route of held) await counts({ count: 3 })(route);
  await answered;
  expect(await page.getByRole('dialog').count()).toBe(0);
}

/** Stops instead of closing, says how far it is, and goes on with the rest. */
async function stopAndContinue(page: Page, server: Server): Promise<void> {
  server.answers['PreviewBulkDownloads'] = counts({ count: 90 });
  let held: Route[] = [];
  server.answers['RunBulkChange'] = (route) => void held.push(route);
  const dialog = await openDialog(page, server);
  await dialog.getByRole('button', { name: 'Retry 90 downloads' }).click();
  await dialog.getByText('0 of 90 downloads processed').waitFor();
  // Beside the dialog: it stays.
  await page.mouse.click(5, 5);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  expect(await dialog.isVisible()).toBe(true);
  const [first] = held;
  held = [];
  if (first === undefined) throw new Error('The change was not sent.');
  await runs({ count: 90, open: 40, ok: 50 })(first);
  await dialog.getByText(/40 downloads not processed yet; none is changed twice\./).waitFor();
  expect(held).toEqual([]);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect.poll(() => held.length).toBe(1);
  for (const route of held) await runs({ count: 90, open: 0, ok: 90 })(route);
  await page.getByText('90 downloads queued to try again.').waitFor();
  await dialog.waitFor({ state: 'detached' });
  const sent = server.sent['RunBulkChange'] ?? [];
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual(sent[0]);
}

/** Says where it was interrupted. */
async function interrupt(page: Page, server: Server): Promise<void> {
  server.answers['PreviewBulkDownloads'] = counts({ count: 3 });
  server.answers['RunBulkChange'] = (route) => route.abort();
  const dialog = await openDialog(page, server);
  await dialog.getByRole('button', { name: 'Retry 3 downloads' }).click();
  await dialog.getByText(/^Interrupted: .*Request-ID/).waitFor();
  await dialog.getByText(/3 downloads not processed yet/).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await dialog.waitFor({ state: 'detached' });
  await page.locator('[data-row-id]').first().waitFor();
}

/** Signs in once, since the cases leave nothing behind. */
const inTurn = (...cases: readonly ((page: Page, server: Server) => Promise<void>)[]): Promise<void> =>
  visit({}, async ({ page }) => {
    await signInAs(page, url, { account: ACME, role: 'operator' });
    for (const run of cases) {
      await run(page, await answerBulk(page));
      await page.unrouteAll();
    }
  });

describe('the dialog of a change of many rows', () => {
  it('takes the number in any writing, says of other texts what is expected, and runs once', { timeout: LIMIT }, () =>
    inTurn(confirmByNumber, runOnce),
  );

  it('counts again after a refusal and a failure, and closes while it counts', { timeout: LIMIT }, () =>
    inTurn(countAgain, recoverFromFailedCount, closeWhileCounting),
  );

  it('stops instead of closing, goes on with the rest, and says where it was interrupted', { timeout: LIMIT }, () =>
    inTurn(stopAndContinue, interrupt),
  );
});
