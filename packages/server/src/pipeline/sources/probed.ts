import { addDays, type EventFact, eventText, localDate, type Schedule } from '@switchboard/model';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { UnitRef } from '../../db/unit-ref.ts';
import { type ClaimedUnit, fenceUnit, finishUnit } from '../../units/unit.ts';
import { isProbed } from '../attempts/plan-queries.ts';
import { changeStatus, describeUnit, recordEvent } from '../attempts/unit-status.ts';

/** The report dates whose files a source takes, oldest first: as far back as its runs are caught up, or fetched again. */
export function datesTaken(schedule: Schedule, now: number): readonly string[] {
  const delayDays = Math.floor(Math.max(0, ...schedule.hours) / 24);
  // The lookback begins at midnight UTC, which may still be the day before where the schedule lives.
  const back = Math.max(schedule.lookbackDays, ...schedule.repullDays) + schedule.reportDateOffset + delayDays + 1;
  const today = localDate(now, schedule.timezone);
  // Where the day begins earlier, files of tomorrow are there today.
  return Array.from({ length: back + 2 }, (_, index) => addDays(today, index - back));
}

/** Only one at a time decides about the downloads of a source's files. In this order: this, units, the source's row. */
export async function lockFiles(tx: Tx, accountId: string, source: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`files ${accountId} ${source}`}, 0))`.execute(tx);
}

/** The same without waiting, for whoever holds the source's row already. False when another one is at it. */
export async function tryLockFiles(tx: Tx, accountId: string, source: string): Promise<boolean> {
  const tried = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`files ${accountId} ${source}`}, 0)) as locked
  `.execute(tx);
  return tried.rows[0]?.locked === true;
}

/** Has a source looked at as soon as a worker has time. */
export async function requestProbe(tx: Tx, accountId: string, source: string): Promise<void> {
  await sql`
    update source set next_probe = now() where account_id = ${accountId} and name = ${source}
      and (next_probe is null or next_probe > now())
  `.execute(tx);
}

/** Why the files of a source are no longer probed for. */
type OrphanReason = Extract<EventFact, { readonly code: 'SOURCE_REMOVED' | 'SOURCE_NOT_FROM_FILES' }>;

/**
 * Why the files of a source are no longer probed for; null while they are.
 * @param connector the connector that the running script names for it; null when it has no such source
 */
export function orphanReason(source: string, connector: string | null): OrphanReason | null {
  if (connector !== null && isProbed(connector)) return null;
  return { code: connector === null ? 'SOURCE_REMOVED' : 'SOURCE_NOT_FROM_FILES', parameters: { name: source } };
}

/** Cancels a download whose files are no longer probed for. The caller has ended its unit. */
export async function cancelOrphaned(tx: Tx, ref: UnitRef, reason: OrphanReason): Promise<void> {
  const unit = { ...ref, kind: 'download' } as const;
  await changeStatus(tx, 'download', unit, 'cancelled', [sql`finished = now()`, sql`message = ${eventText(reason)}`]);
  await recordEvent(tx, { ...(await describeUnit(tx, unit)), severity: 'info', ...reason });
}

/**
 * A download without a file yet is laid aside until one is found. It ends where nobody will look for one: an earlier script
 * had its source, or took it from files.
 */
export async function waitForFiles(tx: Tx, unit: ClaimedUnit, source: string): Promise<void> {
  await fenceUnit(tx, unit);
  // Locked, so that a publication that changes it either is seen here or finds this download waiting.
  const found = await sql<{ connector: string | null }>`
    select case when status <> 'removed' then connector end as connector from source
    where account_id = ${unit.accountId} and name = ${source} for no key update
  `.execute(tx);
  const reason = orphanReason(source, found.rows[0]?.connector ?? null);
  if (reason !== null) {
    await finishUnit(tx, unit);
    await cancelOrphaned(tx, unit, reason);
    return;
  }
  await sql`
    update unit set state = 'held', blocked_kind = 'files', blocked_by = ${source}, lease_until = null, next_try = null, phase = null
    where account_id = ${unit.accountId} and id = ${unit.unitId}
  `.execute(tx);
  await requestProbe(tx, unit.accountId, source);
}
