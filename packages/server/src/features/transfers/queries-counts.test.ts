import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { BuiltAccount } from '../../../testing/build-account.ts';
import { createDatabase, queryAsSuperuser } from '../../../testing/database.ts';
import { addFlow } from '../../../testing/fill-account.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { nodesOf, plansOf } from '../../../testing/recorded-database.ts';
import type { Tx } from '../../db/database.ts';
import type { StateCount } from '../../graphql/lists/state-counts.ts';
import { countEvents } from '../events/queries-counts.ts';
import { countEventBars } from '../events/queries-histogram.ts';
import { countDownloads, countUploads } from './queries-counts.ts';

// Its plans rely on the statistics of its tables.
const server = useGraphqlServer({ makeDatabase: createDatabase });
const account = useAccount(server);
const many = useAccount(server);
const viewer = useClient(server, account, ['viewer']);
const operator = useClient(server, many, ['operator']);

beforeAll(async () => {
  await fill(account, 600);
  await fill(many, 20_000);
  await queryAsSuperuser(server.databaseUrl, 'vacuum analyze');
}, 120_000);

async function fill(of: BuiltAccount, rows: number): Promise<void> {
  const { accountId, changelistId } = of;
  const flow = await addFlow(server.database, of);
  await server.database.withSystem(async (tx) => {
    await sql`
      insert into download (account_id, source, project, purpose, report_date, trigger, changelist_id, status, due, finished,
        description, dirty_row_count, new_dirty_row_count)
      select ${accountId}, 'source_' || n % 9, 'project_' || n % 4, case when n % 13 = 0 then 'backfill' else 'production' end,
        case when n % 11 = 0 then null else date '2026-11-20' - n % 40 end, n::text, ${changelistId},
        (array['completed', 'failed', 'queued', 'retrying', 'abandoned', 'skipped'])[1 + n % 6],
        now() - (n % 5) * interval '10 hours', now() - n % 20 * interval '1 day', 'report-' || n,
        case when n % 6 = 0 and n % 4 = 0 then 2 else 0 end, case when n % 6 = 0 and n % 2 = 0 then 2 else 0 end
      from generate_series(1, ${rows}) n`.execute(tx);
    await sql`
      insert into upload (account_id, flow_id, name, project, purpose, report_date, status, destination, destination_type, created)
      select ${accountId}, ${flow}, 'upload_' || n, 'project_' || n % 4, 'production',
        case when n % 10 = 0 then null else date '2026-11-20' - n % 40 end,
        case when n % 10 = 7 then 'queued' else (array['completed', 'failed', 'completed', 'abandoned'])[1 + n % 4] end, 'file · out/' || n || '.csv', 'file', '2026-11-19T12:00:00Z'
      from generate_series(1, ${rows}) n`.execute(tx);
    await sql`
      insert into late_upload (account_id, upload_name, report_date, deadline, delivered)
      select account_id, name, coalesce(report_date, date '2026-11-19'), now(),
        case when (substr(name, 8)::int) % 3 = 0 then now() end
      from upload where account_id = ${accountId} and substr(name, 8)::int % 7 = 0`.execute(tx);
    await sql`
      insert into event (account_id, created, severity, code, message, project, upload_declaration, comment)
      select ${accountId}, timestamptz '2026-11-20Z' - n * interval '1 hour', (array['info', 'warn', 'error', 'fatal', 'debug'])[1 + n % 5],
        'DOWNLOAD_COMPLETED', 'Loaded ' || n || ' rows.', 'project_' || n % 4, 'upload_' || n, case when n % 50 = 0 then 'seen' end
      from generate_series(1, ${rows}) n`.execute(tx);
  });
}

/** Arguments as they stand in a query. */
const given = (args: Readonly<Record<string, unknown>>): string =>
  Object.entries(args)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join(' ');

/** How many rows the list has with these arguments. */
async function listed(field: string, args: Readonly<Record<string, unknown>>): Promise<StateCount> {
  let count = 0;
  for (let after = ''; ; ) {
    const data = await viewer.data<
      Record<string, { nodes: unknown[]; pageInfo: { hasNextPage: boolean; endCursor: string } }>
    >(`{ ${field}(${given(args)} first: 100 ${after}) { nodes { id } pageInfo { hasNextPage endCursor } } }`);
    const page = data[field];
    if (!page) throw new Error(`no ${field}`);
    count += page.nodes.length;
    if (!page.pageInfo.hasNextPage) return { count, has_more: false };
    after = `after: "${page.pageInfo.endCursor}"`;
  }
}

const COUNT = '{ count has_more }';

describe('counts of downloads by state', () => {
  test.each<[string, Readonly<Record<string, unknown>>]>([
    ['without filters', {}],
    ['of projects', { projects: ['project_1', 'project_2', 'nothing'] }],
    ['of names and a project', { names: ['source_1', 'source_2'], projects: ['project_1'] }],
    ['of a purpose', { purpose: ['backfill'] }],
    ['of report dates', { report_datetime_after: '2026-11-01', report_datetime_before: '2026-11-10' }],
    ['of a finish and a bundle', { downloaded_after: '2026-11-01', bundleNames: ['source_4'] }],
    ['searched', { search: 'report-1' }],
    ['searched for nothing to find', { search: 'zebra' }],
  ])('%s are the rows that the list has with that status', async (_, args) => {
    const shown = Object.keys(args).length === 0 ? '' : `(${given(args)})`;
    const { download_counts: counts } = await viewer.data<{ download_counts: Record<string, StateCount> }>(
      `{ download_counts${shown} { failed ${COUNT} dirty ${COUNT} running ${COUNT} late ${COUNT} } }`,
    );
    const statuses = { failed: 'failed', dirty: 'dirty', running: 'unfinished', late: 'late' };
    for (const [state, status] of Object.entries(statuses)) {
      expect([state, counts[state]]).toEqual([state, await listed('downloads', { ...args, status: [status] })]);
    }
    if (shown === '') expect(Object.values(counts).every(({ count }) => count > 20)).toBe(true);
  });
});

