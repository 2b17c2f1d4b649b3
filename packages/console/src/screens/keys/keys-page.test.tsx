import { KEY_TYPES } from '@switchboard/model/key-types/key-types';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { buildAnswer, buildEvent, buildKey, buildKeys } from '../../../test/build-rows.ts';
import type { Answers } from '../../../test/graphql-server.ts';
import { KEY_EDITOR } from '../../../test/key-pages.ts';
import { type RenderedPage, renderPage } from '../../../test/render-page.tsx';

const warehouse = buildKey({
  id: 'k1',
  name: 'warehouse',
  credential_type_name: 'SQL',
  description: 'Holds the orders.',
});
const partner = buildKey({ id: 'k2', name: 'partner', status: 'suspended' });
const ANSWERS: Answers = { Credentials: () => buildKeys(warehouse, partner) };
const NOTHING: Answers = { Credentials: () => buildKeys() };

const rowOf = async (name: string): Promise<HTMLElement> => {
  const row = (await screen.findByText(name)).closest<HTMLElement>('[role="row"]');
  if (row === null) throw new Error(`${name} is not in a row.`);
  return row;
};
const cellsOf = (row: HTMLElement): (string | null)[] =>
  within(row)
    .getAllByRole('gridcell')
    .map((cell) => cell.textContent);

it('shows the "Heading Vault", and the columns type, name, status and description', {
  tags: ['spec:keys-route', 'spec:keys-heading', 'spec:keys-columns', 'spec:keys-status', 'spec:keys-description'],
}, async () => {
  renderPage({ path: 'keys', answers: ANSWERS });
  const row = await rowOf('warehouse');
  screen.getByRole('heading', { level: 1, name: 'Vault' });
  expect(document.title).toBe('Keys · Acme Media · Switchboard');
  expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual(
    expect.arrayContaining(['Type', 'Name', 'Status', 'Description']),
  );
  expect(cellsOf(row)).toEqual(expect.arrayContaining(['SQL', 'warehouse', 'Active', 'Holds the orders.']));
  expect(within(row).getByText('Active').dataset['tone']).toBe('completed');
  expect(within(await rowOf('partner')).getByText('Suspended').dataset['tone']).toBe('error');
});

it('shows from two weeks before on when a key ends, with what ends in the tooltip', async () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const ends = (name: string, days: number) =>
    buildKey({ id: name, name, expires: inDays(days), expires_of: 'Client certificate' });
  const keys = buildKeys(ends('soon', 13), ends('over', -2), ends('later', 15));
  renderPage({ path: 'keys', answers: { Credentials: () => keys } });
  const badgeOf = async (name: string) => (await rowOf(name)).querySelectorAll('[data-tone]')[1];
  expect((await badgeOf('soon'))?.textContent).toMatch(/^Ends [A-Z][a-z]{2} \d+/);
  expect((await badgeOf('soon'))?.getAttribute('data-tip')).toMatch(
    /^Client certificate ends in 1\d d: 20\d\d-.* UTC$/,
  );
  expect((await badgeOf('over'))?.textContent).toMatch(/^Ended /);
  expect(await badgeOf('later')).toBeUndefined();
});

it('the rows of the list are 60 pixels high', { tags: 'spec:keys-row-height' }, async () => {
  renderPage({ path: 'keys', answers: ANSWERS });
  expect((await rowOf('warehouse')).style.height).toBe('60px');
  expect((await rowOf('partner')).style.transform).toBe('translateY(60px)');
});

it('asks for 100 keys', { tags: ['spec:page-sizes', 'spec:call-credentials'] }, async () => {
  const page = renderPage({ path: 'keys', answers: ANSWERS });
  await rowOf('warehouse');
  expect(page.sent('Credentials')).toEqual([{ first: 100, search: null, status: null }]);
});

it('searches by the field "Search Vault"', { tags: 'spec:keys-search' }, async () => {
  const page = renderPage({ path: 'keys', answers: ANSWERS });
  await rowOf('warehouse');
  await page.user.type(screen.getByPlaceholderText('Search Vault'), 'ware{Enter}');
  await waitFor(() => expect(page.path()).toBe('keys?search=ware'));
  await waitFor(() => expect(page.sent('Credentials').at(-1)).toMatchObject({ search: 'ware', status: null }));
});

