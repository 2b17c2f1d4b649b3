import { ROLE_LABELS } from '@switchboard/model/permissions';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type LoadRequest, readWorkers, recordLoad } from './load.ts';
import { type Network, startNetwork } from './network.ts';
import { ACME, askApi, startSession } from './people/people.ts';
import { openTestBrowser } from './test-browser.ts';

const url = inject('productUrl');
const visit = openTestBrowser();

let network: Network;
beforeAll(async () => {
  network = await startNetwork();
});
afterAll(() => network.close());

// Bytes as served, compressed and with headers.
const MAX_SCRIPT_BYTES = 200_000;
const MAX_BYTES = 250_000;
const MAX_EDITOR_BYTES = 1_100_000;
/** Signing in, the draft, the keys and what connectors take: it depends on the account. */
const MAX_EDITOR_DATA = 50_000;
/** Resource types of the editor's code. */
const CODE = ['Document', 'Script', 'Stylesheet', 'Font', 'Worker'];

/** The first request of each kind: a change of the account has data asked for again, and the recorder turns off the cache of assets. */
function firstOfEach(requests: readonly LoadRequest[]): readonly LoadRequest[] {
  return [...Map.groupBy(requests, ({ operation, path }) => operation || path).values()].flatMap((same) =>
    same.slice(0, 1),
  );
}

async function openList(page: Page) {
  await startSession(page, url, { account: ACME, role: ROLE_LABELS.operator });
  const second = await page.context().newPage();
  const load = await recordLoad(second);
  await second.goto(`${url}/app/acme/downloads/list`);
  await second.locator('[data-row-id]').first().waitFor();
  return load;
}

it('loads a list with a cold cache within its budget of bytes', () =>
  visit({ isCold: true }, async ({ page }) => {
    // The rows ask for the font of codes once they are drawn. The code of toasts, of the causes and the maintenance above the rows
    // and of what watches the account comes some time after the start. All of these may or may not have arrived with the first rows.
    const requests = firstOfEach((await openList(page)).requests()).filter(
      ({ path }) => !/jetbrains-mono|\/(?:notifications|send-report|causes-strip|maintenance-feed|screens)-/.test(path),
    );
    const bytes = (type?: string) =>
      requests.filter((one) => type === undefined || one.type === type).reduce((sum, one) => sum + one.bytes, 0);
    const sent = requests
      .map(({ bytes: size, type, operation, path }) => `${size} ${type} ${operation || path}`)
      .join('\n');
    expect(bytes('Script')).toBeGreaterThan(50_000);
    expect(bytes('Script'), sent).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
    expect(bytes(), sent).toBeLessThanOrEqual(MAX_BYTES);
    for (const { path, encoding, type, bytes: size } of requests) {
      if ((type === 'Script' || type === 'Stylesheet') && size > 2_000) expect(encoding, path).toBe('br');
    }
  }));

it('asks for the person once, and for the first rows without waiting for the answer', () =>
  visit({ network, isCold: true }, async ({ page }) => {
    await startSession(page, url, { account: ACME, role: ROLE_LABELS.operator });
    const second = await page.context().newPage();
    const load = await recordLoad(second);
    network.fail('/api/user/login', 'held');
    // A change of the account, of which other tests make many, would have the rows asked for again.
    await second.route('**/api/graphql', (route) =>
      route.request().headers()['accept']?.startsWith('text/event-stream') === true ? undefined : route.continue(),
    );
    const asked = second.waitForRequest((request) => request.postData()?.includes('"Downloads"') === true);
    await second.goto(`${url}/app/acme/downloads/list`);
    await asked;
    network.heal();
    await second.locator('[data-row-id]').first().waitFor();
    const requests = load.requests();
    const logins = requests.filter(({ path }) => path === '/api/user/login');
    const rows = requests.filter(({ operation }) => operation === 'Downloads');
    expect([logins.length, rows.length]).toEqual([1, 1]);
    expect(requests.filter(({ path }) => /openid-configuration|console-settings|silent-callback/.test(path))).toEqual(
      [],
    );
  }));

it('asks for the person once when / leads to their account', () =>
  visit({ isCold: true }, async ({ page }) => {
    await startSession(page, url, { account: ACME, role: ROLE_LABELS.viewer });
    const second = await page.context().newPage();
    const load = await recordLoad(second);
    await second.goto(url);
    await second.locator('[data-row-id]').first().waitFor();
    expect(load.requests().filter(({ path }) => path === '/api/user/login')).toHaveLength(1);
  }));

it('loads the editor within its budget of bytes, and nothing of it for a list', () =>
  visit({ isCold: true }, async ({ page }) => {
    const paths = (await openList(page)).requests().map(({ path }) => path);
    expect(paths.filter((path) => /monaco|editor|worker/i.test(path))).toEqual([]);
    const { published } = await askApi<{ published: { id: string } }>(
      page,
      url,
      'acme',
      '{ published: published_changelist { id } }',
    );
    const second = await page.context().newPage();
    const load = await recordLoad(second);
    await second.goto(`${url}/app/acme/scripts/editor/${published.id}?file=shop/orders.sbs`);
    await second.locator('.monaco-editor .view-line').first().waitFor();
    await second.getByText('Checking…').waitFor({ state: 'detached' });
    // Icons of places to fold are drawn when the language server has answered.
    await expect
      .poll(() => load.requests().find(({ path }) => path.includes('codicon'))?.bytes ?? 0)
      .toBeGreaterThan(0);
    const all = [...firstOfEach(load.requests()), ...(await readWorkers(second))].toSorted(
      (one, other) => other.bytes - one.bytes,
    );
    const sent = all.map(({ bytes, type, operation, path }) => `${bytes} ${type} ${operation || path}`).join('\n');
    const bytes = (isCode: boolean): number =>
      all.reduce((sum, one) => sum + (CODE.includes(one.type) === isCode ? one.bytes : 0), 0);
    expect(all.filter(({ type }) => type === 'Worker').length, sent).toBe(1);
    expect(bytes(true), sent).toBeGreaterThan(400_000);
    expect(bytes(true), sent).toBeLessThanOrEqual(MAX_EDITOR_BYTES);
    expect(bytes(false), sent).toBeLessThanOrEqual(MAX_EDITOR_DATA);
  }));
