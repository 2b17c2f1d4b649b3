import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { describe, expect, it } from 'vitest';
import type { Answers } from '../../../test/graphql-server.ts';
import { type RenderedPage, renderPage } from '../../../test/render-page.tsx';
import { recordSavedFiles } from '../../../test/saved-files.ts';
import { fill } from '../../../test/setup-user.ts';
import { UserPage } from './user-page.tsx';

const IDENTITY = {
  __typename: 'UserIdentity',
  id: 'i1',
  name: 'Uma',
  email: 'uma@acme.example',
  connectionType: 'password',
  emailVerified: false,
  blocked: false,
  hasAuthenticatorApp: false,
  passkeyCount: 0,
};
const USER = {
  __typename: 'User',
  id: 'u1',
  email: 'uma@acme.example',
  name: 'Uma',
  globalRoles: ['viewer'],
  accounts: [{ __typename: 'UserAccount', id: 'a', urlName: 'acme', name: 'Acme', roles: ['operator', 'viewer'] }],
  identities: [IDENTITY],
};
const GLOBAL = ['view', 'manage-users', 'list-accounts-v2', 'manage-accounts', 'manage-global-users'] as const;

const saved = (user: object) => ({ saveUserV2: { __typename: 'SavedUser', invited: false, user, accounts: [] } });

function open(answers: Answers = {}, permissions: readonly string[] = GLOBAL, query = ''): RenderedPage {
  return renderPage({
    path: `users/u1${query}`,
    element: (
      <Routes>
        <Route path="users/:id" element={<UserPage />} />
      </Routes>
    ),
    answers: { User: () => ({ userV2: USER }), AccountRoles: () => ({ account: null }), ...answers },
    session: { email: 'me@acme.example', permissions: new Set(permissions) as never },
  });
}

