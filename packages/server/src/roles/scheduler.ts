import { addDays, type DueRun, dueRuns, type Fault, nextDue, type Plan, type Source } from '@switchboard/model';
import { sql } from 'kysely';
import type { Database, Tx } from '../db/database.ts';
import { isDated } from '../features/flows/due-flows.ts';
import { watchDeadlines } from '../features/transfers/deadlines.ts';
import { filesOf, isProbed, tryLockFiles } from '../features/transfers/probed.ts';
import { blockUnit } from '../ledger/blocked.ts';
import { addUnit } from '../ledger/unit.ts';
import type { Queue } from '../queue/queue.ts';
import { every } from './every.ts';

export type SchedulerDeps = {
  readonly database: Database;
  readonly queue: Queue;
  readonly fault: Fault;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
};

const INTERVAL = 1_000;
const DEADLINES_INTERVAL = 5_000;
const BATCH = 100;

type DueSource = { account_id: string; name: string };

/** Turns every schedule that has come due into downloads, each exactly once. Returns how many it made. */
export async function schedule(deps: SchedulerDeps): Promise<number> {
  const now = new Date(deps.now());
  const due = await deps.database.withSystem(async (tx) => {
    const found = await sql<DueSource>`
      select account_id, name from source where status = 'active' and next_due <= ${now} order by next_due limit ${BATCH}
    `.execute(tx);
    return found.rows;
  });
  let made = 0;
  for (const source of due)
    made += await deps.database.withAccount(source.account_id, (tx) => scheduleSource(deps, tx, source, now));
  return made;
}

async function scheduleSource(deps: SchedulerDeps, tx: Tx, due: DueSource, now: Date): Promise<number> {
  const found = await sql<{ scheduled_through: Date; changelist_id: string; plan: Plan }>`
    select s.scheduled_through, c.id as changelist_id, c.plan
    from source s
    join changelist c on c.account_id = s.account_id and c.status = 'running'
    join account a on a.id = s.account_id and a.status = 'active'
    where s.account_id = ${due.account_id} and s.name = ${due.name} and s.status = 'active' and s.next_due <= ${now}
    for update of s skip locked
  `.execute(tx);
  const [row] = found.rows;
  const source = row?.plan.sources.find((candidate) => candidate.name === due.name);
  if (!row || !source) {
    if (row)
      await sql`update source set next_due = null where account_id = ${due.account_id} and name = ${due.name}`.execute(
        tx,
      );
    return 0;
  }
  const probed = isProbed(source.connector);
  if (probed && !(await tryLockFiles(tx, due.account_id, source.name))) return 0;
  const runs = runsToMake(source, row.scheduled_through.getTime(), now.getTime());
  const half = Math.floor(runs.length / 2);
  let made = 0;
  for (const [index, run] of runs.entries()) {
    const make = probed ? insertWaiting : insertDownload;
    if (await make(deps, tx, due.account_id, row.changelist_id, source, run)) made += 1;
    if (index === half) await deps.fault('mid-schedule');
  }
  const next = nextDue(source.schedule, now.getTime());
  await sql`
    update source set scheduled_through = ${now}, next_due = ${next === null ? null : new Date(next)},
      next_probe = case when ${probed} then ${now} else next_probe end
    where account_id = ${due.account_id} and name = ${due.name}
  `.execute(tx);
  return made;
}

/**
 * The runs since a source was last scheduled, back to its lookback at most. Of a source without dates only the newest:
 * its older states are gone.
 */
export function runsToMake(source: Source, since: number, now: number): DueRun[] {
  const earliest = Date.parse(
    `${addDays(new Date(now).toISOString().slice(0, 10), -source.schedule.lookbackDays)}T00:00:00Z`,
  );
  const runs = dueRuns(source.schedule, Math.max(since, Math.min(earliest, now)), now);
  return isDated(source) ? runs : runs.slice(-1);
}

async function insertDownload(
  deps: SchedulerDeps,
  tx: Tx,
  accountId: string,
  changelistId: string,
  source: Source,
  run: DueRun,
): Promise<boolean> {
  const id = await insertRow(tx, accountId, changelistId, source, run);
  if (id === null) return false;
  const unit = { accountId, unitId: id, kind: 'download', purpose: 'production' } as const;
  await addUnit(tx, { ...unit, state: 'ready' });
  await deps.queue.wake(tx, { ...unit, reportDate: isDated(source) ? run.reportDate : null });
  return true;
}

async function insertRow(
  tx: Tx,
  accountId: string,
  changelistId: string,
  source: Source,
  run: DueRun,
): Promise<string | null> {
  const reportDate = isDated(source) ? run.reportDate : null;
  const inserted = await sql<{ id: string }>`
    insert into download (account_id, source, project, purpose, report_date, trigger, changelist_id, due)
    values (${accountId}, ${source.name}, ${source.project}, 'production', ${reportDate}::date, ${run.trigger}, ${changelistId},
      ${new Date(run.dueAt)})
    on conflict (account_id, source, report_date, purpose, trigger) do nothing
    returning id
  `.execute(tx);
  return inserted.rows[0]?.id ?? null;
}

/**
 * A report date of a source that is looked at for files waits until one is found; one that has a download already is no
 * news. Fetching past dates again needs no runs: their files are looked at whenever the others are.
 */
async function insertWaiting(
  _deps: SchedulerDeps,
  tx: Tx,
  accountId: string,
  changelistId: string,
  source: Source,
  run: DueRun,
): Promise<boolean> {
  if (/ repull \d+$/.test(run.trigger)) return false;
  const reportDate = isDated(source) ? run.reportDate : null;
  const known = await sql`
    select from download where account_id = ${accountId} and source = ${source.name} and purpose = 'production'
      and report_date is not distinct from ${reportDate}::date limit 1
  `.execute(tx);
  if (known.rows.length > 0) return false;
  const id = await insertRow(tx, accountId, changelistId, source, run);
  if (id === null) return false;
  const unit = { accountId, unitId: id, kind: 'download', purpose: 'production' } as const;
  await addUnit(tx, { ...unit, state: 'ready' });
  await blockUnit(tx, unit, filesOf(source.name));
  return true;
}

export function startScheduler(deps: SchedulerDeps): { stop(): Promise<void> } {
  const runs = every(INTERVAL, () => schedule(deps).then(() => {}), deps.onError);
  const deadlines = every(
    DEADLINES_INTERVAL,
    () => watchDeadlines(deps.database, deps.now()).then(() => {}),
    deps.onError,
  );
  return {
    async stop() {
      await Promise.all([runs.stop(), deadlines.stop()]);
    },
  };
}
