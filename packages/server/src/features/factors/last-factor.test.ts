import { decodeJwt } from 'jose';
import { beforeEach, expect, test } from 'vitest';
import { enrolApp } from '../../../testing/factors.ts';
import { type Client, createClient } from '../../../testing/graphql-server.ts';
import { useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { createHttpBrowser, signInByForm } from '../../../testing/http-browser.ts';
import { addPerson, newEmail, TEST_PASSWORD } from '../../../testing/people.ts';
import { createSoftPasskey } from '../../../testing/soft-passkey.ts';

const localhost = (url: string): string => url.replace('127.0.0.1', 'localhost');
const server = useGraphqlServer({ publicUrl: localhost, requireSecondFactor: true });
const REFUSED = 'A second factor is required here, and this is your last one. Add another one first.';
let person: Client;
let id: string;
let email: string;
let keptGrant: string;

beforeEach(async () => {
  email = newEmail('last');
  id = await addPerson(server.database, { email });
  const { access_token: token } = await signInByForm(createHttpBrowser(server.url), server.url, email);
  person = createClient(server, { token });
  keptGrant = String(decodeJwt(token)['gid']);
});

type Change = { readonly change: Readonly<Record<string, unknown>> };

async function addPasskey(): Promise<string> {
  const started = await person.data<Change>(
    `mutation { change: start_passkey(password: "${TEST_PASSWORD}") { ... on NewPasskey { creation_options } } }`,
  );
  const response = createSoftPasskey(localhost(server.url)).create(String(started.change['creation_options']));
  await person.data(
    'mutation ($response: String!) { add_passkey(name: "Laptop", response: $response) { __typename } }',
    {
      response,
    },
  );
  const { sign_in_factors: factors } = await person.data<{
    readonly sign_in_factors: { readonly passkeys: readonly { readonly id: string }[] };
  }>('{ sign_in_factors { passkeys { id } } }');
  return factors.passkeys[0]?.id ?? '';
}
const PARTS = '__typename ... on ConflictError { message }';
const removeApp = async () =>
  (
    await person.data<Change>(
      `mutation { change: remove_authenticator_app(password: "${TEST_PASSWORD}") { ${PARTS} } }`,
    )
  ).change;
const removePasskey = async (passkey: string) =>
  (
    await person.data<Change>(
      `mutation { change: remove_passkey(id: "${passkey}", password: "${TEST_PASSWORD}") { ${PARTS} } }`,
    )
  ).change;

test('an authenticator app stays while it is the last factor and one is required', async () => {
  await enrolApp(server, { id, email, keptGrant }, Date.now());
  expect(await removeApp()).toMatchObject({ __typename: 'ConflictError', message: REFUSED });
  const passkey = await addPasskey();
  expect(await removeApp()).toMatchObject({ __typename: 'SignInFactors' });
  expect(await removePasskey(passkey)).toMatchObject({ __typename: 'ConflictError', message: REFUSED });
});

test('a passkey stays while it is the last factor and one is required', async () => {
  const passkey = await addPasskey();
  expect(await removePasskey(passkey)).toMatchObject({ __typename: 'ConflictError', message: REFUSED });
  await enrolApp(server, { id, email, keptGrant }, Date.now());
  expect(await removePasskey(passkey)).toMatchObject({ __typename: 'SignInFactors' });
});
