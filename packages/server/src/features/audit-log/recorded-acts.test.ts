import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildDraft } from '../../../testing/build-account.ts';
import { addDownload } from '../../../testing/fill-account.ts';
import { type Client, createClient } from '../../../testing/graphql-server.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { flushRefusals, REFUSALS_PER_HOUR } from '../../audit/record-refusal.ts';

const server = useGraphqlServer();
const account = useAccount(server, {}, beforeEach);
const operator = useClient(server, account, ['operator'], beforeEach);
const developer = useClient(server, account, ['developer'], beforeEach);
const viewer = useClient(server, account, ['viewer'], beforeEach);

type Entry = {
  readonly kind: string;
  readonly person_email: string | null;
  readonly target_name: string | null;
  readonly after: object;
  readonly address: string | null;
};
const LIST = `query ($kinds: [String!]) { audit_entries(kinds: $kinds) {
  nodes { kind person_email target_name after address } } }`;
const entries = async (...kinds: readonly string[]): Promise<readonly Entry[]> =>
  (await operator.data<{ audit_entries: { nodes: Entry[] } }>(LIST, { kinds })).audit_entries.nodes;
const emailOf = async (client: Client): Promise<string> =>
  (await client.data<{ meV2: { email: string } }>('{ meV2 { email } }')).meV2.email;
const READ = '{ published_changelist { id } }';

describe('people of support', () => {
  const enter = async (): Promise<Client> =>
    createClient(server, { token: await server.tokenOf({}, ['cs']), account: account.urlName });

  it('people of support who enter an account are recorded once a day, with the roles by which they may', async () => {
    const support = await enter();
    await Promise.all([support.data(READ), support.data(READ), support.data(READ)]);
    await support.data(READ);
    expect(await entries('support_entered')).toMatchObject([
      { person_email: await emailOf(support), after: { roles: ['cs'] }, address: '127.0.0.1' },
    ]);
    await (await enter()).data(READ);
    expect(await entries('support_entered')).toHaveLength(2);
  });

  it('people whose roles are of the account leave no entry by entering it', async () => {
    await Promise.all([developer, viewer, operator].map((each) => each.data(READ)));
    expect(await entries('support_entered')).toEqual([]);
  });
});

describe('rows of customers that people see', () => {
  const SCRIPT = `download ads from { type: "http"; url: "http://127.0.0.1/{YYYY-MM-DD}"; format: "csv"; timezone: "UTC"; }
    using { site: string; clicks: integer; };
    table daily is select site, sum(clicks) as clicks from ads;`;
  const PREVIEW = `mutation ($id: ID!, $table: String!) { preview_table(changelist_id: $id, table: $table) { __typename } }`;

  it('a preview of a table is recorded, once for repetitions within minutes', async () => {
    const { database, store } = server;
    const key = `acct/${account.accountId}/ads.csv`;
    const file = await store.put(key, Readable.from(['site,clicks\na,1\n']));
    const raw = JSON.stringify([{ filename: 'ads.csv', url: '', ...file }]);
    const finished = { report_date: '2026-11-19', status: 'completed', finished: '2026-11-20T00:00:00Z' };
    await addDownload(database, account, { source: 'ads', ...finished, raw });
    const id = await buildDraft(database, account, SCRIPT);
    for (const table of ['daily', 'daily', 'ads'])
      expect(await developer.data(PREVIEW, { id, table })).toEqual({ preview_table: { __typename: 'TablePreview' } });
    expect(await developer.data(PREVIEW, { id, table: 'none' })).toMatchObject({
      preview_table: { __typename: 'PreviewFailure' },
    });
    expect((await entries('rows_previewed')).map(({ target_name: name }) => name)).toEqual(['ads', 'daily']);
  });
});

describe('access that was denied', () => {
  it('fields and files that a person may not read are recorded with their names', async () => {
    expect((await viewer.ask('mutation { create_service_token(name: "x", days: 1) { __typename } }')).status).toBe(403);
    const headers = { authorization: `Bearer ${viewer.token}` };
    const id = '0197aaaa-0000-7000-8000-000000000000';
    const sample = `/api/${account.urlName}/metrics/sample/flow_sources/download/${id}`;
    expect((await fetch(`${server.url}${sample}`, { headers })).status).toBe(403);
    const found = await entries('access_denied');
    expect(found.map(({ after }) => after)).toMatchObject([
      { act: 'GET /api/:account/metrics/sample/flow_sources/download/:id' },
      { act: 'create_service_token' },
    ]);
    expect(new Set(found.map(({ person_email: email }) => email))).toEqual(new Set([await emailOf(viewer)]));
  });

  it('a stranger to an account leaves an entry of no account, as for one that does not exist', async () => {
    const token = await server.tokenOf({});
    for (const name of [account.urlName, 'nowhere'])
      expect((await createClient(server, { token, account: name }).ask(READ)).status).toBe(403);
    expect(await entries('access_denied')).toEqual([]);
    const { rows } = await server.database.withSystem((tx) =>
      sql`select account_id, after ->> 'act' as act from audit_entry where kind = 'access_denied' and account_id is null
        order by sequence`.execute(tx),
    );
    expect(rows).toEqual([
      { account_id: null, act: `enter ${account.urlName}` },
      { account_id: null, act: 'enter nowhere' },
    ]);
  });

  it('a flood of refusals adds twenty entries, and then one with their number each minute', async () => {
    for (let call = 0; call < 27; call += 1)
      await viewer.ask('mutation { revoke_service_token(id: "x") { __typename } }');
    expect(await entries('access_denied')).toHaveLength(REFUSALS_PER_HOUR);
    expect(await flushRefusals(server.database, new Date('2020-01-01'))).toBe(0);
    expect(await flushRefusals(server.database, new Date('2100-01-01'))).toBe(1);
    expect(await entries('refusals_counted')).toMatchObject([
      { person_email: await emailOf(viewer), after: { acts: 27 - REFUSALS_PER_HOUR } },
    ]);
    expect(await flushRefusals(server.database, new Date('2100-01-01'))).toBe(0);
  });
});
