// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type RenderedPage, renderPage, rowOf } from '../../../test/render-page.tsx';
import { AdminPage } from './admin-page.tsx';

const buildAccount = (urlName: string, patch: object = {}) => ({
  __typename: 'Account',
  id: urlName,
  urlName,
  name: urlName.toUpperCase(),
  contractedRowCount: null,
  defaultDeadline: null,
  dailySummaryTime: null,
  dailySummaryRecipients: [],
  users: [],
  ...patch,
});

const page = (nodes: readonly object[], endCursor: string | null) => ({
  accountsV2: {
    __typename: 'AccountConnection',
    nodes,
    pageInfo: { __typename: 'PageInfo', hasNextPage: endCursor !== null, endCursor },
  },
});

const open = (answer: (variables: Readonly<Record<string, unknown>>) => unknown, query = ''): RenderedPage =>
  renderPage({ path: query, element: <AdminPage />, answers: { Accounts: answer } });

it('shows each account with its settings', async () => {
  const acme = buildAccount('acme', {
    contractedRowCount: 1_250_000,
    defaultDeadline: '08:00 UTC',
    dailySummaryTime: '09:30 Europe/Berlin',
    dailySummaryRecipients: ['ops@acme.example'],
    users: [{ __typename: 'AccountUser' }, { __typename: 'AccountUser' }],
  });
  open(() => page([acme, buildAccount('globex')], null));
  const row = within(await rowOf('ACME'));
  for (const shown of ['acme', '2', '1.3M', '08:00 UTC', '09:30 Europe/Berlin']) row.getByText(shown);
  expect(row.getByText('1.3M').dataset['tip']).toBe('1,250,000 rows per month');
  expect(row.getByText('09:30 Europe/Berlin').dataset['tip']).toBe('To ops@acme.example');
  expect(within(await rowOf('GLOBEX')).getAllByText('—')).toHaveLength(3);
  expect(document.title).toBe('Accounts · Admin · Switchboard');
});

it('opens the console of an account', async () => {
  const { user, path } = open(() => page([buildAccount('acme'), buildAccount('globex')], null));
  expect((await screen.findByRole('link', { name: 'GLOBEX' })).getAttribute('href')).toBe('/app/globex/dashboard');
  await user.click(screen.getByRole('button', { name: 'Actions for ACME' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Open the console' }));
  expect(path()).toBe('dashboard');
});

it('loads page after page', async () => {
  const { requests } = open(({ after }) =>
    after === undefined ? page([buildAccount('acme')], 'c1') : page([buildAccount('globex')], null),
  );
  await rowOf('ACME');
  await rowOf('GLOBEX');
  expect(requests.map(({ variables }) => variables)).toEqual([{ first: 50 }, { first: 50, after: 'c1' }]);
});

it('says that there are no accounts', async () => {
  open(() => page([], null));
  await screen.findByText('There are no active accounts');
});

it('shows what failed, and loads the accounts by Retry', async () => {
  let isBroken = true;
  const { user } = open(() => (isBroken ? new Error('The database is away.') : page([buildAccount('acme')], null)));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The database is away.');
  isBroken = false;
  await user.click(within(alert).getByRole('button', { name: 'Retry' }));
  await rowOf('ACME');
});

it('removes a tab that does not exist from the address', async () => {
  const { path } = open(() => page([buildAccount('acme')], null), '?currentTab=backstage');
  await screen.findByText('Page was accessed with the wrong URL params.');
  await rowOf('ACME');
  expect(path()).toBe('');
});
