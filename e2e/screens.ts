import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowser, type Scheme, withVisit } from './browser.ts';
import { ACME, signInAs } from './people.ts';
import { startProduct } from './product.ts';
import { openScreen, SCREEN_STATES } from './screen-list.ts';

const FOLDER = join(import.meta.dirname, '..', 'docs', 'screens');
const WIDTHS = [1440, 1050];
/** Uploads to wait for before the first picture. */
const MINIMUM_UPLOADS = 8;
const SCHEMES: readonly Scheme[] = ['light', 'dark'];

/** Takes pictures of every screen of the demo for docs/screens: wide and narrow, light and dark. */
async function main(): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const [product, browser] = await Promise.all([startProduct({ days: 12 }), launchBrowser()]);
  try {
    for (const scheme of SCHEMES) {
      for (const width of WIDTHS) {
        await withVisit(browser, { scheme, width }, async ({ page }) => {
          await page.goto(product.url);
          await page.getByRole('heading', { name: 'Sign in' }).waitFor();
          await page.screenshot({ path: pathOf('sign-in', scheme, width) });
          await signInAs(page, product.url, { account: ACME, role: 'tester' });
          await page.goto(`${product.url}/app/acme/uploads/list?status=completed`);
          await page.locator('[data-row-id]').nth(MINIMUM_UPLOADS).waitFor({ timeout: 120_000 });
          for (const screen of SCREEN_STATES) {
            await openScreen(page, product.url, 'acme', screen);
            await page.screenshot({ path: pathOf(screen.name, scheme, width) });
          }
        });
      }
    }
  } finally {
    await browser.close();
    await product.stop();
  }
}

function pathOf(name: string, scheme: Scheme, width: number): string {
  return join(FOLDER, `${name}-${scheme}-${width}.png`);
}

await main();
