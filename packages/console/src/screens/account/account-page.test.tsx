import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { describe, expect, it } from 'vitest';
import { DEFAULT_ACCOUNT } from '../../../test/default-account.ts';
import type { Answers } from '../../../test/graphql-server.ts';
import { type RenderedPage, renderPage } from '../../../test/render-page.tsx';
import { fill } from '../../../test/setup-user.ts';
import { AccountPage } from './account-page.tsx';

const buildUser = (name: string, roles: readonly string[], patch: object = {}) => ({
  __typename: 'AccountUser',
  id: name.toLowerCase(),
  name,
  email: `${name.toLowerCase()}@globex.example`,
  roles,
  isLastAccount: false,
  ...patch,
});
const ACCOUNT = {
  __typename: 'Account',
  id: 'globex',
  urlName: 'globex',
  name: 'Globex',
  contractedRowCount: 5,
  ...DEFAULT_ACCOUNT,
  defaultDeadline: null,
  dailySummaryTime: '09:30 UTC',
  dailySummaryRecipients: ['ops@globex.example'],
  invitations: [],
  users: [
    buildUser('Uma', ['operator']),
    buildUser('Vera', ['viewer'], { isLastAccount: true }),
    buildUser('Me', ['cs']),
  ],
};
const buildRole = (name: string, permissions: readonly string[], holders: number) => ({
  __typename: 'AccountRole',
  id: name.toLowerCase(),
  name,
  permissions,
  version: 1,
  holders,
});
const KEYS = buildRole('Keys', ['view', 'manage-users'], 0);
const BETA = buildRole('Beta', ['beta-messages'], 2);
const SETTINGS = ['view', 'manage-users', 'manage-account-settings'] as const;
const GLOBAL = [...SETTINGS, 'list-accounts-v2', 'manage-accounts', 'manage-global-users'] as const;

function open(path = '', answers: Answers = {}, permissions: readonly string[] = GLOBAL): RenderedPage {
  return renderPage({
    path: `globex/users${path}`,
    element: (
      <Routes>
        <Route path=":urlName/users" element={<AccountPage />} />
      </Routes>
    ),
    answers: {
      Account: () => ({ account: ACCOUNT }),
      AccountRoles: () => ({ account: { __typename: 'Account', id: 'globex', definedRoles: [KEYS, BETA] } }),
      PublishRules: () => ({
        publish_settings: {
          __typename: 'PublishSettings',
          requires_approval: false,
          change_problem: null,
          pending_change: null,
        },
      }),
      SaveAccount: (variables) => ({ saveAccountV2: { ...ACCOUNT, name: variables['name'] ?? ACCOUNT.name } }),
      ...answers,
    },
    session: { email: 'me@globex.example', permissions: new Set(permissions) as never },
  });
}
const names = (): (string | null)[] =>
  [...document.querySelectorAll('[data-row-id]')].map((row) => row.getAttribute('data-row-id'));
const act = async (page: RenderedPage, name: string, item: string): Promise<void> => {
  await page.user.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  await page.user.click(await screen.findByRole('menuitem', { name: item }));
};

