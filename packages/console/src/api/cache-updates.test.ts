import { expect, it } from 'vitest';
import { buildKey, buildKeys } from '../../test/build-rows.ts';
import { type Answers, buildGraphqlServer } from '../../test/graphql-server.ts';
import { createClient } from './client.ts';
import { DeleteKeyDocument } from './generated/documents/delete-key.ts';
import { CredentialsDocument } from './generated/documents/key.ts';

const names = (client: ReturnType<typeof createClient>, search: string | null) =>
  client.readQuery(CredentialsDocument, { first: 100, search })?.data?.credentials.nodes.map(({ name }) => name);

const KEYS = ['ads', 'warehouse', 'web'].map((name) => buildKey({ id: name, name }));
const ANSWERS: Answers = {
  Credentials: ({ search }) =>
    buildKeys(...KEYS.filter(({ name }) => name.startsWith(typeof search === 'string' ? search : ''))),
  DeleteKey: ({ name }) => ({
    save_credential:
      name === 'web'
        ? { __typename: 'InvalidCredential', problem: 'There is no key web.' }
        : { __typename: 'SaveCredentialOk', credential: { __typename: 'Credential', id: name } },
  }),
};

it('takes a deleted key out of every cached page of the list, before the list is fetched again', async () => {
  const server = buildGraphqlServer(ANSWERS);
  const client = createClient({ fetch: server.fetch });
  for (const search of [null, 'w']) await client.query(CredentialsDocument, { first: 100, search }).toPromise();
  expect(names(client, null)).toEqual(['ads', 'warehouse', 'web']);
  await client.mutation(DeleteKeyDocument, { name: 'warehouse' }).toPromise();
  await client.mutation(DeleteKeyDocument, { name: 'web' }).toPromise();
  expect(names(client, null)).toEqual(['ads', 'web']);
  expect(names(client, 'w')).toEqual(['web']);
  expect(server.requests).toHaveLength(4);
});
