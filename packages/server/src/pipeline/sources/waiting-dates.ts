import { PipelineError } from '@switchboard/model/errors/errors';
import type { Purpose } from '@switchboard/model/status/status';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { recordUnitEvent } from '../../journal/record-event.ts';
import type { Queue } from '../../queue/queue.ts';
import { countFailure } from '../../units/count-failure.ts';
import { clearBlock, type FailingUnit, type FailUnit, finishUnit } from '../../units/unit.ts';
import { setUnitStatus } from '../state/unit-status.ts';
import type { Probe } from './decide-probe.ts';

/** When the latest of the report dates that wait for a file was due, epoch milliseconds; null when none waits. */
export async function waitingSince(tx: Tx, probe: Probe): Promise<number | null> {
  const found = await sql<{ due: Date | null }>`
    select max(d.due) as due from unit u join download d on d.account_id = u.account_id and d.id = u.id
    where u.account_id = ${probe.accountId} and u.blocked_kind = 'files' and u.blocked_by = ${probe.source.name} and u.state = 'held'
  `.execute(tx);
  return found.rows[0]?.due?.getTime() ?? null;
}

/**
 * Report dates with a download that has not read its files yet: it waits for them, or its listing of them may be outdated.
 * A person may have started it again long after its date.
 */
export async function datesUnread(tx: Tx, probe: Probe): Promise<string[]> {
  const found = await sql<{ report_date: string }>`
    select distinct report_date::text as report_date from download
    where account_id = ${probe.accountId} and source = ${probe.source.name} and purpose = 'production'
      and status in ('queued', 'downloading', 'retrying') and raw is null and report_date is not null
  `.execute(tx);
  return found.rows.map((row) => row.report_date);
}

/** The report dates that wait for a file; null among them for a source without dates. Their units stay locked. */
export async function datesWaiting(tx: Tx, probe: Probe): Promise<ReadonlySet<string | null>> {
  return new Set((await waitingUnits(tx, probe, null)).map((unit) => unit.reportDate));
}

type Waiting = FailingUnit & { readonly reportDate: string | null };

/** The units that wait for files of these report dates; of all without. */
async function waitingUnits(tx: Tx, probe: Probe, dates: readonly string[] | null): Promise<Waiting[]> {
  const found = await sql<{
    id: string;
    purpose: Purpose;
    retry_count: number;
    retry_limit: number;
    report_date: string | null;
  }>`
    select u.id, u.purpose, u.retry_count, u.retry_limit, d.report_date::text as report_date
    from unit u join download d on d.account_id = u.account_id and d.id = u.id
    where u.account_id = ${probe.accountId} and u.blocked_kind = 'files' and u.blocked_by = ${probe.source.name} and u.state = 'held'
      and (${dates === null} or d.report_date = any(${[...(dates ?? [])]}::date[]))
    order by d.report_date for update of u
  `.execute(tx);
  return found.rows.map((row) => ({
    accountId: probe.accountId,
    unitId: row.id,
    kind: 'download',
    purpose: row.purpose,
    retryCount: row.retry_count,
    retryLimit: row.retry_limit,
    reportDate: row.report_date,
  }));
}

/** Report dates of a source whose declaration is wrong fail like any other work, and count towards its suspension. */
export async function failWaiting(
  tx: Tx,
  { queue, failUnit }: { readonly queue: Queue; readonly failUnit: FailUnit },
  probe: Probe,
  failure: PipelineError,
): Promise<void> {
  for (const unit of await waitingUnits(tx, probe, null)) {
    await clearBlock(tx, unit);
    await failUnit(tx, queue, unit, { retry: false, reason: 'permanent', failure });
  }
}

/**
 * Fails those of these report dates that still wait: no file arrived within the lookback, or existed when a person started
 * them again. Files that arrive later are still taken.
 */
export async function failDates(tx: Tx, probe: Probe, dates: readonly string[]): Promise<void> {
  for (const unit of await waitingUnits(tx, probe, dates)) {
    const failure = new PipelineError('SOURCE_FILE_NOT_RECEIVED', {
      name: probe.source.name,
      date: unit.reportDate ?? 'no date',
      days: probe.source.schedule.lookbackDays,
    });
    await clearBlock(tx, unit);
    // Suspending the source would fix nothing: it is probed as before.
    await finishUnit(tx, unit);
    await setUnitStatus(tx, unit, 'failed', failure.message, failure.code);
    const { severity, code, message } = failure;
    countFailure(tx, unit, code);
    await recordUnitEvent(tx, unit, { severity, code, message, willRetry: false });
  }
}
