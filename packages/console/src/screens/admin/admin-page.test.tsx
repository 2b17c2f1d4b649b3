import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { DEFAULT_ACCOUNT } from '../../../test/default-account.ts';
import type { Answers } from '../../../test/graphql-server.ts';
import { type RenderedPage, renderPage } from '../../../test/render-page.tsx';
import { recordSavedFiles } from '../../../test/saved-files.ts';
import { fill } from '../../../test/setup-user.ts';
import { AdminPage } from './admin-page.tsx';

const buildAccount = (urlName: string) => ({
  __typename: 'Account',
  id: urlName,
  urlName,
  name: urlName.toUpperCase(),
});
const buildUser = (name: string, globalRoles: readonly string[] = []) => ({
  __typename: 'User',
  id: name.toLowerCase(),
  name,
  email: `${name.toLowerCase()}@acme.example`,
  globalRoles,
});

const page = (field: 'accountsV2' | 'users', nodes: readonly object[], endCursor: string | null = null) => ({
  [field]: {
    __typename: field === 'users' ? 'UserConnection' : 'AccountConnection',
    nodes,
    pageInfo: { __typename: 'PageInfo', hasNextPage: endCursor !== null, endCursor },
  },
});

const GLOBAL = ['view', 'list-accounts-v2', 'manage-users', 'manage-accounts', 'manage-global-users'];

const open = (answers: Answers, path = '', permissions: readonly string[] = GLOBAL): RenderedPage =>
  renderPage({
    path,
    element: <AdminPage />,
    answers,
    session: { email: 'me@acme.example', permissions: new Set(permissions) as never },
  });
const rowWith = async (text: string): Promise<HTMLElement> => {
  const row = (await screen.findByText(text)).closest<HTMLElement>('[role="row"]');
  if (row === null) throw new Error(`${text} is in no row.`);
  return row;
};
const accounts = { Accounts: () => page('accountsV2', [buildAccount('acme'), buildAccount('globex')]) };

