import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { explainUnits, type ListedUnit, listUnits, nameUnit, WAITS_SINCE } from './list-units.ts';
import { type DoctorFinding, type DoctorItem, finding, isoTime } from './report.ts';

const GRACE = sql.raw(`interval '60 seconds'`);
const LONG = sql.raw(`interval '15 minutes'`);

const totalOf = (units: readonly ListedUnit[]): number => units[0]?.total ?? 0;

/** Units that do not progress: with an expired lease, long in the queue, past their retry, blocked, held. */
export async function examineUnits(tx: Tx): Promise<readonly DoctorFinding[]> {
  return [
    await pastLease(tx),
    await waitingLong(tx, 'production'),
    await waitingLong(tx, 'other'),
    await pastRetry(tx),
    await blocked(tx),
    await waitingForFiles(tx),
    await waitingForSlot(tx),
    await inputsFailed(tx),
    await orphanedUnits(tx),
  ];
}

async function pastLease(tx: Tx): Promise<DoctorFinding> {
  const units = await listUnits(tx, sql`u.state = 'running' and u.lease_until < now() - ${GRACE}`, sql`u.lease_until`);
  const items = units.map((unit) => ({
    account: unit.account,
    what: nameUnit(unit),
    why: `attempt ${unit.attempt} of ${unit.worker ?? 'an unknown worker'} stopped renewing its lease in ${unit.phase ?? 'the start'}`,
    since: isoTime(unit.since),
    todo: null,
  }));
  const todo =
    'The scheduler restarts them within a minute. If they stay here, no process with the role scheduler is running: start one.';
  return finding({ check: 'leases', title: 'Units past their lease', todo }, totalOf(units), items);
}

async function waitingLong(tx: Tx, whose: 'production' | 'other'): Promise<DoctorFinding> {
  const production = whose === 'production';
  const purpose = production ? sql`u.purpose = 'production'` : sql`u.purpose <> 'production'`;
  // An upload waits since its result is ready.
  const since = sql`greatest((
    select ready from upload x where u.kind = 'upload' and x.account_id = u.account_id and x.id = u.id), ${WAITS_SINCE})`;
  const units = await listUnits(tx, sql`u.state = 'ready' and ${purpose} and ${since} < now() - ${LONG}`, since);
  const described = production
    ? { check: 'waiting', title: 'Production units that are ready, and wait for over 15 minutes' }
    : {
        check: 'waiting_other',
        title: 'Backfill and test units that wait for over 15 minutes',
        level: 'notice' as const,
      };
  const todo =
    'Workers are missing or busy: start more processes with the role worker, or raise WORKER_CONCURRENCY. switchboard_queue_depth in the metrics shows whether it helps.';
  return finding({ ...described, todo }, totalOf(units), await explainUnits(tx, units));
}

async function pastRetry(tx: Tx): Promise<DoctorFinding> {
  const units = await listUnits(
    tx,
    sql`u.state = 'waiting' and u.next_try < now() - ${GRACE} - ${GRACE}`,
    sql`u.next_try`,
  );
  const todo = 'No process claimed them when they were due: start one with the roles scheduler and worker.';
  return finding(
    { check: 'retries', title: 'Units whose next try is overdue', todo },
    totalOf(units),
    await explainUnits(tx, units),
  );
}

/** Condition: a unit waits for files that are still probed for, which a deactivated account's are not. */
const AWAITS_FILES = sql`blocked_kind = 'files'
  and exists (select from account a where a.id = unit.account_id and a.status = 'active')`;

async function blocked(tx: Tx): Promise<DoctorFinding> {
  const todo = 'Fix what blocks them: they then continue by themselves.';
  const { total, items } = await byWhatBlocks(
    tx,
    sql`blocked_kind not in ('account_slot', 'key_slot') and not (${AWAITS_FILES})`,
  );
  return finding({ check: 'blocked', title: 'What blocks units', todo }, total, items);
}

async function waitingForFiles(tx: Tx): Promise<DoctorFinding> {
  const todo = 'They continue by themselves once a file is found. If it should exist, check the source’s folder.';
  const { total, items } = await byWhatBlocks(tx, AWAITS_FILES);
  const title = 'Sources that wait for files';
  return finding({ check: 'files', title, level: 'notice', todo }, total, items);
}

