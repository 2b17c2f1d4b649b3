import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { saveKey } from '../../../testing/key-answers.ts';
import { suspendKey } from '../../identity/keys/suspend-key.ts';

const server = useGraphqlServer();
const account = useAccount(server, {}, beforeEach);
const elsewhere = useAccount(server);
const operator = useClient(server, account, ['operator'], beforeEach);
const viewer = useClient(server, account, ['viewer'], beforeEach);
const stranger = useClient(server, elsewhere, ['operator']);

type Change = {
  readonly change: string;
  readonly person: { readonly name: string } | null;
  readonly fields: readonly string[];
  readonly former: string | null;
  readonly present: string | null;
  readonly reason: string | null;
};
type Page = {
  readonly credential_changes: {
    readonly nodes: readonly Change[];
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  };
};
const read = async (name: string, page = '', by = viewer) =>
  (
    await by.data<Page>(`{ credential_changes(credential: "${name}"${page}) {
      nodes { change person { name } fields former present reason items created } pageInfo { hasNextPage endCursor } } }`)
  ).credential_changes;
const changes = async (name: string): Promise<string[]> =>
  (await read(name)).nodes.map(({ change, person, fields, former, present, reason }) =>
    [person === null ? 'system' : 'person', change, ...fields, former, present, reason].filter(Boolean).join(' '),
  );
const add = (name: string) =>
  saveKey(operator, {
    name,
    credential_type: 'basic',
    properties: { username: 'u', password: 'canary-31c9', hosts: 'api.example' },
  });

describe('the history of a key', () => {
  it('says who changed what, the newest first, under its present and former names', async () => {
    await add('ads');
    await saveKey(operator, { name: 'ads', new_name: 'ads', description: 'Of the ads.' });
    await saveKey(operator, { name: 'ads', new_name: 'ads', properties: { username: 'v', password: 'canary-77aa' } });
    await saveKey(operator, { name: 'ads', new_name: 'costs' });
    const [row] = await account.rows(sql<{ id: string }>`select id from key`);
    const key = { id: row?.id ?? '', name: 'costs' };
    const suspend = () =>
      server.database.withAccount(account.accountId, (tx) => suspendKey(tx, account.accountId, key, 'Rejected.'));
    await suspend();
    await suspend();
    await saveKey(operator, { name: 'costs', status: 'active' });
    const expected = [
      'person unsuspended',
      'system suspended Rejected.',
      'person renamed ads costs',
      'person secret User name Password',
      'person changed Description',
      'person created',
    ];
    expect(await changes('costs')).toEqual(expected);
    expect(await changes('ads')).toEqual(expected);
    const stored = await account.rows(sql`select details::text from key_change`);
    expect(JSON.stringify(stored)).not.toContain('canary');
  });

  it('the history of a key has pages', async () => {
    await add('ads');
    for (let count = 1; count <= 4; count += 1)
      await saveKey(operator, { name: 'ads', new_name: 'ads', description: `Note ${count}.` });
    const first = await read('ads', ', first: 3');
    expect(first.nodes).toHaveLength(3);
    expect(first.pageInfo.hasNextPage).toBe(true);
    const rest = await read('ads', `, first: 3, after: "${first.pageInfo.endCursor}"`);
    expect(rest.nodes.map(({ change }) => change)).toEqual(['changed', 'created']);
    expect(rest.pageInfo.hasNextPage).toBe(false);
  });

  it('the history of a key has nothing of a change that was refused', async () => {
    await add('ads');
    await add('costs');
    await saveKey(operator, { name: 'ads', new_name: 'costs' });
    await saveKey(operator, { name: 'ads', new_name: 'ads', version: 9, description: 'Late.' });
    expect(await changes('ads')).toEqual(['person created']);
  });

  it('stays in its account', async () => {
    await add('ads');
    expect((await read('ads', '', stranger)).nodes).toEqual([]);
    expect((await read('nothing')).nodes).toEqual([]);
  });
});
