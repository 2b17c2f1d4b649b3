import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { ensureChromium } from '../scripts/chromium.ts';
import type { Network } from './network.ts';

export type Scheme = 'light' | 'dark';

export const HEIGHT = 900;

/** Launches the system's Chromium, headless and without background requests; as root without its sandbox. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: ensureChromium(),
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

export type Visit = {
  readonly page: Page;
  /** Script errors and 5xx responses since the visit began. */
  readonly failures: readonly string[];
};

export type VisitOptions = {
  readonly scheme?: Scheme;
  readonly width?: number;
  /** Between browser and product. 5xx responses are then its faults, and no failures of the visit. */
  readonly network?: Network;
  /** Starts with an empty cache; the browser is closed afterwards. */
  readonly isCold?: boolean;
};

/**
 * Runs a test in a fresh browser profile, not signed in.
 * @throws the test's error with the text of the page; or an error about script errors and 5xx responses
 */
export async function withVisit(
  browser: Browser,
  options: VisitOptions,
  run: (visit: Visit) => Promise<void>,
): Promise<void> {
  const context = await openContext(browser, options);
  try {
    await runVisit(await context.newPage(), options, run);
  } finally {
    await context.close();
  }
}

export function openContext(
  browser: Browser,
  { scheme = 'light', width = 1440, network }: VisitOptions,
): Promise<BrowserContext> {
  return browser.newContext({
    colorScheme: scheme,
    viewport: { width, height: HEIGHT },
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    // By default Chromium uses no proxy for addresses of this machine.
    ...(network && { proxy: { server: network.proxy, bypass: '<-loopback>' } }),
  });
}

/**
 * Runs a test in a page.
 * @throws the test's error with the text of the page; or an error about script errors and 5xx responses
 */
export async function runVisit(
  page: Page,
  { network }: VisitOptions,
  run: (visit: Visit) => Promise<void>,
): Promise<void> {
  page.setDefaultTimeout(60_000);
  const failures = recordFailures(page, network === undefined);
  await run({ page, failures }).catch(async (error: unknown) => {
    throw new Error(`${messageOf(error)}\n\n${await describe(page, failures)}`, { cause: error });
  });
  if (failures.length > 0) throw new Error(await describe(page, failures));
}

function recordFailures(page: Page, withResponses: boolean): string[] {
  const failures: string[] = [];
  page.on('pageerror', (error) => failures.push(`script error: ${error.message}`));
  page.on('response', (response) => {
    if (withResponses && response.status() >= 500)
      failures.push(`${response.status()} from ${new URL(response.url()).pathname}`);
  });
  return failures;
}

/** Where the page is, what failed, and its text: that of dialogs and messages first, each in one line. */
async function describe(page: Page, failures: readonly string[]): Promise<string> {
  const text = await page
    .locator('body')
    .innerText({ timeout: 1000 })
    .catch(() => '(no page)');
  const messages = await page
    .locator('dialog[open], [role=dialog], [role=alert], [role=status]')
    .allInnerTexts()
    .catch(() => []);
  const shown = messages.map((message) => message.replaceAll(/\s+/g, ' ').trim()).filter((message) => message !== '');
  return [
    `at ${page.url()}`,
    ...failures,
    ...shown.map((message) => `shown: ${message.slice(0, 500)}`),
    `text of the page:\n${text.slice(0, 1500)}`,
  ].join('\n');
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
