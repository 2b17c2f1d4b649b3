import type { Browser } from 'playwright-core';
import { afterAll } from 'vitest';
import { launchBrowser, type Visit, type VisitOptions } from './browser.ts';
import { createProfilePool } from './profile-pool.ts';

/** The browser of this worker. It ends with the process. */
let launched: Promise<Browser> | undefined;

/** Launches the browser that the test files of a worker share, when the first of them needs it. */
export function workerBrowser(): Promise<Browser> {
  launched ??= launchBrowser();
  return launched;
}

/**
 * Makes the worker's browser available to the test file.
 * @returns runs a visit in a profile without cookies and storage
 */
export function openTestBrowser(): (options: VisitOptions, run: (visit: Visit) => Promise<void>) => Promise<void> {
  const pool = createProfilePool(workerBrowser);
  afterAll(pool.close);
  return pool.visit;
}