it('filters by the "status chips Active and Suspended"', { tags: 'spec:keys-status-chips' }, async () => {
  const page = renderPage({ path: 'keys', answers: ANSWERS });
  await rowOf('warehouse');
  const chips = within(screen.getByRole('group', { name: 'Status' }));
  expect(chips.getAllByRole('button').map((chip) => chip.textContent)).toEqual(['Active', 'Suspended', 'Paused']);
  await page.user.click(chips.getByRole('button', { name: 'Suspended', pressed: false }));
  await waitFor(() => expect(page.path()).toBe('keys?status=suspended'));
  await waitFor(() => expect(page.sent('Credentials').at(-1)).toMatchObject({ status: ['suspended'] }));
  await page.user.click(chips.getByRole('button', { name: 'Suspended', pressed: true }));
  await waitFor(() => expect(page.path()).toBe('keys'));
});

it('fetches the next keys behind the last one', { tags: 'spec:keys-infinite-scroll' }, async () => {
  const pages: Answers = {
    Credentials: ({ after }) => {
      if (after === 'c1') return buildKeys(partner);
      const { credentials } = buildAnswer('credentials', 'CredentialConnection', [warehouse]);
      return {
        credentials: {
          ...(credentials as object),
          pageInfo: { __typename: 'PageInfo', hasNextPage: true, endCursor: 'c1' },
        },
      };
    },
  };
  renderPage({ path: 'keys', answers: pages });
  await rowOf('warehouse');
  await rowOf('partner');
});

it.each([
  ['keys', 'You have no keys yet'],
  ['keys?status=suspended', 'No results, try another filter'],
  ['keys?search=nothing', 'No results, try another filter'],
])('%s says "%s" when it is empty', { tags: 'spec:keys-empty' }, async (path, text) => {
  renderPage({ path, answers: NOTHING });
  await screen.findByText(text);
});

it('"Failed to fetch keys", in a toast beside the reason and Retry', { tags: 'spec:keys-failed' }, async () => {
  let isAway = true;
  const page = renderPage({
    path: 'keys',
    answers: { Credentials: () => (isAway ? new Error('The database is away.') : buildKeys(warehouse)) },
  });
  await screen.findByText('Failed to fetch keys');
  await screen.findByText('The database is away.');
  isAway = false;
  await page.user.click(screen.getByRole('button', { name: 'Retry' }));
  await rowOf('warehouse');
});

it('copies the name and the description', {
  tags: ['spec:keys-columns', 'spec:keys-description', 'spec:copied-toast'],
}, async () => {
  const page = renderPage({ path: 'keys', answers: ANSWERS });
  await page.user.hover(await screen.findByText('warehouse'));
  // A simulated pointer leaves the name on its way to the button, which is shown on hover only.
  fireEvent.click(await screen.findByRole('button', { name: 'Copy name' }));
  await screen.findByText('Copied to clipboard!');
  expect(await navigator.clipboard.readText()).toBe('warehouse');
  await page.user.hover(screen.getByText('Holds the orders.'));
  fireEvent.click(await screen.findByRole('button', { name: 'Copy description' }));
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe('Holds the orders.'));
});

it('"Row click opens details"', { tags: 'spec:keys-row-click' }, async () => {
  const page = renderPage({ path: 'keys', answers: { ...ANSWERS, KeyDetails: () => ({ credential: null }) } });
  await page.user.click(await screen.findByText('Holds the orders.'));
  await waitFor(() => expect(page.path()).toBe('keys/details?keyName=warehouse'));
  await page.goBack();
  (await rowOf('partner')).focus();
  await page.user.keyboard('{Enter}');
  await waitFor(() => expect(page.path()).toBe('keys/details?keyName=partner'));
});

it('offers "Add key" to people with manage-keys only', {
  tags: ['spec:keys-add-permission', 'spec:keys-read-only'],
}, async () => {
  const viewed = renderPage({ path: 'keys', answers: ANSWERS, session: { permissions: new Set(['view']) } });
  await rowOf('warehouse');
  expect(screen.queryByRole('button', { name: 'Add key' })).toBeNull();
  viewed.unmount();
  renderPage({ path: 'keys', answers: ANSWERS, session: KEY_EDITOR });
  await screen.findByRole('button', { name: 'Add key' });
});

