import type { Browser, BrowserContext, Page } from 'playwright-core';
import { HEIGHT, openContext, runVisit, type Visit, type VisitOptions } from './browser.ts';

/** A browser profile with its page, which keeps nothing of a visit but the files in the cache. */
type Profile = { readonly context: BrowserContext; readonly page: Page; readonly key: string };

/** Runs visits, also beside one another, in profiles that are emptied and used again. */
export type ProfilePool = {
  readonly visit: (options: VisitOptions, run: (visit: Visit) => Promise<void>) => Promise<void>;
  readonly close: () => Promise<void>;
};

/**
 * Without a new process, empty caches and scripts to compile a visit costs about half. A profile whose visit failed is not used
 * again.
 */
export function createProfilePool(browser: () => Promise<Browser>): ProfilePool {
  const free: Profile[] = [];

  const take = async (options: VisitOptions): Promise<Profile> => {
    const { scheme = 'light', width = 1440, network, isCold = false } = options;
    const key = [scheme, width, network?.proxy].join();
    const at = isCold ? -1 : free.findIndex((profile) => profile.key === key);
    const known = at === -1 ? undefined : free.splice(at, 1)[0];
    if (known !== undefined) return known;
    const context = await openContext(await browser(), options);
    return { context, page: await context.newPage(), key };
  };

  return {
    visit: async (options, run) => {
      const profile = await take(options);
      let isReusable = false;
      try {
        await runVisit(profile.page, options, run);
        isReusable = options.isCold !== true && (await empty(profile, options).catch(() => false));
      } finally {
        if (isReusable) free.push(profile);
        else await profile.context.close();
      }
    },
    close: async () => {
      for (const { context } of free.splice(0)) await context.close();
    },
  };
}

const EVENTS = [
  'console',
  'dialog',
  'download',
  'pageerror',
  'popup',
  'request',
  'requestfinished',
  'response',
] as const;

/** Removes what a visit left. @returns false where the test has closed the page @throws where its network is gone */
async function empty({ context, page }: Profile, { scheme = 'light', width = 1440 }: VisitOptions): Promise<boolean> {
  if (page.isClosed()) return false;
  for (const other of context.pages()) if (other !== page) await other.close();
  for (const event of EVENTS) page.removeAllListeners(event);
  await Promise.all([page.unrouteAll({ behavior: 'ignoreErrors' }), context.unrouteAll({ behavior: 'ignoreErrors' })]);
  await context.setOffline(false);
  const { origin } = new URL(page.url());
  if (origin !== 'null') {
    // A page without scripts, in the same process.
    await page.goto(`${origin}/_heartbeat`);
    await page.evaluate(() => sessionStorage.clear());
    const session = await context.newCDPSession(page);
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb,cache_storage' });
    await session.send('Page.resetNavigationHistory');
    await session.detach();
  }
  await Promise.all([
    context.clearCookies(),
    context.clearPermissions(),
    page.setViewportSize({ width, height: HEIGHT }),
    page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce', media: null }),
  ]);
  return true;
}
