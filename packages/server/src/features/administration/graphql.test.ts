import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { ADMIN_CALLS } from '../../../testing/admin-calls.ts';
import { type Client, createClient } from '../../../testing/graphql-server.ts';
import { useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { addAccount } from '../../../testing/people.ts';

const server = useGraphqlServer();
let support: Client;
let me: { readonly id: string; readonly email: string };

type Acts = {
  readonly admin_acts: {
    readonly nodes: readonly { readonly kind: string; readonly created: string }[];
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
  };
};

beforeAll(async () => {
  await addAccount(server.database, 'acme');
  await addAccount(server.database, 'globex');
  support = createClient(server, { token: await server.tokenOf({}, ['cs']) });
  me = (await support.data<{ meV2: { id: string; email: string } }>('{ meV2 { id email } }')).meV2;
  const edit = { userEmail: 'una@acme.test', userName: 'Una', roles: ['viewer'], urlNames: ['acme'] };
  await support.data(ADMIN_CALLS.saveUser, edit);
  await support.data(ADMIN_CALLS.saveAccount, { urlName: 'globex', name: 'Globex 2' });
});

const acts = async (variables: object = {}): Promise<Acts['admin_acts']> =>
  (await support.data<Acts>(ADMIN_CALLS.acts, { ...variables })).admin_acts;
const kinds = async (variables: object): Promise<readonly string[]> =>
  (await acts(variables)).nodes.map(({ kind }) => kind);

test('says who changed what, when and by which request', async () => {
  const { nodes } = await acts();
  expect(nodes[0]).toEqual({
    kind: 'account_changed',
    created: expect.any(String) as unknown,
    person_email: me.email,
    subject_email: null,
    url_name: 'globex',
    before: { name: 'Globex' },
    after: { name: 'Globex 2' },
    request_id: 'request-12345',
  });
  expect(
    nodes
      .slice(1)
      .map(({ kind }) => kind)
      .sort(),
  ).toEqual(['roles_changed', 'user_created']);
});

test('the audit log is filtered by kind, account, person, subject and time', async () => {
  expect(await kinds({ kinds: ['roles_changed', 'user_created'] })).toHaveLength(2);
  expect(await kinds({ kinds: ['roles_changed'], account: 'acme' })).toEqual(['roles_changed']);
  expect(await kinds({ account: 'globex' })).toEqual(['account_changed']);
  expect(await kinds({ account: 'nowhere' })).toEqual([]);
  expect(await kinds({ person: me.email.toUpperCase() })).toHaveLength(3);
  expect(await kinds({ person: 'una@acme.test' })).toEqual([]);
  expect(await kinds({ subject: 'una@acme.test' })).toHaveLength(2);
  const created = (await acts()).nodes[0]?.created ?? '';
  expect(await kinds({ created_before: created, account: 'globex' })).toEqual([]);
  expect(await kinds({ created_after: created, account: 'globex' })).toHaveLength(1);
});

test('the audit log is read page by page', async () => {
  const first = await acts({ first: 2 });
  expect(first.pageInfo.hasNextPage).toBe(true);
  const rest = await acts({ first: 2, after: first.pageInfo.endCursor });
  expect(rest.nodes).toHaveLength(1);
  expect(rest.pageInfo.hasNextPage).toBe(false);
});

test.each([{ kinds: ['coffee'] }, { account: 'a\u0000' }, { person: 'x'.repeat(400) }])(
  'refuses the filter %j',
  async (wrong) => {
    expect(await support.ask(ADMIN_CALLS.acts, wrong)).toMatchObject({ status: 400 });
  },
);

test('the audit log is never changed, and not read without manage-accounts', async () => {
  const action = { personId: me.id, name: 'test', requestId: 'test', accountId: null };
  for (const text of [
    'delete from audit_entry',
    "update audit_entry set kind = 'user_created'",
    'truncate audit_entry',
  ])
    await expect(server.database.withAdmin(action, (tx) => sql.raw(text).execute(tx))).rejects.toThrow(
      'permission denied',
    );
  const read = sql`select * from audit_entry`;
  await expect(server.database.withIdentity((tx) => read.execute(tx))).rejects.toThrow('permission denied');
  const viewer = createClient(server, { token: await server.tokenOf({}, ['viewer']) });
  expect(await viewer.ask(ADMIN_CALLS.acts)).toMatchObject({ status: 403 });
});

test('contains no secret', async () => {
  const secret = 'Plum-tree-over-9-hills';
  const edit = {
    userEmail: 'ute@acme.test',
    userName: 'Ute',
    userPassword: secret,
    roles: ['viewer'],
    urlNames: ['acme'],
  };
  await support.data(ADMIN_CALLS.saveUser, edit);
  const action = { personId: me.id, name: 'test', requestId: 'test', accountId: null };
  const { rows } = await server.database.withAdmin(action, (tx) =>
    sql<{ text: string }>`
      select coalesce(string_agg(a::text, ' '), '') || (select coalesce(string_agg(e::text, ' '), '') from admin_event e) as text
      from audit_entry a`.execute(tx),
  );
  expect(rows[0]?.text).toContain('ute@acme.test');
  expect(rows[0]?.text).not.toContain(secret);
  expect(rows[0]?.text).not.toContain('argon2');
});