describe('the users of an account', () => {
  it('the users of an account are filtered by roles and by name or email', {
    tags: ['spec:admin-account-users', 'spec:admin-account-parameters'],
  }, async () => {
    const page = open();
    await screen.findByText('Uma');
    expect(names()).toEqual(['uma', 'vera', 'me']);
    await page.user.click(screen.getByRole('button', { name: 'viewer' }));
    await waitFor(() => expect(names()).toEqual(['vera']));
    expect(page.path()).toBe('globex/users?roles=viewer');
    await page.user.click(screen.getByRole('button', { name: 'Clear all filters' }));
    await waitFor(() => expect(names()).toHaveLength(3));
    const search = screen.getByRole('searchbox', { name: 'Search by name or email.' });
    await page.user.type(search, 'UMA@{Enter}');
    await waitFor(() => expect(names()).toEqual(['uma']));
    expect(page.path()).toBe('globex/users?nameOrEmail=UMA%40');
  });

  it('lose an account after a question, the last one when "remove" was typed', {
    tags: ['spec:admin-typed', 'spec:admin-toasts'],
  }, async () => {
    const removed = {
      removeUserFromAccountV2: { __typename: 'SavedUser', invited: false, user: null, accounts: [ACCOUNT] },
    };
    const page = open('', { RemoveFromAccount: () => removed });
    await act(page, 'Uma', 'Remove from account');
    let dialog = within(await screen.findByRole('dialog', { name: 'Remove user from account' }));
    await page.user.click(dialog.getByRole('button', { name: 'Remove' }));
    await screen.findByText('User removed from account');
    await act(page, 'Vera', 'Remove from account');
    dialog = within(await screen.findByRole('dialog', { name: 'Remove user from account' }));
    const button = dialog.getByRole<HTMLButtonElement>('button', { name: 'Remove' });
    expect(button.disabled).toBe(true);
    await fill(page.user, dialog.getByRole('textbox'), 'remove');
    await page.user.click(button);
    await waitFor(() =>
      expect(page.sent('RemoveFromAccount')).toEqual([
        { urlName: 'globex', email: 'uma@globex.example', isLast: false },
        { urlName: 'globex', email: 'vera@globex.example', isLast: true },
      ]),
    );
  });

  it('get other roles, of which one remains', { tags: ['spec:admin-one-role', 'spec:admin-toasts'] }, async () => {
    const page = open('', {
      SaveUser: () => ({ saveUserV2: { __typename: 'SavedUser', invited: false, user: null, accounts: [ACCOUNT] } }),
    });
    await act(page, 'Vera', 'Edit roles');
    const dialog = within(await screen.findByRole('dialog', { name: 'Roles of Vera in Globex' }));
    await page.user.click(dialog.getByRole('checkbox', { name: 'viewer' }));
    dialog.getByText('Select at least one role.');
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
    await page.user.click(dialog.getByRole('checkbox', { name: 'viewer' }));
    await page.user.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText('Roles updated');
    expect(page.sent('SaveUser')).toEqual([
      { userEmail: 'vera@globex.example', roles: ['viewer'], urlNames: ['globex'] },
    ]);
  });
});

