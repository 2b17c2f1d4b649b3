import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ADMIN_CALLS, actsOf } from '../../../testing/admin-calls.ts';
import { type Client, createClient } from '../../../testing/graphql-server.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { codeRequest, createHttpBrowser, type HttpBrowser, signInByForm } from '../../../testing/http-browser.ts';
import { addPerson, newEmail } from '../../../testing/people.ts';

const server = useGraphqlServer();
const account = useAccount(server);

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:142.0) Gecko/20100101 Firefox/142.0';
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

type Listed = {
  readonly id: string;
  readonly device: string;
  readonly address: string | null;
  readonly created: string;
  readonly last_used: string;
  readonly is_current: boolean;
};
const PARTS = 'sessions { id device address created last_used is_current }';

let email: string;
let personId: string;
beforeEach(async () => {
  email = newEmail('sessions');
  personId = await addPerson(server.database, { email, roles: { [account.accountId]: ['viewer'] } });
});

async function signIn(userAgent: string): Promise<{ readonly client: Client; readonly browser: HttpBrowser }> {
  const browser = createHttpBrowser(server.url, { 'user-agent': userAgent });
  const { access_token: token } = await signInByForm(browser, server.url, email);
  return { client: createClient(server, { token }), browser };
}
const list = async (client: Client): Promise<readonly Listed[]> =>
  (await client.data<{ own_sessions: { sessions: readonly Listed[] } }>(`{ own_sessions { ${PARTS} } }`)).own_sessions
    .sessions;
const end = async (client: Client, id: string) =>
  (
    await client.data<{ end: { __typename: string; message?: string; sessions?: readonly Listed[] } }>(
      `mutation($id: ID!) { end: end_session(id: $id) { __typename ... on OwnSessions { ${PARTS} }
        ... on NotFoundError { message } ... on ConflictError { message } } }`,
      { id },
    )
  ).end;
const status = async (client: Client): Promise<number> => (await client.ask('{ meV2 { id } }')).status;
const entries = async () => {
  const { rows } = await server.database.withAdmin(
    { personId, name: 'test', requestId: 'test', accountId: null },
    (tx) =>
      sql<{ actor: string; person_id: string; after: object }>`
        select actor, person_id, after from audit_entry where kind = 'sessions_ended' and subject_id = ${personId} order by id`.execute(
        tx,
      ),
  );
  return rows;
};

describe('own sessions', () => {
  test('sessions are listed with device, address and times, the current one first', async () => {
    const laptop = await signIn(FIREFOX);
    const phone = await signIn(PHONE);
    await server.database.withIdentity((tx) =>
      sql`update oidc_payload set last_used = now() - interval '2 hours' where kind = 'Grant' and user_agent = ${PHONE}
        and payload ->> 'accountId' = ${personId}`.execute(tx),
    );
    const sessions = await list(laptop.client);
    expect(sessions).toMatchObject([
      { device: 'Firefox on Windows', address: '127.0.0.1', is_current: true },
      { device: 'Safari on iPhone', address: '127.0.0.1', is_current: false },
    ]);
    const [, other] = sessions;
    expect(Date.parse(other?.created ?? '') - Date.parse(other?.last_used ?? '')).toBeGreaterThan(3_600_000);
    expect((await list(phone.client)).map(({ device, is_current }) => [device, is_current])).toEqual([
      ['Safari on iPhone', true],
      ['Firefox on Windows', false],
    ]);
  });

  test('sessions that ended by their limits are not listed', async () => {
    await signIn(PHONE);
    const laptop = await signIn(FIREFOX);
    await server.database.withIdentity((tx) =>
      sql`update oidc_payload set last_used = now() - interval '25 hours' where kind = 'Grant' and user_agent = ${PHONE}
        and payload ->> 'accountId' = ${personId}`.execute(tx),
    );
    expect((await list(laptop.client)).map(({ device }) => device)).toEqual(['Firefox on Windows']);
  });

  test('another session ends at once, cannot be renewed, and is recorded', async () => {
    const laptop = await signIn(FIREFOX);
    const phone = await signIn(PHONE);
    const id = (await list(laptop.client)).find(({ is_current }) => !is_current)?.id ?? '';
    expect(await end(laptop.client, id)).toMatchObject({ __typename: 'OwnSessions', sessions: [{ is_current: true }] });
    expect([await status(phone.client), await status(laptop.client)]).toEqual([401, 200]);
    const silent = codeRequest(server.url, { prompt: 'none' }).path;
    const { url } = await phone.browser.follow(await phone.browser.get(silent), '/callback');
    expect(url?.searchParams.get('error')).toBe('login_required');
    expect(await end(laptop.client, id)).toMatchObject({ message: 'The session has ended already.' });
    expect(await entries()).toEqual([{ actor: 'person', person_id: personId, after: { sessions: 1 } }]);
  });

  test('all other sessions end at once', async () => {
    const clients = [await signIn(PHONE), await signIn(FIREFOX), await signIn(FIREFOX)].map(({ client }) => client);
    const [own, ...others] = clients.toReversed();
    if (own === undefined) throw new Error('There are three.');
    const { ended } = await own.data<{ ended: { sessions: readonly Listed[] } }>(
      `mutation { ended: end_other_sessions { ${PARTS} } }`,
    );
    expect(ended.sessions).toMatchObject([{ is_current: true }]);
    expect([await status(own), ...(await Promise.all(others.map(status)))]).toEqual([200, 401, 401]);
    expect(await entries()).toEqual([{ actor: 'person', person_id: personId, after: { sessions: 2 } }]);
    await own.data('mutation { end_other_sessions { sessions { id } } }');
    expect(await entries()).toHaveLength(1);
  });

  test('the session that asks is not ended by its id, and sessions of other people are missing', async () => {
    const { client } = await signIn(FIREFOX);
    const [own] = await list(client);
    expect(await end(client, own?.id ?? '')).toMatchObject({
      message: 'This is the session that you use. Log out to end it.',
    });
    const stranger = createClient(server, { token: await server.tokenOf({}) });
    for (const id of [own?.id ?? '', 'x', '00000000-0000-0000-0000-000000000000'])
      expect(await end(stranger, id)).toMatchObject({ __typename: 'NotFoundError' });
    expect(await status(client)).toBe(200);
  });

  test('sessions stay closed to programs', async () => {
    const developer = createClient(server, {
      token: await server.tokenOf({ [account.accountId]: ['developer'] }),
      account: account.urlName,
    });
    const { created } = await developer.data<{ created: { token: string } }>(
      'mutation { created: create_service_token(name: "ci", days: 1) { ... on NewServiceToken { token } } }',
    );
    const program = createClient(server, { token: created.token, account: account.urlName });
    for (const query of ['{ own_sessions { sessions { id } } }', 'mutation { end_other_sessions { sessions { id } } }'])
      expect((await program.ask(query)).errors[0]?.extensions).toMatchObject({ code: 'NOT_ALLOWED' });
  });

  test('a stream of an ended session ends at once', async () => {
    const laptop = await signIn(FIREFOX);
    const phone = createHttpBrowser(server.url, { 'user-agent': PHONE });
    const { access_token: token } = await signInByForm(phone, server.url, email);
    const answer = await fetch(`${server.url}/api/graphql`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'text/event-stream',
        'content-type': 'application/json',
        'request-id': 'request-12345',
        'account-uri': account.urlName,
      },
      body: JSON.stringify({ query: 'subscription { changes { overflow } }' }),
    });
    expect(answer.status).toBe(200);
    await laptop.client.data('mutation { end_other_sessions { sessions { id } } }');
    await expect(answer.text()).resolves.toEqual(expect.any(String));
  });
});

