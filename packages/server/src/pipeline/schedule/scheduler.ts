import type { Fault } from '@switchboard/model/faults';
import { isDated, type Source } from '@switchboard/model/plan';
import { type DueRun, nextDue } from '@switchboard/model/schedule/schedule';
import { sql } from 'kysely';
import type { Database, Tx } from '../../db/database.ts';
import type { WorkerQueue } from '../../queue/queue.ts';
import { repeat } from '../../queue/repeat.ts';
import { addUnit, addUnits } from '../../units/add-units.ts';
import { blockUnit } from '../../units/unit.ts';
import { watchDeadlines } from '../deadlines/deadlines.ts';
import { tryLockFiles } from '../sources/lock-files.ts';
import { removeDueTimes, storeScheduled } from '../sources/source-rows.ts';
import { addDownload, addScheduledDownloads } from '../state/download-rows.ts';
import { isProbed, loadPlan } from '../state/plan-queries.ts';
import { ofDate } from '../state/unit-status.ts';
import { recoverSchedules } from './recover-schedules.ts';
import { runsToMake, type Scheduled } from './runs-to-make.ts';

export type SchedulerDeps = {
  readonly database: Database;
  readonly queue: Pick<WorkerQueue, 'wakeAdded'>;
  readonly fault: Fault;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
};

const INTERVAL = 1_000;
const DEADLINES_INTERVAL = 5_000;
const RECOVER_INTERVAL = 60_000;
/** Sources per batch: the first is small, so that its downloads start while the others are being added. */
const FIRST_BATCH = 100;
const BATCH = 1_000;

type DueSources = { account_id: string; names: string[] };

/** Turns every schedule that has come due into downloads, each exactly once. Returns how many it made. */
export async function schedule(deps: SchedulerDeps): Promise<number> {
  const now = new Date(deps.now());
  let made = 0;
  for (let batch = FIRST_BATCH; ; batch = BATCH) {
    const due = await dueSources(deps, now, batch);
    let settled = 0;
    for (const { account_id: accountId, names } of due) {
      const done = await deps.database.withAccount(accountId, (tx) => scheduleSources(deps, tx, accountId, names, now));
      made += done.made;
      settled += done.settled;
    }
    // The rest is locked by another scheduler, or waits for the lock of its files.
    if (settled === 0) return made;
  }
}

/** The first sources that are due, by account. An account that is not active, or runs no script, has none. */
async function dueSources(deps: SchedulerDeps, now: Date, max: number): Promise<readonly DueSources[]> {
  return deps.database.withSystem(async (tx) => {
    const found = await sql<DueSources>`
      select account_id, array_agg(name order by next_due) as names from (
        select s.account_id, s.name, s.next_due from download_declaration s
        where s.status = 'active' and s.next_due <= ${now}
          and exists (select from account a where a.id = s.account_id and a.status = 'active')
          and exists (select from changelist c where c.account_id = s.account_id and c.status = 'running')
        order by s.next_due limit ${max}
      ) due group by account_id order by min(next_due)
    `.execute(tx);
    return found.rows;
  });
}

/** Milliseconds until the next source is due, at most the interval. */
async function untilNextDue(deps: SchedulerDeps, interval: number): Promise<number> {
  const found = await deps.database.withSystem((tx) =>
    sql<{ next: Date | null }>`
      select min(next_due) as next from download_declaration where status = 'active' and next_due > ${new Date(deps.now())}
    `.execute(tx),
  );
  const next = found.rows[0]?.next;
  return next == null ? interval : Math.min(interval, Math.max(1, next.getTime() - deps.now()));
}

type DueSource = Scheduled & { readonly source: Source };
type Settled = { readonly made: number; readonly settled: number };

/** Makes the downloads of one account's due sources. Sources that another scheduler has locked are left to it. */
async function scheduleSources(
  deps: SchedulerDeps,
  tx: Tx,
  accountId: string,
  names: readonly string[],
  now: Date,
): Promise<Settled> {
  const locked = await sql<{ name: string; scheduled_through: Date; skipped: string[] }>`
    select name, scheduled_through, skipped_dates as skipped from download_declaration
    where account_id = ${accountId} and name = any(${names}) and status = 'active' and next_due <= ${now}
    order by next_due for update skip locked
  `.execute(tx);
  if (locked.rows.length === 0) return { made: 0, settled: 0 };
  const running = await sql<{ id: string }>`
    select c.id from changelist c join account a on a.id = c.account_id and a.status = 'active'
    where c.account_id = ${accountId} and c.status = 'running'
  `.execute(tx);
  const [changelist] = running.rows;
  if (!changelist) return { made: 0, settled: 0 };
  const { sources } = await loadPlan(tx, accountId, changelist.id);
  const planned = new Map(sources.map((source) => [source.name, source]));
  const due: DueSource[] = [];
  const probed: DueSource[] = [];
  const unplanned: string[] = [];
  for (const { name, scheduled_through: through, skipped: left } of locked.rows) {
    const source = planned.get(name);
    const scheduled = { since: through.getTime(), skipped: new Set(left) };
    if (!source) unplanned.push(name);
    else if (!isProbed(source.connector)) due.push({ source, ...scheduled });
    else if (await tryLockFiles(tx, accountId, name)) probed.push({ source, ...scheduled });
  }
  const fetched = await insertDownloads(deps, tx, accountId, changelist.id, due, now.getTime());
  const waiting = await insertAllWaiting(deps, tx, accountId, changelist.id, probed, now.getTime());
  await moveOn(tx, accountId, [...due, ...probed], unplanned, now);
  return { made: fetched + waiting, settled: due.length + probed.length + unplanned.length };
}

