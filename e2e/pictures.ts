import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { type Scheme, withVisit } from './browser.ts';
import type { Gallery } from './gallery/serve-gallery.ts';
import type { Network } from './network.ts';
import { EMPTY_ACCOUNT } from './people/empty-account.ts';
import { ACME, signInAs, signInAsSupport } from './people/people.ts';
import type { Product } from './product.ts';
import { SCREEN_CASES } from './screens/screen-cases.ts';
import { ADMINISTRATION_STATES, openAdministration, openScreen, SCREEN_STATES } from './screens/screen-list.ts';

const WIDTHS = [1440, 1050, 800, 400];
const SCHEMES: readonly Scheme[] = ['light', 'dark'];
/** Uploads to wait for before the first picture. */
const MINIMUM_UPLOADS = 8;

/** Takes the pictures of one visit. The screens of pictures that are not wanted are not opened. */
type Camera = {
  readonly wants: (name: string) => boolean;
  readonly take: (page: Page, name: string) => Promise<void>;
};

type Studio = {
  readonly product: Pick<Product, 'url'>;
  readonly gallery: Pick<Gallery, 'url'>;
  readonly browser: Browser;
  readonly network: Network;
  readonly folder: string;
  /** Whether a picture is to be taken, by its file name. */
  readonly isWanted: (file: string) => boolean;
};

/** Takes pictures of every screen in every state and of the gallery, from wide to a phone, light and dark. */
export async function takePictures({ product, gallery, browser, network, folder, isWanted }: Studio): Promise<void> {
  for (const scheme of SCHEMES) {
    for (const width of WIDTHS) {
      const fileOf = (name: string) => `${name}-${scheme}-${width}.png`;
      const camera: Camera = {
        wants: (name) => isWanted(fileOf(name)),
        take: async (page, name) => {
          if (isWanted(fileOf(name))) await page.screenshot({ path: join(folder, fileOf(name)) });
        },
      };
      await withVisit(browser, { scheme, width }, ({ page }) => takeScreens(page, product, camera));
      await withVisit(browser, { scheme, width, network }, ({ page }) => takeStates(page, product, network, camera));
      await withVisit(browser, { scheme, width }, ({ page }) => takeOfSupport(page, product, camera));
      await withVisit(browser, { scheme, width }, ({ page }) => takeGallery(page, gallery, camera));
    }
  }
}

async function takeScreens(page: Page, { url }: Pick<Product, 'url'>, camera: Camera): Promise<void> {
  await page.goto(url);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  // The page shows its text in a font of the system until its own has come.
  await page.evaluate(() => document.fonts.ready);
  await camera.take(page, 'sign-in');
  const wanted = SCREEN_STATES.filter(({ name }) => camera.wants(name));
  if (wanted.length === 0) return;
  await signInAs(page, url, { account: ACME, role: 'tester' });
  await page.goto(`${url}/app/acme/uploads/list?status=completed`);
  await page.locator('[data-row-id]').nth(MINIMUM_UPLOADS).waitFor({ timeout: 120_000 });
  for (const screen of wanted) {
    await openScreen(page, url, 'acme', screen);
    await camera.take(page, screen.name);
  }
}

const nameOf = (path: string): string => path.replace(/\/list$/, '').replaceAll('/', '-');

/** Screens that load, and screens whose answers do not arrive. */
async function takeStates(page: Page, { url }: Pick<Product, 'url'>, network: Network, camera: Camera): Promise<void> {
  const { wants, take } = camera;
  const states = Object.entries(SCREEN_CASES).map(([path, { operation, query = '' }]) => ({
    path: `${path}${query}`,
    operation,
    name: nameOf(path),
  }));
  const wanted = states.filter(({ name }) => wants(`${name}-loading`) || wants(`${name}-failing`));
  if (wanted.length === 0) return;
  await signInAs(page, url, { account: ACME, role: 'tester' });
  for (const { path, operation, name } of wanted) {
    network.fail(operation, 'held');
    await page.goto(`${url}/app/acme/${path}`);
    await page.locator('#main [aria-busy="true"]').first().waitFor({ state: 'attached' });
    await take(page, `${name}-loading`);
    network.heal();
    network.fail(operation, 'bad-gateway');
    await page.goto(`${url}/app/acme/${path}`);
    await page.getByRole('main').getByRole('alert').first().waitFor();
    await take(page, `${name}-failing`);
    network.heal();
  }
}

/** Screens for support: those of an empty account, and those of administration. */
async function takeOfSupport(page: Page, { url }: Pick<Product, 'url'>, { wants, take }: Camera): Promise<void> {
  const empty = Object.entries(SCREEN_CASES).flatMap(([path, { query = '', empty: text }]) =>
    text !== null && wants(`${nameOf(path)}-empty`) ? [{ path, query, text }] : [],
  );
  const administration = ADMINISTRATION_STATES.filter(({ name }) => wants(name));
  if (empty.length + administration.length === 0) return;
  await signInAsSupport(page, url);
  for (const { path, query, text } of empty) {
    await page.goto(`${url}/app/${EMPTY_ACCOUNT.urlName}/${path}${query}`);
    await page.getByRole('main').getByText(text).first().waitFor();
    await take(page, `${nameOf(path)}-empty`);
  }
  for (const screen of administration) {
    await openAdministration(page, url, screen);
    await take(page, screen.name);
  }
}

/** Selectors of elements that each part of the gallery has once it is drawn. */
const GALLERY_PARTS: Readonly<Record<string, readonly string[]>> = {
  lists: ['[data-row-id]'],
  forms: ['form'],
  pickers: ['main h2'],
  frames: ['main h2'],
  charts: ['main h2'],
  editor: ['.monaco-editor .view-line', '.monaco-diff-editor .view-line'],
  // A phone shows the lists of nodes.
  graphs: [
    'main :is([aria-label^="warehouse, Upload"], section li)',
    'main :is([aria-label^="table_499"], section li)',
  ],
};

/** The layout of 500 nodes takes long on a busy machine. */
const DRAWING_LIMIT = 90_000;

/** Each part of the gallery in its whole length. */
async function takeGallery(page: Page, { url }: Pick<Gallery, 'url'>, { wants, take }: Camera): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  for (const [part, drawn] of Object.entries(GALLERY_PARTS)) {
    if (!wants(`gallery-${part}`)) continue;
    await page.setViewportSize({ width, height });
    await page.goto(`${url}/${part === 'lists' ? '' : `?part=${part}`}`);
    for (const selector of drawn)
      await page.locator(selector).first().waitFor({ state: 'attached', timeout: DRAWING_LIMIT });
    const hidden = await page.locator('main').evaluate((main) => main.scrollHeight - main.clientHeight);
    await page.setViewportSize({ width, height: height + hidden });
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    await take(page, `gallery-${part}`);
  }
}
