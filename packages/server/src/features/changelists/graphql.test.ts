import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildDraft } from '../../../testing/build-account.ts';
import { ADS_SCRIPT } from '../../../testing/draft-calls.ts';
import { addDownload, addFlow, addInput, addPart } from '../../../testing/fill-account.ts';
import { type Client, createClient } from '../../../testing/graphql-server.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useGlobalClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { publishText } from '../../../testing/publish-text.ts';
import { addKey } from '../../identity/keys/add-key.ts';

const server = useGraphqlServer();
const account = useAccount(server, {}, beforeEach);
const { rows } = account;

const developer = useGlobalClient(server, account, 'developer');
const viewer = useGlobalClient(server, account, 'viewer');
const tester = useGlobalClient(server, account, 'tester');

const draft = (files: Parameters<typeof buildDraft>[2] = [], description?: string): Promise<string> =>
  buildDraft(server.database, account, files, description);
const set = (id: string, values: Readonly<Record<string, string>>) =>
  rows(
    sql`update changelist set ${sql.join(Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`))} where id = ${id}`,
  );

type Page = { nodes: { id: string }[]; pageInfo: { hasNextPage: boolean; endCursor: string } };
/** The ids of all pages of a list, each with its size. */
async function pages(field: string, more = ''): Promise<{ ids: string[]; sizes: number[] }> {
  const ids: string[] = [];
  const sizes: number[] = [];
  for (let after = ''; ; ) {
    const { list } = await viewer.data<{ list: Page }>(
      `{ list: ${field}(${[more, after].filter((text) => text !== '').join(', ') || 'first: null'}) { nodes { id } pageInfo { hasNextPage endCursor } } }`,
    );
    ids.push(...list.nodes.map(({ id }) => id));
    sizes.push(list.nodes.length);
    if (!list.pageInfo.hasNextPage) return { ids, sizes };
    after = `after: "${list.pageInfo.endCursor}"`;
  }
}

describe('lists', () => {
  test('drafts have pages of 20, the last changed first, archived ones apart', {
    tags: ['spec:call-drafts', 'spec:draft-limits'],
  }, async () => {
    const ids: string[] = [];
    for (let n = 0; n < 25; n += 1) {
      ids.unshift(await draft([], `Draft ${n}`));
      await set(ids[0] ?? '', { updated_on: `2026-01-01T00:00:${String(10 + n)}Z` });
    }
    await set(ids[3] ?? '', { status: 'proofing' });
    const archived = ids.splice(10, 1);
    await set(archived[0] ?? '', { status: 'archived' });
    expect(await pages('drafts')).toEqual({ ids, sizes: [20, 4] });
    expect(await pages('drafts', 'archived: false')).toEqual({ ids, sizes: [20, 4] });
    expect(await pages('drafts', 'archived: true')).toEqual({ ids: archived, sizes: [1] });
  });

  test('history has the published version and those before it, the newest first', {
    tags: ['spec:call-drafts', 'spec:draft-limits'],
  }, async () => {
    await draft();
    await set(account.changelistId, { published_on: '2026-01-01' });
    const published = [account.changelistId];
    for (let n = 0; n < 21; n += 1)
      published.unshift(await publishText(server.database, account, ADS_SCRIPT, Date.parse('2026-02-01') + n * 1000));
    expect(await pages('history')).toEqual({ ids: published, sizes: [20, 2] });
    const { published_changelist: current } = await viewer.data<{ published_changelist: unknown }>(
      '{ published_changelist { id status published_on needs_merge } }',
    );
    expect(current).toEqual({
      id: published[0],
      status: 'running',
      published_on: '2026-02-01T00:00:20.000Z',
      needs_merge: false,
    });
  });

  test('an account without a script has no published changelist, and its first draft is empty', async () => {
    await set(account.changelistId, { status: 'archived' });
    expect(await viewer.data('{ published_changelist { id } history { nodes { id } } }')).toEqual({
      published_changelist: null,
      history: { nodes: [] },
    });
    expect(
      await developer.data(
        'mutation { branch_changelist(description: "New Draft") { ... on Changelist { branched_from needs_merge files(first: 1) { id } } } }',
      ),
    ).toEqual({ branch_changelist: { branched_from: null, needs_merge: false, files: [] } });
  });
});

describe('a changelist', () => {
  const FIELDS = `id description status archived needs_merge version branched_from created_on created_by { name } updated_on
    updated_by { name } published_on published_by { name } flow_summary { purpose } files { id path text }`;

  test('shows its fields, and needs a merge once another version is published', {
    tags: ['spec:changelist-fields', 'spec:changelist-more-fields', 'spec:call-changelist'],
  }, async () => {
    const { branch_changelist: made } = await developer.data<{ branch_changelist: { id: string } }>(
      `mutation { branch_changelist(description: "Costs") { ... on Changelist { id } } }`,
    );
    const read = async (): Promise<Record<string, unknown>> =>
      (await viewer.data<{ changelist: Record<string, unknown> }>(`{ changelist(id: "${made.id}") { ${FIELDS} } }`))
        .changelist;
    const time = expect.stringMatching(/^\d{4}-/) as string;
    const person = { name: expect.stringMatching(/^Person/) as string };
    expect(await read()).toEqual({
      id: made.id,
      description: 'Costs',
      status: 'draft',
      archived: false,
      needs_merge: false,
      version: 1,
      branched_from: account.changelistId,
      created_on: time,
      created_by: person,
      updated_on: time,
      updated_by: person,
      published_on: null,
      published_by: null,
      flow_summary: [],
      files: [],
    });
    await publishText(server.database, account, ADS_SCRIPT);
    expect(await read()).toMatchObject({ needs_merge: true });
    await set(made.id, { status: 'archived' });
    expect(await read()).toMatchObject({ needs_merge: false, archived: true, status: 'archived' });
  });

  test('opens files by their paths', {
    tags: ['spec:call-opened-paths', 'spec:file-fields', 'spec:file-paths'],
  }, async () => {
    const id = await draft([
      { path: 'b.sbs', text: '// B' },
      { path: 'a.sbs', text: '// A' },
      { path: 'c/d.sbs', text: '// A' },
    ]);
    const files = async (args: string): Promise<unknown> =>
      (
        await viewer.data<{ changelist: { files: unknown } }>(
          `{ changelist(id: "${id}") { files${args} { path text } } }`,
        )
      ).changelist.files;
    expect(await files('')).toEqual([
      { path: 'a.sbs', text: null },
      { path: 'b.sbs', text: null },
      { path: 'c/d.sbs', text: null },
    ]);
    expect(await files('(first: 1)')).toEqual([{ path: 'a.sbs', text: null }]);
    expect(await files('(opened_paths: ["c/d.sbs", "a.sbs", "x"])')).toEqual([
      { path: 'a.sbs', text: '// A' },
      { path: 'c/d.sbs', text: '// A' },
    ]);
    const many = await viewer.ask(
      `query ($paths: [String!]) { changelist(id: "${id}") { files(opened_paths: $paths) { path } } }`,
      { paths: Array.from({ length: 1001 }, (_, n) => `f${n}`) },
    );
    expect(many.errors[0]?.message).toBe('opened_paths can have 1000 paths at most.');
  });

  test('shows what the compiler reports, and the keys that it names', {
    tags: ['spec:compilation-result', 'spec:call-changelist'],
  }, async () => {
    await rows(sql`insert into key (account_id, name, type) values (${account.accountId}, 'warehouse', 'postgresql'),
      (${account.accountId}, 'other', 'postgresql')`);
    const id = await draft([
      { path: 'a.sbs', text: ADS_SCRIPT },
      { path: 'b.sbs', text: 'upload ads as rows to { type: "postgres"; key: "warehouse"; table: "rows"; };' },
      { path: 'c.sbs', text: 'upload x to nowhere;' },
    ]);
    const read = async () =>
      (
        await viewer.data<{ changelist: { compilation_result: { messages: unknown[]; declarations: unknown[] } } }>(
          `{ changelist(id: "${id}") { credentials { name } compilation_result {
            messages { type path line startLine endLine startColumn endColumn message }
            declarations { path name declaration_type connector_type test key_name line column } } } }`,
        )
      ).changelist;
    const found = await read();
    expect(found).toMatchObject({ credentials: [{ name: 'warehouse' }] });
    expect(found.compilation_result.declarations).toEqual([
      {
        path: 'a.sbs',
        name: 'ads',
        declaration_type: 'import',
        connector_type: 'http',
        test: false,
        key_name: null,
        line: 2,
        column: 3,
      },
      {
        path: 'a.sbs',
        name: 'ads',
        declaration_type: 'export',
        connector_type: 'file',
        test: false,
        key_name: null,
        line: 3,
        column: 3,
      },
      {
        path: 'b.sbs',
        name: 'rows',
        declaration_type: 'export',
        connector_type: 'postgres',
        test: false,
        key_name: 'warehouse',
        line: 1,
        column: 1,
      },
    ]);
    expect(found.compilation_result.messages).toContainEqual(
      expect.objectContaining({ type: 'error', path: 'c.sbs', line: 1, startLine: 1 }),
    );
    // The same files with the same keys are not compiled twice; other keys change the result.
    expect(await read()).toEqual(found);
    await rows(sql`update key set name = 'moved' where name = 'warehouse'`);
    expect((await read()).compilation_result.messages).not.toEqual(found.compilation_result.messages);
  });

  test('shows beta messages only to people with the permission', { tags: 'spec:beta-messages' }, async () => {
    const text = `${ADS_SCRIPT} table numbered is select site, row_number() over (order by site) as n from ads;`;
    const id = await draft([{ path: 'a.sbs', text }]);
    const types = async (as: Client): Promise<string[]> =>
      (
        await as.data<{ changelist: { compilation_result: { messages: { type: string }[] } } }>(
          `{ changelist(id: "${id}") { compilation_result { messages { type } } } }`,
        )
      ).changelist.compilation_result.messages.map(({ type }) => type);
    expect(await types(tester)).toContain('beta');
    expect(await types(developer)).not.toContain('beta');
  });

  test('counts its flows by purpose', { tags: 'spec:flow-summary' }, async () => {
    const { database } = server;
    const flow = (values: Readonly<Record<string, string>>) => addFlow(database, account, values);
    const ended = await flow({ status: 'STOPPED' });
    await flow({ status: 'SKIPPED' });
    await flow({ status: 'FATAL' });
    await flow({ status: 'PROCESSING' });
    await flow({ status: 'PENDING' });
    await flow({ status: 'ABANDONED' });
    const test = await flow({ status: 'STOPPED', purpose: 'proof' });
    const input = async (of: string, status: string): Promise<void> => {
      const download = await addDownload(database, account, { dirty_row_status: status });
      await addInput(database, account, 'flow', of, await addPart(database, account, download), download);
    };
    for (const status of ['all', 'some', 'none']) await input(ended, status);
    await input(test, 'some');
    const { changelist } = await viewer.data<{ changelist: { flow_summary: unknown } }>(
      `{ changelist(id: "${account.changelistId}") { flow_summary { purpose unfinished succeeded failed dirty_rows_all dirty_rows_some } } }`,
    );
    expect(changelist.flow_summary).toEqual([
      { purpose: 'production', unfinished: 2, succeeded: 2, failed: 1, dirty_rows_all: 1, dirty_rows_some: 0 },
      { purpose: 'proof', unfinished: 0, succeeded: 1, failed: 0, dirty_rows_all: 0, dirty_rows_some: 1 },
    ]);
  });

  test('a changelist may refer to the connectors, and to the keys of its own account without their secrets', async () => {
    await account.inAccount((tx) =>
      addKey(tx, server.vault, account.accountId, {
        name: 'orders',
        type: 'api_token',
        properties: {},
        secrets: { api_token: 'canary-71c0d2' },
      }),
    );
    const { script_catalog: catalog } = await viewer.data<{
      script_catalog: { connectors: { name: string }[]; keys: unknown[] };
    }>('{ script_catalog }');
    expect(catalog.connectors.map(({ name }) => name)).toEqual(expect.arrayContaining(['http', 'file']));
    const id = expect.stringMatching(/^[0-9a-f-]{36}$/) as string;
    expect(catalog.keys).toEqual([{ id, name: 'orders', type: 'api_token', status: 'active', formerNames: [] }]);
  });

  test('a changelist of another account does not exist', async () => {
    const id = await draft([{ path: 'a.sbs', text: 'canary' }], 'canary');
    const own = account.urlName;
    const other = createClient(server, {
      token: await server.tokenOf({ [account.accountId]: ['developer'] }),
      account: own,
    });
    expect(await other.data(`{ changelist(id: "${id}") { id } }`)).toEqual({ changelist: { id } });
    const second = await server.database.withSystem((tx) =>
      sql<{
        id: string;
      }>`insert into account (url_name, name) values (${`a-${randomUUID()}`}, 'Second') returning id, url_name`.execute(
        tx,
      ),
    );
    const [{ url_name: urlName = '' } = {}] = second.rows as { url_name?: string }[];
    const outside = createClient(server, {
      token: await server.tokenOf({ [second.rows[0]?.id ?? '']: ['developer'] }),
      account: urlName,
    });
    expect(
      await outside.data(`{ changelist(id: "${id}") { id } drafts { nodes { id } } history { nodes { id } }
      changelist_diff(original_id: "${id}", modified_id: "${account.changelistId}") { original { id } } }`),
    ).toEqual({
      changelist: null,
      drafts: { nodes: [] },
      history: { nodes: [] },
      changelist_diff: null,
    });
    const before = await rows(
      sql`select c::text from changelist c union all select f::text from changelist_file f order by 1`,
    );
    for (const call of [
      `save_changelist(changelist_id: "${id}", changelist: { description: "X" })`,
      `save_changelist(changelist_id: "${id}", version: 1, changelist: { files: [{ path: "a.sbs", text: "" }] })`,
      `save_changelist(changelist_id: "${id}", action: "archive")`,
      `save_changelist(changelist_id: "${id}", action: "publish", force_publish: true)`,
      `branch_changelist(changelist_id: "${id}", description: "X")`,
      `rollback_changelist(changelist_id: "${account.changelistId}")`,
      `merge_changelist(changelist_id: "${id}", version: 1)`,
    ])
      expect(await outside.data(`mutation { call: ${call} { __typename } }`), call).toEqual({
        call: { __typename: 'NotFoundError' },
      });
    expect(
      await rows(sql`select c::text from changelist c union all select f::text from changelist_file f order by 1`),
    ).toEqual(before);
  });
});
