import { addDays } from '@switchboard/model/schedule/schedule';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { queryAsSuperuser } from '../../../testing/database.ts';
import { addDownload, addFlow, addUnitOf, addUpload } from '../../../testing/fill-account.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useDatabase } from '../../../testing/hooks/use-database.ts';
import { nodesOf, plansOf } from '../../../testing/recorded-database.ts';
import { latestEvents } from './queries.ts';
import { runsOfDays } from './queries-runs.ts';

const { database, url } = useDatabase({ own: true });
const old = useAccount({ database });
const random = useAccount({ database });
const retried = useAccount({ database });

/** An hourly history, every other run without a date. */
const HOURS = 5_000;
const TODAY = '2026-11-20';
const created = sql`${TODAY}::timestamptz - n * interval '1 hour'`;
const date = sql`case when n % 2 = 0 then (${created})::date end`;

beforeAll(async () => {
  const { accountId, changelistId } = old;
  const flow = await addFlow(database, old, { report_date: null });
  await database.withAccount(accountId, async (tx) => {
    await sql`
      insert into download (account_id, source, project, report_date, trigger, changelist_id, status, created, due)
      select ${accountId}, 'ads', 'p', ${date}, n::text, ${changelistId}, 'skipped', ${created}, ${created}
      from generate_series(1, ${HOURS}) n`.execute(tx);
    await sql`
      insert into unit (account_id, id, kind, purpose, state)
      select account_id, id, 'download', 'production', 'done' from download where account_id = ${accountId}`.execute(
      tx,
    );
    await sql`
      insert into upload (account_id, flow_id, name, project, purpose, report_date, status, destination, destination_type, created)
      select ${accountId}, ${flow}, 'upload_' || n, 'p', 'production', ${date}, 'completed', 'x', 'file', ${created}
      from generate_series(1, ${HOURS}) n`.execute(tx);
    await sql`
      insert into event (account_id, created, severity, code, message, project, purpose, upload_declaration, report_date)
      select ${accountId}, ${created}, 'info', 'RESULT_WITHOUT_ROWS', 'No rows.', 'p', 'production', 'daily', ${date}
      from generate_series(1, ${HOURS}) n`.execute(tx);
    await sql`
      insert into event (account_id, created, severity, code, message, project, upload_declaration)
      select ${accountId}, ${created}, 'error', 'UPLOAD_FAILED', 'Failed.', 'p', 'daily_' || n % 100
      from generate_series(1, ${HOURS}) n`.execute(tx);
    await sql`
      insert into assertion_result (account_id, flow_id, name, table_name, severity, outcome, row_count, uploads)
      select ${accountId}, ${flow}, 'assertion_' || n, 'daily', 'warn', 'passed', 0, array['daily']
      from generate_series(1, ${HOURS}) n`.execute(tx);
  });
  await queryAsSuperuser(url, 'vacuum analyze');
});

/** Days of which none, some and all have runs. */
const DAYS = Array.from({ length: 7 }, (_, index) => addDays(TODAY, index - 6));
/** By kind: the indexes of the newest ended runs, and of what has not ended. */
const OF_DAYS = {
  download: ['download_unfinished_source', 'newest_run_pkey'],
  upload: ['newest_run_pkey', 'upload_unfinished_name'],
};
const OF_RUNS = ['assertion_warned', 'event_error_download', 'event_error_upload', 'flow_pkey'];
/** For a run in progress: its unit, and the newest ended run of its day. */
const OF_ATTEMPTS = ['unit_pkey', 'download_pkey', 'upload_pkey'];
const WITHOUT_ROWS = ['event_without_rows', 'event_without_rows_created'];

it.each(['download', 'upload'] as const)('finds the %ss of a day without reading the others', async (kind) => {
  const names = kind === 'download' ? ['ads', 'sites'] : ['daily', 'upload_3'];
  const plans = await plansOf(url, old.accountId, (tx) => runsOfDays(tx, old.accountId, { kind, names, days: DAYS }));
  const nodes = plans.flatMap(nodesOf);
  const scanned = nodes.flatMap((node) => (node['Node Type'] === 'Seq Scan' ? [node['Relation Name']] : []));
  // The one flow is not worth an index.
  expect(scanned.filter((table) => table !== 'flow')).toEqual([]);
  const used = nodes.flatMap((node) => node['Index Name'] ?? []);
  const others = [...OF_RUNS, ...OF_ATTEMPTS, ...WITHOUT_ROWS];
  const ofDays = new Set(used.filter((name) => !others.includes(name)));
  expect([...ofDays].toSorted()).toEqual(OF_DAYS[kind].toSorted());
  expect(used).toContain('unit_pkey');
});

it('finds the latest warning of a declaration without reading its other events', async () => {
  const plans = await plansOf(url, old.accountId, (tx) =>
    latestEvents(tx, old.accountId, { kind: 'upload', names: ['daily'], days: DAYS }),
  );
  const indexes = plans.flatMap(nodesOf).flatMap((node) => node['Index Name'] ?? []);
  expect(indexes.filter((name) => name.startsWith('event'))).toEqual(['event_severe_upload']);
});

