import type { Plan } from '@switchboard/model/plan';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildSource, buildUpload } from '../../../testing/build-plan.ts';
import { addDownload, addFlow, addInput, addPart, addUnitOf, addUpload } from '../../../testing/fill-account.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { UUID } from '../../graphql/cursor.ts';

const server = useGraphqlServer();
const PLAN: Partial<Plan> = {
  sources: [buildSource('ads')],
  uploads: [buildUpload('daily', { project: 'marketing', table: 'ads', destination: 'file · daily/{YYYY-MM-DD}.csv' })],
};
const account = useAccount(server, PLAN);
const operator = useClient(server, account, ['operator']);
const viewer = useClient(server, account, ['viewer']);

const query = (text: string, by = viewer) => by.data<Record<string, never>>(text);

describe('a download', () => {
  test('a download is returned with all its fields', { tags: 'proof:download-fields' }, async () => {
    const { database } = server;
    const id = await addDownload(database, account, {
      source: 'ads',
      status: 'completed',
      created: '2026-11-21T06:00:00Z',
      started: '2026-11-21T06:00:01Z',
      finished: '2026-11-21T06:00:09.5Z',
      handle: { filename: 'ads.csv', url: 'http://provider.test/ads.csv' },
      raw: [{ filename: 'ads.csv', key: 'secret/key', bytes: 10 }],
      progress: { rows: 90, estimatedRows: 100 },
      row_count: 100,
      dirty_row_count: 4,
      dirty_row_status: 'some',
      message: 'A warning',
    });
    await addUnitOf(database, account, id, {
      kind: 'download',
      state: 'waiting',
      retry_count: 2,
      next_try: '2026-11-21T07:00:00Z',
    });
    const part = await addPart(database, account, id, {
      dirty_row_count: 4,
      dirty_row_status: 'some',
      new_dirty_row_count: 5,
      new_dirty_row_status: 'some',
    });
    const { download } = await query(`{ download(id: "${id}") {
      id name project status purpose created started finished description message row_count dirty_row_count dirty_row_status
      retry_count retry_limit next_try uploads_hint
      handle { url filename handle report_date start_date } report_datetime { short long long_utc iso }
      progress { completed { rows bytes reports } estimated { rows } } source_tables { name project }
      parts { id name row_count dirty_row_count dirty_row_status new_dirty_row_count new_dirty_row_status
        legacy_flow_source_id hasConnectedUploadDeclarations source_table { name project } } } }`);
    expect(download).toEqual({
      id,
      name: 'ads',
      project: 'marketing',
      status: 'completed',
      purpose: 'production',
      created: '2026-11-21T06:00:00.000Z',
      started: '2026-11-21T06:00:01.000Z',
      finished: '2026-11-21T06:00:09.500Z',
      description: 'ads.csv',
      message: 'A warning',
      row_count: 100,
      dirty_row_count: 4,
      dirty_row_status: 'some',
      retry_count: 2,
      retry_limit: 5,
      next_try: '2026-11-21T07:00:00.000Z',
      uploads_hint: 'Processing for this download will be scheduled within the hour.',
      handle: {
        url: 'http://provider.test/ads.csv',
        filename: 'ads.csv',
        handle: 'ads.csv',
        report_date: '2026-11-20',
        start_date: '2026-11-20',
      },
      report_datetime: {
        short: 'Nov 20',
        long: 'November 20, 2026',
        long_utc: 'November 20, 2026 UTC',
        iso: '2026-11-20T00:00:00.000Z',
      },
      progress: { completed: { rows: 90, bytes: null, reports: null }, estimated: { rows: 100 } },
      source_tables: [{ name: 'ads', project: 'marketing' }],
      parts: [
        {
          id: part,
          name: 'ads',
          row_count: 10,
          dirty_row_count: 4,
          dirty_row_status: 'some',
          new_dirty_row_count: 5,
          new_dirty_row_status: 'some',
          legacy_flow_source_id: part,
          hasConnectedUploadDeclarations: true,
          source_table: { name: 'ads', project: 'marketing' },
        },
      ],
    });
  });

  test('a download has a hint about missing uploads until it has one', async () => {
    const { database } = server;
    const id = await addDownload(database, account, { status: 'completed' });
    const part = await addPart(database, account, id);
    const hint = async () => (await query(`{ download(id: "${id}") { uploads_hint } }`))['download'];
    expect(await hint()).toEqual({ uploads_hint: 'Processing for this download will be scheduled within the hour.' });
    const flow = await addFlow(database, account, { status: 'STOPPED' });
    await addInput(database, account, 'flow', flow, part, id);
    expect(await hint()).toEqual({ uploads_hint: 'Query has completed successfully, no uploads will result.' });
    const upload = await addUpload(database, account, flow);
    await addInput(database, account, 'upload', upload, part, id);
    expect(await hint()).toEqual({ uploads_hint: '' });
  });
});

