import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_CALLS } from '../../../testing/admin-calls.ts';
import { AUTH0_CREDENTIALS, type Auth0Server, startAuth0Server } from '../../../testing/auth0-server.ts';
import { type Client, createClient } from '../../../testing/graphql-server.ts';
import { useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { useStarted } from '../../../testing/hooks/use-started.ts';
import { addAccount, addPerson, newEmail } from '../../../testing/people.ts';
import { createAuth0Directory } from '../../identity/auth0/auth0-directory.ts';

const auth0: Auth0Server = useStarted(startAuth0Server);
const server = useGraphqlServer({
  directory: (mail) =>
    createAuth0Directory({
      ...AUTH0_CREDENTIALS,
      origin: auth0.origin,
      issuer: `${auth0.origin}/`,
      publicUrl: 'https://switchboard.test',
      mail,
      now: Date.now,
      sleep: async () => {},
    }),
});
const RESET = `mutation($email: String!) { resetAuth0Password(email: $email) { __typename
  ... on ConflictError { message } } }`;
const BUSY = 'Auth0 answers no more requests for now. Try again in 60 seconds.';
let acme: string;
let support: Client;

beforeAll(async () => {
  acme = await addAccount(server.database, 'acme');
  support = createClient(server, { token: await server.tokenOf({}, ['cs']) });
});

const add = async (userEmail: string): Promise<object> => {
  const edit = { userEmail, userName: 'Una', roles: ['viewer'], urlNames: ['acme'] };
  return (await support.data<{ saveUserV2: object }>(ADMIN_CALLS.saveUser, edit)).saveUserV2;
};
const userAt = (email: string) => [...auth0.users.values()].find((user) => user.email === email);
/** A person who has signed in by Auth0; the id of the login. */
async function addSignedIn(email: string): Promise<string> {
  const personId = await addPerson(server.database, { email, name: 'Una', roles: { [acme]: ['viewer'] } });
  const { user_id: subject } = auth0.addUser(email);
  return addLogin(personId, `${auth0.origin}/`, subject, email);
}
async function addLogin(personId: string, issuer: string, subject: string, email: string): Promise<string> {
  const { rows } = await server.database.withIdentity((tx) =>
    sql<{ id: string }>`
      insert into person_identity (person_id, issuer, subject, connection_type, email, name, email_verified)
      values (${personId}::uuid, ${issuer}, ${subject}, 'oidc', ${email}, 'Una', true) returning id`.execute(tx),
  );
  return rows[0]?.id ?? '';
}
const call = (query: string, variables: object) => support.data<Record<string, object>>(query, { ...variables });

describe('a directory in Auth0', () => {
  test('a user who is added can sign in there, and gets a mail', async () => {
    const email = newEmail();
    expect(await add(email)).toMatchObject({ __typename: 'SavedUser', user: { email } });
    expect(userAt(email)).toMatchObject({ name: 'Una', app_metadata: { created_by: 'switchboard' } });
    expect(server.mails.at(-1)).toMatchObject({ to: { email }, subject: 'Your access to Switchboard' });
  });

  test('reports that a user could not be added there, and adds them by a reset of the password', async () => {
    const email = newEmail();
    auth0.limit(1, { 'retry-after': '60' });
    expect(await add(email)).toEqual({
      __typename: 'ConflictError',
      message: `Una was added here. ${BUSY} Then reset the password of the user.`,
    });
    expect(await call(RESET, { email })).toEqual({ resetAuth0Password: { __typename: 'PasswordResetQueued' } });
    expect(userAt(email)).toBeDefined();
  });

  test('an address that only Auth0 knows has its name', async () => {
    const email = newEmail();
    auth0.addUser(email, { name: 'Ute' });
    expect(await call(ADMIN_CALLS.verifyEmail, { email })).toEqual({ verifyEmail: { auth0Name: 'Ute', userId: null } });
    expect(await call(ADMIN_CALLS.verifyEmail, { email: newEmail() })).toEqual({
      verifyEmail: { auth0Name: null, userId: null },
    });
  });

  test('blocking a login blocks it there too, and can be repeated when it failed', async () => {
    const email = newEmail();
    const id = await addSignedIn(email);
    const block = (blocked: boolean) => call(ADMIN_CALLS.block, { id, blocked });
    auth0.limit(1, { 'retry-after': '60' });
    expect(await block(true)).toEqual({
      setAuth0UserBlock: { __typename: 'ConflictError', message: `Signing in is blocked here. ${BUSY}` },
    });
    expect(await block(true)).toMatchObject({ setAuth0UserBlock: { __typename: 'User' } });
    expect(userAt(email)?.blocked).toBe(true);
    expect(await block(false)).toMatchObject({ setAuth0UserBlock: { __typename: 'User' } });
    expect(userAt(email)?.blocked).toBe(false);
  });

  test('a login of another provider is blocked here only', async () => {
    const email = newEmail();
    const personId = await addPerson(server.database, { email, roles: { [acme]: ['viewer'] } });
    const id = await addLogin(personId, 'https://other.test/', 'x', email);
    const before = auth0.requests.length;
    expect(await call(ADMIN_CALLS.block, { id, blocked: true })).toMatchObject({
      setAuth0UserBlock: { __typename: 'User' },
    });
    expect(auth0.requests).toHaveLength(before);
  });

  test('people get a mail with a link to choose a new password, at most once a minute', async () => {
    const email = newEmail();
    await addSignedIn(email);
    for (let at = 0; at < 3; at++)
      expect(await call(RESET, { email })).toEqual({ resetAuth0Password: { __typename: 'PasswordResetQueued' } });
    const sent = server.mails.filter(({ to }) => to.email === email);
    expect(sent.map(({ subject }) => subject)).toEqual(['Choose a new password']);
    const own = await support.data<{ meV2: { email: string } }>('{ meV2 { email } }');
    auth0.addUser(own.meV2.email, {
      identities: [{ connection: 'x', provider: 'google-oauth2', user_id: '1', isSocial: true }],
    });
    expect(await call(RESET, own.meV2)).toEqual({
      resetAuth0Password: {
        __typename: 'ConflictError',
        message: 'Your identity provider keeps your password. Change it there.',
      },
    });
  });

  test('a user who is deactivated is deleted there if they were added from here, and can be added again', async () => {
    const email = newEmail();
    await add(email);
    const subject = userAt(email)?.user_id ?? '';
    const { rows } = await server.database.withIdentity((tx) =>
      sql<{ id: string }>`select id from person where email = ${email}`.execute(tx),
    );
    await addLogin(rows[0]?.id ?? '', `${auth0.origin}/`, subject, email);
    expect(await call(ADMIN_CALLS.removeUser, { email })).toMatchObject({ removeUserV2: { __typename: 'EndedUser' } });
    expect(userAt(email)).toBeUndefined();
    expect(await add(email)).toMatchObject({ __typename: 'SavedUser', user: { identities: [] } });
    expect(userAt(email)?.user_id).not.toBe(subject);
    auth0.limit(1, { 'retry-after': '60' });
    expect(await call(ADMIN_CALLS.removeUser, { email })).toEqual({
      removeUserV2: { __typename: 'ConflictError', message: `Una was deactivated here. ${BUSY}` },
    });
  });
});
