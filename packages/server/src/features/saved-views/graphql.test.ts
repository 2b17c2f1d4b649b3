import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createClient } from '../../../testing/graphql-server.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { MAX_VIEWS } from './queries.ts';

const server = useGraphqlServer();
const mine = useAccount(server);
const theirs = useAccount(server);
const viewer = useClient(server, mine, ['viewer']);
const colleague = useClient(server, mine, ['operator']);
const stranger = useClient(server, theirs, ['operator']);

type View = { readonly id: string; readonly name: string; readonly query: string; readonly is_own: boolean };
type Changed = Partial<View> & { readonly __typename: string; readonly message?: string };
type Client = typeof viewer;

const FIELDS = '__typename ... on SavedView { id list name query is_own owner { name } }';
const REFUSALS = '... on NotFoundError { message } ... on ConflictError { message }';
const saving = (list: string, name: string, query: string): string =>
  `mutation { change: save_view(list: "${list}", name: ${JSON.stringify(name)}, query: ${JSON.stringify(query)}) {
    ${FIELDS} ... on ConflictError { message } } }`;
const renaming = (id: string, name: string): string =>
  `mutation { change: rename_view(id: "${id}", name: ${JSON.stringify(name)}) { ${FIELDS} ${REFUSALS} } }`;
const deleting = (id: string): string =>
  `mutation { change: delete_view(id: "${id}") { ${FIELDS} ... on NotFoundError { message } } }`;

const change = async (client: Client, mutation: string): Promise<Changed> =>
  (await client.data<{ change: Changed }>(mutation)).change;
const save = async (client: Client, list: string, name: string, query = 'status=failed'): Promise<string> =>
  (await change(client, saving(list, name, query))).id ?? '';
const views = async (client: Client, list: string): Promise<readonly View[]> =>
  (
    await client.data<{ saved_views: { nodes: View[] } }>(
      `{ saved_views(list: "${list}") { nodes { id name query is_own } } }`,
    )
  ).saved_views.nodes;

describe('a saved view', () => {
  test('a saved view is shared with the members of its account, sorted by name', async () => {
    const saved = await change(viewer, saving('downloads', ' Night shift ', '?status=failed&projects=a%2Cb'));
    expect(saved).toMatchObject({
      __typename: 'SavedView',
      list: 'downloads',
      name: 'Night shift',
      query: 'status=failed&projects=a%2Cb',
      is_own: true,
      owner: { name: expect.stringMatching(/^Person /) as string },
    });
    await save(colleague, 'downloads', 'ads');
    await save(colleague, 'events', 'Errors');
    expect((await views(viewer, 'downloads')).map(({ name, is_own }) => [name, is_own])).toEqual([
      ['Night shift', true],
      ['ads', false],
    ]);
    expect((await views(colleague, 'events')).map(({ name, is_own }) => [name, is_own])).toEqual([['Errors', true]]);
    expect(await views(stranger, 'downloads')).toEqual([]);
  });

  test('a saved view is replaced when its owner saves under its name again, and only then', async () => {
    const first = await save(viewer, 'replaced', 'Late', 'a=1');
    expect(await save(viewer, 'replaced', 'Late', 'a=2')).toBe(first);
    const other = await save(colleague, 'replaced', 'Late', 'a=3');
    expect(other).not.toBe(first);
    expect((await views(viewer, 'replaced')).map(({ query, is_own }) => [query, is_own])).toEqual([
      ['a=2', true],
      ['a=3', false],
    ]);
  });

  test('a saved view is renamed and deleted by its owner', async () => {
    const id = await save(viewer, 'renamed', 'One');
    await save(viewer, 'renamed', 'Two');
    expect(await change(viewer, renaming(id, 'Two'))).toEqual({
      __typename: 'ConflictError',
      message: 'You have a view Two already.',
    });
    expect(await change(viewer, renaming(id, ' Three '))).toMatchObject({ id, name: 'Three' });
    expect(await change(viewer, renaming(id, 'Three'))).toMatchObject({ id, name: 'Three' });
    expect(await change(viewer, deleting(id))).toMatchObject({ id });
    expect((await views(viewer, 'renamed')).map(({ name }) => name)).toEqual(['Two']);
  });

  test.each([
    ['another member', () => colleague],
    ['a person of another account', () => stranger],
  ])('a saved view cannot be changed by %s', async (_, who) => {
    const list = 'guarded';
    const id = await save(viewer, list, 'Mine');
    const missing = { __typename: 'NotFoundError', message: 'You have no such view in this account.' };
    expect(await change(who(), renaming(id, 'Theirs'))).toEqual(missing);
    expect(await change(who(), deleting(id))).toEqual(missing);
    expect(await views(viewer, list)).toMatchObject([{ id, name: 'Mine' }]);
  });

  test('a saved view is kept from people outside the account', async () => {
    const id = await save(viewer, 'outside', 'Mine');
    const token = await server.tokenOf({ [theirs.accountId]: ['operator'] });
    const outsider = createClient(server, { token, account: mine.urlName });
    for (const query of ['{ saved_views(list: "outside") { nodes { id } } }', saving('outside', 'x', ''), deleting(id)])
      expect(await outsider.ask(query)).toMatchObject({ status: 403, data: null });
    expect(await views(viewer, 'outside')).toMatchObject([{ id }]);
  });

  test('a saved view is refused with what to correct when a value is invalid', async () => {
    const messageOf = async (query: string): Promise<string | undefined> =>
      (await viewer.ask(query)).errors[0]?.message;
    expect(await messageOf(saving('Downloads!', 'x', ''))).toContain('list must be the name of a list');
    expect(await messageOf(saving('downloads', ' ', ''))).toBe('A view needs a name.');
    expect(await messageOf(saving('downloads', 'x'.repeat(101), ''))).toContain('at most 100 characters');
    expect(await messageOf(saving('downloads', 'a\u2067b', ''))).toContain('change the direction of text');
    expect(await messageOf(saving('downloads', 'x', 'a'.repeat(8001)))).toContain('at most 8000 characters');
    expect(await change(viewer, renaming('not-an-id', 'x'))).toMatchObject({ __typename: 'NotFoundError' });
  });

  test('a saved view is one of a limited number', async () => {
    const { id } = await mine.inAccount(async (tx) => {
      const { rows } = await sql<{ id: string }>`
        insert into saved_view (account_id, list, owner_id, name, query)
        select ${mine.accountId}::uuid, 'full', (select owner_id from saved_view limit 1), 'View ' || n, ''
        from generate_series(1, ${MAX_VIEWS}) n returning id`.execute(tx);
      return rows[0] ?? { id: '' };
    });
    expect(id).not.toBe('');
    expect(await change(colleague, saving('full', 'One more', ''))).toEqual({
      __typename: 'ConflictError',
      message: `The list has ${MAX_VIEWS} views already. Delete one of yours first.`,
    });
  });
});
