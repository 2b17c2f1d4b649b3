import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { type BuiltAccount, buildAccount, buildDraft, readRows } from '../../../../testing/build-account.ts';
import { addDownload, addFlow, addPart, addUpload } from '../../../../testing/fill-account.ts';
import { signIn } from '../../../../testing/graphql-server.ts';
import { useAccount } from '../../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../../testing/hooks/use-server.ts';
import type { KeptDifference } from '../../../pipeline/flows/difference.ts';

let foreignDraft: string;
let foreignFlow: string;
const CANARY = `canary${randomUUID().replaceAll('-', '')}`;
const SCRIPT = `
  download ads from { type: "http"; url: "http://127.0.0.1/{YYYY-MM-DD}"; format: "csv"; } using { site: string; clicks: integer; };
  table daily is select site, clicks from ads;
  upload daily to { type: "file"; path: "daily/{YYYY-MM-DD}.csv"; format: "csv"; };
  upload ads to { type: "file"; path: "ads/{YYYY-MM-DD}.csv"; format: "csv"; };`;

const server = useGraphqlServer();
const mine = useAccount(server);
const theirs = useAccount(server);
const me = useClient(server, mine, ['developer']);
const { ask: asMe, data: dataOf } = me;

beforeAll(async () => {
  foreignDraft = await draft(theirs, SCRIPT, CANARY);
  foreignFlow = await addFlow(server.database, theirs, { purpose: 'proof' });
});

const draft = (account: BuiltAccount, text: string, description?: string): Promise<string> =>
  buildDraft(server.database, account, text, description);

const launch = (
  id: string,
  more = 'test_exports: ["daily", "ads"]',
): string => `mutation { save_changelist(changelist_id: "${id}", action: "proof" ${more}) {
  __typename ... on SaveChangelistOk { changelist_id compilation_result { messages { type } } flows { id purpose status phase launched_by { name }
    changelist { id description } inputs { download { name purpose } } outputs { name destination status } } }
  ... on CompilationErrors { message compilation_result { messages { type code path line message } } }
  ... on ConflictError { message } ... on NotFoundError { message } } }`;
type Launched = { save_changelist: { __typename: string; flows: { id: string }[] } };

