import type { Permission } from '@switchboard/model/permissions';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { buildAnswer, buildEvent, buildFilterOptions } from '../../test/build-rows.ts';
import { renderPage } from '../../test/render-page.tsx';
import { AccountConsole } from './account-console.tsx';
import { AccountRoutes } from './routes.tsx';

/** The console with this many suspended keys; a failure when the number is null. */
function renderConsole(suspended: () => number | null, permissions: readonly Permission[] = ['view']) {
  return renderPage({
    path: 'keys',
    session: { permissions: new Set(permissions) },
    element: (
      <AccountConsole>
        <AccountRoutes />
      </AccountConsole>
    ),
    answers: {
      Failures: () => ({
        downloads: { __typename: 'DownloadConnection', nodes: [] },
        uploads: { __typename: 'UploadConnection', nodes: [] },
      }),
      FilterOptions: () => buildFilterOptions(),
      Credentials: () => buildAnswer('credentials', 'CredentialConnection', []),
      SuspendedKeys: () => {
        const count = suspended();
        return count === null ? new Error('The database is away.') : { getSuspendedCredentialCount: count };
      },
    },
  });
}

/** Windows with the names of the navigation, and with short labels. */
const WIDE = 1440;
const MINI = 1024;

const navigation = () => within(screen.getByRole('navigation', { name: 'Main' }));

it('shows "the count of suspended credentials" on Keys, in its name too', {
  tags: ['spec:navigation-badge', 'spec:navigation-keys', 'spec:call-suspended-count'],
}, async () => {
  window.innerWidth = WIDE;
  const { unmount } = renderConsole(() => 2);
  expect((await navigation().findByRole('link', { name: 'Keys, 2 suspended' })).textContent).toBe('Keys2');
  unmount();
  window.innerWidth = MINI;
  renderConsole(() => 2);
  expect((await navigation().findByRole('link', { name: 'Keys, 2 suspended' })).textContent).toBe('Keys2');
});

it('"nav badge caps at 9 then "+""', { tags: 'spec:badge-cap' }, async () => {
  const { unmount } = renderConsole(() => 9);
  expect((await navigation().findByRole('link', { name: 'Keys, 9 suspended' })).textContent).toBe('Keys9');
  unmount();
  renderConsole(() => 10);
  expect((await navigation().findByRole('link', { name: 'Keys, 10 suspended' })).textContent).toBe('Keys9+');
});

it('shows no badge while no key is suspended', { tags: 'spec:navigation-badge' }, async () => {
  const page = renderConsole(() => 0);
  await waitFor(() => expect(page.sent('SuspendedKeys').length).toBe(1));
  await screen.findByText('You have no keys yet');
  expect(navigation().getByRole('link', { name: 'Keys' }).textContent).toBe('Keys');
});

it('counts again when a failure or an event of a key arrives, and not for other changes', async () => {
  let suspended = 1;
  const page = renderConsole(() => suspended);
  await navigation().findByRole('link', { name: 'Keys, 1 suspended' });
  suspended = 0;
  page.emit({ events: [buildEvent({ id: 'e1', severity: 'info', code: 'KEY_UNSUSPENDED' })] });
  await navigation().findByRole('link', { name: 'Keys' });
  const asked = page.sent('SuspendedKeys').length;
  page.emit({ events: [buildEvent({ id: 'e2', severity: 'info' })] });
  suspended = 3;
  page.emit({ events: [buildEvent({ id: 'e3', severity: 'error', code: 'SOURCE_AUTH_FAILED' })] });
  await navigation().findByRole('link', { name: 'Keys, 3 suspended' });
  expect(page.sent('SuspendedKeys').length).toBe(asked + 1);
});

it('suspended keys are not counted for people who may not view the account', async () => {
  const page = renderConsole(() => 2, []);
  await screen.findByText('You do not have access to Keys');
  expect(page.sent('SuspendedKeys').length).toBe(0);
});

it('"Error loading the number of suspended credentials"', { tags: 'spec:suspended-count-failed' }, async () => {
  renderConsole(() => null);
  const toast = await screen.findByText('Error loading the number of suspended credentials');
  expect(toast.closest('[role="alert"]')).not.toBeNull();
  expect(navigation().getByRole('link', { name: 'Keys' }).textContent).toBe('Keys');
});
