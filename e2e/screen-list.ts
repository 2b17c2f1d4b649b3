import type { Page } from 'playwright-core';

export type Screen = {
  /** Its name in pictures and messages. */
  readonly name: string;
  /** Below /app/{account}/. */
  readonly path: string;
  /** Brings it into the state to look at, once the page stands. */
  readonly prepare?: (page: Page) => Promise<void>;
};

const openFirstRow = async (page: Page): Promise<void> => {
  await page.getByRole('gridcell').nth(1).click();
  await page.getByRole('dialog').getByRole('gridcell').first().waitFor();
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

/** Every screen of an account, as the pictures and the accessibility story visit it. */
export const SCREENS: readonly Screen[] = [
  { name: 'downloads', path: 'downloads/list' },
  { name: 'downloads-expanded', path: 'downloads/list', prepare: expandFirstRow },
  { name: 'download-drawer', path: 'downloads/list', prepare: openFirstRow },
  { name: 'downloads-nothing-found', path: 'downloads/list?search=nothing-is-called-this' },
  { name: 'uploads', path: 'uploads/list' },
  { name: 'upload-drawer', path: 'uploads/list', prepare: openFirstRow },
  { name: 'events', path: 'events' },
  { name: 'event-drawer', path: 'events', prepare: openFirstEvent },
  { name: 'not-found', path: 'no-such-screen' },
];

async function openFirstEvent(page: Page): Promise<void> {
  await page.getByRole('gridcell').nth(1).click();
  await page.getByRole('dialog').getByText('Event message').waitFor();
}

/** Opens a screen and waits until it shows what it has to show. */
export async function openScreen(page: Page, url: string, account: string, screen: Screen): Promise<void> {
  await page.goto(`${url}/app/${account}/${screen.path}`);
  await page.getByRole('main').waitFor();
  await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
  await screen.prepare?.(page);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}