describe('counts of uploads by state', () => {
  test.each<[string, Readonly<Record<string, unknown>>]>([
    ['without filters', {}],
    ['of a project', { projects: ['project_2'] }],
    ['of names', { names: ['upload_5', 'upload_7', 'upload_30', 'upload_77'] }],
    ['of a destination that is not declared', { destination: ['file · out/30.csv'] }],
    ['searched', { search: 'out/1' }],
  ])('%s are the rows that the list has with that status', async (_, args) => {
    const shown = Object.keys(args).length === 0 ? '' : `(${given(args)})`;
    const { upload_counts: counts } = await viewer.data<{ upload_counts: Record<string, StateCount> }>(
      `{ upload_counts${shown} { failed ${COUNT} running ${COUNT} late ${COUNT} } }`,
    );
    const statuses = { failed: 'failed', running: 'unfinished', late: 'late' };
    for (const [state, status] of Object.entries(statuses)) {
      expect([state, counts[state]]).toEqual([state, await listed('uploads', { ...args, status: [status] })]);
    }
    if (shown === '') expect(Object.values(counts).every(({ count }) => count > 5)).toBe(true);
  });
});

test.each<[string, Readonly<Record<string, unknown>>]>([
  ['without filters', {}],
  ['of a project', { project: ['project_2'] }],
  ['of days', { created_after: '2026-11-10', created_before: '2026-11-12' }],
  ['searched', { search: 'Loaded 1' }],
])('counts of events by severity %s are the rows of the list', async (_, args) => {
  const shown = Object.keys(args).length === 0 ? '' : `(${given(args)})`;
  const { event_counts: counts } = await viewer.data<{ event_counts: Record<string, StateCount> }>(
    `{ event_counts${shown} { errors ${COUNT} warnings ${COUNT} info ${COUNT} commented ${COUNT} } }`,
  );
  expect(counts).toEqual({
    errors: await listed('events', { ...args, severities: ['errors'] }),
    warnings: await listed('events', { ...args, severities: ['warnings'] }),
    info: await listed('events', { ...args, severities: ['info'] }),
    commented: await listed('events', { ...args, withComments: true }),
  });
});

describe('counts of a large list', () => {
  test('stop at a thousand', async () => {
    const { download_counts: counts } = await operator.data<{ download_counts: Record<string, StateCount> }>(
      `{ download_counts { failed ${COUNT} dirty ${COUNT} } }`,
    );
    expect(counts).toEqual({ failed: { count: 1000, has_more: true }, dirty: { count: 1000, has_more: true } });
  });

  test('test a bounded number of rows, and say that there may be more', async () => {
    const { download_counts: counts } = await operator.data<{ download_counts: Record<string, StateCount> }>(
      `{ download_counts(search: "report-19998") { failed ${COUNT} running ${COUNT} } }`,
    );
    expect(counts).toEqual({ failed: { count: 0, has_more: true }, running: { count: 0, has_more: true } });
    const { download_counts: ofSource } = await operator.data<{ download_counts: Record<string, StateCount> }>(
      `{ download_counts(search: "report-19998", names: ["source_3"]) { failed ${COUNT} } }`,
    );
    expect(ofSource).toEqual({ failed: { count: 0, has_more: false } });
  });

  test.each([
    ['of downloads', (tx: Tx) => countDownloads(tx, many.accountId, {})],
    ['of a source', (tx: Tx) => countDownloads(tx, many.accountId, { names: ['source_1'] })],
    ['of a project', (tx: Tx) => countDownloads(tx, many.accountId, { projects: ['project_1'] })],
    ['of downloads searched', (tx: Tx) => countDownloads(tx, many.accountId, { search: 'report-7' })],
    ['of uploads', (tx: Tx) => countUploads(tx, many.accountId, {})],
    ['of a name', (tx: Tx) => countUploads(tx, many.accountId, { names: ['upload_1'] })],
    ['of events', (tx: Tx) => countEvents(tx, many.accountId, {})],
    ['of events searched', (tx: Tx) => countEvents(tx, many.accountId, { search: 'Loaded 7' })],
    ['of events by day', (tx: Tx) => countEventBars(tx, many.accountId, {}, '2026-11-20')],
    [
      'of events by day around one',
      (tx: Tx) => countEventBars(tx, many.accountId, { around: '00000000-0000-7000-8000-000000000000' }, '2026-11-20'),
    ],
  ])('%s read no whole table', async (_, count) => {
    const plans = await plansOf(server.databaseUrl, many.accountId, count);
    const scanned = plans.flatMap(nodesOf).filter((node) => node['Node Type'] === 'Seq Scan');
    expect(plans.length).toBeGreaterThan(0);
    expect(scanned.map((node) => node['Relation Name'])).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(download|upload|event)$/)]),
    );
  });
});

test.each([
  ['an unknown purpose', '{ download_counts(purpose: ["fun"]) { failed { count } } }', /^There is no purpose fun/],
  ['a bad date', '{ upload_counts(uploaded_after: "soon") { failed { count } } }', /^uploaded_after must be a date/],
  ['a NUL', String.raw`{ event_counts(search: "\u0000") { errors { count } } }`, /^search contains a NUL/],
])('refuses %s', async (_, query, message) => {
  const { errors } = await viewer.ask(query);
  expect(errors[0]?.message).toMatch(message);
});
