import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { describeServer } from '../packages/language/test/lsp/cases.ts';
import { launchBrowser } from './browser.ts';
import { serveWorker, type WorkerSite, workerTransport } from './worker-transport.ts';

let browser: Browser;
let site: WorkerSite;
beforeAll(async () => {
  [browser, site] = await Promise.all([launchBrowser(), serveWorker()]);
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});

describeServer(
  workerTransport(
    () => browser,
    () => site,
  ),
);