describe('a list', () => {
  const list = useAccount(server, PLAN);
  const reader = useClient(server, list, ['viewer']);
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    const rows: Record<string, Record<string, string | number | null>> = {
      dirty: { status: 'completed', dirty_row_count: 3, new_dirty_row_count: 3, report_date: '2026-11-10' },
      strict: { status: 'completed', dirty_row_count: 3, new_dirty_row_count: 7, report_date: '2026-11-11' },
      clean: { status: 'completed', dirty_row_count: 0, new_dirty_row_count: 0, report_date: '2026-11-12' },
      stopped: { status: 'STOPPED', report_date: '2026-11-13', finished: '2026-11-14T23:59:59.999Z' },
      failed: { status: 'failed', report_date: '2026-11-14', finished: '2026-11-15T00:00:00Z' },
      skipped: { status: 'skipped', report_date: '2026-11-15', purpose: 'backfill' },
      waiting: { status: 'requested', report_date: null, source: 'Büro_50%', project: 'sales' },
      gone: { status: 'abandoned', report_date: '2026-11-16', description: 'gone.csv' },
    };
    for (const [name, values] of Object.entries(rows)) ids[name] = await addDownload(server.database, list, values);
  });

  const names = async (filter: string): Promise<string[]> => {
    const data = await query(`{ downloads${filter === '' ? '' : `(${filter})`} { nodes { id } } }`, reader);
    const { nodes } = data['downloads'] as unknown as { nodes: { id: string }[] };
    return nodes.map(({ id }) => Object.entries(ids).find(([, known]) => known === id)?.[0] ?? '?');
  };

  test.each([
    ['', ['skipped', 'failed', 'stopped', 'clean', 'strict', 'dirty', 'waiting']],
    ['status: ["completed"]', ['stopped', 'clean', 'strict', 'dirty']],
    ['status: ["unfinished", "failed"]', ['failed', 'waiting']],
    ['status: ["skipped"]', ['skipped']],
    ['status: ["abandoned"]', ['gone']],
    ['status: []', ['skipped', 'failed', 'stopped', 'clean', 'strict', 'dirty', 'waiting']],
    ['status: ["dirtyEqualsNewDirty"]', ['dirty']],
    ['status: ["newDirtyGreaterThanDirty", "failed"]', ['failed', 'strict']],
    ['dirtyEqualsNewDirty: true', ['dirty']],
    ['newDirtyGreaterThanDirty: true, status: ["completed"]', ['strict']],
    ['newDirtyGreaterThanDirty: true, dirtyEqualsNewDirty: true', []],
    ['report_datetime_after: "2026-11-11", report_datetime_before: "2026-11-13"', ['stopped', 'clean', 'strict']],
    ['report_datetime_after: "2026-11-15T22:00:00-05:00"', []],
    ['downloaded_after: "2026-11-14", downloaded_before: "2026-11-14"', ['stopped']],
    ['downloaded_before: "2026-11-15"', ['failed', 'stopped']],
    ['purpose: ["backfill", "proof"]', ['skipped']],
    ['projects: ["sales"]', ['waiting']],
    ['projects: ["sales"], status: ["failed"]', []],
    ['search: "BÜRO_50%"', ['waiting']],
    ['search: "o_5"', ['waiting']],
    ['search: "%"', ['waiting']],
    ['names: ["ads"], bundleNames: ["Büro_50%"]', []],
    ['import_name: "Büro_50%"', ['waiting']],
    [
      'sortBy: REPORT_DATETIME, sortDirection: ASC',
      ['dirty', 'strict', 'clean', 'stopped', 'failed', 'skipped', 'waiting'],
    ],
    ['sortBy: CREATED, sortDirection: ASC, first: 2', ['dirty', 'strict']],
    ['last: 2', ['dirty', 'waiting']],
  ])('a list is filtered by: %s', { tags: 'proof:list-filters' }, async (filter, expected) => {
    expect(await names(filter)).toEqual(expected);
  });

  test('an id is found by search', { tags: 'proof:list-search-id' }, async () => {
    expect(await names(`search: "${ids['clean']?.toUpperCase()}"`)).toEqual(['clean']);
  });

  test('pages follow each other in both directions', { tags: 'spec:call-paging' }, async () => {
    const page = async (args: string) => {
      const data = await query(
        `{ downloads(${args}) { edges { cursor node { id } } nodes { id }
        pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`,
        reader,
      );
      return data['downloads'] as unknown as {
        edges: { cursor: string; node: { id: string } }[];
        nodes: { id: string }[];
        pageInfo: {
          hasNextPage: boolean;
          hasPreviousPage: boolean;
          startCursor: string | null;
          endCursor: string | null;
        };
      };
    };
    const first = await page('first: 3');
    expect(first.pageInfo).toMatchObject({
      hasNextPage: true,
      hasPreviousPage: false,
      startCursor: first.edges[0]?.cursor,
    });
    expect(first.edges.map(({ node }) => node)).toEqual(first.nodes);
    const second = await page(`first: 3, after: "${first.pageInfo.endCursor}"`);
    const third = await page(`first: 3, after: "${second.pageInfo.endCursor}"`);
    expect(third.nodes).toEqual([{ id: ids['waiting'] }]);
    expect(third.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
    const back = await page(`last: 3, before: "${third.pageInfo.startCursor}"`);
    expect(back.nodes).toEqual(second.nodes);
    expect((await page('first: 3, search: "nothing of the kind"')).pageInfo).toEqual({
      hasNextPage: false,
      hasPreviousPage: false,
      startCursor: null,
      endCursor: null,
    });
  });

  const full = useAccount(server, PLAN);
  const readerOfFull = useClient(server, full, ['viewer']);

  test('costs as many queries for twenty rows as for two', async () => {
    for (let day = 1; day <= 20; day += 1) {
      const id = await addDownload(server.database, full, { report_date: `2026-10-${String(day).padStart(2, '0')}` });
      await addPart(server.database, full, id);
    }
    const count = async (first: number): Promise<number> => {
      let opened = 0;
      const { withAccount } = server.database;
      const spied = server.database as { withAccount: typeof withAccount };
      spied.withAccount = (accountId, use) => {
        opened += 1;
        return withAccount(accountId, use);
      };
      try {
        await query(
          `{ downloads(first: ${first}) { nodes { id uploads_hint source_tables { name } parts { id hasConnectedUploadDeclarations } } } }`,
          readerOfFull,
        );
      } finally {
        spied.withAccount = withAccount;
      }
      return opened;
    };
    expect(await count(20)).toBe(await count(2));
  });
});

