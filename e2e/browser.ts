import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
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
  /** Script errors and failed requests of our own server since the visit began. */
  readonly troubles: readonly string[];
  readonly close: () => Promise<void>;
};

type VisitOptions = { readonly scheme?: Scheme; readonly width?: number };

/** A fresh profile with one page: nobody is signed in. */
export async function openVisit(
  browser: Browser,
  { scheme = 'light', width = 1440 }: VisitOptions = {},
): Promise<Visit> {
  const context: BrowserContext = await browser.newContext({
    colorScheme: scheme,
    viewport: { width, height: 900 },
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(`script error: ${error.message}`));
  page.on('response', (response) => {
    if (response.status() >= 500) troubles.push(`${response.status()} from ${new URL(response.url()).pathname}`);
  });
  return { page, troubles, close: () => context.close() };
}