describe('testing a draft', () => {
  test('launches a flow for connected uploads, listed among the test runs until it is archived', {
    tags: 'proof:test-run-launch',
  }, async () => {
    const id = await draft(mine, SCRIPT);
    const { save_changelist: launched } = await dataOf<Launched>(launch(id));
    expect(launched).toMatchObject({
      __typename: 'SaveChangelistOk',
      changelist_id: id,
      flows: [
        {
          purpose: 'proof',
          status: 'SOURCING',
          phase: 'downloading',
          launched_by: { name: expect.stringMatching(/^Person /) as string },
          changelist: { id, description: 'Draft' },
          inputs: [{ download: { name: 'ads', purpose: 'proof' } }],
          outputs: [
            { name: 'ads', destination: 'test result · ads', status: 'preparing' },
            { name: 'daily', destination: 'test result · daily', status: 'preparing' },
          ],
        },
      ],
    });
    expect(launched.flows).toHaveLength(1);
    const flow = launched.flows[0]?.id ?? '';
    const listed = async (archived: boolean): Promise<string[]> =>
      (
        await dataOf<{ flows: { nodes: { id: string }[] } }>(
          `{ flows(purpose: ["proof"], archived: ${archived}) { nodes { id } } }`,
        )
      ).flows.nodes.map((node) => node.id);
    expect(await listed(false)).toContain(flow);
    const archive = (of: string, archived: boolean): Promise<Record<string, unknown>> =>
      dataOf(
        `mutation { save_flow(id: "${of}", archived: ${archived}) { __typename ... on Flow { id archived } ... on ConflictError { message } } }`,
      );
    expect(await archive(flow, true)).toEqual({ save_flow: { __typename: 'Flow', id: flow, archived: true } });
    expect(await listed(false)).not.toContain(flow);
    expect(await listed(true)).toEqual([flow]);
    expect(await archive(flow, false)).toMatchObject({ save_flow: { archived: false } });
    const real = await addFlow(server.database, mine);
    expect(await archive(real, true)).toEqual({
      save_flow: { __typename: 'ConflictError', message: 'Only test runs can be archived.' },
    });
    // Production's lists do not have it.
    const production = await dataOf<Record<string, { nodes: unknown[] }>>(
      '{ downloads(purpose: ["production"]) { nodes { id } } uploads(purpose: ["production"]) { nodes { id } } }',
    );
    expect(production).toEqual({ downloads: { nodes: [] }, uploads: { nodes: [] } });
  });

  test('testing a draft is refused with a message', { tags: 'proof:test-run-refusals' }, async () => {
    const id = await draft(mine, SCRIPT);
    const refused = async (text: string): Promise<unknown> => (await dataOf<Launched>(text)).save_changelist;
    expect(await refused(launch(id, ''))).toEqual({
      __typename: 'ConflictError',
      message: 'Choose at least one upload.',
    });
    expect(await refused(launch(id, 'test_exports: ["x"]'))).toEqual({
      __typename: 'ConflictError',
      message: 'The draft has no upload x.',
    });
    expect(await refused(launch(mine.changelistId))).toEqual({
      __typename: 'ConflictError',
      message: 'Cannot act on previously published changelist',
    });
    expect(await refused(launch(await draft(mine, 'upload x to { type: "file"; };')))).toMatchObject({
      __typename: 'CompilationErrors',
      message: 'Fix Validation Errors.',
      compilation_result: {
        messages: expect.arrayContaining([
          expect.objectContaining({ type: 'error', path: 'a.sbs', line: 1 }),
        ]) as unknown,
      },
    });
    const bad = await asMe(launch(id).replace('"proof"', '"burn"'));
    expect(bad.errors[0]?.message).toBe('The action can be proof, publish or archive, not burn.');
    const none = await asMe(`mutation { save_flow(id: "${randomUUID()}") { __typename } }`);
    expect(none.errors[0]?.message).toBe('There is nothing to change: give archived.');
  });

  test('takes the newest files of production, of the newest date that all sources have', {
    tags: 'proof:test-run-newest-files',
  }, async () => {
    const account = await buildAccount(server.database);
    const developer = await signIn(server, account, ['developer']);
    const raw = (name: string) => JSON.stringify([{ key: name, filename: name, url: '', bytes: 1, sha256: name }]);
    const add = (source: string, date: string, name: string, more = {}) =>
      addDownload(server.database, account, {
        source,
        report_date: date,
        status: 'completed',
        finished: '2026-11-20T00:00:00Z',
        raw: raw(name),
        ...more,
      });
    await add('ads', '2026-11-19', 'old', { finished: '2026-11-19T00:00:00Z' });
    await add('ads', '2026-11-19', 'newest');
    await add('ads', '2026-11-19', 'failed', { status: 'failed', finished: '2026-11-21T00:00:00Z' });
    await add('ads', '2026-11-19', 'backfilled', { purpose: 'backfill', finished: '2026-11-21T00:00:00Z' });
    await add('ads', '2026-11-20', 'later');
    await add('costs', '2026-11-19', 'costs');
    const text = `
      download ads from { type: "http"; url: "http://127.0.0.1/{YYYY-MM-DD}"; format: "csv"; } using { site: string; };
      download costs from { type: "http"; url: "http://127.0.0.1/c/{YYYY-MM-DD}"; format: "csv"; } using { site: string; };
      download sites from { type: "http"; url: "http://127.0.0.1/sites"; format: "csv"; } using { site: string; };
      table joined is select ads.site from ads join costs on ads.site = costs.site join sites on ads.site = sites.site;
      upload joined to { type: "file"; path: "joined.csv"; format: "csv"; };`;
    const { save_changelist: launched } = await developer.data<Launched>(
      launch(await draft(account, text), 'test_exports: ["joined"]'),
    );
    expect(launched.__typename).toBe('SaveChangelistOk');
    const downloads = await readRows(
      server.database,
      account,
      sql`select source, report_date, raw #>> '{0,key}' as raw, status from download where purpose = 'proof' order by source`,
    );
    expect(downloads).toEqual([
      { source: 'ads', report_date: '2026-11-19', raw: 'newest', status: 'queued' },
      { source: 'costs', report_date: '2026-11-19', raw: 'costs', status: 'queued' },
      { source: 'sites', report_date: null, raw: null, status: 'queued' },
    ]);
  });
});

const FINISHED = new Date(Date.now() - 86_400_000).toISOString();