describe('the accounts', () => {
  it('the accounts have a name, a url name that opens the console, and details', {
    tags: ['spec:admin-accounts', 'spec:admin-default-tab'],
  }, async () => {
    const { user } = open(accounts);
    const row = within(await rowWith('GLOBEX'));
    expect(row.getByRole('link', { name: 'globex' }).getAttribute('href')).toBe('/app/globex/dashboard');
    expect(document.title).toBe('Accounts · Admin · Switchboard');
    await user.click(screen.getByRole('button', { name: 'Actions for ACME' }));
    await screen.findByRole('menuitem', { name: 'View details' });
  });

  it('kept data of an account opens from its row, for people who manage all accounts', async () => {
    const { user, sent } = open({ ...accounts, KeptData: () => ({ kept_data: null }) });
    await rowWith('GLOBEX');
    await user.click(screen.getByRole('button', { name: 'Actions for GLOBEX' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Kept data' }));
    await screen.findByRole('dialog', { name: 'Kept data of GLOBEX' });
    await waitFor(() => expect(sent('KeptData')).toEqual([{ account: 'globex' }]));
  });

  it('kept data is not offered without manage-accounts', async () => {
    const { user } = open(accounts, '', ['view', 'list-accounts-v2', 'manage-users']);
    await rowWith('ACME');
    await user.click(screen.getByRole('button', { name: 'Actions for ACME' }));
    await screen.findByRole('menuitem', { name: 'View details' });
    expect(screen.queryByRole('menuitem', { name: 'Kept data' })).toBeNull();
  });

  it('the accounts are loaded page after page', async () => {
    const { requests } = open({
      Accounts: ({ after }) =>
        after === undefined
          ? page('accountsV2', [buildAccount('acme')], 'c1')
          : page('accountsV2', [buildAccount('globex')]),
    });
    await rowWith('ACME');
    await rowWith('GLOBEX');
    expect(requests.map(({ variables }) => variables)).toEqual([{ first: 50 }, { first: 50, after: 'c1' }]);
  });

  it('say that there are none', async () => {
    open({ Accounts: () => page('accountsV2', []) });
    await screen.findByText('There are no active accounts');
  });

  it('show what failed, and load by Retry', async () => {
    let isBroken = true;
    const { user } = open({
      Accounts: () => (isBroken ? new Error('The database is away.') : page('accountsV2', [buildAccount('acme')])),
    });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The database is away.');
    isBroken = false;
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
    await rowWith('ACME');
  });

  it('the accounts are added by two names, with what the server refuses at its field', {
    tags: ['spec:admin-conflicting-names', 'spec:admin-toasts'],
  }, async () => {
    let problem: string | null = 'Another account has the url name acme.';
    const rendered = open({
      ...accounts,
      SaveAccount: () =>
        problem === null
          ? {
              saveAccountV2: {
                ...buildAccount('new'),
                contractedRowCount: null,
                ...DEFAULT_ACCOUNT,
                defaultDeadline: null,
                dailySummaryTime: null,
                dailySummaryRecipients: [],
                invitations: [],
                users: [],
              },
            }
          : { saveAccountV2: { __typename: 'ConflictingUrlNameError', problem } },
    });
    await rowWith('ACME');
    await rendered.user.click(screen.getByRole('button', { name: 'Add account' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add account' }));
    const button = dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' });
    expect(button.disabled).toBe(true);
    await fill(rendered.user, dialog.getByRole('textbox', { name: /^Name/ }), ' New ');
    await fill(rendered.user, dialog.getByRole('textbox', { name: /^URL name/ }), 'acme');
    await rendered.user.click(button);
    await dialog.findByText(problem);
    problem = null;
    await rendered.user.click(button);
    await screen.findByText('Account Saved');
    expect(rendered.sent('SaveAccount').at(-1)).toEqual({
      name: 'New',
      newUrlName: 'acme',
    });
  });

  it('remove a tab that does not exist from the address', async () => {
    const { path } = open(accounts, '?currentTab=backstage');
    await screen.findByText('Page was accessed with the wrong URL params.');
    await rowWith('ACME');
    expect(path()).toBe('');
  });
});

describe('the users', () => {
  const users = { Users: () => page('users', [buildUser('Uma', ['cs', 'viewer']), buildUser('Me')]) };

  it('the users have a name, an email and global roles, and lead to their page except one’s own', {
    tags: 'spec:admin-users',
  }, async () => {
    const { user } = open(users, '?currentTab=users');
    const row = within(await rowWith('Uma'));
    row.getByText('uma@acme.example');
    row.getByText('CS');
    expect(row.getByRole('link', { name: 'Uma' }).getAttribute('href')).toBe('/users/uma');
    const own = within(await rowWith('Me (you)'));
    expect(own.queryByRole('link')).toBeNull();
    expect(document.title).toBe('Users · Admin · Switchboard');
    await user.click(screen.getByRole('tab', { name: 'Accounts' }));
  });

  it('show global roles only with manage-global-users', { tags: 'spec:admin-users' }, async () => {
    open(users, '?currentTab=users', ['view', 'list-accounts-v2', 'manage-users']);
    await rowWith('Uma');
    expect(screen.queryByRole('columnheader', { name: 'Global Roles' })).toBeNull();
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Audit log' })).toBeNull());
  });
});

const ITEM = {
  __typename: 'InstallationItem',
  account: 'acme',
  what: 'key warehouse',
  why: 'is suspended',
  since: '2026-11-19T08:00:00.000Z',
  todo: null,
};
const REPORT = {
  __typename: 'InstallationReport',
  at: '2026-11-20T08:00:00.000Z',
  database: '127.0.0.1:5432/switchboard',
  isStuck: true,
  findings: [
    { check: 'migrations', level: 'fine', title: 'Tables of this version', total: 0, todo: null, items: [] },
    { check: 'oldest', level: 'notice', title: 'Oldest queued of each purpose', total: 1, todo: null, items: [ITEM] },
    {
      check: 'suspended_keys',
      level: 'problem',
      title: 'Suspended keys',
      total: 2,
      todo: 'Activate them.',
      items: [ITEM],
    },
  ].map((finding) => ({ __typename: 'InstallationFinding', ...finding })),
};

describe('the installation', () => {
  it('shows what the doctor finds, problems first, and examines again', async () => {
    const { user, sent } = open(
      { InstallationReport: () => ({ installation_report: REPORT }) },
      '?currentTab=installation',
    );
    await screen.findByText('1 problem.');
    const cards = within(screen.getByRole('list', { name: 'Findings' }));
    expect(cards.getAllByRole('heading').map((heading) => heading.textContent)).toEqual([
      'Suspended keys: 2',
      'Oldest queued of each purpose: 1',
    ]);
    expect(cards.getAllByText('acme: key warehouse')).toHaveLength(2);
    cards.getByText('… and 1 more');
    within(screen.getByRole('region', { name: 'In order' })).getByText('Tables of this version');
    const before = sent('InstallationReport').length;
    await user.click(screen.getByRole('button', { name: 'Examine again' }));
    await waitFor(() => expect(sent('InstallationReport')).toHaveLength(before + 1));
  });

  it('failed work is counted before it is retried, page after page', async () => {
    const retried = (count: number, next: string | null) => ({
      retry_failed_work: { __typename: 'RetriedWork', retried: count, left: 1, next },
    });
    const { user, sent } = open(
      {
        InstallationReport: () => ({ installation_report: REPORT }),
        RetryFailedWork: ({ after }) => (after === '' ? retried(200, 'download 1') : retried(3, null)),
      },
      '?currentTab=installation',
    );
    await user.click(await screen.findByRole('button', { name: 'Retry failed work' }));
    await user.click(await screen.findByRole('button', { name: 'Count' }));
    await screen.findByText(
      '203 can be retried. 2 cannot: a later version exists, or what they are made from has failed.',
    );
    await user.click(screen.getByRole('button', { name: 'Retry 203' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent('RetryFailedWork').map(({ dry_run: isDryRun, after }) => [isDryRun, after])).toEqual([
      [true, ''],
      [true, 'download 1'],
      [false, ''],
      [false, 'download 1'],
    ]);
  });

  it('says why it could not be examined', async () => {
    open({ InstallationReport: () => new Error('The database is away.') }, '?currentTab=installation');
    await screen.findByText(/The database is away/);
    screen.getByRole('button', { name: 'Retry' });
  });

  it('the installation is for people who manage all accounts', async () => {
    open(accounts, '?currentTab=installation', ['view', 'list-accounts-v2', 'manage-users']);
    await rowWith('GLOBEX');
    expect(screen.queryByRole('tab', { name: 'Installation' })).toBeNull();
  });
});

const buildDeactivated = (name: string, more: object = {}) => ({
  __typename: 'DeactivatedAccount',
  id: name.toLowerCase(),
  urlName: name.toLowerCase(),
  name,
  deactivatedOn: '2026-11-01T10:00:00.000Z',
  erasesOn: '2026-12-01T10:00:00.000Z',
  isBeingErased: false,
  ...more,
});
const listed = (typename: string, nodes: readonly object[]) => ({
  __typename: typename,
  nodes,
  pageInfo: { __typename: 'PageInfo', hasNextPage: false },
});
const deactivated = (accounts: readonly object[], users: readonly object[] = []) => ({
  Deactivated: () => ({
    deactivatedAccounts: listed('DeactivatedAccountConnection', accounts),
    deactivatedUsers: listed('DeactivatedUserConnection', users),
  }),
});

describe('what is deactivated', () => {
  it('lists accounts with the time of their erasure, and users', async () => {
    open(
      deactivated(
        [
          buildDeactivated('Acme'),
          buildDeactivated('Globex', { erasesOn: null }),
          buildDeactivated('Initech', { isBeingErased: true }),
        ],
        [{ __typename: 'DeactivatedUser', id: 'u1', name: 'Uma', email: 'uma@acme.example' }],
      ),
      '?currentTab=deactivated',
    );
    const table = within(await screen.findByRole('table', { name: 'Deactivated accounts' }));
    await table.findByText('Being erased');
    const rows = table.getAllByRole('row');
    expect(rows).toHaveLength(4);
    expect(rows[1]?.querySelector('time[datetime="2026-12-01T10:00:00.000Z"]')).not.toBeNull();
    table.getByText('Erased only by hand');
    expect(table.queryByRole('button', { name: 'Erase Initech now' })).toBeNull();
    within(screen.getByRole('table', { name: 'Deactivated users' })).getByRole('button', { name: 'Erase Uma' });
  });

  it('an account is erased once its url name is typed, and shows that it is being erased', async () => {
    let isBeingErased = false;
    const answers = {
      Deactivated: () => deactivated([buildDeactivated('Acme', { isBeingErased })]).Deactivated(),
      EraseAccount: () => {
        isBeingErased = true;
        return { eraseAccount: buildDeactivated('Acme', { isBeingErased }) };
      },
    };
    const { user, sent } = open(answers, '?currentTab=deactivated');
    await user.click(await screen.findByRole('button', { name: 'Erase Acme now' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Erase account' }));
    within(dialog.getByRole('region', { name: 'Kept' })).getByText(/^One entry in the audit log/);
    await fill(user, dialog.getByRole('textbox', { name: 'Type acme to confirm' }), 'acme');
    await user.click(dialog.getByRole('button', { name: 'Erase' }));
    await screen.findByText('The account is being erased');
    await screen.findByText('Being erased');
    expect(sent('EraseAccount')).toEqual([{ urlName: 'acme', confirmation: 'acme' }]);
  });

  it('an address that no user has is erased, and a problem with it is shown', async () => {
    const problem = 'A user has this address. Erase the user.';
    let answers = 0;
    const { user, sent } = open(
      {
        ...deactivated([]),
        EraseAddress: () => {
          answers += 1;
          const refused = { __typename: 'ConflictError', problem, message: problem };
          return { eraseAddress: answers === 1 ? refused : { __typename: 'ErasedAddress' } };
        },
      },
      '?currentTab=deactivated',
    );
    await user.click(await screen.findByRole('button', { name: 'Erase address' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Erase address' }));
    const address = dialog.getByRole('textbox', { name: 'Email address' });
    await fill(user, address, 'nowhere');
    await user.click(dialog.getByRole('button', { name: 'Erase' }));
    expect(address.getAttribute('aria-invalid')).toBe('true');
    await user.clear(address);
    await fill(user, address, 'uma@acme.example');
    await user.click(dialog.getByRole('button', { name: 'Erase' }));
    await screen.findByText(problem);
    await user.click(dialog.getByRole('button', { name: 'Erase' }));
    await screen.findByText('Address erased');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent('EraseAddress')).toEqual([1, 2].map(() => ({ email: 'uma@acme.example' })));
  });

  it('an account is activated again, and the list is asked for', async () => {
    const answers = {
      ...deactivated([buildDeactivated('Acme')]),
      ReactivateAccount: () => ({ reactivateAccount: { __typename: 'Account' } }),
    };
    const { user, sent } = open(answers, '?currentTab=deactivated');
    await user.click(await screen.findByRole('button', { name: 'Activate Acme again' }));
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Activate account again?' })).getByRole('button', {
        name: 'Activate',
      }),
    );
    await screen.findByText('Account activated');
    expect(sent('ReactivateAccount')).toEqual([{ urlName: 'acme' }]);
    await waitFor(() => expect(sent('Deactivated')).toHaveLength(2));
  });

  it('the definitions of a deactivated account are saved', async () => {
    const saved = recordSavedFiles();
    const answers = { ...deactivated([buildDeactivated('Acme')]), '/api/acme/export': () => new Response('{}') };
    const { user } = open(answers, '?currentTab=deactivated');
    await user.click(await screen.findByRole('button', { name: 'Export Acme' }));
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['acme.jsonl']));
  });

  it('says that nothing is deactivated', async () => {
    open(deactivated([]), '?currentTab=deactivated');
    await screen.findByText(/^No account is deactivated/);
    await screen.findByText(/^No user is deactivated/);
  });

  it('the list is for people who manage all accounts', async () => {
    open(accounts, '?currentTab=deactivated', ['view', 'list-accounts-v2', 'manage-users']);
    await rowWith('GLOBEX');
    expect(screen.queryByRole('tab', { name: 'Deactivated' })).toBeNull();
  });
});
