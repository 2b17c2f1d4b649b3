import { addDays } from '@switchboard/model';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { queryAsSuperuser } from '../../../testing/database.ts';
import { addFlow } from '../../../testing/fill-account.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useDatabase } from '../../../testing/hooks/use-database.ts';
import { nodesOf, plansOf } from '../../../testing/recorded-database.ts';
import { runsSince } from './queries.ts';

const { database, url } = useDatabase();
const old = useAccount({ database });

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
      insert into upload (account_id, flow_id, name, project, purpose, report_date, status, destination, destination_type, created)
      select ${accountId}, ${flow}, 'upload_' || n, 'p', 'production', ${date}, 'completed', 'x', 'file', ${created}
      from generate_series(1, ${HOURS}) n`.execute(tx);
    await sql`
      insert into event (account_id, created, severity, code, message, project, purpose, upload_declaration, report_date)
      select ${accountId}, ${created}, 'info', 'RESULT_WITHOUT_ROWS', 'No rows.', 'p', 'production', 'daily', ${date}
      from generate_series(1, ${HOURS}) n`.execute(tx);
    await sql`
      insert into assertion_result (account_id, flow_id, name, table_name, severity, outcome, row_count, uploads)
      select ${accountId}, ${flow}, 'assertion_' || n, 'daily', 'warn', 'passed', 0, array['daily']
      from generate_series(1, ${HOURS}) n`.execute(tx);
  });
  await queryAsSuperuser(url, 'vacuum analyze');
});

/** Indexes that find the rows of a day, and those that find the events of a run. */
const OF_DAYS = ['download_report_date', 'download_undated', 'upload_report_date', 'upload_created'];
const OF_EVENTS = ['event_report_date', 'event_created', 'event_upload_declaration', 'event_without_rows'];
const OF_A_RUN = ['assertion_warned', 'event_severe', 'event_errors', 'event_download', 'event_upload', 'flow_pkey'];

it.each(['download', 'upload'] as const)('reads only those of the %ss that ran since a day', async (kind) => {
  const plans = await plansOf(url, old.accountId, (tx) => runsSince(tx, old.accountId, kind, addDays(TODAY, -6)));
  const nodes = plans.flatMap(nodesOf);
  const scanned = nodes.flatMap((node) => (node['Node Type'] === 'Seq Scan' ? [node['Relation Name']] : []));
  // The one flow is not worth an index.
  expect(scanned.filter((table) => table !== 'flow')).toEqual([]);
  const used = nodes.flatMap((node) => node['Index Name'] ?? []);
  expect(used.filter((name) => OF_DAYS.includes(name))).toHaveLength(2);
  expect(used.filter((name) => ![...OF_DAYS, ...OF_EVENTS, ...OF_A_RUN].includes(name))).toEqual([]);
});