/** Records how far sources are scheduled, and when they are due next. A source that the script no longer has is never due. */
async function moveOn(
  tx: Tx,
  accountId: string,
  scheduled: readonly DueSource[],
  unplanned: readonly string[],
  now: Date,
): Promise<void> {
  const rows = scheduled.map(({ source }) => {
    const next = nextDue(source.schedule, now.getTime());
    return {
      name: source.name,
      next: next === null ? null : new Date(next).toISOString(),
      probed: isProbed(source.connector),
    };
  });
  if (rows.length > 0) await storeScheduled(tx, accountId, now, rows);
  if (unplanned.length > 0) await removeDueTimes(tx, accountId, unplanned);
}

/** Downloads of sources that are asked for each report date: with their units and jobs, in one go. */
async function insertDownloads(
  deps: SchedulerDeps,
  tx: Tx,
  accountId: string,
  changelistId: string,
  due: readonly DueSource[],
  now: number,
): Promise<number> {
  const rows = due.flatMap(({ source, ...scheduled }) =>
    runsToMake(source, scheduled, now).map((run) => ({
      source: source.name,
      project: source.project,
      report_date: isDated(source) ? run.reportDate : null,
      trigger: run.trigger,
      repull_days: run.repullDays,
      due: new Date(run.dueAt).toISOString(),
    })),
  );
  if (rows.length === 0) return 0;
  const inserted = await addScheduledDownloads(tx, accountId, changelistId, rows);
  await deps.fault('mid-schedule');
  const units = inserted.map(({ id, report_date: reportDate }) => ({
    accountId,
    unitId: id,
    kind: 'download' as const,
    purpose: 'production' as const,
    reportDate,
  }));
  await addUnits(tx, units);
  await deps.queue.wakeAdded(tx, units);
  return units.length;
}

async function insertAllWaiting(
  deps: SchedulerDeps,
  tx: Tx,
  accountId: string,
  changelistId: string,
  probed: readonly DueSource[],
  now: number,
): Promise<number> {
  let made = 0;
  for (const { source, ...scheduled } of probed) {
    const runs = runsToMake(source, scheduled, now);
    const half = Math.floor(runs.length / 2);
    for (const [index, run] of runs.entries()) {
      if (await insertWaiting(tx, accountId, changelistId, source, run)) made += 1;
      if (index === half) await deps.fault('mid-schedule');
    }
  }
  return made;
}

/**
 * Adds a download that waits until a probe finds its files, unless the report date has one already. Repulls need no runs: every
 * probe covers the files of past dates.
 */
async function insertWaiting(
  tx: Tx,
  accountId: string,
  changelistId: string,
  source: Source,
  run: DueRun,
): Promise<boolean> {
  if (run.repullDays !== null) return false;
  const reportDate = isDated(source) ? run.reportDate : null;
  const known = await sql`
    select from download where account_id = ${accountId} and source = ${source.name} and purpose = 'production'
      and ${ofDate(reportDate)} limit 1
  `.execute(tx);
  if (known.rows.length > 0) return false;
  const due = new Date(run.dueAt);
  const id = await addDownload(tx, {
    accountId,
    changelistId,
    source,
    purpose: 'production',
    reportDate,
    trigger: run.trigger,
    due,
  });
  if (id === null) return false;
  const unit = { accountId, unitId: id, kind: 'download', purpose: 'production' } as const;
  await addUnit(tx, { ...unit, state: 'ready' });
  await blockUnit(tx, unit, { kind: 'files', name: source.name });
  return true;
}

/** @param interval milliseconds between two polls at most; a source that is due sooner is scheduled when it is due */
export function startScheduler(deps: SchedulerDeps, interval = INTERVAL): { stop(): Promise<void> } {
  let pause = interval;
  const run = async (): Promise<void> => {
    pause = interval;
    await schedule(deps);
    pause = await untilNextDue(deps, interval);
  };
  const runs = repeat(() => pause, run, deps.onError);
  const deadlines = repeat(
    DEADLINES_INTERVAL,
    () => watchDeadlines(deps.database, deps.now()).then(() => {}),
    deps.onError,
  );
  const recovery = repeat(RECOVER_INTERVAL, () => recoverSchedules(deps).then(() => {}), deps.onError);
  return {
    async stop() {
      await Promise.all([runs.stop(), deadlines.stop(), recovery.stop()]);
    },
  };
}