it('opens a picker of types: searchable, alphabetical, without deprecated ones', {
  tags: 'spec:keys-picker',
}, async () => {
  const page = renderPage({ path: 'keys', answers: ANSWERS, session: KEY_EDITOR });
  await page.user.click(await screen.findByRole('button', { name: 'Add key' }));
  const picker = within(await screen.findByRole('dialog', { name: 'Select credential type' }));
  const types = within(picker.getByRole('group', { name: 'Types' }));
  const shown = types.getAllByRole('button').map((tile) => tile.firstElementChild?.textContent);
  const offered = KEY_TYPES.filter(({ deprecated, demo }) => deprecated !== true && demo !== true).map(
    ({ displayName }) => displayName,
  );
  expect(shown).toEqual(offered.toSorted((one, other) => one.localeCompare(other)));
  await page.user.type(picker.getByRole('textbox'), 'sql');
  await page.user.click(types.getByRole('button', { name: /^SQL/ }));
  await waitFor(() => expect(page.path()).toBe('keys/add-key?keyType=sql'));
});

const menuOf = async (page: RenderedPage, name: string): Promise<(string | null)[]> => {
  await page.user.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  await screen.findByRole('menuitem', { name: 'Copy name' });
  return screen.getAllByRole('menuitem').map((item) => item.textContent);
};

it('unsuspends a suspended key after a question, for people who manage keys', async () => {
  let status = 'suspended';
  const page = renderPage({
    path: 'keys',
    session: { permissions: new Set(['view', 'manage-keys']) },
    answers: {
      Credentials: () => buildKeys({ ...partner, status }),
      UnsuspendKey: () => {
        status = 'active';
        return { save_credential: { __typename: 'SaveCredentialOk' } };
      },
    },
  });
  expect(await menuOf(page, 'partner')).toContain('Unsuspend');
  await page.user.click(screen.getByRole('menuitem', { name: 'Unsuspend' }));
  const question = within(await screen.findByRole('dialog', { name: 'Unsuspend this key?' }));
  await page.user.click(question.getByRole('button', { name: 'Unsuspend' }));
  await screen.findByText('partner was successfully unsuspended!');
  await waitFor(async () => expect(cellsOf(await rowOf('partner'))).toContain('Active'));
  expect(page.requests).toContainEqual({ operation: 'UnsuspendKey', variables: { name: 'partner' } });
});

it('offers an active key, and people without the permission, nothing to unsuspend', async () => {
  const managed = renderPage({
    path: 'keys',
    session: { permissions: new Set(['view', 'manage-keys']) },
    answers: ANSWERS,
  });
  expect(await menuOf(managed, 'warehouse')).toEqual([
    'Copy name',
    'Copy description',
    'Copy id',
    'Pause',
    'Edit key',
    'Delete Key',
  ]);
  managed.unmount();
  const viewed = renderPage({ path: 'keys', session: { permissions: new Set(['view']) }, answers: ANSWERS });
  expect(await menuOf(viewed, 'partner')).toEqual(['Copy name', 'Copy id']);
});

it('follows what suspends a key elsewhere', async () => {
  let status = 'active';
  const page = renderPage({ path: 'keys', answers: { Credentials: () => buildKeys({ ...partner, status }) } });
  expect(cellsOf(await rowOf('partner'))).toContain('Active');
  status = 'suspended';
  page.emit({ events: [buildEvent({ id: 'e1', severity: 'error', code: 'SOURCE_AUTH_FAILED' })] });
  await screen.findByText('Suspended', { selector: '[data-tone]' });
});

it('drops a status that does not exist from the address', async () => {
  const page = renderPage({ path: 'keys?status=archived', answers: ANSWERS });
  await screen.findByText('Page was accessed with the wrong URL params.');
  await waitFor(() => expect(page.path()).toBe('keys'));
  expect(page.sent('Credentials').at(-1)).toMatchObject({ status: null });
});
