import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createClient } from '../../../testing/graphql-server.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { addPerson } from '../../../testing/people.ts';

const server = useGraphqlServer();
const account = useAccount(server);
const viewer = useClient(server, account, ['viewer']);

const MUTATION = `mutation($email: String!) { resetAuth0Password(email: $email) {
  __typename ... on PasswordResetQueued { email } ... on NotFoundError { message } } }`;

const queuedFor = async (email: string): Promise<number> => {
  const { rows } = await server.database.withIdentity((tx) =>
    sql`select from mail m join person p on p.id = m.person_id where p.email = ${email}`.execute(tx),
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
