import type { Permission } from '@switchboard/model/permissions';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Answers } from '../../../test/graphql-server.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { fill } from '../../../test/setup-user.ts';
import { AddUserDialog } from './add-user-dialog.tsx';

const CS: ReadonlySet<Permission> = new Set([
  'view',
  'backfills',
  'manage-pipelines',
  'manage-integrations',
  'manage-account-settings',
  'manage-publish-rules',
  'read-audit-log',
  'manage-audit-log',
  'manage-sign-in',
  'manage-keys',
  'email-ingest-v3',
  'develop-scripts',
  'publish-scripts',
  'approve-scripts',
  'view-diffs-beta',
  'manage-users',
  'list-accounts',
]);
const GLOBAL_CS: ReadonlySet<Permission> = new Set([
  ...CS,
  'list-accounts-v2',
  'manage-accounts',
  'manage-global-users',
]);
const SAVED = { saveUserV2: { __typename: 'SavedUser', invited: false, user: null, accounts: [] } };
const PASSWORD = 'Plum-tree-over-9-hills';

const verified = (auth0Name: string | null, userId: string | null, invites = false): Answers => ({
  VerifyEmail: () => ({ verifyEmail: { __typename: 'EmailVerification', auth0Name, userId, invites } }),
});

const accounts = (names: readonly string[]) => ({
  accountsV2: {
    __typename: 'AccountConnection',
    nodes: names.map((name) => ({ __typename: 'Account', id: name, urlName: name, name })),
    pageInfo: { __typename: 'PageInfo', hasNextPage: false },
  },
});

async function open(answers: Answers, account: { urlName: string } | null = { urlName: 'acme' }, permissions = CS) {
  const onSaved = vi.fn();
  const page = renderPage({
    element: <AddUserDialog account={account} permissions={permissions} onClose={() => undefined} onSaved={onSaved} />,
    answers: { AccountRoles: () => ({ account: null }), ...answers },
  });
  const dialog = within(await screen.findByRole('dialog', { name: 'Add user' }));
  const enter = (name: string | RegExp, value: string): boolean =>
    fireEvent.change(dialog.getByLabelText(name), { target: { value } });
  const verify = async (email = 'new@acme.example'): Promise<void> => {
    enter(/^Email/, email);
    await page.user.click(dialog.getByRole('button', { name: 'Verify' }));
  };
  const confirm = () => dialog.getByRole<HTMLButtonElement>('button', { name: 'Confirm' });
  const sent = () => page.sent('SaveUser').at(-1);
  return { ...page, dialog, enter, verify, confirm, sent, onSaved };
}

