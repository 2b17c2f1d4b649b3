import { Readable } from 'node:stream';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildDraft } from '../../../testing/build-account.ts';
import { addDownload, addFlow, addUpload } from '../../../testing/fill-account.ts';
import { ask, type Client } from '../../../testing/graphql-server.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';

const SCRIPT = `download ads from { type: "http"; url: "http://127.0.0.1/{YYYY-MM-DD}"; format: "csv"; timezone: "UTC"; } using { site: string; clicks: integer; };
table daily is select site, sum(clicks) as clicks from ads;
upload daily to { type: "file"; path: "daily/{YYYY-MM-DD}.csv"; format: "csv"; key_columns: ["site"]; };`;
const FAILURE =
  '... on PreviewFailure { reason message declaration path line } ... on CompilationErrors { message } ... on NotFoundError { message }';
const PREVIEW = `mutation ($id: ID!, $table: String!, $version: Int, $files: [ChangelistFileInput!]) {
  preview: preview_table(changelist_id: $id, table: $table, version: $version, files: $files) { __typename
    ... on TablePreview { table is_source report_datetime { short } columns { name type } rows row_count
      dirty_rows { before line column reason raw } dirty_row_count inputs { name download_id reloaded } milliseconds } ${FAILURE} } }`;
const IMPACT = `mutation ($id: ID!, $version: Int, $files: [ChangelistFileInput!]) {
  impact: preview_publish(changelist_id: $id, version: $version, files: $files) { __typename
    ... on PublishImpact { published_id unchanged uploads { name change destination aspects rows_may_change columns_added { name type }
      columns_removed { name type } columns_retyped { name before after } } schedules { name change before after } } ${FAILURE} } }`;
const ROWS = `mutation ($id: ID!, $upload: String!) { rows: preview_publish_rows(changelist_id: $id, upload: $upload) { __typename
    ... on PublishedRows { upload report_datetime { short } milliseconds difference { rows_before rows_after keys columns failure
      added { rows sample } removed { rows sample } changed { rows sample { before after columns } } columns_changed { name rows } } } ${FAILURE} } }`;

const server = useGraphqlServer();
const account = useAccount(server);
const developer = useClient(server, account, ['developer']);
const second = useClient(server, account, ['developer']);
const third = useClient(server, account, ['developer']);
const fourth = useClient(server, account, ['developer']);
const operator = useClient(server, account, ['operator']);
let draft = '';
let download = '';

beforeAll(async () => {
  const { database, store } = server;
  const file = await store.put('acct/1/raw/ads.csv', Readable.from(['site,clicks\na,1\nb,x\na,3\n']));
  const raw = JSON.stringify([{ filename: 'ads.csv', url: '', ...file }]);
  const finished = { report_date: '2026-11-19', status: 'completed', finished: '2026-11-20T00:00:00Z' };
  download = await addDownload(database, account, { source: 'ads', ...finished, raw });
  const lines = Array.from({ length: 5_000 }, (_, index) => `a,${index}`).join('\n');
  const many = await store.put('acct/1/raw/many.csv', Readable.from([`site,clicks\n${lines}\n`]));
  const manyRaw = JSON.stringify([{ filename: 'many.csv', url: '', ...many }]);
  await addDownload(database, account, { source: 'many', ...finished, raw: manyRaw });
  const flow = await addFlow(database, account, { report_date: '2026-11-19' });
  const columns = JSON.stringify([{ name: 'site', type: { kind: 'string' }, nullable: true }]);
  await addUpload(database, account, flow, { name: 'daily', ...finished, columns });
  draft = await buildDraft(database, account, SCRIPT);
});

describe('the preview of a table over the API', () => {
  it('gives rows, types, dirty rows and where they come from, with unsaved changes', async () => {
    const asked = { id: draft, table: 'daily' };
    const files = [{ path: 'a.sbs', text: SCRIPT.replace('sum(clicks)', 'max(clicks)') }];
    expect(await developer.data(PREVIEW, { ...asked, version: 1, files })).toEqual({
      preview: {
        __typename: 'TablePreview',
        table: 'daily',
        is_source: false,
        report_datetime: { short: 'Nov 19' },
        columns: [
          { name: 'site', type: 'string' },
          { name: 'clicks', type: 'integer' },
        ],
        rows: [['a', '3']],
        row_count: 1,
        dirty_rows: [],
        dirty_row_count: null,
        inputs: [{ name: 'ads', download_id: download, reloaded: true }],
        milliseconds: expect.any(Number) as number,
      },
    });
    expect(await developer.data(PREVIEW, asked)).toMatchObject({ preview: { rows: [['a', '4']] } });
    expect(await developer.data(PREVIEW, { id: draft, table: 'ads' })).toMatchObject({
      preview: {
        is_source: true,
        rows: [
          ['a', '1'],
          ['a', '3'],
        ],
        dirty_rows: [{ before: 1, line: 3, column: 'clicks', raw: 'b,x' }],
      },
    });
  });

  it('says why there are no rows', async () => {
    const of = async (more: object): Promise<unknown> =>
      (await developer.data<{ preview: unknown }>(PREVIEW, { id: draft, table: 'daily', ...more })).preview;
    expect(await of({ table: 'x' })).toEqual({
      __typename: 'PreviewFailure',
      reason: 'no_table',
      message: 'The draft has no table x.',
      declaration: null,
      path: null,
      line: null,
    });
    const files = [{ path: 'a.sbs', text: 'table daily is' }];
    expect(await of({ version: 1, files })).toMatchObject({ __typename: 'CompilationErrors' });
    expect(await of({ version: 9, files })).toMatchObject({ __typename: 'PreviewFailure', reason: 'stale' });
    expect(await of({ id: 'x' })).toMatchObject({ __typename: 'NotFoundError' });
    const unversioned = await developer.ask(PREVIEW, { id: draft, table: 'daily', files });
    expect(unversioned.errors[0]?.message).toContain('Give the version of the draft that was read');
  });

  it('takes drafts with many files that are not saved', async () => {
    const files = [
      { path: 'large.sbs', text: `// ${'x'.repeat(1_040_000)}` },
      { path: 'more.sbs', text: '// small' },
    ];
    expect(await developer.data(PREVIEW, { id: draft, table: 'daily', version: 1, files })).toMatchObject({
      preview: { __typename: 'TablePreview' },
    });
  });
});

