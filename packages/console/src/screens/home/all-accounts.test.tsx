import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildHomepage } from '../../../test/build-health.ts';
import { buildAnswer } from '../../../test/build-rows.ts';
import type { Answers } from '../../../test/graphql-server.ts';
import { renderPage, rowOf } from '../../../test/render-page.tsx';
import { fill } from '../../../test/setup-user.ts';
import type { AccountRow } from './account-rows.ts';

const health = (patch: Partial<AccountRow> & { readonly id: string }): AccountRow =>
  ({
    __typename: 'AccountHealth',
    urlName: patch.id,
    name: patch.id,
    level: 'Working',
    determined: '2026-11-20T12:00:00.000Z',
    errors: 0,
    issues: 0,
    notices: 0,
    working: 3,
    suspended: 0,
    late: 0,
    newestErrorAt: null,
    newestErrorName: null,
    newestError: null,
    ...patch,
  }) as AccountRow;

const ACCOUNTS = [
  health({ id: 'globex', name: 'Globex', level: 'Error', errors: 2, late: 1, newestError: 'ads: no such report.' }),
  health({ id: 'new', name: 'New', level: 'Unknown', determined: null }),
  health({ id: 'initech', name: 'Initech', level: 'Notice', notices: 4 }),
  health({ id: 'acme', name: 'Acme Media' }),
  health({ id: 'empty', name: 'Empty', level: 'Unpublished', working: 0 }),
];
const answerOf = (accounts: readonly AccountRow[]) =>
  buildAnswer('account_health', 'AccountHealthConnection', [...accounts]);
const ANSWERS: Answers = { AccountHealths: () => answerOf(ACCOUNTS), Homepage: () => buildHomepage() };
const MANY = [
  { urlName: 'acme', name: 'Acme Media' },
  { urlName: 'globex', name: 'Globex' },
];
const open = (path: string, answers: Answers = {}) =>
  renderPage({ path, answers: { ...ANSWERS, ...answers }, session: { accounts: MANY } });
const rows = (): (string | undefined)[] =>
  [...document.querySelectorAll<HTMLElement>('[data-row-id]')].map((row) => row.dataset['rowId']);

describe('Home over all accounts', () => {
  it('Home over all accounts is chosen on Home by people with several accounts', async () => {
    const page = open('homepage');
    await page.user.click(await screen.findByRole('radio', { name: 'All accounts' }));
    await rowOf('Globex');
    expect(page.path()).toBe('homepage?scope=all');
    await page.user.click(screen.getByRole('radio', { name: 'Acme Media' }));
    await waitFor(() => expect(page.path()).toBe('homepage'));
  });

  it('Home over all accounts is not offered to people with one account', async () => {
    renderPage({ path: 'homepage', answers: ANSWERS });
    await screen.findByRole('searchbox', { name: /^Search/ });
    expect(screen.queryByRole('radio', { name: 'All accounts' })).toBeNull();
  });

  it('lists the accounts, the worst first, with counts and the newest error', async () => {
    open('homepage?scope=all');
    const globex = within(await rowOf('Globex'));
    expect(rows()).toEqual(['globex', 'new', 'initech', 'acme', 'empty']);
    globex.getByText('Error');
    globex.getByText(/^2/);
    globex.getByText('ads: no such report.');
    within(await rowOf('Initech')).getByText(/^4/);
    within(await rowOf('Empty')).getByText('Unpublished');
  });

  it('says which accounts are not known, and shows them at every level', async () => {
    open('homepage?scope=all&status=Error');
    const unknown = within(await rowOf('New'));
    unknown.getByText('Not known');
    expect(unknown.queryByText('Working')).toBeNull();
    expect(rows()).toEqual(['globex', 'new']);
    screen.getByText(/^The health of 1 of 5 accounts is not known/);
  });

  it('filters by level and leads to the account’s Home with the same level', async () => {
    const page = open('homepage?scope=all');
    await rowOf('Globex');
    const levels = within(screen.getByRole('group', { name: 'Status' }));
    expect(levels.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      '1 Error',
      '0 Issues',
      '1 Notice',
      '1 Working',
    ]);
    await page.user.click(levels.getByRole('button', { name: '1 Notice' }));
    await waitFor(() => expect(rows()).toEqual(['globex', 'new', 'initech']));
    expect(page.path()).toBe('homepage?scope=all&status=Notice');
    expect(screen.getByRole('link', { name: 'Initech' }).getAttribute('href')).toBe(
      '/app/initech/homepage?status=Notice',
    );
  });

  it('Home over all accounts is searched by name and url name', async () => {
    const page = open('homepage?scope=all&search=nothing');
    await screen.findByText('No results, try another word.');
    await page.user.click(screen.getAllByRole('button', { name: 'Clear all filters' })[0] as HTMLElement);
    await rowOf('Globex');
    await fill(page.user, screen.getByRole('searchbox', { name: /^Search/ }), 'INIT');
    await waitFor(() => expect(rows()).toEqual(['initech']));
  });

  it('Home over all accounts is refreshed when the tab becomes visible', async () => {
    const page = open('homepage?scope=all');
    await rowOf('Globex');
    const asked = () => page.sent('AccountHealths').length;
    expect(asked()).toBe(1);
    document.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() => expect(asked()).toBe(2));
  });

  it('keeps what it shows when a refresh fails', async () => {
    let isUp = true;
    const page = open('homepage?scope=all', {
      AccountHealths: () => (isUp ? answerOf(ACCOUNTS) : new Error('Unknown server error.')),
    });
    await rowOf('Globex');
    isUp = false;
    await page.user.click(screen.getByRole('button', { name: 'Refresh' }));
    await screen.findByText(/^The health could not be refreshed/);
    expect(rows()).toHaveLength(5);
  });

  it('shows a failure with Retry, and that there are no accounts', async () => {
    let isUp = false;
    const page = open('homepage?scope=all', {
      AccountHealths: () => (isUp ? answerOf([]) : new Error('Unknown server error.')),
    });
    await page.user.click(await screen.findByRole('button', { name: 'Retry' }));
    isUp = true;
    await page.user.click(await screen.findByRole('button', { name: 'Retry' }));
    await screen.findByText('You have no accounts');
  });
});
