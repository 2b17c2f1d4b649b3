import { type Browser, chromium, type Page } from 'playwright-core';
import { ensureChromium } from '../scripts/chromium.ts';

export type Scheme = 'light' | 'dark';

/** The system's Chromium without a window and without calls home; as root it runs without its own sandbox. */
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
  /** Script errors and failures of our own server since the visit began. */
  readonly troubles: readonly string[];
};

type VisitOptions = { readonly scheme?: Scheme; readonly width?: number };

/**
 * Lets somebody who is not signed in yet do something in a fresh profile.
 * @throws what the story throws, with what was on the screen; or, when it went well, that there were troubles
 */
export async function withVisit(
  browser: Browser,
  { scheme = 'light', width = 1440 }: VisitOptions,
  story: (visit: Visit) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({
    colorScheme: scheme,
    viewport: { width, height: 900 },
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    const troubles = watch(page);
    await story({ page, troubles }).catch(async (error: unknown) => {
      throw new Error(`${messageOf(error)}\n\n${await describe(page, troubles)}`, { cause: error });
    });
    if (troubles.length > 0) throw new Error(await describe(page, troubles));
  } finally {
    await context.close();
  }
}

function watch(page: Page): string[] {
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(`script error: ${error.message}`));
  page.on('response', (response) => {
    if (response.status() >= 500) troubles.push(`${response.status()} from ${new URL(response.url()).pathname}`);
  });
  return troubles;
}

async function describe(page: Page, troubles: readonly string[]): Promise<string> {
  const text = await page
    .locator('body')
    .innerText({ timeout: 1000 })
    .catch(() => '(no page)');
  return [`at ${page.url()}`, ...troubles, `the page said:\n${text.slice(0, 1500)}`].join('\n');
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