describe('the impact of publishing over the API', () => {
  it('lists what changes, and compares rows with those delivered', async () => {
    expect(await developer.data(IMPACT, { id: draft })).toMatchObject({
      impact: {
        __typename: 'PublishImpact',
        published_id: account.changelistId,
        unchanged: 0,
        uploads: expect.arrayContaining([
          expect.objectContaining({
            name: 'daily',
            change: 'added',
            columns_added: [
              { name: 'site', type: 'string' },
              { name: 'clicks', type: 'integer' },
            ],
          }),
        ]) as unknown,
      },
    });
    expect(await developer.data(ROWS, { id: draft, upload: 'daily' })).toMatchObject({
      rows: {
        __typename: 'PublishedRows',
        report_datetime: { short: 'Nov 19' },
        difference: {
          rows_before: 0,
          rows_after: 1,
          keys: ['site'],
          columns: ['site'],
          failure: null,
          added: { rows: 1, sample: [['a']] },
          removed: { rows: 0, sample: [] },
          changed: { rows: 0, sample: [] },
        },
      },
    });
    expect(await developer.data(ROWS, { id: draft, upload: 'x' })).toMatchObject({ rows: { reason: 'no_upload' } });
    expect(await developer.data(IMPACT, { id: 'x' })).toMatchObject({ impact: { __typename: 'NotFoundError' } });
  });

  it('the impact of publishing over the API is for people who may develop and publish', async () => {
    for (const [query, more] of [
      [PREVIEW, { table: 'daily' }],
      [IMPACT, {}],
      [ROWS, { upload: 'daily' }],
    ] as const) {
      const refused = await operator.ask(query, { id: draft, ...more });
      expect(refused.errors[0]?.extensions['code']).toBe('NOT_ALLOWED');
      expect((await ask(server, { token: developer.token }, query, { id: draft, ...more })).errors).not.toEqual([]);
    }
  });
});

it('ends previews whose clients go away, which gives their places to others', async () => {
  const slow = SCRIPT.replace(
    'select site, sum(clicks) as clicks from ads',
    'select a.site, count(c.clicks) as clicks from many as a join many as b on a.site == b.site join many as c on b.site == c.site',
  ).replace('download ads', `${SCRIPT.split('\n')[0]?.replace('download ads', 'download many')}\ndownload ads`);
  const variables = { id: draft, table: 'daily', version: 1, files: [{ path: 'a.sbs', text: slow }] };
  const body = JSON.stringify({ query: PREVIEW, variables });
  const leaving = new AbortController();
  const send = ({ token }: { readonly token: string }): Promise<Response> =>
    fetch(`${server.url}/api/graphql`, {
      method: 'POST',
      signal: leaving.signal,
      headers: {
        'content-type': 'application/json',
        'request-id': 'request-12345',
        authorization: `Bearer ${token}`,
        'account-uri': account.urlName,
      },
      body,
    });
  // The fourth person's quick preview may have the place of one of them for a moment.
  const untilTaken = async (as: Client): Promise<string> => {
    const answer = await (await send(as)).text();
    return answer.includes('"busy"') ? untilTaken(as) : answer;
  };
  const sent = Promise.allSettled([developer, second, third].map(untilTaken));
  const preview = async (): Promise<string> => {
    const asked = { id: draft, table: 'ads' };
    const { preview: found } = await fourth.data<{ preview: { __typename: string; reason?: string } }>(PREVIEW, asked);
    return found.reason ?? found.__typename;
  };
  await expect.poll(preview).toBe('busy');
  leaving.abort();
  await expect.poll(preview).toBe('TablePreview');
  expect((await sent).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(server.log).toEqual([]);
});
