import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { defaultPath } from '@switchboard/model/presentation/start-path';
import { act, render, screen } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { useQuery } from 'urql';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AccountsDocument } from '../../api/generated/documents/accounts.ts';
import type { SignIn } from '../../api/session/sign-in.ts';
import { SignInContext } from '../../api/session/sign-in-provider.tsx';
import { AddressRouter } from '../../lib/address/address-router.tsx';
import { PART_SCREENS, SCREENS } from '../../screens.ts';
import { theme } from '../../ui/theme/theme.ts';
import { AccountSession } from './account-session.tsx';
import { AdministrationSession } from './administration-session.tsx';

const NOT_AUTHORIZED = 'Not authorized';
const SIGN_IN: Omit<SignIn, 'token'> = {
  renew: async () => true,
  begin: async () => undefined,
  complete: async () => '/',
  end: async () => undefined,
  again: async () => true,
};

type Sent = {
  readonly path: string;
  readonly account: string | null;
  /** The GraphQL document; empty for other requests. */
  readonly query: string;
};

/** The requests of the page that is open, oldest first. */
const sent: Sent[] = [];
/** Token of the open page: one that was left may still send requests that it had begun. */
let token = '';
/** Permissions of the person in their own account, and outside an account. */
let permissions: readonly string[] = [];
/** Whether the permission to list all accounts ends after the sign-in. */
let isEnding = false;

const forbidden = (): Response =>
  Response.json({ errors: [{ message: NOT_AUTHORIZED, extensions: { code: 'NOT_ALLOWED' } }] }, { status: 403 });

/** A server for a person of acme. It refuses every request that names another account. */
async function answer(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input, 'http://localhost');
  const account = new Headers(init?.headers).get('Account-Uri') ?? searchParams.get('url_name');
  const { operationName = '', query = '' } = JSON.parse(typeof init?.body === 'string' ? init.body : '{}') as Record<
    string,
    string
  >;
  if (new Headers(init?.headers).get('Authorization') === `Bearer ${token}`)
    sent.push({ path: pathname, account, query });
  if (account !== null && account !== 'acme') return forbidden();
  if (pathname === '/api/user/login')
    return Response.json({
      email: 'jo@acme.example',
      name: 'Jo',
      default_url_name: 'acme',
      accounts: [{ urlName: 'acme', name: 'Acme Media' }],
      permissions,
      roles: ['operator'],
    });
  return operationName === 'Accounts' && isEnding ? forbidden() : Response.json({ data: null });
}

beforeEach(() => {
  sent.length = 0;
  permissions = ['view'];
  isEnding = false;
  vi.stubGlobal('fetch', answer);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** Queries the list of all accounts, as the screen of administration does. */
function AllAccounts() {
  useQuery({ query: AccountsDocument, variables: {} as never });
  return 'all accounts';
}

async function open(address: string): Promise<void> {
  const own = crypto.randomUUID();
  token = own;
  const signIn: SignIn = { ...SIGN_IN, token: () => own };
  window.history.replaceState(null, '', address);
  const administration = (
    <AdministrationSession permission="list-accounts" fallback="loading">
      <AllAccounts />
    </AdministrationSession>
  );
  await act(async () => {
    render(
      <MantineProvider theme={theme} env="test">
        <Notifications />
        <SignInContext value={signIn}>
          <AddressRouter>
            <Routes>
              <Route
                path="/"
                element={
                  <AccountSession fallback="loading">
                    <p>no account</p>
                  </AccountSession>
                }
              />
              <Route
                path="/app/:account/*"
                element={
                  <AccountSession fallback="loading">
                    <p>a screen</p>
                  </AccountSession>
                }
              />
              <Route path="/admin" element={administration} />
              <Route path="/:urlName/users" element={administration} />
            </Routes>
          </AddressRouter>
        </SignInContext>
      </MantineProvider>,
    );
  });
}

/** Waits until the person is in their own account, with a notice. */
async function expectOwnAccount(): Promise<void> {
  await screen.findByText('a screen');
  expect(window.location.pathname).toBe(defaultPath('acme'));
  await screen.findAllByText(/^Not authorized/);
}

describe("another account's address", () => {
  it.each([...SCREENS, ...PART_SCREENS].map(({ path }) => path))('leads from %s to the own account', async (path) => {
    await open(`/app/globex/${path.replaceAll('/*', '').replaceAll(/:\w+/g, 'x')}`);
    await expectOwnAccount();
    // The first rows are requested while the person is signed in, nothing else.
    const foreign = sent.filter(({ path: at, account }) => at === '/api/graphql' && account === 'globex');
    expect(foreign.filter(({ query }) => !query.startsWith('query '))).toEqual([]);
    // The toast names the account as the address does, and the permission.
    const toast = 'Not authorized. You do not have the permission view in globex.';
    expect(document.body.textContent).toContain(toast);
    expect(document.body.textContent?.replaceAll(toast, '')).not.toMatch(/globex/i);
  });
});

describe('an address of administration', () => {
  it.each(['/admin', '/acme/users', '/globex/users'])(
    'leads from %s to the own account without the permission',
    async (at) => {
      await open(at);
      await expectOwnAccount();
      expect(sent.filter(({ path, account }) => path === '/api/graphql' && account !== 'acme')).toEqual([]);
    },
  );

  it('an address of administration is open with the permission in the account that it names', async () => {
    permissions = ['view', 'list-accounts'];
    await open('/acme/users');
    await screen.findByText('all accounts');
    expect(window.location.pathname).toBe('/acme/users');
  });

  it('an address of administration is closed for another account with the permission in the own one', async () => {
    permissions = ['view', 'list-accounts'];
    await open('/globex/users');
    await expectOwnAccount();
    expect(sent.filter(({ path, account }) => path === '/api/graphql' && account !== 'acme')).toEqual([]);
  });

  it('an address of administration is left when the permission has ended meanwhile', async () => {
    permissions = ['view', 'list-accounts'];
    isEnding = true;
    await open('/admin');
    await expectOwnAccount();
    expect(sent.filter(({ query, account }) => query.startsWith('query Accounts') && account === null)).toHaveLength(1);
  });
});
