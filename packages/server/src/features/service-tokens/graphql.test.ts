import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { queryAsSuperuser } from '../../../testing/database.ts';
import { createClient, signIn } from '../../../testing/graphql-server.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { MAX_TOKENS } from '../../identity/service-tokens/store-token.ts';

const server = useGraphqlServer();
const mine = useAccount(server);
const theirs = useAccount(server);
const developer = useClient(server, mine, ['developer']);
const viewer = useClient(server, mine, ['viewer']);
const stranger = useClient(server, theirs, ['developer']);

type Client = typeof developer;
type Created = {
  readonly __typename: string;
  readonly message?: string;
  readonly token?: string;
  readonly service_token?: { readonly id: string };
};

const creating = (name: string, more = ''): string => `mutation { change: create_service_token(
  name: ${JSON.stringify(name)}, days: 30${more}) {
  __typename ... on NewServiceToken { token service_token { id name may_publish created_by { name } expires last_used } }
  ... on ConflictError { message } } }`;
const revoking = (id: string): string => `mutation { change: revoke_service_token(id: "${id}") {
  __typename ... on ServiceToken { id } ... on NotFoundError { message } } }`;
const CREATE_DRAFT = `mutation { draft: branch_changelist(description: "By a program") {
  __typename ... on Changelist { id created_by { name } } } }`;

const change = async (client: Client, mutation: string): Promise<Created> =>
  (await client.data<{ change: Created }>(mutation)).change;
const create = async (name: string, more = ''): Promise<{ readonly token: string; readonly id: string }> => {
  const { token = '', service_token: row } = await change(developer, creating(name, more));
  return { token, id: row?.id ?? '' };
};
const as = (token: string, account = mine.urlName): Client => createClient(server, { token, account });
const listed = async (
  client: Client,
): Promise<readonly { readonly name: string; readonly last_used: string | null }[]> =>
  (
    await client.data<{ service_tokens: { nodes: { name: string; last_used: string | null }[] } }>(
      '{ service_tokens { nodes { name last_used } } }',
    )
  ).service_tokens.nodes;

