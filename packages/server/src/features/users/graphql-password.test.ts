import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { queryAsSuperuser } from '../../../testing/database.ts';
import { createClient } from '../../../testing/graphql-server.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { createHttpBrowser, signInByForm } from '../../../testing/http-browser.ts';
import { addPerson } from '../../../testing/people.ts';
import { addOidcConnection, addVerifiedDomain } from '../../../testing/sso.ts';

const server = useGraphqlServer();
const account = useAccount(server);
const viewer = useClient(server, account, ['viewer']);

const MUTATION = `mutation($email: String!) { resetAuth0Password(email: $email) {
  __typename ... on PasswordResetQueued { email } ... on NotFoundError { message } ... on ConflictError { message } } }`;

const queuedFor = async (email: string): Promise<number> => {
  const { rows } = await server.database.withIdentity((tx) =>
    sql`select from mail m join person p on p.id = m.person_id where p.email = ${email} and m.kind = 'password_reset'`.execute(
      tx,
    ),
  );
  return rows.length;
};

test('a person requests the mail for their own password', { tags: 'proof:reset-own-password' }, async () => {
  const { meV2 } = await viewer.data<{ meV2: { email: string } }>('{ meV2 { email } }');
  expect(await viewer.data(MUTATION, { email: ` ${meV2.email.toUpperCase()} ` })).toEqual({
    resetAuth0Password: { __typename: 'PasswordResetQueued', email: meV2.email.toUpperCase() },
  });
  expect(await queuedFor(meV2.email)).toBe(1);
});

test('another person’s password needs manage-global-users', async () => {
  const email = 'other@test.test';
  await addPerson(server.database, { email });
  expect(await viewer.ask(MUTATION, { email })).toMatchObject({ status: 403 });
  expect(await queuedFor(email)).toBe(0);
  const support = createClient(server, { token: await server.tokenOf({}, ['cs']) });
  expect(await support.data(MUTATION, { email })).toMatchObject({ resetAuth0Password: { email } });
  expect(await queuedFor(email)).toBe(1);
  expect(await support.data(MUTATION, { email: 'unknown@test.test' })).toEqual({
    resetAuth0Password: { __typename: 'NotFoundError', message: 'There is no active person with this email address.' },
  });
});

test('no mail is queued or recorded for a person who signs in by single sign-on only, whoever asks', async () => {
  const domain = `${account.urlName}.example`;
  await addVerifiedDomain(server, account.accountId, domain);
  const { id } = await addOidcConnection(server, account.accountId, { issuer: 'https://idp.example' });
  const email = `only@${domain}`;
  const personId = await addPerson(server.database, { email, roles: { [account.accountId]: ['viewer'] } });
  const { access_token: token } = await signInByForm(createHttpBrowser(server.url), server.url, email);
  const own = createClient(server, { token, account: account.urlName });
  // As if the session came through the provider, which is required from now on.
  await queryAsSuperuser(
    server.databaseUrl,
    `insert into person_identity (person_id, connection_type, subject, email, name, sso_account_id, connection_id)
     values ('${personId}', 'sso', 'subject', '${email}', 'Only', '${account.accountId}', '${id}')`,
  );
  await queryAsSuperuser(
    server.databaseUrl,
    `update oidc_payload set sso_account_id = '${account.accountId}', sso_connection_id = '${id}'
     where payload ->> 'accountId' = '${personId}'`,
  );
  await queryAsSuperuser(
    server.databaseUrl,
    `update sso_connection set sso_only = true, first_used = now() where id = '${id}'`,
  );
  const refused = { resetAuth0Password: { message: expect.stringContaining('single sign-on only') as string } };
  const support = createClient(server, { token: await server.tokenOf({}, ['cs']) });
  expect(await support.data(MUTATION, { email })).toMatchObject(refused);
  expect(await own.data(MUTATION, { email })).toMatchObject(refused);
  expect(await queuedFor(email)).toBe(0);
  const acts = await queryAsSuperuser(
    server.databaseUrl,
    `select kind from audit_entry where subject_id = '${personId}' and kind = 'password_reset_sent'`,
  );
  expect(acts).toEqual([]);
});
