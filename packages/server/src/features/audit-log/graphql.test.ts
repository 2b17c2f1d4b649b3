import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { saveDraft, scriptOf, writeDraft } from '../../../testing/draft-calls.ts';
import { type Client, createClient } from '../../../testing/graphql-server.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { recordAudit } from '../../audit/record-audit.ts';

const server = useGraphqlServer();
const account = useAccount(server, {}, beforeEach);
const other = useAccount(server, {}, beforeEach);
const operator = useClient(server, account, ['operator'], beforeEach);
const developer = useClient(server, account, ['developer'], beforeEach);
const stranger = useClient(server, other, ['operator'], beforeEach);

type Entry = {
  readonly kind: string;
  readonly created: string;
  readonly actor: string;
  readonly person_email: string | null;
  readonly program: string | null;
  readonly target_name: string | null;
  readonly address: string | null;
  readonly after: object;
};
const LIST = `query ($first: Int, $after: String, $kinds: [String!], $person: String, $target: String, $address: String,
  $created_after: DateTime, $created_before: DateTime) {
  audit_entries(first: $first, after: $after, kinds: $kinds, person: $person, target: $target, address: $address,
    created_after: $created_after, created_before: $created_before) {
    nodes { kind created actor person_email program subject_email target_kind target_name before after address user_agent
      request_id sequence hash }
    pageInfo { hasNextPage endCursor } } }`;

type Page = { readonly nodes: readonly Entry[]; readonly pageInfo: { readonly endCursor: string } };
const pageOf = async (variables: object = {}, as: Client = operator): Promise<Page> =>
  (await as.data<{ audit_entries: Page }>(LIST, { ...variables })).audit_entries;
const kinds = async (variables: object = {}, as: Client = operator): Promise<readonly string[]> =>
  (await pageOf(variables, as)).nodes.map(({ kind }) => kind);

const TOKEN = `mutation { made: create_service_token(name: "build", days: 30, may_publish: true) {
  ... on NewServiceToken { token service_token { id } } } }`;
type Made = { readonly made: { readonly token: string; readonly service_token: { readonly id: string } } };

describe('the audit log of an account', () => {
  it('an audit log shows its administrators who did what, from where and by which request', async () => {
    const { made } = await developer.data<Made>(TOKEN);
    const program = createClient(server, { token: made.token, account: account.urlName });
    for (const _call of [1, 2]) await program.data('{ published_changelist { id } }');
    const { id } = await writeDraft(program, 'Ads', scriptOf('ads'));
    expect(await saveDraft(program, id, { action: 'publish' })).toMatchObject({ __typename: 'SaveChangelistOk' });
    await developer.data(`mutation { revoke_service_token(id: "${made.service_token.id}") { __typename } }`);
    const entries = (await pageOf()).nodes.toReversed();
    expect(entries.map(({ kind, actor }) => [kind, actor])).toEqual([
      ['token_created', 'person'],
      ['token_first_used', 'token'],
      ['script_published', 'token'],
      ['token_revoked', 'person'],
    ]);
    expect(entries[2]).toMatchObject({ program: 'build', target_name: 'Ads', after: { script: 'Ads' } });
    expect(entries[0]).toEqual({
      kind: 'token_created',
      created: expect.any(String) as string,
      actor: 'person',
      person_email: expect.stringContaining('@') as string,
      program: null,
      subject_email: null,
      target_kind: 'service_token',
      target_name: 'build',
      before: {},
      after: {
        may_publish: true,
        may_fetch_new_downloads: false,
        manages_users: false,
        expires: expect.any(String) as string,
      },
      address: '127.0.0.1',
      user_agent: expect.any(String) as string,
      request_id: 'request-12345',
      sequence: 1,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    });
    expect(JSON.stringify(entries)).not.toContain(made.token);
  });

  it('exports of customer rows are recorded', async () => {
    const headers = { authorization: `Bearer ${developer.token}` };
    const answer = await fetch(`${server.url}/api/${account.urlName}/exportAsCsv?type=events`, { headers });
    expect(answer.status).toBe(200);
    await answer.text();
    expect((await pageOf()).nodes).toMatchObject([{ kind: 'rows_exported', target_name: 'events' }]);
  });

  it('an audit log is filtered by kind, person, target, address and time, and read page by page', async () => {
    await developer.data(TOKEN);
    await operator.data('mutation { save_publish_settings(requires_approval: true) { requires_approval } }');
    const email = (await pageOf({ kinds: ['token_created'] })).nodes[0]?.person_email ?? '';
    expect(await kinds({ kinds: ['approval_rule_changed'] })).toEqual(['approval_rule_changed']);
    expect(await kinds({ person: email.toUpperCase() })).toEqual(['token_created']);
    expect(await kinds({ target: 'UIL' })).toEqual(['token_created']);
    expect(await kinds({ target: '%' })).toEqual([]);
    expect(await kinds({ address: '127.0' })).toHaveLength(2);
    expect(await kinds({ address: '10.' })).toEqual([]);
    const [newest] = (await pageOf()).nodes;
    expect(await kinds({ created_before: newest?.created })).toEqual(['token_created']);
    expect(await kinds({ created_after: newest?.created })).toEqual(['approval_rule_changed']);
    const first = await pageOf({ first: 1 });
    expect(await kinds({ first: 1, after: first.pageInfo.endCursor })).toEqual(['token_created']);
  });

  it('an export of the audit log is recorded with its filter', async () => {
    await developer.data(TOKEN);
    await pageOf({ first: 100, kinds: ['token_created'] });
    await pageOf({ first: 50 });
    expect((await pageOf({ kinds: ['audit_exported'] })).nodes).toMatchObject([
      { actor: 'person', after: { kinds: ['token_created'] } },
    ]);
  });

  it('an audit log is closed to developers and to other accounts', async () => {
    await developer.data(TOKEN);
    expect((await developer.ask(LIST)).errors[0]?.message).toBe('You do not have access to this.');
    expect(await kinds({}, stranger)).toEqual([]);
    expect(await kinds({ kinds: ['access_denied'] })).toEqual(['access_denied']);
    for (const wrong of [{ kinds: ['coffee'] }, { person: 'a\u0000' }, { target: 'x'.repeat(400) }])
      expect(await operator.ask(LIST, wrong)).toMatchObject({ status: 400 });
  });

  it('names people who have lost all access since', async () => {
    await server.database.withAccount(account.accountId, async (tx) => {
      const { rows } = await sql<{ id: string }>`select id from person limit 1`.execute(tx);
      const personId = rows[0]?.id ?? '';
      await recordAudit(tx, { kind: 'key_created', actor: { kind: 'person', personId }, accountId: account.accountId });
    });
    await server.database.withSystem((tx) =>
      sql`delete from membership where account_id = ${account.accountId} and role = 'developer'`.execute(tx),
    );
    expect((await pageOf()).nodes[0]?.person_email).toContain('@');
  });
});