describe('the erasure of a user', () => {
  it('names what is lost and what stays, and is sent once the address is typed', async () => {
    const page = open({ EraseUser: () => ({ eraseUser: { __typename: 'EndedUser' } }) });
    await page.user.click(await screen.findByRole('button', { name: 'Erase' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Erase user' }));
    within(dialog.getByRole('region', { name: 'Erased' })).getByText(/^Name and address/);
    within(dialog.getByRole('region', { name: 'Kept' })).getByText(/^The audit log/);
    const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: 'Erase' });
    expect(confirm.disabled).toBe(true);
    await fill(
      page.user,
      dialog.getByRole('textbox', { name: 'Type uma@acme.example to confirm' }),
      'uma@acme.example',
    );
    await page.user.click(confirm);
    await screen.findByText('User erased');
    expect(page.sent('EraseUser')).toEqual([{ userId: 'u1' }]);
  });

  it('the data of a user are saved before', async () => {
    const saved = recordSavedFiles();
    const page = open({ '/api/users/u1/data': () => Response.json({ person: { name: 'Uma' } }) });
    await page.user.click(await screen.findByRole('button', { name: 'Download data' }));
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['switchboard-user-u1.json']));
  });

  it('shows why the server refuses it, and keeps the dialog', async () => {
    const problem = 'Uma is the only user of Acme who manages users.';
    const page = open({ EraseUser: () => ({ eraseUser: { __typename: 'ConflictError', problem } }) });
    await page.user.click(await screen.findByRole('button', { name: 'Erase' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Erase user' }));
    await fill(page.user, dialog.getByRole('textbox'), 'uma@acme.example');
    await page.user.click(dialog.getByRole('button', { name: 'Erase' }));
    await screen.findByText(problem);
    screen.getByRole('dialog', { name: 'Erase user' });
  });

  it('the button for it needs the permission to manage accounts', async () => {
    open({}, ['view', 'manage-users', 'list-accounts-v2']);
    await screen.findByRole('button', { name: 'Set password' });
    expect(screen.queryByRole('button', { name: 'Erase' })).toBeNull();
  });
});

describe('a user', () => {
  it('shows name, email, global roles and accounts', { tags: 'spec:admin-user-detail' }, async () => {
    open();
    const table = within(await screen.findByRole('table', { name: 'Accounts' }));
    expect(table.getByRole('link', { name: 'acme' }).getAttribute('href')).toBe('/acme/users');
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'URL Name',
      'Name',
      'Roles',
      'Actions',
    ]);
    table.getByText('operator');
    expect(
      within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
        .getByRole('link')
        .getAttribute('href'),
    ).toBe('/admin?currentTab=users');
    expect(document.title).toBe('uma@acme.example · Admin · Switchboard');
  });

  it('a user is renamed where the name stands', {
    tags: ['spec:admin-name-required', 'spec:admin-toasts'],
  }, async () => {
    const page = open({ SaveUser: ({ userName }) => saved({ ...USER, name: userName }) });
    await page.user.click(await screen.findByRole('button', { name: 'Edit name' }));
    const field = screen.getByRole('textbox', { name: 'New name' });
    fireEvent.change(field, { target: { value: '' } });
    screen.getByText('Required field');
    fireEvent.change(field, { target: { value: ' Uma B ' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    await screen.findByText("User's name saved");
    await screen.findByText('Uma B');
    expect(page.sent('SaveUser')).toEqual([{ userEmail: 'uma@acme.example', userName: 'Uma B' }]);
  });

  it('loses global access by its switch', { tags: ['spec:admin-global-roles', 'spec:admin-toasts'] }, async () => {
    const page = open({ SaveUser: () => saved({ ...USER, globalRoles: [] }) });
    await page.user.click(await screen.findByRole('button', { name: 'Edit global roles' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Global roles of Uma' }));
    await page.user.click(dialog.getByRole('switch', { name: /^Global access/ }));
    await page.user.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText('Global roles updated');
    expect(page.sent('SaveUser')).toEqual([{ userEmail: 'uma@acme.example', roles: [] }]);
  });

  it('a user is deactivated when "deactivate" was typed', {
    tags: ['spec:admin-typed', 'spec:admin-toasts'],
  }, async () => {
    const page = open({ DeactivateUser: () => ({ removeUserV2: { __typename: 'ConflictError', problem: 'No.' } }) });
    await page.user.click(await screen.findByRole('button', { name: 'Deactivate' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Deactivate user' }));
    await fill(page.user, dialog.getByRole('textbox'), 'Deactivate');
    await page.user.click(dialog.getByRole('button', { name: 'Deactivate' }));
    await screen.findByText('No.');
    expect(page.sent('DeactivateUser')).toEqual([{ email: 'uma@acme.example' }]);
  });

  it('gets a password, and an email that resets it', { tags: 'spec:admin-toasts' }, async () => {
    const page = open({
      SaveUser: () => saved(USER),
      ResetPassword: () => ({ resetAuth0Password: { __typename: 'PasswordResetQueued', email: USER.email } }),
    });
    await page.user.click(await screen.findByRole('button', { name: 'Set password' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Password of Uma' }));
    const button = dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' });
    expect(button.disabled).toBe(true);
    for (const label of ['Password', 'Confirm password'])
      fireEvent.change(dialog.getByLabelText(label), { target: { value: 'Plum-tree-over-9-hills' } });
    await page.user.click(button);
    await screen.findByText('Password updated');
    await page.user.click(screen.getByRole('button', { name: 'Reset password' }));
    await screen.findByText('Password reset email sent');
  });

  it('loses the last account when "remove" was typed', { tags: 'spec:admin-typed' }, async () => {
    const page = open({
      RemoveFromAccount: () => ({
        removeUserFromAccountV2: {
          __typename: 'AttachedToMoreAccountsError',
          problem: 'Uma belongs to more accounts.',
        },
      }),
    });
    await page.user.click(await screen.findByRole('button', { name: 'Remove from Acme' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove user from account' }));
    await fill(page.user, dialog.getByRole('textbox'), 'remove');
    await page.user.click(dialog.getByRole('button', { name: 'Remove' }));
    await screen.findByText('Uma belongs to more accounts.');
    expect(page.sent('RemoveFromAccount')).toEqual([{ urlName: 'acme', email: USER.email, isLast: true }]);
  });

  it('shows nothing to those without the permission, and nothing to change on one’s own page', {
    tags: 'spec:admin-permissions',
  }, async () => {
    const own = { ...USER, email: 'me@acme.example' };
    open({ User: () => ({ userV2: own }) }, ['view', 'manage-users']);
    await screen.findByRole('table', { name: 'Accounts' });
    for (const name of ['Deactivate', 'Set password', 'Reset password', 'Edit global roles', 'Remove from Acme'])
      expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.queryByText('Global roles')).toBeNull();
  });

  it('says when there is none', async () => {
    open({ User: () => ({ userV2: null }) });
    await screen.findByText('There is no such user.');
  });
});

it('ends the sessions of a user after a question', async () => {
  const page = open({ EndUserSessions: () => ({ endUserSessions: USER }) });
  await page.user.click(await screen.findByRole('button', { name: 'End sessions' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'End all sessions?' }));
  await page.user.click(dialog.getByRole('button', { name: 'End sessions' }));
  await screen.findByText('Sessions ended');
  expect(page.sent('EndUserSessions')).toEqual([{ userId: 'u1' }]);
});

describe('the identities', () => {
  it('the identities are blocked and unblocked', {
    tags: ['spec:admin-identity-blocked', 'spec:admin-toasts'],
  }, async () => {
    const page = open(
      {
        BlockIdentity: ({ blocked }) => ({ setAuth0UserBlock: { ...USER, identities: [{ ...IDENTITY, blocked }] } }),
      },
      GLOBAL,
      '?currentTab=identities',
    );
    const toggle = (): HTMLElement => screen.getByRole('switch', { name: 'Block password' });
    await waitFor(toggle);
    await page.user.click(toggle());
    await screen.findByText('User blocked');
    await waitFor(() => expect(toggle().hasAttribute('disabled')).toBe(false));
    await page.user.click(toggle());
    await screen.findByText('User unblocked');
    expect(page.sent('BlockIdentity')).toEqual([
      { id: 'i1', blocked: true },
      { id: 'i1', blocked: false },
    ]);
  });

  it('show the second factor, which is reset after a question', async () => {
    const enrolled = { ...IDENTITY, hasAuthenticatorApp: true, passkeyCount: 2 };
    const page = open(
      {
        User: () => ({ userV2: { ...USER, identities: [enrolled] } }),
        ResetUserFactors: () => ({ resetUserFactors: USER }),
      },
      GLOBAL,
      '?currentTab=identities',
    );
    await screen.findByText('Authenticator app, 2 passkeys');
    await page.user.click(screen.getByRole('button', { name: 'Reset second factor' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Reset second factor?' }));
    await page.user.click(dialog.getByRole('button', { name: 'Reset' }));
    await screen.findByText('Factors reset');
    await waitFor(() => expect(screen.queryByText('Authenticator app, 2 passkeys')).toBeNull());
    expect(page.sent('ResetUserFactors')).toEqual([{ userId: 'u1' }]);
  });
});
