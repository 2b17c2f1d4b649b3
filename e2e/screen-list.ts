import type { Page } from 'playwright-core';

export type Screen = {
  /** Its name in pictures and messages. */
  readonly name: string;
  /** Below /app/{account}/. */
  readonly path: string;
  /** A text that only stands there once everything has arrived; a row of a list when there is none. */
  readonly shows?: string;
  /** Brings it into the state to look at, once the page stands. */
  readonly prepare?: (page: Page) => Promise<void>;
};

const openFirstRow = async (page: Page): Promise<void> => {
  await page.getByRole('gridcell').nth(1).click();
  await page
    .getByRole('dialog')
    .getByText(/^(Uploads|Downloads) for /)
    .first()
    .waitFor();
  await page.getByRole('dialog').locator('[aria-busy="true"]').waitFor({ state: 'detached' });
};

const expandFirstRow = async (page: Page): Promise<void> => {
  await page
    .getByRole('button', { name: /^Expand / })
    .first()
    .click();
  await page
    .getByRole('button', { name: /^Collapse / })
    .first()
    .waitFor();
};

/** What is done is still there a minute later. */
const OLDEST_DOWNLOADS = 'downloads/list?status=completed&sortBy=REPORT_DATETIME&sortDirection=ASC';

/** Every screen of an account, as the pictures and the accessibility story visit it. */
export const SCREENS: readonly Screen[] = [
  { name: 'downloads', path: 'downloads/list' },
  { name: 'downloads-expanded', path: OLDEST_DOWNLOADS, prepare: expandFirstRow },
  { name: 'download-drawer', path: OLDEST_DOWNLOADS, prepare: openFirstRow },
  {
    name: 'downloads-nothing-found',
    path: 'downloads/list?search=nothing-is-called-this',
    shows: 'No results, try another word.',
  },
  { name: 'uploads', path: 'uploads/list' },
  { name: 'upload-drawer', path: 'uploads/list', prepare: openFirstRow },
  { name: 'events', path: 'events' },
  { name: 'event-drawer', path: 'events', prepare: openFirstEvent },
  { name: 'not-found', path: 'no-such-screen', shows: 'There is nothing at this address' },
];

async function openFirstEvent(page: Page): Promise<void> {
  await page.getByRole('gridcell').nth(1).click();
  await page.getByRole('dialog').getByText('Event message').waitFor();
}

/** Opens a screen and waits until it shows what it has to show. */
export async function openScreen(page: Page, url: string, account: string, screen: Screen): Promise<void> {
  await page.goto(`${url}/app/${account}/${screen.path}`);
  const { shows } = screen;
  await (shows === undefined ? page.locator('[data-row-id]') : page.getByText(shows)).first().waitFor();
  await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
  await screen.prepare?.(page);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}
