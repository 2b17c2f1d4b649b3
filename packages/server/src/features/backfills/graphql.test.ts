import { randomUUID } from 'node:crypto';
import type { Plan } from '@switchboard/model/plan';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildSource, buildUpload } from '../../../testing/build-plan.ts';
import { addDownload, addEvent, addFlow, addUnitOf, addUpload } from '../../../testing/fill-account.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';

const CANARY = `canary${randomUUID().replaceAll('-', '')}`;

const planOf = (word: string): Partial<Plan> => ({
  sources: [buildSource(`${word}-ads`), buildSource(`${word}-costs`)],
  uploads: [
    buildUpload(`${word}-daily`, { sources: [`${word}-ads`] }),
    buildUpload(`${word}-both`, { sources: [`${word}-ads`, `${word}-costs`] }),
  ],
});

const server = useGraphqlServer();
const mine = useAccount(server, planOf('my'));
const theirs = useAccount(server, planOf(CANARY));
const { ask: asMe, data: dataOf } = useClient(server, mine, ['operator']);
const others = useClient(server, theirs, ['operator']);
const viewer = useClient(server, mine, ['viewer']);
const runner = useClient(server, mine, ['beta_backfill']);
let foreign: string;

beforeAll(async () => {
  const data = await others.data<Launched>(launch({ uploads: `${CANARY}-daily`, title: CANARY }));
  foreign = data.launch_backfill.id;
});

type Launched = { readonly launch_backfill: { readonly id: string } };
const DAY = '2026-01-10';
function launch({
  uploads = 'my-daily',
  title = 'Mine',
  start = DAY,
  end = '2026-01-12',
}: Partial<Record<string, string>>): string {
  const names = (uploads ?? '').split(',').filter((name) => name !== '');
  return `mutation { launch_backfill(upload_names: ${JSON.stringify(names)}, title: ${JSON.stringify(title)}, description: "why",
    start_datetime: "${start}T00:00:00.000Z", end_datetime: "${end}T23:59:59.000Z") {
      __typename ... on Backfill { id status } ... on InvalidBackfillError { field message }
      ... on ConflictingBackfillsError { conflicting_backfills { id title } } } }`;
}
const launched = async (more: Parameters<typeof launch>[0]): Promise<string> =>
  (await dataOf<Launched>(launch(more))).launch_backfill.id;
const DETAIL = `id title description status start_datetime end_datetime created_on finished created_by { name email }
  cancelled_by { name } cancelled_on total_pipelines succeeded_pipelines failed_pipelines cancelled_pipelines upload_names
  download_names hasDirtyRows changelist { id description } subgraph { upload_declarations { name }
    download_declarations { name bundle_name tables { name exports { name } } } }`;
const detail = async (id: string): Promise<Record<string, unknown>> =>
  (
    await dataOf<{ backfill_detail: Record<string, unknown> }>(
      `{ backfill_detail(backfill_id: "${id}") { ${DETAIL} } }`,
    )
  ).backfill_detail;
const save = (id: string, changes: string): Promise<Record<string, Record<string, unknown>>> =>
  dataOf(`mutation { save_backfill(backfill_id: "${id}", ${changes}) { __typename ... on Backfill { status title description
    cancelled_by { name } cancelled_on } ... on ConflictError { message } ... on NotFoundError { message }
    ... on InvalidBackfillError { field message } } }`);

type RunWithEvents = { readonly status: string; readonly events: readonly { readonly message: string }[] };
const runsWithEvents = async (id: string): Promise<readonly RunWithEvents[]> =>
  (
    await dataOf<{ flows: { nodes: RunWithEvents[] } }>(
      `{ flows(status: ["cancelled", "running", "queued"], backfill_id: "${id}") { nodes { status events { message } } } }`,
    )
  ).flows.nodes;

