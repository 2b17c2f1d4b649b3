import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** The most clicks from Home to the right action. */
const MAX_CLICKS = 3;

/** A person's way from Home to the action that ends a failure. */
export type Journey = {
  readonly page: Page;
  /** The row of Home about a download or upload. */
  readonly row: (type: 'download' | 'upload', name: string) => Locator;
  /** Clicks on it once it is there. */
  readonly click: (target: Locator) => Promise<void>;
};

/** The report of a journey: `all rows dirty: 2 clicks, 1.9 s`. */
export type Taken = { readonly scenario: string; readonly clicks: number; readonly seconds: number };

/**
 * Opens Home and walks to the right action, which the walk waits for at its end. Fails when it takes more than three clicks. The time
 * counts from the request of Home, and is reported only.
 */
export async function takeJourney(
  page: Page,
  home: string,
  scenario: string,
  walk: (journey: Journey) => Promise<void>,
): Promise<Taken> {
  let clicks = 0;
  const began = performance.now();
  await page.goto(home);
  await walk({
    page,
    row: (type, name) => page.locator(`[data-row-id="${type}:${name}"]`),
    click: async (target) => {
      await target.click();
      clicks += 1;
    },
  });
  const seconds = (performance.now() - began) / 1000;
  expect(clicks).toBeLessThanOrEqual(MAX_CLICKS);
  return { scenario, clicks, seconds };
}