type Group = ListedUnit & { readonly units: number; readonly blocked: string };

/** One item for each thing that blocks held units, with how many wait for it. */
async function byWhatBlocks(
  tx: Tx,
  condition: RawBuilder<unknown>,
): Promise<{ readonly total: number; readonly items: readonly DoctorItem[] }> {
  const found = await sql<Group>`
    select g.account_id, a.url_name as account, g.blocked, g.units, g.since, g.total, u.id, u.kind, u.purpose, u.attempt,
      u.phase, u.worker, null as name, null as report_date
    from (
      select account_id, concat_ws(' ', blocked_kind, blocked_by) as blocked, count(*)::int as units,
        min(created) as since, (min(id::text))::uuid as sample, count(*) over ()::int as total
      from unit where state = 'held' and blocked_kind is not null and ${condition}
      group by account_id, blocked_kind, blocked_by order by min(created) limit 20
    ) g
    join account a on a.id = g.account_id join unit u on u.account_id = g.account_id and u.id = g.sample
    order by g.since
  `.execute(tx);
  const explained = await explainUnits(tx, found.rows);
  const items = found.rows.map((group, index) => ({
    account: group.account,
    what: group.blocked,
    why: `${group.units} unit${group.units === 1 ? ' waits' : 's wait'}: ${explained[index]?.why ?? ''}`,
    since: isoTime(group.since),
    todo: explained[index]?.todo ?? null,
  }));
  return { total: totalOf(found.rows), items };
}

async function waitingForSlot(tx: Tx): Promise<DoctorFinding> {
  const units = await listUnits(
    tx,
    sql`u.state = 'held' and u.blocked_kind in ('account_slot', 'key_slot') and ${WAITS_SINCE} < now() - ${LONG}`,
  );
  const todo =
    'Their account, or the key that they use, is at its limit of running units. They start as others end. A global manager raises the limits in the settings of the account, ACCOUNT_RUNNING_LIMIT and KEY_RUNNING_LIMIT for all.';
  return finding(
    { check: 'slots', title: 'Units that wait for a concurrency slot for over 15 minutes', level: 'notice', todo },
    totalOf(units),
    await explainUnits(tx, units),
  );
}

/** Flows that wait for a download which failed or was ended. */
async function inputsFailed(tx: Tx): Promise<DoctorFinding> {
  const units = await listUnits(
    tx,
    sql`u.kind = 'flow' and u.state = 'held' and exists (
      select from flow_source s join download d on d.account_id = s.account_id and d.id = s.download_id
      where s.account_id = u.account_id and s.flow_id = u.id and d.status in ('failed', 'abandoned', 'cancelled'))`,
  );
  const todo = 'Retry the downloads that failed, or abandon the flow.';
  return finding(
    { check: 'inputs', title: 'Flows whose inputs failed', todo },
    totalOf(units),
    await explainUnits(tx, units),
  );
}

/** Held units that nothing will ever release: what they waited for is over. */
async function orphanedUnits(tx: Tx): Promise<DoctorFinding> {
  const open: RawBuilder<unknown> = sql`case u.kind
    when 'flow' then exists (
      select from flow_source s join download d on d.account_id = s.account_id and d.id = s.download_id
      where s.account_id = u.account_id and s.flow_id = u.id and d.status not in ('completed', 'STOPPED', 'skipped'))
    when 'upload' then exists (
      select from upload x join unit f on f.account_id = x.account_id and f.id = x.flow_id
      where x.account_id = u.account_id and x.id = u.id and f.state <> 'done')
    else false end`;
  const units = await listUnits(
    tx,
    sql`u.state = 'held' and u.blocked_kind is null and u.created < now() - ${GRACE} and not ${open}`,
  );
  const items = units.map((unit) => ({
    account: unit.account,
    what: nameUnit(unit),
    why: 'what it waited for is over, and did not release it',
    since: isoTime(unit.since),
    todo: unit.kind === 'flow' ? 'Launch the report date again.' : 'Abandon it, and launch the report date again.',
  }));
  const todo = 'This should not happen: please report it with the log of that time.';
  return finding({ check: 'orphaned', title: 'Orphaned units', todo }, totalOf(units), items);
}
