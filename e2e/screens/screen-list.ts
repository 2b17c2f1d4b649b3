import { ADMINISTRATION_SCREENS, SCREENS } from '@switchboard/console/screens';
import type { Page } from 'playwright-core';
import { EDITOR_STATES } from './editor-states.ts';
import { KEY_STATES } from './key-states.ts';
import { PIPELINE_STATES } from './pipeline-states.ts';
import type { ScreenState } from './screen-state.ts';

/** By the keyboard, which is the same at every width. */
export async function enterFirstRow(page: Page): Promise<void> {
  await page.locator('[data-row-id]').first().focus();
  await page.keyboard.press('Enter');
}

const openFirstRow = async (page: Page): Promise<void> => {
  await enterFirstRow(page);
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
  await page.locator('#main table[aria-busy="false"]').first().waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
};

/** Completed downloads keep their place in the list while others arrive. */
const OLDEST_DOWNLOADS = 'downloads/list?status=completed&sortBy=REPORT_DATETIME&sortDirection=ASC';

/** Every screen of an account and its further states, for the pictures and the accessibility tests. */
export const SCREEN_STATES: readonly ScreenState[] = [
  ...SCREENS.map(({ path, title, heading = title }) => ({
    name: path.replace(/\/list$/, '').replaceAll('/', '-'),
    path,
    shows: heading,
  })),
  { name: 'home-by-project', path: 'homepage?groupBy=project' },
  { name: 'home-all-accounts', path: 'homepage?scope=all' },
  {
    name: 'home-details',
    path: 'homepage-details?name=orders&type=download',
    shows: 'Dependencies',
  },
  ...PIPELINE_STATES,
  { name: 'audit-settings', path: 'audit?settings=true', shows: 'No streams' },
  {
    name: 'audit-nothing-found',
    path: 'audit?target=nothing-is-called-this',
    shows: 'No results, try another filter',
  },
  { name: 'downloads-expanded', path: OLDEST_DOWNLOADS, prepare: expandFirstRow },
  { name: 'download-drawer', path: OLDEST_DOWNLOADS, prepare: openFirstRow },
  {
    name: 'downloads-nothing-found',
    path: 'downloads/list?search=nothing-is-called-this',
    shows: 'No results, try another word.',
  },
  { name: 'upload-drawer', path: 'uploads/list', prepare: openFirstRow },
  { name: 'event-drawer', path: 'events', prepare: openFirstEvent },
  { name: 'test-run-drawer', path: 'scripts/tests', shows: 'Launched by', prepare: openFirstTestRun },
  { name: 'test-run-differences', path: 'scripts/tests', shows: 'Launched by', prepare: openDifferences },
  { name: 'test-run-launch', path: 'scripts/tests', shows: 'Launched by', prepare: openLaunch },
  ...KEY_STATES,
  { name: 'integrations-chooser', path: 'integrations?mode=add', shows: 'Add integration' },
  { name: 'integrations-slack', path: 'integrations', shows: 'Slack', prepare: openFirstIntegration },
  {
    name: 'integrations-invalid',
    path: 'integrations',
    shows: 'Slack',
    prepare: async (page) => {
      await openFirstIntegration(page);
      await page.getByRole('button', { name: 'Add channel' }).click();
      await page.getByRole('button', { name: 'Save Slack' }).click();
      await page.getByText('At least one option must be selected').waitFor();
    },
  },
  { name: 'integrations-add-slack', path: 'integrations?mode=add&type=slack', shows: 'Connect Slack' },
  { name: 'integrations-add-test', path: 'integrations?mode=add&type=test', shows: 'Client validated' },
  { name: 'integrations-connect', path: 'integrations?mode=connect&type=slack', shows: 'Enter a token' },
  { name: 'drafts-expanded', path: 'scripts/drafts', prepare: expandFirstDraft },
  { name: 'drafts-archived', path: 'scripts/drafts?archived=true' },
  {
    name: 'draft-rename',
    path: 'scripts/drafts',
    prepare: (page) => chooseOption(page, 'Rename', 'Rename draft'),
  },
  {
    name: 'draft-archiving',
    path: 'scripts/drafts',
    prepare: (page) => chooseOption(page, 'Archive', 'Archive this draft?'),
  },
  {
    name: 'rollback',
    path: 'scripts/history',
    prepare: async (page) => {
      await chooseOption(page, 'Roll back to this version', 'Roll back to this version?');
      await page.getByRole('region', { name: 'What changes' }).getByRole('listitem').first().waitFor();
    },
  },
  { name: 'backfill-connections', path: 'backfills/list', prepare: (page) => openBackfill(page, 'Connections') },
  {
    name: 'backfill-run',
    path: 'backfills/list',
    prepare: async (page) => {
      await openBackfill(page, 'Runs');
      await enterFirstRow(page);
      await page.getByRole('dialog').getByRole('tab', { name: 'Processing' }).waitFor();
    },
  },
  {
    name: 'backfill-launch',
    path: 'backfills/list',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Backfill', exact: true }).click();
      await page.getByPlaceholder('Choose an upload').fill('display');
      await page.getByRole('option', { name: 'display', exact: true }).click();
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByRole('button', { name: 'Select all' }).click();
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByRole('table', { name: 'Report dates' }).waitFor();
    },
  },
  ...EDITOR_STATES,
  {
    name: 'email-ingest-rule',
    path: 'email-ingest',
    shows: 'Email Ingest',
    prepare: async (page) => {
      await page
        .getByRole('button', { name: /^Add rule to / })
        .first()
        .click();
      await page.getByRole('dialog', { name: 'Add Rule' }).getByRole('textbox').first().waitFor();
    },
  },
  { name: 'usage-projects', path: 'usage?chart=project', shows: 'Rows per project' },
  { name: 'usage-plain', path: 'usage?textures=false', shows: 'Rows per process' },
  { name: 'homepage-charts', path: 'homepage/charts', shows: 'Rows per process' },
  { name: 'reports-source-project', path: 'reports/source?file=shop', shows: 'Scheduling' },
  { name: 'reports-source-import', path: 'reports/source?file=shop&name=orders', shows: 'Changes of columns' },
  { name: 'reports-schema-project', path: 'reports/schema?file=shop', shows: 'Exports' },
  { name: 'email-ingest-mail', path: 'email-ingest?currentTab=mail&outcome=all', shows: 'Email Ingest' },
  { name: 'not-found', path: 'no-such-screen', shows: 'There is nothing at this address' },
];

