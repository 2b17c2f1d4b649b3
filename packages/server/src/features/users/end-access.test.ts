import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_CALLS, actsOf } from '../../../testing/admin-calls.ts';
import { type Client, createClient, type GraphqlServer, startGraphqlServer } from '../../../testing/graphql-server.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { createHttpBrowser, signInByForm } from '../../../testing/http-browser.ts';
import { addPerson } from '../../../testing/people.ts';

const server = useGraphqlServer();
const acme = useAccount(server);
const globex = useAccount(server);
let second: GraphqlServer;
let support: Client;
let people = 0;

beforeAll(async () => {
  second = await startGraphqlServer({ beside: server });
  support = createClient(server, { token: await server.tokenOf({}, ['cs']) });
});
afterAll(() => second.stop());

type Signed = { readonly email: string; readonly id: string; readonly token: string };

const addMember = async (roles: Readonly<Record<string, readonly 'viewer'[]>>): Promise<Signed> => {
  people += 1;
  const email = `member${people}@acme.test`;
  const id = await addPerson(server.database, { email, name: `Member ${people}`, roles });
  return { email, id, token: (await signInByForm(createHttpBrowser(server.url), server.url, email)).access_token };
};
const inAcme = () => addMember({ [acme.accountId]: ['viewer'] });