describe('a service token', () => {
  test('acts as its creator in what concerns scripts, and in nothing else', async () => {
    const { token } = await create(' build server ');
    expect(token).toMatch(/^sbt_[\w-]{43}$/);
    const program = as(token);
    expect(await program.data(CREATE_DRAFT)).toMatchObject({
      draft: { __typename: 'Changelist', created_by: { name: expect.stringMatching(/^Person /) as string } },
    });
    expect(await listed(developer)).toMatchObject([{ name: 'build server', last_used: expect.any(String) as string }]);
    const PERSONAL = [
      '{ meV2 { email } }',
      '{ incidents { nodes { id } } }',
      'mutation { resetAuth0Password(email: "a@test.test") { __typename } }',
    ];
    for (const query of [...PERSONAL, '{ recipients { nodes { email } } }', creating('another'), revoking('x')])
      expect((await program.ask(query)).errors[0]?.extensions).toMatchObject({ code: 'NOT_ALLOWED' });
  });

  test('does not administer, as its creator does', async () => {
    const support = await signIn(server, mine, ['cs']);
    const administering = `{ account(urlName: "${mine.urlName}") { urlName } }`;
    expect(await support.data(administering)).toEqual({ account: { urlName: mine.urlName } });
    const { token = '' } = await change(support, creating('of support'));
    expect((await as(token).ask('{ drafts { nodes { id } } }')).status).toBe(200);
    expect((await as(token).ask(administering)).errors[0]?.extensions).toMatchObject({ code: 'NOT_ALLOWED' });
  });

  test('publishes only if it was created for that', async () => {
    const publishing = `mutation { change: save_changelist(changelist_id: "${crypto.randomUUID()}", action: "publish") {
      __typename } }`;
    const [reader, publisher] = [await create('reads'), await create('publishes', ', may_publish: true')];
    expect((await as(reader.token).ask(publishing)).errors[0]?.extensions).toMatchObject({ code: 'NOT_ALLOWED' });
    expect(await change(as(publisher.token), publishing)).toEqual({ __typename: 'NotFoundError' });
  });

  test('tests with new downloads only if it was created for that', async () => {
    const testing = `mutation { change: save_changelist(changelist_id: "${crypto.randomUUID()}", action: "proof",
      test_exports: ["daily"], fetch_new_downloads: true) { __typename } }`;
    const reader = await create('tests stored files', ', may_publish: true');
    expect((await as(reader.token).ask(testing)).errors[0]?.extensions).toMatchObject({ code: 'NOT_ALLOWED' });
    const withStoredFiles = testing.replace('downloads: true', 'downloads: false');
    expect(await change(as(reader.token), withStoredFiles)).toEqual({ __typename: 'NotFoundError' });
    const fetcher = await create('tests new files', ', may_fetch_new_downloads: true');
    expect(await change(as(fetcher.token), testing)).toEqual({ __typename: 'NotFoundError' });
    const directory = creating('both', ', may_fetch_new_downloads: true, manages_users: true');
    const support = await signIn(server, mine, ['cs']);
    expect((await support.ask(directory)).errors[0]?.message).toContain('for scripts or for users');
  });

  test('a service token is refused in another account, after its end, and once revoked', async () => {
    const QUERY = '{ drafts { nodes { id } } }';
    const [ended, revoked] = [await create('ended'), await create('revoked')];
    expect(await as(ended.token, theirs.urlName).ask(QUERY)).toMatchObject({ status: 403, data: null });
    expect(await as(`${ended.token.slice(0, -4)}AAAA`).ask(QUERY)).toMatchObject({ status: 401, data: null });
    await queryAsSuperuser(
      server.databaseUrl,
      `update service_token set expires = now() - interval '1 second' where id = '${ended.id}'`,
    );
    expect(await as(ended.token).ask(QUERY)).toMatchObject({ status: 401, data: null });
    expect(await change(stranger, revoking(revoked.id))).toMatchObject({ __typename: 'NotFoundError' });
    expect((await as(revoked.token).ask(QUERY)).status).toBe(200);
    expect(await change(developer, revoking(revoked.id))).toMatchObject({ id: revoked.id });
    expect(await as(revoked.token).ask(QUERY)).toMatchObject({ status: 401, data: null });
    const { message } = await change(developer, revoking(revoked.id));
    expect(message).toContain('The token does not exist.');
  });

  test('does not sign in to the console', async () => {
    const { token } = await create('not a person');
    const headers = { authorization: `Bearer ${token}`, 'request-id': 'request-12345' };
    const login = `${server.url}/api/user/login?url_name=${mine.urlName}`;
    expect((await fetch(login, { headers })).status).toBe(401);
  });

  test('ends with the roles of its creator, and when they are blocked', async () => {
    const leaving = await signIn(server, mine, ['developer']);
    const { token = '' } = await change(leaving, creating('of one who leaves'));
    const drafts = (): Promise<{ readonly status: number }> => as(token).ask('{ drafts { nodes { id } } }');
    expect((await drafts()).status).toBe(200);
    const creator = `(select created_by from service_token where name = 'of one who leaves')`;
    const block = (blocked: boolean): Promise<unknown> =>
      queryAsSuperuser(
        server.databaseUrl,
        `update person_identity set blocked = ${blocked} where person_id = ${creator}`,
      );
    await block(true);
    expect(await drafts()).toMatchObject({ status: 401, data: null });
    await block(false);
    expect((await drafts()).status).toBe(200);
    await queryAsSuperuser(server.databaseUrl, `delete from membership where person_id = ${creator}`);
    expect(await drafts()).toMatchObject({ status: 403, data: null });
  });

  test('a service token is refused with what to correct when a value is invalid', async () => {
    const messageOf = async (query: string): Promise<string | undefined> =>
      (await developer.ask(query)).errors[0]?.message;
    expect(await messageOf(creating(' '))).toBe('A token needs a name.');
    expect(await messageOf(creating('a\u202eb'))).toContain('change the direction of text');
    expect(await messageOf(creating('x').replace('30', '0'))).toContain('1 to 366 days');
    expect((await viewer.ask(creating('x'))).errors[0]?.extensions).toMatchObject({ code: 'NOT_ALLOWED' });
  });

  test('a service token cannot be read again: the account sees no hash', async () => {
    await create('secret');
    const reading = mine.inAccount((tx) => sql`select hash from service_token`.execute(tx));
    await expect(reading).rejects.toThrow('permission denied');
    expect(await listed(stranger)).toEqual([]);
  });

  test('a service token is one of a limited number', async () => {
    await queryAsSuperuser(
      server.databaseUrl,
      `insert into service_token (account_id, name, hash, may_publish, created_by, expires)
        select account_id, 'n' || n, sha256(n::text::bytea), false, created_by, now() + interval '1 day'
        from (select * from service_token limit 1) one, generate_series(1, ${MAX_TOKENS}) n`,
    );
    expect(await change(developer, creating('one more'))).toMatchObject({
      message: `The account has ${MAX_TOKENS} tokens already. Revoke one first.`,
    });
  });
});