/** Every screen of administration and its further states. Their paths are whole addresses. */
export const ADMINISTRATION_STATES: readonly ScreenState[] = [
  ...ADMINISTRATION_SCREENS.map(({ path }) => ({ name: path.slice(1).replaceAll('/', '-'), path })),
  { name: 'admin-users', path: '/admin?currentTab=users' },
  {
    name: 'admin-kept-data',
    path: '/admin',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Actions for Acme Media' }).click();
      await page.getByRole('menuitem', { name: 'Kept data' }).click();
      const files = page.getByRole('dialog').getByRole('group', { name: 'Raw files of downloads' });
      await files.getByRole('combobox').selectOption('days');
      await files.getByRole('textbox').fill('7');
    },
  },
  { name: 'admin-deactivated', path: '/admin?currentTab=deactivated', shows: 'Accounts', prepare: showDeactivated },
  {
    name: 'admin-erase-account',
    path: '/admin?currentTab=deactivated',
    shows: 'Accounts',
    prepare: async (page) => {
      await showDeactivated(page);
      await page.getByRole('button', { name: 'Erase Former Media now' }).click();
      await page.getByRole('dialog', { name: 'Erase account' }).getByRole('region', { name: 'Kept' }).waitFor();
    },
  },
  {
    name: 'user-erase',
    path: '/admin?currentTab=users',
    prepare: async (page) => {
      await openFirstUser(page);
      await page.getByRole('button', { name: 'Erase' }).click();
      await page.getByRole('dialog', { name: 'Erase user' }).getByRole('region', { name: 'Kept' }).waitFor();
    },
  },
  { name: 'admin-installation', path: '/admin?currentTab=installation', shows: 'Examine again' },
  { name: 'admin-audit', path: '/admin/audit', shows: 'Audit log' },
  { name: 'account-users', path: '/acme/users' },
  { name: 'account-settings', path: '/acme/users?currentTab=settings', shows: 'Default deadline' },
  {
    name: 'account-own-key',
    path: '/acme/users?currentTab=settings',
    shows: 'Encryption key',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Use an own key' }).click();
      await page.getByRole('button', { name: 'Try and save' }).click();
      await page.getByRole('button', { name: 'Try and save' }).scrollIntoViewIfNeeded();
    },
  },
  { name: 'account-roles', path: '/acme/users?currentTab=roles', shows: 'Add role' },
  {
    name: 'account-add-role',
    path: '/acme/users?currentTab=roles',
    shows: 'Add role',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Add role' }).click();
      await page.getByRole('dialog', { name: 'Add role' }).getByLabel('Name').fill('Reviewers');
    },
  },
  {
    name: 'account-add-user',
    path: '/acme/users',
    prepare: openAddUser,
  },
  {
    name: 'admin-add-user',
    path: '/admin?currentTab=users',
    prepare: async (page) => {
      await openAddUser(page);
      await page.getByRole('checkbox', { name: 'Acme Media' }).check();
    },
  },
  { name: 'user', path: '/admin?currentTab=users', prepare: openFirstUser },
  {
    name: 'user-identities',
    path: '/admin?currentTab=users',
    prepare: async (page) => {
      await openFirstUser(page);
      await page.getByRole('tab', { name: /^Identities/ }).click();
      await page.getByRole('switch').waitFor();
    },
  },
  {
    name: 'sign-in-security',
    path: '/acme/users',
    prepare: async (page) => {
      await page.getByRole('button', { name: /^User menu of / }).click();
      await page.getByRole('button', { name: 'Sign-in security' }).click();
      await page.getByRole('dialog', { name: 'Sign-in security' }).getByText('Passkeys').first().waitFor();
    },
  },
];