/** Follows the account until the stream ends. */
async function follow(of: GraphqlServer, { token }: Signed): Promise<{ readonly ended: Promise<'ended'> }> {
  const response = await fetch(`${of.url}/api/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      'request-id': 'request-12345',
      authorization: `Bearer ${token}`,
      'account-uri': acme.urlName,
    },
    body: JSON.stringify({ query: 'subscription { changes { overflow } }' }),
  });
  expect(response.status).toBe(200);
  const reader = response.body?.getReader();
  // The heartbeat shows that the stream has begun.
  await reader?.read();
  const drain = async (): Promise<'ended'> => {
    for (;;) if ((await reader?.read())?.done !== false) return 'ended';
  };
  return { ended: drain() };
}

/** Follows on both processes. */
const followOnBoth = async (member: Signed) => [await follow(server, member), await follow(second, member)];
const lastAct = async () => {
  const { meV2 } = await support.data<{ meV2: { id: string } }>('{ meV2 { id } }');
  return (await actsOf(server.database, meV2.id)).at(-1);
};

describe('streams and sessions on every process', () => {
  test.each<[string, (member: Signed) => Promise<unknown>, number]>([
    ['a user is deactivated', ({ email }) => support.data(ADMIN_CALLS.removeUser, { email }), 401],
    [
      'a sign-in method is blocked',
      async ({ id: userId }) => {
        const { userV2 } = await support.data<{ userV2: { identities: { id: string }[] } }>(
          'query($userId: ID!) { userV2(userId: $userId) { identities { id } } }',
          { userId },
        );
        return support.data(ADMIN_CALLS.block, { id: userV2.identities[0]?.id, blocked: true });
      },
      401,
    ],
    [
      'a user is removed from the account',
      ({ email }) => support.data(ADMIN_CALLS.removeFromAccount, { urlName: acme.urlName, email, isLast: true }),
      401,
    ],
  ])(
    'streams and sessions end within 5 s on every process when %s',
    { tags: 'spec:admin-user-deactivated' },
    async (_, end, status) => {
      const member = await inAcme();
      const other = await inAcme();
      const streams = await followOnBoth(member);
      const others = await followOnBoth(other);
      await end(member);
      // The check of each minute comes after the time limit of a test.
      for (const { ended } of streams) expect(await ended).toBe('ended');
      for (const place of [server, second]) {
        const client = createClient(place, { token: member.token, account: acme.urlName });
        expect((await client.ask('{ meV2 { id } }')).status).toBe(status);
      }
      const stillOpen = Promise.race([...others.map(({ ended }) => ended), Promise.resolve('open')]);
      expect(await stillOpen).toBe('open');
    },
  );
});

describe('deactivating a user', () => {
  test('ends roles and service tokens, also for a user who is added again', async () => {
    const member = await inAcme();
    await server.database.withAccount(acme.accountId, (tx) =>
      sql`insert into service_token (account_id, name, hash, may_publish, created_by, expires)
        values (${acme.accountId}, 'build', ${Buffer.alloc(32, people)}, false, ${member.id}, now() + interval '1 day')`.execute(
        tx,
      ),
    );
    expect(await support.data(ADMIN_CALLS.removeUser, { email: member.email.toUpperCase() })).toEqual({
      removeUserV2: { __typename: 'EndedUser', email: member.email, name: `Member ${people}` },
    });
    expect(await lastAct()).toMatchObject({
      kind: 'user_deactivated',
      subject: member.email,
      before: { email: member.email, globalRoles: [], accounts: [acme.accountId] },
    });
    const tokens = await acme.rows(
      sql<{
        revoked: boolean;
      }>`select revoked is not null as revoked from service_token where created_by = ${member.id}`,
    );
    expect(tokens).toEqual([{ revoked: true }]);
    expect(await support.data(ADMIN_CALLS.removeUser, { email: member.email })).toMatchObject({
      removeUserV2: { __typename: 'NotFoundError' },
    });
    expect(await support.data(ADMIN_CALLS.verifyEmail, { email: member.email })).toEqual({
      verifyEmail: { auth0Name: `Member ${people}`, userId: null },
    });
    const again = { userEmail: member.email, userName: 'Mia', roles: ['viewer'], urlNames: [globex.urlName] };
    expect(await support.data(ADMIN_CALLS.saveUser, again)).toMatchObject({
      saveUserV2: { user: { name: 'Mia', globalRoles: [], accounts: [{ urlName: globex.urlName }] } },
    });
  });

  test('two administrators who deactivate each other leave one', async () => {
    const names = await Promise.all(
      [0, 1].map(async () => {
        const token = await server.tokenOf({}, ['cs']);
        const client = createClient(server, { token });
        const { meV2 } = await client.data<{ meV2: { email: string } }>('{ meV2 { email } }');
        return { client, email: meV2.email };
      }),
    );
    const answers = await Promise.all(
      names.map(({ client }, index) => client.ask(ADMIN_CALLS.removeUser, { email: names[1 - index]?.email })),
    );
    // The later one acts as a person who was deactivated meanwhile.
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
  });

  test('deactivating a user is refused for oneself, and to those without manage-accounts', async () => {
    const { meV2 } = await support.data<{ meV2: { email: string } }>('{ meV2 { email } }');
    expect(await support.data(ADMIN_CALLS.removeUser, { email: meV2.email })).toMatchObject({
      removeUserV2: { __typename: 'ConflictError' },
    });
    const lead = createClient(server, { token: await server.tokenOf({ [acme.accountId]: ['cs'] }) });
    expect(await lead.ask(ADMIN_CALLS.removeUser, { email: meV2.email })).toMatchObject({ status: 403 });
  });
});

describe('removing a user from an account', () => {
  const remove = async (as: Client, variables: object): Promise<unknown> =>
    (await as.data<{ removeUserFromAccountV2: unknown }>(ADMIN_CALLS.removeFromAccount, { ...variables }))
      .removeUserFromAccountV2;

  test('keeps the other accounts, and the last one needs its confirmation', {
    tags: 'spec:admin-call-remove-from-account',
  }, async () => {
    const { email } = await addMember({ [acme.accountId]: ['viewer'], [globex.accountId]: ['viewer'] });
    expect(await remove(support, { urlName: acme.urlName, email, isLast: true })).toMatchObject({
      __typename: 'AttachedToMoreAccountsError',
    });
    expect(await remove(support, { urlName: acme.urlName, email, isLast: false })).toMatchObject({
      __typename: 'SavedUser',
    });
    expect(await remove(support, { urlName: acme.urlName, email })).toMatchObject({ __typename: 'NotFoundError' });
    expect(await remove(support, { urlName: globex.urlName, email, isLast: false })).toMatchObject({
      __typename: 'ConflictError',
    });
    expect(await remove(support, { urlName: globex.urlName, email, isLast: true })).toMatchObject({
      __typename: 'SavedUser',
    });
    expect(await lastAct()).toEqual({
      kind: 'removed_from_account',
      subject: email,
      before: { roles: ['viewer'] },
      after: { roles: [] },
    });
  });

  test('removing a user from an account is for those who manage its users, of roles that they may grant', async () => {
    const lead = createClient(server, { token: await server.tokenOf({ [acme.accountId]: ['cs'] }) });
    const { email } = await addMember({ [acme.accountId]: ['viewer'], [globex.accountId]: ['viewer'] });
    expect(await lead.ask(ADMIN_CALLS.removeFromAccount, { urlName: globex.urlName, email })).toMatchObject({
      status: 403,
    });
    expect(await remove(lead, { urlName: acme.urlName, email })).toMatchObject({ __typename: 'SavedUser' });
    const { meV2 } = await lead.data<{ meV2: { email: string } }>('{ meV2 { email } }');
    expect(await remove(lead, { urlName: acme.urlName, email: meV2.email })).toMatchObject({
      __typename: 'ConflictError',
    });
    const other = 'other-lead@acme.test';
    await addPerson(server.database, { email: other, roles: { [acme.accountId]: ['cs'] } });
    expect(await remove(lead, { urlName: acme.urlName, email: other })).toMatchObject({ __typename: 'ConflictError' });
  });
});

describe('a sign-in method', () => {
  test('a sign-in method is blocked and unblocked, which is recorded once each', {
    tags: ['spec:admin-call-block', 'spec:admin-identity-blocked'],
  }, async () => {
    const { email, id: userId } = await inAcme();
    const { rows } = await server.database.withIdentity((tx) =>
      sql<{ id: string }>`select id from person_identity where person_id = ${userId}`.execute(tx),
    );
    const set = (blocked: boolean) => support.data(ADMIN_CALLS.block, { id: rows[0]?.id, blocked });
    for (const blocked of [true, true, false]) {
      expect(await set(blocked)).toMatchObject({
        setAuth0UserBlock: { __typename: 'User', identities: [{ blocked }] },
      });
    }
    expect(await lastAct()).toEqual({
      kind: 'identity_unblocked',
      subject: email,
      before: { email, connectionType: 'password', blocked: true },
      after: { email, connectionType: 'password', blocked: false },
    });
  });

  test('a sign-in method that does not exist, or is one’s own, is refused', async () => {
    for (const id of ['x', '00000000-0000-7000-8000-000000000000'])
      expect(await support.data(ADMIN_CALLS.block, { id, blocked: true })).toMatchObject({
        setAuth0UserBlock: { __typename: 'NotFoundError' },
      });
    const { meV2 } = await support.data<{ meV2: { id: string } }>('{ meV2 { id } }');
    const { rows } = await server.database.withIdentity((tx) =>
      sql<{ id: string }>`select id from person_identity where person_id = ${meV2.id}`.execute(tx),
    );
    expect(await support.data(ADMIN_CALLS.block, { id: rows[0]?.id, blocked: true })).toMatchObject({
      setAuth0UserBlock: { __typename: 'ConflictError' },
    });
  });
});
