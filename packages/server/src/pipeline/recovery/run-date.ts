import { LIMITS } from '@switchboard/model/limits';
import { isDated, type Source } from '@switchboard/model/plan';
import { addDays, DAY_MS, dueRuns, isReportDate, localDate } from '@switchboard/model/schedule/schedule';
import { DOWNLOAD_UNFINISHED } from '@switchboard/model/status/status';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { recordUnitEvent } from '../../journal/record-event.ts';
import type { Queue } from '../../queue/queue.ts';
import { addUnit } from '../../units/add-units.ts';
import { blockUnit } from '../../units/unit.ts';
import { lockFiles } from '../sources/lock-files.ts';
import { requestProbe, takeBackSkippedDate } from '../sources/source-rows.ts';
import { addDownload } from '../state/download-rows.ts';
import { isProbed, loadPlan } from '../state/plan-queries.ts';
import { ofDate } from '../state/unit-status.ts';

export type DateToRun = {
  readonly accountId: string;
  readonly name: string;
  /** yyyy-MM-dd; null for a source without report dates. */
  readonly reportDate: string | null;
};

type DateRefusal = 'needs_date' | 'has_no_dates' | 'no_report' | 'too_early' | 'too_old';

/** Why a report date is not run. `running`: a run of it has not ended, with its id. */
export type RunRefusal =
  | { readonly kind: 'not_found' | 'paused' | 'suspended' | DateRefusal }
  | { readonly kind: 'running'; readonly id: string };

export type RunOutcome = { readonly kind: 'ok'; readonly id: string } | RunRefusal;

type Running = {
  readonly by: string;
  readonly requestId: string;
  readonly now: number;
  /** Whether a person waits for this one, as by default. */
  readonly interactive?: boolean;
};

/**
 * Downloads a report date now: before its schedule, which then does not run it again, or once more as a new version, from which its
 * uploads are made with the same guarantees.
 */
export async function runDate(tx: Tx, queue: Queue, date: DateToRun, running: Running): Promise<RunOutcome> {
  const { accountId, name, reportDate } = date;
  await lockFiles(tx, accountId, name);
  // Locked, so that of two orders, and of an order and the schedule, the second finds what the first has made.
  const declared = await sql<{ status: 'active' | 'paused' | 'suspended' }>`
    select status from download_declaration where account_id = ${accountId} and name = ${name} and status <> 'removed' for no key update
  `.execute(tx);
  const made = await runOf(tx, date, sql`run_request = ${running.requestId}`);
  // The client repeats a request whose answer was lost.
  if (made !== null) return { kind: 'ok', id: made };
  const published = await sql<{ id: string }>`
    select c.id from changelist c join account a on a.id = c.account_id and a.status = 'active'
    where c.account_id = ${accountId} and c.status = 'running'
  `.execute(tx);
  const [changelist] = published.rows;
  const [declaration] = declared.rows;
  if (changelist === undefined || declaration === undefined) return { kind: 'not_found' };
  const plan = await loadPlan(tx, accountId, changelist.id);
  const source = plan.sources.find((each) => each.name === name);
  if (source === undefined) return { kind: 'not_found' };
  if (declaration.status !== 'active') return { kind: declaration.status };
  const refusal = refusalOf(source, reportDate, running.now);
  if (refusal !== null) return { kind: refusal };
  const unfinished = await runOf(tx, date, sql`status = any(${[...DOWNLOAD_UNFINISHED]}::text[])`);
  if (unfinished !== null) return { kind: 'running', id: unfinished };
  const trigger = await triggerOf(tx, source, date, running);
  const download = {
    accountId,
    changelistId: changelist.id,
    source,
    purpose: 'production',
    reportDate,
    trigger,
    runRequest: running.requestId,
  } as const;
  const id = await addDownload(tx, download);
  if (id === null) throw new Error(`The run ${trigger} of ${name} exists, although its declaration was locked.`);
  if (reportDate !== null) await takeBackSkippedDate(tx, accountId, name, reportDate);
  const unit = { accountId, unitId: id, kind: 'download', purpose: 'production' } as const;
  await addUnit(tx, { ...unit, state: 'ready', interactive: running.interactive ?? true });
  await recordUnitEvent(tx, unit, { severity: 'info', code: 'RUN_ORDERED', parameters: { person: running.by } });
  if (isProbed(source.connector)) {
    await blockUnit(tx, unit, { kind: 'files', name });
    await requestProbe(tx, accountId, name);
  } else await queue.wake(tx, { ...unit, reportDate });
  return { kind: 'ok', id };
}

function refusalOf(source: Source, reportDate: string | null, now: number): DateRefusal | null {
  if (!isDated(source)) return reportDate === null ? null : 'has_no_dates';
  if (reportDate === null) return 'needs_date';
  if (!isReportDate(source.schedule, reportDate)) return 'no_report';
  const today = localDate(now, source.schedule.timezone);
  if (reportDate > today) return 'too_early';
  return reportDate < addDays(today, -OLDEST) ? 'too_old' : null;
}

/** Older report dates are backfilled. */
const OLDEST = LIMITS.sampleAgeDays;
/** A run is due at most as many days after its report date. */
const LONGEST_DELAY = 40;

/**
 * Identifies the run. The first of a report date is the one that the schedule would make, so that it is made once.
 */
async function triggerOf(tx: Tx, source: Source, date: DateToRun, { requestId, now }: Running): Promise<string> {
  const { reportDate } = date;
  const isFirst = reportDate !== null && (await runOf(tx, date, sql`true`)) === null;
  const runs = isFirst ? dueRuns(source.schedule, now - (OLDEST + 2) * DAY_MS, now + LONGEST_DELAY * DAY_MS) : [];
  const scheduled = runs.find((run) => run.reportDate === reportDate && run.repullDays === null);
  return scheduled?.trigger ?? `again ${requestId}`;
}

/** A production run of the date that meets a condition. */
async function runOf(
  tx: Tx,
  { accountId, name, reportDate }: DateToRun,
  condition: RawBuilder<unknown>,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from download where account_id = ${accountId} and source = ${name} and purpose = 'production' and ${ofDate(reportDate)}
      and ${condition} limit 1
  `.execute(tx);
  return rows[0]?.id ?? null;
}
