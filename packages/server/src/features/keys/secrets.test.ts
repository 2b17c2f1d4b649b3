import type { KeyType } from '@switchboard/model/key-types/key-type';
import { KEY_TYPES } from '@switchboard/model/key-types/key-types';
import { sampleCells } from '@switchboard/model/testing/sample-cells';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { askToSaveKey } from '../../../testing/key-answers.ts';
import { startTokenProvider, type TokenProvider } from '../../../testing/token-provider.ts';

const server = useGraphqlServer();
const account = useAccount(server);
const operator = useClient(server, account, ['operator']);
let provider: TokenProvider;
beforeAll(async () => {
  provider = await startTokenProvider();
});
afterAll(() => provider.stop());

const CANARY = 'canary5f0e7d';
const PEM_LINE = Buffer.from(`${CANARY} in a private key`.repeat(3)).toString('base64');

const linesOf = (format: 'pem' | 'service-account'): string => {
  const pem = `-----BEGIN KEY-----\n${PEM_LINE}\n-----END KEY-----\n`;
  const account = { client_email: 'loader@acme.example', private_key: pem, private_key_id: `${CANARY}/id` };
  return format === 'pem' ? pem : JSON.stringify(account, null, 2);
};

/** Types whose keys name the server that they are for. */
const OF_ANY_HOST = KEY_TYPES.filter(({ fields }) =>
  fields.some(({ name }) => name === 'verify_url' || name === 'port'),
);
const OF_PROVIDERS = KEY_TYPES.filter((type) => !OF_ANY_HOST.includes(type));

/** A value for each field of a type, and a canary for each secret. */
const valuesOf = ({ fields }: KeyType, patch: Record<string, unknown> = {}): Record<string, unknown> => ({
  ...Object.fromEntries(
    fields.flatMap((field): [string, unknown][] => {
      if (field.secret === true)
        return [[field.name, field.kind === 'lines' ? linesOf(field.format) : `${CANARY}/${field.name}`]];
      if (field.required !== true) return [];
      return [
        [field.name, field.kind === 'choice' ? field.choices[0]?.value : field.kind === 'text' ? '127.0.0.1' : ''],
      ];
    }),
  ),
  ...patch,
});

it('no secret of any key type reaches a response, the log, an event or a plain column', {
  tags: 'proof:key-canary',
  timeout: 240_000,
}, async () => {
  const answers: string[] = [];
  const ask = async (variables: Readonly<Record<string, unknown>>): Promise<void> => {
    answers.push(JSON.stringify(await askToSaveKey(operator, variables)));
  };
  for (const type of [...OF_ANY_HOST, ...sampleCells(OF_PROVIDERS, 7)]) {
    const { name } = type;
    const verify = type.fields.some((field) => field.name === 'verify_url')
      ? { verify_url: provider.url, hosts: new URL(provider.url).host }
      : {};
    const port = type.fields.some((field) => field.name === 'port') ? { port: 1 } : {};
    await ask({ name, credential_type: name, properties: valuesOf(type, { ...verify, ...port }), validate: true });
    await ask({ name, credential_type: name, properties: valuesOf(type, { unknown: CANARY, host: 'a\nb' }) });
    await ask({ name, credential_type: name, properties: valuesOf(type, verify) });
    await ask({ name, new_name: name, properties: valuesOf(type, { host: 'other.example' }) });
    await ask({ name, new_name: name, properties: { host: 'other.example' } });
    await ask({ name, new_name: `${name} 2`, description: 'x' });
  }
  // Stored although the provider is not asked: the secrets of every call that follows.
  await ask({
    name: 'token',
    credential_type: 'api_token',
    properties: { api_token: `${CANARY}/stored`, hosts: 'api.example' },
  });
  await ask({
    name: 'token',
    new_name: 'token',
    properties: { verify_url: provider.url, api_token: `${CANARY}/again` },
  });
  const { data, errors } = await operator.ask(`{
    credentials { nodes { id name properties properties_exist version updated updated_by { name } } }
    credential(name: "token") { properties properties_exist downloadsUsingKey { name } }
    events { nodes { message code } }
  }`);
  answers.push(JSON.stringify({ data, errors }));
  expect(provider.received.join()).toContain(CANARY);
  expect(answers.filter((answer) => answer.includes('SaveCredentialOk'))).not.toEqual([]);
  expect(answers.filter((answer) => answer.includes('rejected'))).not.toEqual([]);

  const columns = await account.rows(sql<{ text: string }>`
    select (to_jsonb(k) - array['secrets', 'wrapped_key'])::text as text from key k union all select to_jsonb(e)::text from event e`);
  const places = { answers, log: server.log, columns: columns.map(({ text }) => text) };
  const forms = [
    CANARY,
    encodeURIComponent(`${CANARY}/`),
    Buffer.from(CANARY).toString('base64').slice(0, 15),
    PEM_LINE,
  ];
  for (const [place, texts] of Object.entries(places))
    for (const form of forms)
      expect(
        texts.filter((text) => text.includes(form)),
        `${form} in ${place}`,
      ).toEqual([]);
});
