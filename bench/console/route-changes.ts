import { ROLE_LABELS } from '@switchboard/model/permissions';
import type { Browser, Page } from 'playwright-core';
import { withVisit } from '../../e2e/browser.ts';
import { ACME, signInAs } from '../../e2e/people/people.ts';

/** The screens in the order of the changes, by their link in the navigation. */
const SCREENS = [
  { path: 'uploads/list', ready: '[data-row-id]' },
  { path: 'imports/dashboard', ready: 'svg, [data-day]' },
  { path: 'events', ready: '[data-row-id]' },
  { path: 'exports/dashboard', ready: 'svg, [data-day]' },
  { path: 'downloads/list', ready: '[data-row-id]' },
] as const;

export type RouteChange = { readonly path: string; readonly ms: number };

/** Milliseconds from the click on a link to the paint of the screen's content, which the tab has shown before. */
export async function measureRouteChanges(
  browser: Browser,
  url: string,
  rounds: number,
): Promise<readonly RouteChange[]> {
  const changes: RouteChange[] = [];
  await withVisit(browser, {}, async ({ page }) => {
    await signInAs(page, url, { account: ACME, role: ROLE_LABELS.operator });
    for (let round = 0; round <= rounds; round += 1) {
      for (const { path, ready } of SCREENS) {
        const ms = await changeTo(page, path, ready);
        // The first round loads the code.
        if (round > 0) changes.push({ path, ms });
      }
    }
  });
  return changes;
}

function changeTo(page: Page, path: string, ready: string): Promise<number> {
  return page
    .locator(`nav a[href$="/${path}"]`)
    .last()
    .evaluate(
      (link, { path, ready }) =>
        new Promise<number>((resolve) => {
          const start = performance.now();
          const probe = (): void => {
            const isThere = location.pathname.endsWith(path) && document.querySelector(`main ${ready}`) !== null;
            if (!isThere) requestAnimationFrame(probe);
            // The frame after the one in which the content is in the document has painted it.
            else requestAnimationFrame(() => resolve(performance.now() - start));
          };
          (link as HTMLElement).click();
          requestAnimationFrame(probe);
        }),
      { path, ready },
    );
}