describe('a backfill', () => {
  test('a backfill is launched, shown, renamed and cancelled', { tags: 'proof:backfill-lifecycle' }, async () => {
    const id = await launched({ uploads: 'my-both,my-daily', title: ' Two ' });
    expect(await detail(id)).toMatchObject({
      title: 'Two',
      description: 'why',
      status: 'preparing',
      start_datetime: '2026-01-10T00:00:00.000Z',
      end_datetime: '2026-01-12T23:59:59.000Z',
      created_by: { name: expect.stringMatching(/^Person /) as string },
      cancelled_by: null,
      cancelled_on: null,
      finished: null,
      total_pipelines: 0,
      upload_names: ['my-both', 'my-daily'],
      download_names: ['my-ads', 'my-costs'],
      hasDirtyRows: false,
      changelist: { id: mine.changelistId, description: 'Version 1' },
      subgraph: {
        upload_declarations: [{ name: 'my-daily' }, { name: 'my-both' }],
        download_declarations: [
          {
            name: 'my-ads',
            bundle_name: null,
            tables: [{ name: 'my-ads', exports: [{ name: 'my-daily' }, { name: 'my-both' }] }],
          },
          { name: 'my-costs', bundle_name: null, tables: [{ name: 'my-costs', exports: [{ name: 'my-both' }] }] },
        ],
      },
    });
    expect((await save(id, 'title: " New ", description: ""'))['save_backfill']).toMatchObject({
      title: 'New',
      description: '',
      status: 'preparing',
    });
    expect((await save(id, 'title: "  "'))['save_backfill']).toEqual({
      __typename: 'InvalidBackfillError',
      field: 'title',
      message: 'Backfill must have a name',
    });
    const cancelled = (await save(id, 'status: "cancelled"'))['save_backfill'];
    expect(cancelled).toMatchObject({
      status: 'cancelled',
      cancelled_by: { name: expect.stringMatching(/^Person /) as string },
    });
    expect(cancelled?.['cancelled_on']).not.toBeNull();
    expect((await save(id, 'status: "cancelled", title: "Too late"'))['save_backfill']).toEqual({
      __typename: 'ConflictError',
      message: 'The backfill is over, so it cannot be cancelled.',
    });
    expect((await save(id, 'title: "Still named"'))['save_backfill']).toMatchObject({
      title: 'Still named',
      status: 'cancelled',
    });
    const bad = await asMe(`mutation { save_backfill(backfill_id: "${id}", status: "running") { __typename } }`);
    expect(bad.errors[0]?.message).toBe('The status can be set to cancelled, not to running.');
    const recorded = await dataOf<{ events: { nodes: { message: string }[] } }>(
      `{ events(backfill_id: "${id}") { nodes { message } } }`,
    );
    expect(recorded.events.nodes.map((event) => event.message)).toEqual([
      expect.stringMatching(/cancelled the backfill New\. Pipelines stopped: 0\./),
      expect.stringMatching(/launched the backfill Two: 2 uploads, 2026-01-10 to 2026-01-12\./),
    ]);
  });

  test.each([
    [{ title: '' }, 'title', 'Backfill must have a name'],
    [{ start: '2025-12-01' }, 'end_datetime', 'Max Date Range is 30 days.'],
    [{ end: '2999-01-01', start: '2998-12-31' }, 'end_datetime', 'Report dates in the future cannot be backfilled.'],
    [{ uploads: '' }, 'upload_names', 'Select an Import.'],
    [{ uploads: 'nothing' }, 'upload_names', 'There is no published upload nothing.'],
  ] as const)('a backfill is refused: %j', { tags: 'proof:backfill-api-refusals' }, async (more, field, message) => {
    const answer = await dataOf<Record<string, unknown>>(launch(more));
    expect(answer['launch_backfill']).toEqual({ __typename: 'InvalidBackfillError', field, message });
  });

  test('names the backfills that conflict with it, and is previewed exactly', {
    tags: 'proof:backfill-api-conflicts',
  }, async () => {
    const id = await launched({ title: 'First', start: '2026-02-01', end: '2026-02-02' });
    const conflict = await dataOf<Record<string, unknown>>(
      launch({ uploads: 'my-both,my-daily', start: '2026-02-02', end: '2026-02-03' }),
    );
    expect(conflict['launch_backfill']).toEqual({
      __typename: 'ConflictingBackfillsError',
      conflicting_backfills: [{ id, title: 'First' }],
    });
    const preview = (
      uploads: string,
    ) => `{ preview_backfill(upload_names: ${uploads}, start_datetime: "2026-02-02", end_datetime: "2026-02-03") {
      __typename ... on InvalidBackfillError { message } ... on BackfillPreview { without_history warnings counts { create skip conflict delivered downloads pipelines }
      conflicting_backfills { id title } connected { upload_declarations { name } }
      dates { report_datetime { iso } downloads pipelines uploads { name action reason delivered conflict { title } } } } } }`;
    const shown = await dataOf<Record<string, unknown>>(preview('["my-daily"]'));
    expect(shown['preview_backfill']).toMatchObject({
      counts: { create: 1, skip: 0, conflict: 1, delivered: 0, downloads: 2, pipelines: 2 },
      conflicting_backfills: [{ id, title: 'First' }],
      connected: { upload_declarations: [{ name: 'my-daily' }, { name: 'my-both' }] },
      dates: [
        {
          report_datetime: { iso: '2026-02-02T00:00:00.000Z' },
          downloads: ['my-ads'],
          uploads: [{ name: 'my-daily', action: 'conflict', conflict: { title: 'First' } }],
        },
        { uploads: [{ name: 'my-daily', action: 'create', conflict: null }] },
      ],
    });
    expect((await dataOf<Record<string, unknown>>(preview('["x"]')))['preview_backfill']).toEqual({
      __typename: 'InvalidBackfillError',
      message: 'There is no published upload x.',
    });
  });

  test('a backfill is found by status, dates and title', { tags: 'proof:backfill-list-filters' }, async () => {
    const id = await launched({ title: '100% of March_', start: '2026-03-05', end: '2026-03-07' });
    const found = async (filter: string): Promise<boolean> =>
      (
        await dataOf<{ backfills: { nodes: { id: string }[] } }>(
          `{ backfills(first: 100, ${filter}) { nodes { id } } }`,
        )
      ).backfills.nodes.some((node) => node.id === id);
    for (const filter of [
      'status: ["preparing"]',
      'report_datetime_after: "2026-03-07", report_datetime_before: "2026-03-30"',
      'report_datetime_before: "2026-03-05"',
      'title: { equals: "100% OF march_" }',
      'title: { contains: "% of" }',
      'title: { startsWith: "100%" }',
      `created_datetime_after: "2026-01-01", created_datetime_before: "${new Date().toISOString().slice(0, 10)}T23:59:59Z"`,
    ])
      expect(await found(filter), filter).toBe(true);
    for (const filter of [
      'status: ["cancelled"]',
      'report_datetime_after: "2026-03-08"',
      'report_datetime_before: "2026-03-04"',
      'title: { equals: "100% of March" }',
      'title: { contains: "_of" }',
      'title: { startsWith: "of" }',
      'created_datetime_before: "2026-01-01"',
    ])
      expect(await found(filter), filter).toBe(false);
    const bad = await asMe('{ backfills(status: ["odd"]) { nodes { id } } }');
    expect(bad.errors[0]?.message).toContain('There is no status odd.');
  });

  test('counts its pipelines by status, and lists them by report date, status and phase', {
    tags: 'proof:backfill-pipeline-counts',
  }, async () => {
    const id = await launched({ title: 'Counted', start: '2026-04-01', end: '2026-04-09' });
    const statuses = [
      'SOURCING',
      'PENDING',
      'PROCESSING',
      'SINKING',
      'STOPPED',
      'ERROR',
      'FATAL',
      'ABANDONED',
      'STOPPED',
    ];
    for (const [index, status] of statuses.entries()) {
      const flow = await addFlow(server.database, mine, {
        status,
        backfill_id: id,
        purpose: 'backfill',
        report_date: `2026-04-0${index + 1}`,
      });
      await addUpload(server.database, mine, flow, { purpose: 'backfill' });
    }
    const download = await addDownload(server.database, mine, {
      backfill_id: id,
      purpose: 'backfill',
      dirty_row_status: 'some',
    });
    const isActive = async () =>
      (
        await dataOf<{ backfill_detail: { is_active: boolean } }>(
          `{ backfill_detail(backfill_id: "${id}") { is_active } }`,
        )
      ).backfill_detail.is_active;
    expect(await isActive()).toBe(false);
    await addUnitOf(server.database, mine, download, {
      kind: 'download',
      purpose: 'backfill',
      state: 'running',
      lease_until: new Date(),
    });
    expect(await isActive()).toBe(true);
    expect(await detail(id)).toMatchObject({
      total_pipelines: 9,
      succeeded_pipelines: 2,
      failed_pipelines: 2,
      cancelled_pipelines: 1,
      hasDirtyRows: true,
    });
    type Runs = { flows: { nodes: { status: string; report_datetime: { iso: string } }[] } };
    const runs = async (filter: string): Promise<string[]> =>
      (
        await dataOf<Runs>(
          `{ flows(first: 100, backfill_id: "${id}" ${filter}) { nodes { status report_datetime { iso } } } }`,
        )
      ).flows.nodes.map((run) => run.status);
    expect(await runs('')).toEqual(statuses.toReversed());
    expect(await runs(', sortDirection: ASC')).toEqual(statuses);
    expect(await runs(', status: ["failed", "cancelled"]')).toEqual(['ABANDONED', 'FATAL', 'ERROR']);
    expect(await runs(', status: ["queued"]')).toEqual(['PENDING']);
    expect(await runs(', status: ["running"], phase: ["downloading"]')).toEqual(['SOURCING']);
    expect(await runs(', phase: ["uploading", "processing"]')).toEqual(['SINKING', 'PROCESSING']);
    expect(await runs(', purpose: ["proof"]')).toEqual([]);
    const [failed] = await runsWithEvents(id);
    expect(failed).toEqual({ status: 'ABANDONED', events: [] });
    const bad = await asMe('{ flows(phase: ["odd"]) { nodes { id } } }');
    expect(bad.errors[0]?.message).toBe('There is no phase odd.');
  });

  test('shows the latest events of each run', async () => {
    const id = await launched({ title: 'With events', start: '2026-05-01', end: '2026-05-01' });
    for (const message of ['first', 'second']) {
      const flow = await addFlow(server.database, mine, { backfill_id: id, purpose: 'backfill', message });
      for (const number of [1, 2])
        await addEvent(server.database, mine, { flow_id: flow, message: `${message} ${number}` });
    }
    expect((await runsWithEvents(id)).map((run) => run.events.map((event) => event.message)).sort()).toEqual([
      ['first 2', 'first 1'],
      ['second 2', 'second 1'],
    ]);
  });

  test('a backfill is refused to people who may not run backfills', { tags: 'proof:backfill-permission' }, async () => {
    for (const text of ['{ backfills { nodes { id } } }', launch({})]) {
      const refused = await viewer.ask(text);
      expect(refused.errors[0]?.message).toBe('You do not have access to this.');
      expect((await runner.ask(text)).errors).toEqual([]);
    }
  });
});

