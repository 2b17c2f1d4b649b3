import { notifications } from '@mantine/notifications';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildDownloads, buildEvents, buildFilterOptions, buildUploads } from '../../../test/build-rows.ts';
import type { Answers } from '../../../test/graphql-server.ts';
import { type RenderedPage, renderPage } from '../../../test/render-page.tsx';
import { recordSavedFiles } from '../../../test/saved-files.ts';
import { fill } from '../../../test/setup-user.ts';

const ANSWERS = {
  Downloads: () => buildDownloads(),
  Uploads: () => buildUploads(),
  Events: () => buildEvents(),
  FilterOptions: () => buildFilterOptions(),
};
/** The code of menus is loaded when they first open. */
const LAZY = { timeout: 60_000 };
const ACME = { urlName: 'acme', name: 'Acme Media' };
const GLOBEX = { urlName: 'globex', name: 'Globex' };

const open = (accounts = [ACME, GLOBEX], answers: Answers = ANSWERS): RenderedPage =>
  renderPage({ hasShell: true, path: 'downloads/list', answers, session: { accounts } });

describe('"The header has an account switcher"', () => {
  it('"shown only when the user has more than one account"', { tags: 'spec:switcher-several-accounts' }, () => {
    open([ACME]).unmount();
    expect(screen.queryByRole('button', { name: /^Account / })).toBeNull();
    open();
    screen.getByRole('button', { name: 'Account Acme Media' });
  });

  it('"The header has an account switcher" with "a search box, the text "Select the Account you want to view", "No accounts found""', {
    tags: 'spec:switcher-texts',
  }, async () => {
    const page = open();
    await page.user.click(screen.getByRole('button', { name: 'Account Acme Media' }));
    const search = await screen.findByPlaceholderText('Select the Account you want to view', {}, LAZY);
    await fill(page.user, search, 'glo');
    await waitFor(() => expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Globex']));
    await fill(page.user, search, 'xyz');
    await screen.findByText('No accounts found');
  });
});

describe('the user menu', () => {
  it('shows name, email, "light/dark/system mode" and Logout', { tags: 'spec:user-menu' }, async () => {
    const page = open();
    const avatar = screen.getByRole('button', { name: 'User menu of Jo Doe' });
    expect(avatar.textContent).toBe('JD');
    await page.user.click(avatar);
    await screen.findByText('jo@acme.example', {}, LAZY);
    screen.getByText('Jo Doe');
    for (const mode of ['Light', 'Dark', 'System']) screen.getByRole('radio', { name: mode });
    expect(screen.getByRole('link', { name: 'Logout' }).getAttribute('href')).toBe('/logout');
  });

  it('leads to the users and settings of the account for people who manage them', async () => {
    const permissions = new Set(['view', 'manage-users', 'manage-account-settings'] as const);
    const page = renderPage({ hasShell: true, path: 'downloads/list', answers: ANSWERS, session: { permissions } });
    await page.user.click(screen.getByRole('button', { name: 'User menu of Jo Doe' }));
    const users = await screen.findByRole('link', { name: 'Users' }, LAZY);
    expect(users.getAttribute('href')).toBe('/acme/users');
    expect(screen.getByRole('link', { name: 'Settings' }).getAttribute('href')).toBe('/acme/users?currentTab=settings');
    page.unmount();
    const viewer = open();
    await viewer.user.click(screen.getByRole('button', { name: 'User menu of Jo Doe' }));
    await screen.findByRole('link', { name: 'Logout' }, LAZY);
    expect(screen.queryByRole('link', { name: 'Users' })).toBeNull();
  });

  it('leads to "Admin (only with list-accounts-v2)"', { tags: 'spec:user-menu-admin' }, async () => {
    const page = open();
    await page.user.click(screen.getByRole('button', { name: 'User menu of Jo Doe' }));
    await screen.findByRole('link', { name: 'Logout' }, LAZY);
    expect(screen.queryByRole('link', { name: 'Admin' })).toBeNull();
    page.unmount();
    const permissions = new Set(['view', 'list-accounts-v2'] as const);
    const admin = renderPage({ hasShell: true, path: 'downloads/list', answers: ANSWERS, session: { permissions } });
    await admin.user.click(screen.getByRole('button', { name: 'User menu of Jo Doe' }));
    const link = await screen.findByRole('link', { name: 'Admin' }, LAZY);
    expect(link.getAttribute('href')).toBe('/admin');
  });

  it.each([
    [{ __typename: 'PasswordResetQueued', email: 'jo@acme.example' }, 'Password reset email sent to jo@acme.example'],
    [{ __typename: 'NotFoundError', message: 'Not found.' }, 'Error sending password reset email'],
    [new Error('The mail server is away.'), 'Error sending password reset email'],
  ])(
    'requests the mail for a new password, and shows the outcome %#',
    {
      tags: ['spec:password-reset-sent', 'spec:password-reset-failed', 'spec:user-menu-reset-password'],
    },
    async (result, toast) => {
      const answer = (): unknown => (result instanceof Error ? result : { resetAuth0Password: result });
      const page = open([ACME], { ...ANSWERS, ResetPassword: answer });
      await page.user.click(screen.getByRole('button', { name: 'User menu of Jo Doe' }));
      await page.user.click(await screen.findByRole('button', { name: 'Reset password' }, LAZY));
      await screen.findByText((text) => text.startsWith(toast));
      expect(page.sent('ResetPassword')).toMatchObject([{ email: 'jo@acme.example' }]);
      notifications.clean();
    },
  );

  it('saves the data of the person, and shows when it failed', async () => {
    const saved = recordSavedFiles();
    const answers = [new Response('', { status: 500 }), Response.json({ person: { name: 'Jo Doe' } })];
    const page = open([ACME], { ...ANSWERS, '/api/user/data': () => answers.shift() });
    await page.user.click(screen.getByRole('button', { name: 'User menu of Jo Doe' }));
    const item = await screen.findByRole('button', { name: 'Download my data' }, LAZY);
    await page.user.click(item);
    await screen.findByText(/^Error downloading your data/);
    await page.user.click(item);
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['switchboard-personal-data.json']));
    notifications.clean();
  });
});
