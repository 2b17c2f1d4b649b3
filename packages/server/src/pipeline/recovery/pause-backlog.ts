import { isDated } from '@switchboard/model/plan';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { runsToMake } from '../schedule/runs-to-make.ts';
import { loadPlan } from '../state/plan-queries.ts';

/** Names of the downloads, uploads and keys that the end of a pause makes active. */
export type PauseScope = {
  readonly sources: readonly string[];
  readonly uploads: readonly string[];
  readonly keys: readonly string[];
};

/** A report date of a download or upload that was due while it was paused. */
export type BacklogItem = {
  /** The id of the download or upload; of one that was never scheduled, its report date and source. */
  readonly id: string;
  /** Whether there is a download or upload already, which waits. */
  readonly isMade: boolean;
  readonly kind: 'download' | 'upload';
  readonly name: string;
  /** yyyy-MM-dd; null for a source without dates. */
  readonly reportDate: string | null;
  readonly due: Date;
};

/**
 * Production work that was due while things were paused, the oldest first: runs that were not scheduled, and downloads and uploads that wait.
 * @param now epoch milliseconds
 */
export async function pauseBacklog(
  tx: Tx,
  accountId: string,
  scope: PauseScope,
  now: number,
): Promise<readonly BacklogItem[]> {
  const items = [
    ...(await missedRuns(tx, accountId, scope.sources, now)),
    ...(await waitingItems(tx, accountId, scope)),
  ];
  return items.toSorted((one, other) => one.due.getTime() - other.due.getTime() || (one.name < other.name ? -1 : 1));
}

async function missedRuns(tx: Tx, accountId: string, names: readonly string[], now: number): Promise<BacklogItem[]> {
  if (names.length === 0) return [];
  const running = await sql<{ id: string }>`
    select id from changelist where account_id = ${accountId} and status = 'running'
  `.execute(tx);
  const changelistId = running.rows[0]?.id;
  if (changelistId === undefined) return [];
  const { sources } = await loadPlan(tx, accountId, changelistId);
  const planned = new Map(sources.map((source) => [source.name, source]));
  const { rows } = await sql<{ name: string; through: Date; skipped: string[] }>`
    select name, scheduled_through as through, skipped_dates as skipped from download_declaration
    where account_id = ${accountId} and name = any(${[...names]}::text[])
  `.execute(tx);
  return rows.flatMap(({ name, through, skipped }): BacklogItem[] => {
    const source = planned.get(name);
    if (source === undefined) return [];
    const runs = runsToMake(source, { since: through.getTime(), skipped: new Set(skipped) }, now);
    const dated = isDated(source);
    const first = new Map(
      runs.filter(({ repullDays }) => repullDays === null).map((run) => [dated ? run.reportDate : null, run] as const),
    );
    return [...first].map(([reportDate, run]) => ({
      id: `${reportDate ?? 'now'} ${name}`,
      isMade: false,
      kind: 'download',
      name,
      reportDate,
      due: new Date(run.dueAt),
    }));
  });
}

async function waitingItems(tx: Tx, accountId: string, { sources, uploads, keys }: PauseScope): Promise<BacklogItem[]> {
  const { rows } = await sql<{
    id: string;
    kind: 'download' | 'upload';
    name: string;
    report_date: string | null;
    due: Date;
  }>`
    select u.id, u.kind, coalesce(d.source, p.name) as name, coalesce(d.report_date, p.report_date)::text as report_date,
      coalesce(d.due, p.created) as due
    from unit u
    left join download d on d.account_id = u.account_id and d.id = u.id
    left join upload p on p.account_id = u.account_id and p.id = u.id
    where u.account_id = ${accountId} and u.state = 'held' and u.purpose = 'production' and u.kind <> 'flow'
      and (u.blocked_kind = 'source' and u.blocked_by = any(${[...sources]}::text[])
        or u.blocked_kind = 'upload' and u.blocked_by = any(${[...uploads]}::text[])
        or u.blocked_kind = 'key' and u.blocked_by = any(${[...keys]}::text[]))
  `.execute(tx);
  return rows.map(({ report_date: reportDate, ...row }) => ({ ...row, reportDate, isMade: true }));
}