describe('uploads', () => {
  test('uploads are found by flow, download and part, with their inputs', {
    tags: 'proof:upload-filters',
  }, async () => {
    const { database } = server;
    const download = await addDownload(database, account, { status: 'completed' });
    const part = await addPart(database, account, download);
    const flow = await addFlow(database, account, { status: 'STARTED', started: '2026-11-21T06:00:00Z' });
    const upload = await addUpload(database, account, flow, {
      status: 'failed',
      row_count: 7,
      message: 'Refused',
    });
    await addUpload(database, account, flow, { name: 'other', status: 'abandoned' });
    await addInput(database, account, 'flow', flow, part, download);
    await addInput(database, account, 'upload', upload, part, download);
    const one = { nodes: [{ id: upload, inputs: [{ id: download }] }] };
    const download_part = { id: part, dirty_row_count: 0 };
    for (const filter of [
      `flow_id: "${flow}"`,
      `download_id: "${download}"`,
      `download_part_id: "${part}"`,
      `flow_id: "${flow}", download_id: "${download}", status: ["failed"]`,
    ]) {
      expect((await query(`{ uploads(${filter}) { nodes { id inputs { id } } } }`))['uploads']).toEqual(one);
    }
    expect((await query(`{ uploads(flow_id: "${flow}", status: ["completed"]) { nodes { id } } }`))['uploads']).toEqual(
      { nodes: [] },
    );
    expect(
      await query(
        `{ downloads(upload_id: "${upload}") { nodes { id } } flow_downloads(id: "${flow}") { nodes { id } } }`,
      ),
    ).toEqual({
      downloads: { nodes: [{ id: download }] },
      flow_downloads: { nodes: [{ id: download }] },
    });
    expect(
      (
        await query(`{ flow(id: "${flow}") { status phase failed launched_by { name } changelist { description } processing { id status finished }
      inputs { source_table { name } download { id } download_part { id dirty_row_count } } outputs { name } } }`)
      )['flow'],
    ).toEqual({
      status: 'STARTED',
      phase: 'processing',
      failed: false,
      launched_by: null,
      changelist: { description: 'Version 1' },
      processing: [{ id: flow, status: 'STARTED', finished: null }],
      inputs: [{ source_table: { name: 'ads' }, download: { id: download }, download_part }],
      outputs: [{ name: 'daily' }, { name: 'other' }],
    });
    expect(
      (
        await query(
          `{ upload(id: "${upload}") { handle destination destination_type row_count message report_datetime { short } } }`,
        )
      )['upload'],
    ).toEqual({
      handle: 'file · daily/2026-11-20.csv',
      destination: 'file · daily/2026-11-20.csv',
      destination_type: 'file',
      row_count: 7,
      message: 'Refused',
      report_datetime: { short: 'Nov 20' },
    });
  });
});