describe('backfills of another account', () => {
  const contents = () =>
    theirs.rows(sql`select b::text, (select array_agg(u::text) from backfill_upload u) from backfill b`);

  test.each([
    ['backfill', (id: string) => `{ backfill(backfill_id: "${id}") { ${DETAIL} } }`],
    ['backfill_detail', (id: string) => `{ backfill_detail(backfill_id: "${id}") { ${DETAIL} } }`],
    ['flows', (id: string) => `{ flows(backfill_id: "${id}") { nodes { id backfill_id } } }`],
    ['events', (id: string) => `{ events(backfill_id: "${id}") { nodes { message } } }`],
    [
      'cancelling',
      (id: string) =>
        `mutation { save_backfill(backfill_id: "${id}", status: "cancelled") { __typename ... on NotFoundError { message } } }`,
    ],
    [
      'renaming',
      (id: string) =>
        `mutation { save_backfill(backfill_id: "${id}", title: "x") { __typename ... on NotFoundError { message } } }`,
    ],
  ])(
    '%s answers as for an id that does not exist, and changes nothing',
    { tags: 'proof:backfill-cancel-other-account' },
    async (_, question) => {
      const flow = await addFlow(server.database, theirs, { backfill_id: foreign, purpose: 'backfill' });
      await addEvent(server.database, theirs, { backfill_id: foreign, flow_id: flow, message: CANARY });
      const before = await contents();
      const answer = await asMe(question(foreign));
      expect(answer).toEqual(await asMe(question(randomUUID())));
      expect(await asMe(question('no id'))).toEqual(answer);
      expect(JSON.stringify(answer)).not.toContain(CANARY);
      expect(await contents()).toEqual(before);
    },
  );

  test('backfills of another account are in no list, no preview and no conflict', {
    tags: 'proof:backfill-other-account',
  }, async () => {
    const answers = [
      await asMe('{ backfills(first: 100) { nodes { id title } } }'),
      await asMe(`{ backfills(title: { contains: "canary" }) { nodes { id } } }`),
      await asMe(launch({ uploads: 'my-daily', start: DAY, end: DAY, title: 'Same dates' })),
    ];
    for (const answer of answers) {
      expect(answer.errors).toEqual([]);
      expect(JSON.stringify(answer)).not.toContain(CANARY);
      expect(JSON.stringify(answer)).not.toContain(foreign);
    }
    const named = await asMe(launch({ uploads: `${CANARY}-daily` }));
    expect(named.data).toMatchObject({
      launch_backfill: { __typename: 'InvalidBackfillError', field: 'upload_names' },
    });
  });

  test.each(['backfill', 'backfill_upload', 'flow_source', 'proof'])(
    'rows of %s cannot be seen or moved in SQL',
    async (table) => {
      const rows = await mine.rows(sql`select 1 from ${sql.table(table)} where account_id = ${theirs.accountId}`);
      expect(rows).toEqual([]);
      const changed = await mine.inAccount((tx) =>
        sql`delete from ${sql.table(table)} where account_id = ${theirs.accountId}`.execute(tx),
      );
      expect(changed.numAffectedRows).toBe(0n);
    },
  );
});
