import { ROLE_LABELS } from '@switchboard/model/permissions';
import type { Browser, Page } from 'playwright-core';
import { withVisit } from '../../e2e/browser.ts';
import { type LoadRequest, recordLoad } from '../../e2e/load.ts';
import { ACME, signInAs } from '../../e2e/people/people.ts';

export type FirstLoad = {
  /** As served, compressed and with headers, until the first rows are shown. */
  readonly bytes: Readonly<Record<string, number>>;
  /** Also what the page loads within three seconds after it. */
  readonly bytesAtRest: number;
  readonly requests: number;
  /** Requests one after the other from the page to the first rows. */
  readonly steps: readonly string[];
  /** Milliseconds from the request of the page. */
  readonly rowsShown: number;
  readonly largestPaint: number;
  readonly layoutShift: number;
};

/** Collects paints and layout shifts of the page from its beginning. */
const OBSERVE = `
  window.benchPaint = 0; window.benchShift = 0;
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.benchPaint = entry.startTime; })
    .observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.benchShift += entry.value; })
    .observe({ type: 'layout-shift', buffered: true });`;

const REST = 3_000;

/** Opens the list of downloads in a new tab without the browser's cache, signed in before. */
export async function measureFirstLoad(browser: Browser, url: string): Promise<FirstLoad> {
  let found: FirstLoad | undefined;
  await withVisit(browser, {}, async ({ page }) => {
    await signInAs(page, url, { account: ACME, role: ROLE_LABELS.operator });
    const tab = await page.context().newPage();
    await page.close();
    await tab.addInitScript(OBSERVE);
    const load = await recordLoad(tab);
    await tab.goto(`${url}/app/acme/downloads/list`);
    await tab.locator('[data-row-id]').first().waitFor();
    const rowsShown = await tab.evaluate(() => performance.now());
    const requests = load.requests().filter(({ end }) => Number.isFinite(end));
    await tab.waitForTimeout(REST);
    found = {
      bytes: bytesByType(requests),
      bytesAtRest: sum(load.requests().map(({ bytes }) => bytes)),
      requests: requests.length,
      steps: serialSteps(requests),
      rowsShown,
      ...(await paints(tab)),
    };
  });
  if (found === undefined) throw new Error('The list was not loaded.');
  return found;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function bytesByType(requests: readonly LoadRequest[]): Record<string, number> {
  const types = Map.groupBy(requests, ({ type }) => type);
  return Object.fromEntries([...types].map(([type, all]) => [type, sum(all.map(({ bytes }) => bytes))]));
}

async function paints(page: Page): Promise<{ readonly largestPaint: number; readonly layoutShift: number }> {
  const [largestPaint = Number.NaN, layoutShift = Number.NaN] = await page.evaluate<number[]>(
    '[window.benchPaint, window.benchShift]',
  );
  return { largestPaint, layoutShift };
}

/** The chain of requests that ends with the first rows: before each the one that ended last before it began. Nothing waits for the heartbeat and the icon. */
function serialSteps(requests: readonly LoadRequest[]): readonly string[] {
  const steps: string[] = [];
  let next = requests.find(({ operation }) => operation === 'Downloads');
  while (next !== undefined) {
    const { start, operation, path } = next;
    steps.unshift(operation === '' ? path : operation);
    next = requests
      .filter(({ end, path }) => end <= start && path !== '/_heartbeat' && !path.startsWith('/favicon'))
      .reduce<LoadRequest | undefined>(
        (last, one) => (last === undefined || one.end > last.end ? one : last),
        undefined,
      );
  }
  return steps;
}