describe('the result of a test run', () => {
  const compared = {
    uploadId: randomUUID(),
    rowsBefore: 3,
    rowsAfter: 4,
    keys: ['site'],
    columns: ['site', 'clicks'],
    added: { rows: 2, sample: [['new', null]] },
    removed: { rows: 1, sample: [['gone', '1']] },
    changed: { rows: 1, sample: [{ before: ['a', '1'], after: ['a', '2'], columns: ['clicks'] }] },
    columnsChanged: [{ name: 'clicks', rows: 1 }],
    columnsAdded: [{ name: 'mark', type: 'string' }],
    columnsRemoved: [],
    columnsRetyped: [{ name: 'clicks', before: 'integer', after: 'float' }],
  };
  const difference: KeptDifference = { kind: 'compared', ...compared };
  const snakeCased = (fields: object) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
        value,
      ]),
    );
  const FIELDS = `result_file difference { upload_id failure rows_before rows_after keys columns added { rows sample } removed { rows sample }
    changed { rows sample { before after columns } } columns_changed { name rows } columns_added { name type } columns_removed { name type }
    columns_retyped { name before after } }`;

  async function tested(
    account: BuiltAccount,
    values: Record<string, string | number | object | null>,
  ): Promise<string> {
    const flow = await addFlow(server.database, account, { purpose: 'proof' });
    return addUpload(server.database, account, flow, {
      purpose: 'proof',
      status: 'completed',
      finished: FINISHED,
      ...values,
    });
  }
  const get = (urlName: string, id: string): Promise<Response> =>
    fetch(`${server.url}/api/${urlName}/files/${id}_result.csv.gz`, {
      headers: { authorization: `Bearer ${me.token}`, 'request-id': 'request-12345' },
    });

  test('shows how it differs from production', { tags: 'proof:test-run-differences' }, async () => {
    const id = await tested(mine, { difference });
    expect(await dataOf(`{ upload(id: "${id}") { ${FIELDS} } }`)).toEqual({
      upload: { result_file: null, difference: { failure: null, ...snakeCased(compared) } },
    });
    const failed: KeptDifference = { kind: 'failed', uploadId: difference.uploadId, reason: 'It is gone.' };
    const gone = await tested(mine, { difference: failed });
    expect(
      await dataOf(`{ upload(id: "${gone}") { difference { failure rows_before added { rows sample } } } }`),
    ).toEqual({
      upload: { difference: { failure: 'It is gone.', rows_before: 0, added: { rows: 0, sample: [] } } },
    });
    // Kept by an earlier version, which did not name the columns.
    const old = { ...difference, changed: { rows: 1, sample: [{ before: ['a', '1'], after: ['a', null] }] } };
    const earlier = await tested(mine, { difference: old });
    expect(
      await dataOf(`{ upload(id: "${earlier}") { difference { changed { sample { before after columns } } } } }`),
    ).toEqual({
      upload: {
        difference: { changed: { sample: [{ before: ['a', '1'], after: ['a', null], columns: ['clicks'] }] } },
      },
    });
    const none = await tested(mine, {});
    expect(await dataOf(`{ upload(id: "${none}") { difference { keys } } }`)).toEqual({ upload: { difference: null } });
  });

  test('the result of a test run is fetched as a compressed file for thirty days', {
    tags: 'proof:test-run-result-retention',
  }, async () => {
    const key = `acct/${mine.accountId}/result/a/1/result.csv.gz`;
    await server.store.put(key, Readable.from([gzipSync('site,clicks\na,1\n')]));
    const id = await tested(mine, { file_key: key });
    expect(await dataOf(`{ upload(id: "${id}") { result_file } }`)).toEqual({
      upload: { result_file: `${id}_result.csv.gz` },
    });
    const answer = await get(mine.urlName, id);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/gzip']);
    expect(answer.headers.get('content-disposition')).toContain('daily_2026-11-20_result.csv.gz');
    expect(gunzipSync(Buffer.from(await answer.arrayBuffer())).toString()).toBe('site,clicks\na,1\n');
    const old = await tested(mine, { file_key: key, finished: new Date(Date.now() - 31 * 86_400_000).toISOString() });
    expect(await dataOf(`{ upload(id: "${old}") { result_file } }`)).toEqual({ upload: { result_file: null } });
    const expired = await get(mine.urlName, old);
    expect(expired.status).toBe(400);
    expect(await expired.text()).toContain('Downloading files over 30 days old is not supported.');
    for (const values of [{ file_key: null }, { file_key: key, status: 'failed' }, { file_key: `${key}.gone` }])
      expect((await get(mine.urlName, await tested(mine, values))).status, JSON.stringify(values)).toBe(404);
  });

  test('the result of a test run of another account answers as for an id that does not exist', async () => {
    const key = `acct/${theirs.accountId}/result/a/1/result.csv.gz`;
    await server.store.put(key, Readable.from([gzipSync(CANARY)]));
    const id = await tested(theirs, { file_key: key, difference, name: CANARY });
    const text = async (urlName: string, of: string): Promise<string> => {
      const answer = await get(urlName, of);
      return `${answer.status} ${await answer.text()}`;
    };
    expect(await text(mine.urlName, id)).toBe(await text(mine.urlName, randomUUID()));
    expect(await text(mine.urlName, id)).toMatch(/^404 /);
    expect(await text(theirs.urlName, id)).toMatch(/^403 /);
    expect(await dataOf(`{ upload(id: "${id}") { ${FIELDS} } }`)).toEqual({ upload: null });
  });
});

test('drafts and test runs of another account answer as for ids that do not exist, and are not changed', {
  tags: 'proof:draft-other-account',
}, async () => {
  const contents = () =>
    theirs.rows(sql`
      select c::text from changelist c union all select f::text from flow f union all select d::text from download d order by 1`);
  await addPart(server.database, theirs, await addDownload(server.database, theirs));
  const before = await contents();
  const save = (id: string) =>
    `mutation { save_flow(id: "${id}", archived: true) { __typename ... on NotFoundError { message } } }`;
  for (const [question, id] of [
    [launch, foreignDraft],
    [save, foreignFlow],
  ] as const) {
    const foreign = await asMe(question(id));
    expect(foreign.errors).toEqual([]);
    expect(foreign).toEqual(await asMe(question(randomUUID())));
    expect(await asMe(question('no id'))).toEqual(foreign);
    expect(JSON.stringify(foreign)).not.toContain(CANARY);
  }
  expect(await contents()).toEqual(before);
  const listed = await asMe('{ flows(first: 100) { nodes { id } } }');
  expect(JSON.stringify(listed)).not.toContain(foreignFlow);
});