describe('adding a user', () => {
  it('verifies a new email, and confirms once name and roles are set', {
    tags: ['spec:admin-verify-outcomes', 'spec:admin-add-user-valid'],
  }, async () => {
    const { user, dialog, enter, verify, confirm, sent, onSaved } = await open({
      ...verified(null, null),
      SaveUser: () => SAVED,
    });
    expect(confirm().disabled).toBe(true);
    await verify();
    await dialog.findByText('This is a new user.');
    enter(/^Name/, ' Nora ');
    expect(confirm().disabled).toBe(true);
    await user.click(dialog.getByRole('checkbox', { name: 'viewer' }));
    await waitFor(() => expect(confirm().disabled).toBe(false));
    await user.click(confirm());
    await screen.findByText('User saved');
    expect(sent()).toEqual({ userEmail: 'new@acme.example', userName: 'Nora', roles: ['viewer'], urlNames: ['acme'] });
    expect(onSaved).toHaveBeenCalled();
  });

  it('prefills the name of a known person without accounts, and asks for no password', async () => {
    const { dialog, verify } = await open(verified('Kim', null));
    await verify('kim@acme.example');
    await dialog.findByText('This person is known and has access to no account.');
    expect(dialog.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Kim');
    expect(dialog.queryByLabelText(/^Password/)).toBeNull();
  });

  it('links to a user who has access already', async () => {
    const { dialog, verify, confirm } = await open(verified('Max', 'id 1'), { urlName: 'acme' }, GLOBAL_CS);
    await verify('max@acme.example');
    await dialog.findByText('This user already has access to accounts.');
    expect(dialog.getByRole('link', { name: 'See user' }).getAttribute('href')).toBe('/users/id%201');
    expect(confirm().disabled).toBe(true);
  });

  it('refuses an email that is none, and says when verifying failed', { tags: 'spec:admin-toasts' }, async () => {
    const { dialog, verify, requests } = await open({ VerifyEmail: () => new Error('The database is away.') });
    await verify('not-an-email');
    await dialog.findByText('The email is invalid');
    expect(requests).toEqual([]);
    await verify();
    await screen.findByText(/^Error when verifying email/);
  });

  it('offers only roles that the person may grant', { tags: 'spec:admin-grantable-roles' }, async () => {
    const { dialog, verify } = await open(verified(null, null));
    await verify();
    await dialog.findByText('This is a new user.');
    const disabled = dialog
      .getAllByRole<HTMLInputElement>('checkbox')
      .filter((box) => box.disabled)
      .map((box) => box.value);
    expect(disabled).toEqual(['tester', 'cs']);
  });

  it('needs accounts unless global access is set', async () => {
    const { user, dialog, enter, verify, confirm, sent } = await open(
      {
        ...verified(null, null),
        SaveUser: () => SAVED,
        AccountNames: () => accounts(['acme']),
      },
      null,
      GLOBAL_CS,
    );
    await verify();
    enter(/^Name/, await dialog.findByText('This is a new user.').then(() => 'Nora'));
    await user.click(dialog.getByRole('checkbox', { name: 'viewer' }));
    expect(confirm().disabled).toBe(true);
    await user.click(await dialog.findByRole('checkbox', { name: 'acme' }));
    expect(confirm().disabled).toBe(false);
    await user.click(dialog.getByRole('switch', { name: /^Global access/ }));
    expect(dialog.queryByRole('checkbox', { name: 'acme' })).toBeNull();
    await user.click(confirm());
    await screen.findByText('User saved');
    expect(sent()).toEqual({ userEmail: 'new@acme.example', userName: 'Nora', roles: ['viewer'] });
  });

  it('finds accounts by a part of their name, and keeps those that are chosen in view', async () => {
    const names = Array.from({ length: 9 }, (_, index) => `shop-${index}`);
    const searches: unknown[] = [];
    const { user, dialog, verify } = await open(
      {
        ...verified(null, null),
        AccountNames: ({ search }) => {
          searches.push(search);
          return accounts(search === null ? names : ['zebra']);
        },
      },
      null,
      GLOBAL_CS,
    );
    await verify();
    await user.click(await dialog.findByRole('checkbox', { name: 'shop-3' }));
    expect(dialog.queryByText(/^There are more\./)).toBeNull();
    await fill(user, dialog.getByRole('textbox', { name: 'Search accounts' }), 'zeb');
    await user.click(await dialog.findByRole('checkbox', { name: 'zebra' }));
    expect(searches).toEqual([null, 'zeb']);
    const chosen = dialog.getAllByRole<HTMLInputElement>('checkbox', { checked: true }).map(({ value }) => value);
    expect(chosen).toEqual(['shop-3', 'zebra']);
    // Global access needs no accounts; without it the chosen ones are there again.
    await user.click(dialog.getByRole('switch', { name: /^Global access/ }));
    await user.click(dialog.getByRole('switch', { name: /^Global access/ }));
    expect(await dialog.findByRole('checkbox', { name: 'shop-3', checked: true })).toBeDefined();
  });

  it('shows the rules that a password breaks, and that both must match', {
    tags: ['spec:admin-password-rules', 'spec:admin-password-special'],
  }, async () => {
    const { user, dialog, enter, verify, confirm, sent } = await open({
      ...verified(null, null),
      SaveUser: () => SAVED,
    });
    await verify();
    await dialog.findByText('This is a new user.');
    enter(/^Name/, 'Nora');
    await user.click(dialog.getByRole('checkbox', { name: 'viewer' }));
    enter('Password (optional)', 'short');
    dialog.getByText(/8 to 128 characters/);
    enter('Password (optional)', 'Plum-tree-€-9');
    dialog.getByText(/^There is an invalid special character, choose from /);
    enter('Password (optional)', PASSWORD);
    enter('Confirm password', `${PASSWORD}x`);
    dialog.getByText('Passwords do not match');
    expect(confirm().disabled).toBe(true);
    enter('Confirm password', PASSWORD);
    await user.click(confirm());
    await screen.findByText('User saved');
    expect(sent()).toMatchObject({ userPassword: PASSWORD });
  });

  it.each([
    [{ __typename: 'ConflictingEmailError', problem: 'Email already exists' }, 'Email already exists'],
    [
      { __typename: 'InsecurePasswordError', errors: ["Password isn't strong enough.", 'Add words.'] },
      "Password isn't strong enough.",
    ],
    [{ __typename: 'ConflictError', problem: 'You cannot grant cs.' }, 'You cannot grant cs.'],
  ])(
    'shows the refusal %j and keeps the form',
    { tags: ['spec:admin-conflicting-email', 'spec:admin-insecure-password'] },
    async (refusal, text) => {
      const { user, dialog, enter, verify, confirm } = await open({
        ...verified(null, null),
        SaveUser: () => ({ saveUserV2: refusal }),
      });
      await verify();
      await dialog.findByText('This is a new user.');
      enter(/^Name/, 'Nora');
      await user.click(dialog.getByRole('checkbox', { name: 'viewer' }));
      await user.click(confirm());
      await screen.findByText(text);
      expect(dialog.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Nora');
    },
  );

  it('says that an invitation is sent where the administrator cannot know who exists, and offers no password', async () => {
    const { user, dialog, enter, verify, confirm, sent } = await open({
      ...verified(null, null, true),
      SaveUser: () => ({ saveUserV2: { ...SAVED.saveUserV2, invited: true } }),
    });
    await verify();
    await dialog.findByText('They get an invitation by email, and join once they accept it.');
    expect(dialog.queryByLabelText(/^Password/)).toBeNull();
    enter(/^Name/, 'Nora');
    await user.click(dialog.getByRole('checkbox', { name: 'viewer' }));
    await waitFor(() => expect(confirm().disabled).toBe(false));
    await user.click(confirm());
    await screen.findByText('Invitation sent');
    expect(sent()).not.toHaveProperty('userPassword');
  });
});
