import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { saveKey } from '../../../testing/key-answers.ts';
import { startTokenProvider, type TokenProvider } from '../../../testing/token-provider.ts';

const server = useGraphqlServer();
const account = useAccount(server, {}, beforeEach);
const operator = useClient(server, account, ['operator'], beforeEach);
const viewer = useClient(server, account, ['viewer'], beforeEach);

let provider: TokenProvider;
let other: TokenProvider;
beforeAll(async () => {
  provider = await startTokenProvider();
  other = await startTokenProvider();
});
afterAll(async () => {
  await provider.stop();
  await other.stop();
});
beforeEach(() => {
  provider.hold = null;
  for (const { received, accepted } of [provider, other]) {
    received.length = 0;
    accepted.add('t-first');
  }
});

type Step = {
  readonly code: string;
  readonly status: string;
  readonly message: string;
  readonly advice: string | null;
};
type Tested = {
  readonly __typename: string;
  readonly verified: boolean;
  readonly steps: readonly Step[];
  readonly errors: readonly { readonly typeId: string; readonly properties: readonly string[] }[];
};

const TEST = `mutation ($name: String, $type: String!, $properties: JSON) {
  test_credential(name: $name, credential_type: $type, properties: $properties) {
    __typename
    ... on ConnectionTest { verified steps { code status milliseconds place message advice }
      errors { typeId properties message } }
  }
}`;
const test = async (properties: object, name: string | null = null, type = 'api_token'): Promise<Tested> =>
  (await operator.data<{ test_credential: Tested }>(TEST, { name, type, properties })).test_credential;
const place = ({ url }: TokenProvider) => ({ hosts: new URL(url).host, verify_url: url });
const shown = ({ steps }: Tested): string[] => steps.map(({ code, status }) => `${code} ${status}`);
const stored = () => account.rows(sql`select name, status, version, properties from key order by name`);

it('tries the values that were typed, says what was checked, and stores nothing', async () => {
  const good = await test({ api_token: 't-first', ...place(provider) });
  expect(good).toMatchObject({ __typename: 'ConnectionTest', verified: true, errors: [] });
  expect(shown(good)).toEqual(['connect ok', 'sign_in ok']);
  expect(provider.received).toEqual(['Bearer t-first']);
  expect(await stored()).toEqual([]);
});

it('names the failing step with its advice and the field, and never quotes a secret', async () => {
  const rejected = await test({ api_token: 'wrong-token', ...place(provider) });
  expect(shown(rejected)).toEqual(['connect ok', 'sign_in failed']);
  expect(rejected.verified).toBe(false);
  expect(rejected.errors).toMatchObject([{ typeId: 'rejected', properties: ['api_token'] }]);
  expect(rejected.steps.at(-1)?.advice).not.toBeNull();
  expect(JSON.stringify([rejected, server.log])).not.toContain('wrong-token');
});

it('reports values that are invalid by themselves at their fields, without a step', async () => {
  const invalid = await test({});
  expect(invalid.steps).toEqual([]);
  expect(invalid.errors.map(({ typeId }) => typeId)).toContain('field_required');
  expect((await test({}, null, 'pigeon')).errors).toMatchObject([{ typeId: 'unknown_key_type' }]);
  expect(provider.received).toEqual([]);
});

it('uses the stored secret at its place, and sends it to no other one', async () => {
  await saveKey(operator, {
    name: 'api',
    credential_type: 'api_token',
    properties: { api_token: 't-first', ...place(provider) },
  });
  provider.received.length = 0;
  const before = await stored();
  expect(await test({}, 'api')).toMatchObject({ verified: true });
  expect(provider.received).toEqual(['Bearer t-first']);
  const moved = await test(place(other), 'api');
  expect(moved.errors).toMatchObject([{ typeId: 'secret_required_again', properties: ['api_token'] }]);
  expect(moved.steps).toEqual([]);
  expect(other.received).toEqual([]);
  expect(await test({ api_token: 't-first', ...place(other) }, 'api')).toMatchObject({ verified: true });
  expect(await stored()).toEqual(before);
});

it('knows no key of another name', async () => {
  expect(await test({}, 'absent')).toMatchObject({ __typename: 'InvalidCredential' });
});

it('refuses people who may not save keys', async () => {
  const variables = { type: 'api_token', properties: { api_token: 't-first', ...place(provider) } };
  const { errors } = await viewer.ask(TEST, variables);
  expect(errors).toHaveLength(1);
  expect(provider.received).toEqual([]);
});

it('lets an account run a few tests at a time, saving counted', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  provider.hold = promise;
  const variables = { type: 'api_token', properties: { api_token: 't-first', ...place(provider) } };
  const held = Array.from({ length: 4 }, () => operator.ask(TEST, variables));
  await expect.poll(() => provider.received.length).toBe(4);
  const refused = await operator.ask(TEST, variables);
  expect(JSON.stringify(refused)).toContain('RATE_LIMITED');
  resolve();
  for (const { errors } of await Promise.all(held)) expect(errors).toEqual([]);
});