async function openAddUser(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add user' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add user' });
  await dialog.getByLabel('Email').fill('new@acme.example');
  await dialog.getByRole('button', { name: 'Verify' }).click();
  await dialog.getByText('This is a new user.').waitFor();
}

/** Shows a deactivated account, which the first call adds. */
async function showDeactivated(page: Page): Promise<void> {
  const erase = page.getByRole('button', { name: 'Erase Former Media now' });
  await erase
    .or(page.getByText(/^No account is deactivated/))
    .first()
    .waitFor();
  if ((await erase.count()) > 0) return;
  await page.getByRole('tab', { name: 'Accounts' }).click();
  await page.getByRole('button', { name: 'Add account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add account' });
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Former Media');
  await dialog.getByRole('textbox', { name: 'URL name' }).fill('former-media');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const origin = new URL(page.url()).origin;
  await page.goto(`${origin}/former-media/users`);
  await page.getByRole('button', { name: 'Deactivate' }).click();
  await page.getByRole('textbox', { name: /to confirm$/ }).fill('deactivate');
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
  await page.getByText('Account deactivated').waitFor();
  await page.goto(`${origin}/admin?currentTab=deactivated`);
  await erase.waitFor();
}

async function openFirstUser(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Olivia Acme' }).click();
  await page.getByRole('table', { name: 'Accounts' }).waitFor();
}

async function expandFirstDraft(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Expand / })
    .first()
    .click();
  await page.getByRole('region', { name: 'Runs' }).waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  // The rows below make room for the details.
  await page.waitForFunction(() => {
    const detail = document.querySelector('[role="row"][aria-level="2"]');
    const next = detail?.nextElementSibling;
    return next != null && next.getBoundingClientRect().top >= (detail?.getBoundingClientRect().bottom ?? 0) - 1;
  });
}

/** Chooses an option of the last draft or version. */
async function chooseOption(page: Page, option: string, dialog: string): Promise<void> {
  await page
    .getByRole('button', { name: /^Actions for / })
    .last()
    .click();
  await page.getByRole('menuitem', { name: option }).click();
  await page.getByRole('dialog', { name: dialog }).getByRole('button').last().waitFor();
}

/** Opens the demo's backfill of which a run fails. */
async function openBackfill(page: Page, tab: string): Promise<void> {
  await page.getByRole('link', { name: 'Newsletter clicks and others' }).click();
  await page.getByRole('tab', { name: tab }).click();
  await (tab === 'Runs' ? page.locator('[data-row-id]') : page.getByText('newsletter_by_site')).first().waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
}

async function openFirstTestRun(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /^View details/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('table', { name: 'Downloads of the test run' }).waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
}

/** The demo has a test run with differences once production has delivered. */
async function openDifferences(page: Page): Promise<void> {
  await page
    .getByRole('list', { name: 'Test Runs' })
    .getByRole('link', { name: / changed, / })
    .first()
    .click({ timeout: 180_000 });
  await page
    .getByRole('dialog')
    .getByRole('region', { name: /^Differences of / })
    .first()
    .waitFor();
}

async function openLaunch(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Test again/ })
    .first()
    .click();
  await page.getByRole('dialog', { name: 'Launch Test' }).getByRole('checkbox').first().waitFor();
}

async function openFirstIntegration(page: Page): Promise<void> {
  await page.getByRole('list', { name: 'Integrations' }).getByRole('link').first().click();
  await page.getByRole('group', { name: '#data-alerts' }).waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
}

async function openFirstEvent(page: Page): Promise<void> {
  await enterFirstRow(page);
  const drawer = page.getByRole('dialog', { name: 'Event message' });
  await drawer.getByText('In context').waitFor();
  await drawer.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
}

/** Opens a screen of an account and waits until it has loaded. */
export async function openScreen(page: Page, url: string, account: string, screen: ScreenState): Promise<void> {
  await openAddress(page, `${url}/app/${account}/${screen.path}`, screen);
}

/** Opens a screen of administration and waits until it has loaded. */
export async function openAdministration(page: Page, url: string, screen: ScreenState): Promise<void> {
  await openAddress(page, `${url}${screen.path}`, screen);
}

async function openAddress(page: Page, address: string, screen: ScreenState): Promise<void> {
  await page.goto(address);
  const { shows } = screen;
  const main = page.getByRole('main');
  await (shows === undefined ? main.locator('[data-row-id]') : main.getByText(shows)).first().waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  await screen.prepare?.(page);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}