/** A run as the table has it, with its day. */
type Raw = { readonly id: string; readonly name: string; readonly day: string; readonly status: string };

it('finds the same runs as reading all of them does', async () => {
  const { accountId, changelistId } = random;
  const statuses = ['completed', 'failed', 'skipped', 'retrying', 'downloading', 'queued', 'abandoned', 'cancelled'];
  await database.withAccount(accountId, (tx) =>
    sql`
      insert into download (account_id, source, project, report_date, trigger, changelist_id, status, created, due, purpose)
      select ${accountId}, 'source_' || n % 5, 'p', case when n % 3 > 0 then ${TODAY}::date - (hashint4(n) & 15) end, n::text,
        ${changelistId}, (${statuses}::text[])[1 + (hashint4(n * 7) & 7)],
        ${TODAY}::timestamptz - (hashint4(n * 3) & 511) * interval '1 minute',
        ${TODAY}::timestamptz - (hashint4(n * 5) & 511) * interval '1 hour',
        case when n % 11 = 0 then 'backfill' else 'production' end
      from generate_series(1, 600) n`.execute(tx),
  );
  const names = Array.from({ length: 5 }, (_, index) => `source_${index}`);
  const [found, raw] = await database.withAccount(accountId, async (tx) => [
    await runsOfDays(tx, accountId, { kind: 'download', names, days: DAYS }),
    (
      await sql<Raw>`
        select id, source as name, coalesce(report_date, (due at time zone 'UTC')::date)::text as day, status from download
        where account_id = ${accountId} and purpose = 'production' and status not in ('abandoned', 'cancelled')
        order by created desc, id desc`.execute(tx)
    ).rows,
  ]);
  const byDay = Map.groupBy(
    raw.filter(({ day }) => DAYS.includes(day)),
    ({ name, day }) => `${name} ${day}`,
  );
  const isRunning = ({ status }: Raw): boolean => ['downloading', 'queued', 'retrying'].includes(status);
  const recomputed = [...byDay].map(([key, runs]) => {
    const ended = runs.filter(({ status }) => status !== 'downloading' && status !== 'queued');
    const newest = ended.find(({ status }) => status !== 'skipped') ?? ended[0] ?? runs[0];
    return `${key} ${newest?.status} ${runs.some(isRunning)}`;
  });
  expect(recomputed.length).toBeGreaterThan(30);
  const listed = [...found].flatMap(([name, runs]) =>
    [...runs].map(([day, { status, running }]) => `${name} ${day} ${status} ${running}`),
  );
  expect(listed.toSorted()).toEqual(recomputed.toSorted());
});

describe('a day whose run is tried again', () => {
  const statusesOf = async (kind: 'download' | 'upload', name: string): Promise<string | undefined> => {
    const runs = await database.withAccount(retried.accountId, (tx) =>
      runsOfDays(tx, retried.accountId, { kind, names: [name], days: DAYS }),
    );
    const run = runs.get(name)?.get(TODAY);
    return run && `${run.status} ${run.running}`;
  };

  it.each(['queued', 'downloading', 'unpacking'])('stays retrying while its next attempt is %s', async (status) => {
    const id = await addDownload(database, retried, { source: status, report_date: TODAY, status });
    await addUnitOf(database, retried, id, { kind: 'download', state: 'ready', retry_count: 2 });
    expect(await statusesOf('download', status)).toBe('retrying true');
  });

  it.each(['queued', 'uploading', 'loading'])('stays retrying while the attempt of an upload is %s', async (status) => {
    const flow = await addFlow(database, retried, { report_date: TODAY });
    const id = await addUpload(database, retried, flow, { name: status, report_date: TODAY, status });
    await addUnitOf(database, retried, id, { kind: 'upload', state: 'ready', retry_count: 1 });
    expect(await statusesOf('upload', status)).toBe('retrying true');
  });

  it('shows the first attempt as what it is', async () => {
    const id = await addDownload(database, retried, { source: 'first', report_date: TODAY, status: 'downloading' });
    await addUnitOf(database, retried, id, { kind: 'download', state: 'ready', retry_count: 0 });
    expect(await statusesOf('download', 'first')).toBe('downloading true');
  });

  it('takes the place of an older completed run, and not of a newer one', async () => {
    const add = (source: string, hour: number, status: string) =>
      addDownload(database, retried, { source, report_date: TODAY, status, created: `${TODAY}T0${hour}:00:00Z` });
    await add('older', 1, 'completed');
    const after = await add('older', 2, 'downloading');
    const before = await add('newer', 1, 'downloading');
    await add('newer', 2, 'completed');
    for (const id of [after, before])
      await addUnitOf(database, retried, id, { kind: 'download', state: 'ready', retry_count: 1 });
    expect(await statusesOf('download', 'older')).toBe('retrying true');
    expect(await statusesOf('download', 'newer')).toBe('completed true');
  });
});