describe('sessions of a user', () => {
  let support: Client;
  beforeAll(async () => {
    support = createClient(server, { token: await server.tokenOf({}, ['cs']) });
  });
  const endAll = async (userId: string, as: Client = support) => as.data(ADMIN_CALLS.endUserSessions, { userId });

  test('sessions of a user are ended by administration, which is recorded', async () => {
    const { client } = await signIn(FIREFOX);
    expect(await endAll(personId)).toMatchObject({ endUserSessions: { __typename: 'User', email } });
    expect(await status(client)).toBe(401);
    expect((await actsOf(server.database, personId)).at(-1)).toMatchObject({
      kind: 'sessions_ended',
      subject: email,
      after: { sessions: 1 },
    });
    expect(await endAll(personId)).toMatchObject({ endUserSessions: { __typename: 'ConflictError' } });
  });

  test.each(['x', '00000000-0000-0000-0000-000000000000'])('no sessions are ended of the user %s', async (userId) => {
    expect(await endAll(userId)).toMatchObject({
      endUserSessions: { message: 'The user does not exist or was deactivated.' },
    });
  });

  test('sessions of a user stay open to those who cannot grant the roles of the person, and the own ones', async () => {
    const tester = newEmail('sessions');
    const id = await addPerson(server.database, { email: tester, roles: {}, globalRoles: ['tester'] });
    const { access_token: token } = await signInByForm(createHttpBrowser(server.url), server.url, tester);
    expect(await endAll(id)).toMatchObject({
      endUserSessions: { message: expect.stringContaining('holds roles that you cannot grant') as string },
    });
    expect(await status(createClient(server, { token }))).toBe(200);
    const { id: own } = (await support.data<{ meV2: { id: string } }>('{ meV2 { id } }')).meV2;
    expect(await endAll(own)).toMatchObject({ endUserSessions: { __typename: 'ConflictError' } });
  });

  test('sessions of a user stay open without manage-users', async () => {
    const { client } = await signIn(FIREFOX);
    const viewer = createClient(server, {
      token: await server.tokenOf({ [account.accountId]: ['viewer'] }),
      account: account.urlName,
    });
    const { errors } = await viewer.ask(ADMIN_CALLS.endUserSessions, { userId: personId });
    expect(errors[0]?.extensions).toMatchObject({ code: 'NOT_ALLOWED' });
    expect(await status(client)).toBe(200);
  });
});
