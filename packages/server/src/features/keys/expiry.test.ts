import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { saveKey } from '../../../testing/key-answers.ts';

const server = useGraphqlServer();
const account = useAccount(server, {}, beforeEach);
const operator = useClient(server, account, ['operator'], beforeEach);
const viewer = useClient(server, account, ['viewer'], beforeEach);

const tokenOfDays = (days: number): string => {
  const exp = Math.round(Date.now() / 1000) + days * 86_400;
  return ['{}', JSON.stringify({ exp }), 'canary'].map((part) => Buffer.from(part).toString('base64url')).join('.');
};
// Its probe is not known, so that its keys are stored untried.
const add = (access_token: string) =>
  saveKey(operator, { name: 'ads', credential_type: 'pubmatic_token', properties: { access_token } });
const change = (more: object) => saveKey(operator, { name: 'ads', new_name: 'ads', ...more });
const shown = async (by = viewer): Promise<string | null> => {
  type Answer = { credentials: { nodes: { expires: string | null; expires_of: string | null }[] } };
  const { credentials } = await by.data<Answer>('{ credentials { nodes { expires expires_of } } }');
  const [key] = credentials.nodes;
  return key?.expires ? `${key.expires_of} ${Math.round((Date.parse(key.expires) - Date.now()) / 86_400_000)}` : null;
};

describe('the end of a key', () => {
  it('the end of a key is stored when it is saved, and listed without opening its secrets', async () => {
    await add(tokenOfDays(5));
    expect(await shown()).toBe('Access token 5');
    await account.rows(sql`update key set secrets = decode('00', 'hex') returning id`);
    expect(await shown()).toBe('Access token 5');
  });

  it('follows the secret: a new one has an end of its own, and other changes keep it', async () => {
    await add('opaque');
    expect(await shown()).toBe('Access token 60');
    await account.rows(sql`update key set expires = now() + interval '12 days' returning id`);
    await change({ description: 'of the ads' });
    await saveKey(operator, { name: 'ads', new_name: 'costs' });
    await saveKey(operator, { name: 'costs', new_name: 'ads', properties: {} });
    expect(await shown()).toBe('Access token 12');
    await change({ properties: { access_token: tokenOfDays(9) } });
    expect(await shown()).toBe('Access token 9');
  });

  it('the end of a key is found out when a key is saved again that was saved before ends were kept', async () => {
    await add(tokenOfDays(5));
    await account.rows(sql`update key set expires = null, expires_of = null returning id`);
    await change({ properties: {} });
    expect(await shown()).toBe('Access token 5');
  });

  it('the end of a key is forgotten with the key', async () => {
    await add(tokenOfDays(5));
    await saveKey(operator, { name: 'ads', status: 'archived' });
    expect(await account.rows(sql`select expires, expires_of from key`)).toEqual([{ expires: null, expires_of: null }]);
  });
});
