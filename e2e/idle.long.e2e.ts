import { SCREENS } from '@switchboard/console/screens';
import type { Request } from 'playwright-core';
import { expect, inject, it } from 'vitest';
import { GLOBEX, signInAs } from './people/people.ts';
import { openTestBrowser } from './test-browser.ts';

const url = inject('productUrl');
const visit = openTestBrowser();

/** "A health check every 10 s" */
const HEARTBEAT = '/_heartbeat';
const HEARTBEATS_PER_MINUTE = 6;
const OTHERS_PER_MINUTE = 2;
const SECONDS = 60;

const isStream = (request: Request): boolean => request.postData()?.includes('subscription ') === true;

it('asks for little while a list is open and nothing happens', { timeout: 120_000 }, () =>
  visit({ isCold: true }, async ({ page }) => {
    await page.clock.install();
    await signInAs(page, url, { account: GLOBEX, role: 'viewer' });
    const open = new Set<Request>();
    const sent: Request[] = [];
    page.on('request', (request) => {
      sent.push(request);
      if (!isStream(request)) open.add(request);
    });
    const answered = (request: Request): void => void open.delete(request);
    page.on('requestfinished', answered);
    page.on('requestfailed', answered);
    /** Lets time pass in the page second by second, each with the answers to its requests. */
    const pass = async (seconds: number): Promise<void> => {
      for (let second = 0; second < seconds; second += 1) {
        await page.clock.runFor(1000);
        await expect.poll(() => open.size, { interval: 5 }).toBe(0);
      }
    };
    const found: Record<string, string[]> = {};
    for (const { path } of SCREENS) {
      await page.goto(`${url}/app/globex/${path}`);
      await page.locator('[data-row-id], li[aria-posinset], #main [role="status"] p').first().waitFor();
      // What is loaded ahead of its use, after the first rows.
      await pass(10);
      sent.length = 0;
      await pass(SECONDS);
      const paths = sent.map((request) => new URL(request.url()).pathname);
      expect(sent.filter(isStream).length, `streams of ${path}`).toBeLessThanOrEqual(1);
      expect(paths.filter((each) => each === HEARTBEAT).length, path).toBeGreaterThanOrEqual(HEARTBEATS_PER_MINUTE - 1);
      expect(paths.filter((each) => each === HEARTBEAT).length, path).toBeLessThanOrEqual(HEARTBEATS_PER_MINUTE);
      const others = sent.filter((request) => !isStream(request) && !request.url().endsWith(HEARTBEAT));
      if (others.length > OTHERS_PER_MINUTE)
        found[path] = others.map(
          (request) =>
            `${new URL(request.url()).pathname} ${/"operationName":"(\w+)"/.exec(request.postData() ?? '')?.[1] ?? ''}`,
        );
    }
    expect(found).toEqual({});
  }),
);
