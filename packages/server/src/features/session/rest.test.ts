import { PERMISSIONS, permissionsOf } from '@switchboard/model/permissions';
import { beforeAll, describe, expect, test } from 'vitest';
import { useHttpServer } from '../../../testing/hooks/use-server.ts';
import { createHttpBrowser, signInByForm } from '../../../testing/http-browser.ts';
import { addAccount, addPerson } from '../../../testing/people.ts';

const server = useHttpServer();
const tokens: Record<string, string> = {};

beforeAll(async () => {
  const { database, url } = server;
  const acme = await addAccount(database, 'acme');
  const globex = await addAccount(database, 'globex');
  const closed = await addAccount(database, 'closed');
  await addPerson(database, {
    email: 'both@test.test',
    name: 'Both',
    roles: { [acme]: ['viewer'], [globex]: ['operator'], [closed]: ['cs'] },
  });
  await addPerson(database, { email: 'acme@test.test', roles: { [acme]: ['viewer'] } });
  await addPerson(database, { email: 'none@test.test' });
  await addPerson(database, { email: 'global@test.test', globalRoles: ['tester'] });
  await database.withIdentity(async (tx) => {
    await tx.updateTable('account').set({ status: 'deactivated' }).where('id', '=', closed).execute();
    await tx.updateTable('person').set({ default_account_id: globex }).where('email', '=', 'both@test.test').execute();
  });
  for (const name of ['both', 'acme', 'none', 'global']) {
    tokens[name] = (await signInByForm(createHttpBrowser(url), url, `${name}@test.test`)).access_token;
  }
});

async function login(who: string, query = '') {
  const answer = await fetch(`${server.url}/api/user/login${query}`, {
    headers: { authorization: `Bearer ${tokens[who]}` },
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown>, headers: answer.headers };
}

describe('the login call', () => {
  test('starts in the account that the person chose', {
    tags: ['spec:call-login', 'spec:session-login-call'],
  }, async () => {
    const { status, body } = await login('both');
    expect(status).toBe(200);
    expect(body).toEqual({
      email: 'both@test.test',
      name: 'Both',
      default_url_name: 'globex',
      accounts: [
        { urlName: 'acme', name: 'Acme', show_download_summary: true },
        { urlName: 'globex', name: 'Globex', show_download_summary: true },
      ],
      permissions: permissionsOf(['operator'], []),
      roles: ['operator', 'viewer'],
    });
  });

  test('answers for the requested account', { tags: 'spec:call-login' }, async () => {
    const { body } = await login('both', '?url_name=acme');
    expect(body).toMatchObject({ permissions: ['view'], roles: ['viewer'], default_url_name: 'globex' });
  });

  test('a person without accounts may sign in and gets an empty list', async () => {
    const { status, body } = await login('none');
    expect(status).toBe(200);
    expect(body).toMatchObject({ default_url_name: null, accounts: [], permissions: [], roles: [] });
  });

  test('a global role gives its permissions in every active account', async () => {
    const { body } = await login('global', '?url_name=acme');
    expect(body).toMatchObject({
      accounts: [{ urlName: 'acme' }, { urlName: 'globex' }],
      permissions: [...PERMISSIONS],
    });
  });

  test.each([
    ['an account of others', '?url_name=globex'],
    ['an account that does not exist', '?url_name=nothing'],
    ['a deactivated account', '?url_name=closed'],
    ['a name that is none', '?url_name=../acme'],
    ['an empty name', '?url_name='],
    ['two names', '?url_name=acme&url_name=acme'],
  ])('%s answers 403 without details', async (_, query) => {
    const { status, body, headers } = await login('acme', query);
    expect(status).toBe(403);
    expect(body).toEqual({
      errors: [
        {
          message: 'Not authorized',
          extensions: { code: 'EMAIL_NOT_AUTHORIZED', requestId: headers.get('request-id') },
        },
      ],
    });
  });

  test('the login call is never kept by a cache', async () => {
    expect((await login('acme')).headers.get('cache-control')).toBe('private, no-store');
  });
});

describe('the Account-Uri header', () => {
  test.each([
    ['globex', 403],
    ['Acme', 403],
    ['acme%2e', 403],
    ['acme/', 403],
    ['acme, acme', 403],
    ['аcme', 403],
    ['', 403],
  ])('%j answers %i for a member of acme only', async (header, status) => {
    const request = { id: 'request-0', headers: { authorization: `Bearer ${tokens['acme']}`, 'account-uri': header } };
    const session = server.identity.authenticate(request);
    await expect(session).rejects.toMatchObject({ status, code: 'EMAIL_NOT_AUTHORIZED' });
  });

  test('names the account of the session', async () => {
    const request = { id: 'request-1', headers: { authorization: `Bearer ${tokens['acme']}`, 'account-uri': 'acme' } };
    const session = await server.identity.authenticate(request);
    expect(session).toMatchObject({ urlName: 'acme', roles: ['viewer'], requestId: 'request-1' });
    expect([...session.permissions]).toEqual(['view']);
  });

  test('a session without the Account-Uri header has no account', async () => {
    const request = { id: 'request-2', headers: { authorization: `Bearer ${tokens['acme']}` } };
    const session = await server.identity.authenticate(request);
    expect(session).toMatchObject({ accountId: null, urlName: null, roles: [] });
    expect(session.permissions.size).toBe(0);
  });
});
