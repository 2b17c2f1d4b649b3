import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launchBrowser, type Visit, type VisitOptions, withVisit } from './browser.ts';

/**
 * Opens one browser for the test file.
 * @returns `withVisit` in that browser
 */
export function openTestBrowser(): (options: VisitOptions, run: (visit: Visit) => Promise<void>) => Promise<void> {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());
  return (options, run) => withVisit(browser, options, run);
}