describe('the roles of an account', () => {
  const roles = '?currentTab=roles';
  const saved = (role: object) => ({
    saveAccountRole: { ...role, account: { ...ACCOUNT, definedRoles: [role] } },
  });

  it('defined roles stand beside the presets in plain words', async () => {
    open(roles);
    const matrix = within(await screen.findByRole('region', { name: 'Permissions by role' }));
    expect(matrix.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
      'Permission',
      'Keys',
      'Beta',
      'operator',
      'viewer',
      'developer',
      'tester',
      'CS',
      'beta_backfill',
    ]);
    const row = matrix.getByRole('row', { name: /^Add users, define and grant roles/ });
    expect(
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['yes', 'no', 'no', 'no', 'no', 'yes', 'yes', 'no']);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Delete Beta' }).disabled).toBe(true);
  });

  it('a role is added with permissions that the person has, and a refused name stands at its field', async () => {
    const page = open(roles, {
      SaveRole: ({ name }) =>
        name === 'CS'
          ? { saveAccountRole: { __typename: 'InvalidRoleError', field: 'name', problem: 'CS is a preset.' } }
          : saved(buildRole('Clerks', ['view', 'manage-users'], 0)),
    });
    await page.user.click(await screen.findByRole('button', { name: 'Add role' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add role' }));
    const box = (name: RegExp) => dialog.getByRole<HTMLInputElement>('checkbox', { name });
    expect([box(/^See downloads/).checked, box(/^Launch and cancel backfills/).disabled]).toEqual([true, true]);
    await page.user.click(box(/^Add users/));
    await fill(page.user, dialog.getByRole('textbox', { name: 'Name' }), 'CS');
    await page.user.click(dialog.getByRole('button', { name: 'Save' }));
    await dialog.findByText('CS is a preset.');
    await page.user.clear(dialog.getByRole('textbox', { name: 'Name' }));
    await fill(page.user, dialog.getByRole('textbox', { name: 'Name' }), 'Clerks');
    await page.user.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText('Role added');
    expect(page.sent('SaveRole')).toEqual([
      { urlName: 'globex', name: 'CS', permissions: ['view', 'manage-users'] },
      { urlName: 'globex', name: 'Clerks', permissions: ['view', 'manage-users'] },
    ]);
  });

  it('roles are deleted after a question, and shown without a change to people who lack their permissions', async () => {
    const page = open(roles, {
      RemoveRole: () => ({ removeAccountRole: { __typename: 'Account', id: 'globex', definedRoles: [BETA] } }),
    });
    await page.user.click(await screen.findByRole('button', { name: 'Edit Beta' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Role Beta' }));
    dialog.getByText(/^You lack beta-messages/);
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
    await page.user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await page.user.click(screen.getByRole('button', { name: 'Delete Keys' }));
    await page.user.click(within(await screen.findByRole('dialog', { name: 'Delete role' })).getByText('Delete'));
    await screen.findByText('Role deleted');
    expect(page.sent('RemoveRole')).toEqual([{ urlName: 'globex', roleId: 'keys', version: 1 }]);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Edit Keys' })).toBeNull());
  });

  it('defined roles are granted beside presets, as far as the person may', async () => {
    const page = open('', {
      SaveUser: () => ({ saveUserV2: { __typename: 'SavedUser', user: null, accounts: [ACCOUNT] } }),
    });
    await act(page, 'Vera', 'Edit roles');
    const dialog = within(await screen.findByRole('dialog', { name: 'Roles of Vera in Globex' }));
    await page.user.click(await dialog.findByRole('checkbox', { name: /^Keys/ }));
    expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: /^Beta/ }).disabled).toBe(true);
    await page.user.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText('Roles updated');
    expect(page.sent('SaveUser')).toEqual([
      { userEmail: 'vera@globex.example', roles: ['viewer', 'Keys'], urlNames: ['globex'] },
    ]);
  });
});

describe('the invitations of an account', () => {
  it('shows who was invited, sends the mail again and revokes after a question', async () => {
    const invitation = {
      __typename: 'Invitation',
      id: 'one',
      email: 'nora@globex.example',
      name: 'Nora',
      roles: ['viewer'],
      inviterName: 'Uma',
      expires: '2026-12-05T10:00:00Z',
      hasExpired: false,
    };
    const invited = { ...ACCOUNT, invitations: [invitation] };
    const page = open('', {
      Account: () => ({ account: invited }),
      ResendInvitation: () => ({ resend_invitation: invited }),
      RevokeInvitation: () => ({ revoke_invitation: ACCOUNT }),
    });
    const table = within(await screen.findByRole('table', { name: 'Invitations' }));
    table.getByText(invitation.email);
    await page.user.click(table.getByRole('button', { name: 'Send the invitation to nora@globex.example again' }));
    await screen.findByText('Invitation sent');
    await page.user.click(table.getByRole('button', { name: 'Revoke the invitation to nora@globex.example' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Revoke invitation?' }));
    await page.user.click(dialog.getByRole('button', { name: 'Revoke' }));
    await waitFor(() => expect(screen.queryByRole('table', { name: 'Invitations' })).toBeNull());
    const named = [{ urlName: 'globex', id: 'one' }];
    expect([page.sent('ResendInvitation'), page.sent('RevokeInvitation')]).toEqual([named, named]);
  });
});

describe('an account', () => {
  it('an account is renamed where its name stands: required, trimmed, not saved unchanged, with the problem at the field', {
    tags: [
      'spec:admin-account-detail',
      'spec:admin-name-required',
      'spec:admin-unchanged',
      'spec:admin-conflicting-names',
      'spec:admin-toasts',
    ],
  }, async () => {
    const problem = 'Another account is named Acme.';
    const page = open('', {
      SaveAccount: ({ name }) =>
        name === 'Acme'
          ? { saveAccountV2: { __typename: 'ConflictingNameError', problem } }
          : { saveAccountV2: { ...ACCOUNT, name } },
    });
    await page.user.click(await screen.findByRole('button', { name: 'Edit name' }));
    const field = () => screen.getByRole('textbox', { name: 'New name' });
    const enter = (value: string): void => {
      fireEvent.change(field(), { target: { value } });
      fireEvent.keyDown(field(), { key: 'Enter' });
    };
    enter('  ');
    screen.getByText('Required field');
    enter('Acme');
    await screen.findByText(problem);
    enter(' Globex 2 ');
    await screen.findByText("Account's name saved");
    expect(page.sent('SaveAccount')).toEqual([
      { urlName: 'globex', name: 'Acme' },
      { urlName: 'globex', name: 'Globex 2' },
    ]);
    await page.user.click(await screen.findByRole('button', { name: 'Edit name' }));
    enter('Globex 2');
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'New name' })).toBeNull());
    expect(page.sent('SaveAccount')).toHaveLength(2);
  });

  it('an account is deactivated when "deactivate" was typed in any case', {
    tags: ['spec:admin-typed', 'spec:admin-toasts'],
  }, async () => {
    const page = open('', { DeactivateAccount: () => new Error('The database is away.') });
    await page.user.click(await screen.findByRole('button', { name: 'Deactivate' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Deactivate account' }));
    const button = dialog.getByRole<HTMLButtonElement>('button', { name: 'Deactivate' });
    await fill(page.user, dialog.getByRole('textbox'), 'remove');
    expect(button.disabled).toBe(true);
    await page.user.clear(dialog.getByRole('textbox'));
    await fill(page.user, dialog.getByRole('textbox'), 'DeActivate');
    await page.user.click(button);
    await screen.findByText(/^Error when deactivating account/);
    expect(page.sent('DeactivateAccount')).toEqual([{ urlName: 'globex' }]);
  });

  it('shows to a manager of its users only what they may change', { tags: 'spec:admin-permissions' }, async () => {
    open('?currentTab=settings', {}, ['view', 'manage-users']);
    await screen.findByText('Uma');
    for (const name of ['Edit name', 'Edit url name', 'Deactivate'])
      expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.queryByRole('tab', { name: 'Settings' })).toBeNull();
  });

  it('says when there is none, and what failed', async () => {
    let answer: object | Error = new Error('The database is away.');
    const page = open('', { Account: () => answer });
    await screen.findByText(/The database is away/);
    answer = { account: null };
    await page.user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('There is no active account globex.');
  });
});

describe('the settings', () => {
  it('set a deadline with its timezone, together', {
    tags: ['spec:admin-account-settings', 'spec:admin-zoned-time'],
  }, async () => {
    const page = open('?currentTab=settings');
    const time = await screen.findByLabelText('Time of the deadline');
    const form = within(time.closest('form') as HTMLElement);
    fireEvent.change(time, { target: { value: '08:00' } });
    await page.user.click(form.getByRole('button', { name: 'Save' }));
    form.getByText('Invalid timezone');
    const zone = screen.getByRole('combobox', { name: 'Timezone of the deadline' });
    await fill(page.user, zone, 'Europe/Berl');
    await page.user.click(await screen.findByRole('option', { name: 'Europe/Berlin' }));
    await page.user.click(form.getByRole('button', { name: 'Save' }));
    await screen.findByText('Account Saved');
    expect(page.sent('SaveAccount')).toEqual([{ urlName: 'globex', setDefaultDeadline: '08:00 Europe/Berlin' }]);
  });

  it('remove the time of the summary, and change its recipients', {
    tags: ['spec:admin-recipients-valid', 'spec:admin-toasts'],
  }, async () => {
    const page = open('?currentTab=settings');
    await page.user.click(await screen.findByRole('button', { name: 'Remove the daily summary' }));
    await screen.findByText('Daily Summary settings edited successfully');
    const recipients = screen.getByLabelText('Recipients');
    const save = () => screen.getByRole('button', { name: 'Save recipients' });
    fireEvent.change(recipients, { target: { value: 'a@b.example\nnot-an-email' } });
    await page.user.click(save());
    await screen.findByText('not-an-email is not a valid email address.');
    fireEvent.change(recipients, { target: { value: 'a@b.example, c@d.example' } });
    await page.user.click(save());
    fireEvent.change(recipients, { target: { value: '' } });
    await waitFor(() => expect(page.sent('SaveAccount')).toHaveLength(2));
    await waitFor(() => expect(save().dataset['loading']).toBeUndefined());
    await page.user.click(save());
    await waitFor(() =>
      expect(page.sent('SaveAccount')).toEqual([
        { urlName: 'globex', removeSummaryTime: true },
        { urlName: 'globex', setSummaryRecipients: ['a@b.example', 'c@d.example'] },
        { urlName: 'globex', clearSummaryRecipients: true },
      ]),
    );
  });

  it('save contracted rows and the download summary for global managers', {
    tags: ['spec:admin-contracted-number', 'spec:admin-toasts'],
  }, async () => {
    const page = open('?currentTab=settings');
    await page.user.click(await screen.findByRole('switch', { name: /^Download summary/ }));
    await screen.findByText('Download summary is off');
    const rows = screen.getByLabelText('Contracted row count');
    await page.user.clear(rows);
    await page.user.type(rows, '0');
    await page.user.click(within(rows.closest('form') as HTMLElement).getByRole('button', { name: 'Save' }));
    await screen.findByText('Contracted row count saved successfully');
    expect(page.sent('SaveAccount')).toEqual([
      { urlName: 'globex', showDownloadSummary: false },
      { urlName: 'globex', contractedRowCount: 0 },
    ]);
  });

  it('hide the contract from those who manage one account', { tags: 'spec:admin-permissions' }, async () => {
    open('?currentTab=settings', {}, SETTINGS);
    await screen.findByLabelText('Recipients');
    expect(screen.queryByLabelText('Contracted row count')).toBeNull();
    expect(screen.queryByRole('switch', { name: /^Download summary/ })).toBeNull();
  });
});
