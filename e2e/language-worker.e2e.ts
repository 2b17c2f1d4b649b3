import { describeServer } from '@switchboard/language/testing/lsp-cases';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { workerBrowser } from './test-browser.ts';
import { serveWorker, type WorkerSite, workerTransport } from './worker-transport.ts';

let browser: Browser;
let site: WorkerSite;
beforeAll(async () => {
  [browser, site] = await Promise.all([workerBrowser(), serveWorker()]);
});
afterAll(() => site.stop());

describeServer(
  workerTransport(
    () => browser,
    () => site,
  ),
);