describe('saving', () => {
  const save = (noun: 'download' | 'upload', id: string, status: string, by = operator) => {
    const type = noun === 'download' ? 'Download' : 'Upload';
    const text = `mutation { save_${noun}(id: "${id}", status: "${status}") {
      __typename ... on ${type} { id status message } ... on NotFoundError { why: message } ... on ConflictError { why: message } } }`;
    return by.ask(text);
  };

  test('abandons a failed download once, and records by whom', { tags: 'proof:abandon-event' }, async () => {
    const id = await addDownload(server.database, account, { status: 'failed' });
    await addUnitOf(server.database, account, id, { kind: 'download' });
    const done = await save('download', id, 'abandoned');
    expect(done.data).toEqual({
      save_download: { __typename: 'Download', id, status: 'abandoned', message: 'Abandoned by Person 1' },
    });
    const again = await save('download', id, 'abandoned');
    expect(again.data).toEqual({
      save_download: { __typename: 'ConflictError', why: 'The download has already finished' },
    });
    const { events } = await query(`{ events(download_id: "${id}") { nodes { message download { id } } } }`);
    expect(events).toEqual({ nodes: [{ message: 'Abandoned by Person 1.', download: { id } }] });
  });

  test('tries a failed upload again and wakes a worker', { tags: 'proof:restart-upload' }, async () => {
    const flow = await addFlow(server.database, account);
    const id = await addUpload(server.database, account, flow, { status: 'failed', result_key: 'a/key' });
    await addUnitOf(server.database, account, id, { kind: 'upload' });
    expect((await save('upload', id, 'queued')).data).toMatchObject({
      save_upload: { __typename: 'Upload', status: 'queued' },
    });
    expect(server.woken).toContain(id);
    const { events } = await query(`{ events(upload_id: "${id}") { nodes { message } } }`);
    expect(events).toEqual({ nodes: [{ message: 'Started again by Person 1.' }] });
    expect((await save('upload', id, 'queued')).data).toEqual({
      save_upload: { __typename: 'ConflictError', why: 'The upload has not failed, so it cannot be tried again.' },
    });
  });

  test('refuses other statuses, unknown ids, missing permissions', { tags: 'proof:status-refusal' }, async () => {
    const id = await addDownload(server.database, account, { status: 'failed' });
    expect((await save('download', id, 'completed')).errors[0]?.message).toContain('abandoned or queued');
    expect((await save('download', account.accountId, 'abandoned')).data).toEqual({
      save_download: { __typename: 'NotFoundError', why: 'There is no such download.' },
    });
    const refused = await save('download', id, 'abandoned', viewer);
    expect(refused).toMatchObject({ status: 403, errors: [{ extensions: { code: 'NOT_ALLOWED' } }] });
    expect((await query(`{ download(id: "${id}") { status } }`))['download']).toEqual({ status: 'failed' });
    expect(UUID.test(id)).toBe(true);
  });
});
