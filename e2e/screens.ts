import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { launchBrowser, type Scheme, withVisit } from './browser.ts';
import { createEmptyAccount, EMPTY_ACCOUNT } from './empty-account.ts';
import { type Network, startNetwork } from './network.ts';
import { ACME, signInAs, signInAsSupport } from './people.ts';
import { type Product, startProduct } from './product.ts';
import { SCREEN_CASES } from './screen-cases.ts';
import { ADMINISTRATION_STATES, openAdministration, openScreen, SCREEN_STATES } from './screen-list.ts';

const FOLDER = join(import.meta.dirname, '..', 'docs', 'screens');
const WIDTHS = [1440, 1050, 800, 400];
const SCHEMES: readonly Scheme[] = ['light', 'dark'];
/** Uploads to wait for before the first picture. */
const MINIMUM_UPLOADS = 8;

/** Takes a picture of the page under a name. */
type Take = (page: Page, name: string) => Promise<void>;

/** Takes pictures of every screen of the demo in every state for docs/screens: from wide to a phone, light and dark. */
async function main(): Promise<void> {
  const [product, browser, network] = await Promise.all([startProduct({ days: 12 }), launchBrowser(), startNetwork()]);
  try {
    await createEmptyAccount(product.dataDir);
    mkdirSync(FOLDER, { recursive: true });
    for (const file of readdirSync(FOLDER)) if (file.endsWith('.png')) rmSync(join(FOLDER, file));
    for (const scheme of SCHEMES) {
      for (const width of WIDTHS) {
        const take: Take = async (page, name) => {
          await page.screenshot({ path: join(FOLDER, `${name}-${scheme}-${width}.png`) });
        };
        await withVisit(browser, { scheme, width }, ({ page }) => takeScreens(page, product, take));
        await withVisit(browser, { scheme, width, network }, ({ page }) => takeStates(page, product, network, take));
        await withVisit(browser, { scheme, width }, ({ page }) => takeOfSupport(page, product, take));
      }
    }
  } finally {
    await browser.close();
    await network.close();
    await product.stop();
  }
}

async function takeScreens(page: Page, { url }: Product, take: Take): Promise<void> {
  await page.goto(url);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await take(page, 'sign-in');
  await signInAs(page, url, { account: ACME, role: 'tester' });
  await page.goto(`${url}/app/acme/uploads/list?status=completed`);
  await page.locator('[data-row-id]').nth(MINIMUM_UPLOADS).waitFor({ timeout: 120_000 });
  for (const screen of SCREEN_STATES) {
    await openScreen(page, url, 'acme', screen);
    await take(page, screen.name);
  }
}

const nameOf = (path: string): string => path.replace(/\/list$/, '').replaceAll('/', '-');

/** Screens that load, and screens whose answers do not arrive. */
async function takeStates(page: Page, { url }: Product, network: Network, take: Take): Promise<void> {
  await signInAs(page, url, { account: ACME, role: 'viewer' });
  for (const [path, { operation }] of Object.entries(SCREEN_CASES)) {
    network.fail(operation, 'held');
    await page.goto(`${url}/app/acme/${path}`);
    await page.locator('#main [aria-busy="true"]').first().waitFor({ state: 'attached' });
    await take(page, `${nameOf(path)}-loading`);
    network.heal();
    network.fail(operation, 'bad-gateway');
    await page.goto(`${url}/app/acme/${path}`);
    await page.getByRole('main').getByRole('alert').first().waitFor();
    await take(page, `${nameOf(path)}-failing`);
    network.heal();
  }
}

/** What support sees: the screens of an empty account, and those of administration. */
async function takeOfSupport(page: Page, { url }: Product, take: Take): Promise<void> {
  await signInAsSupport(page, url);
  for (const [path, { empty }] of Object.entries(SCREEN_CASES)) {
    await page.goto(`${url}/app/${EMPTY_ACCOUNT.urlName}/${path}`);
    await page.getByRole('main').getByText(empty).first().waitFor();
    await take(page, `${nameOf(path)}-empty`);
  }
  for (const screen of ADMINISTRATION_STATES) {
    await openAdministration(page, url, screen);
    await take(page, screen.name);
  }
}

await main();
