import type { Tx } from '../../db/database.ts';
import { criticalPath, type PathStep } from './critical-path.ts';
import {
  downloadsOfPeriod,
  type FailedAttempt,
  failedAttempts,
  ledgerOf,
  type Period,
  type TimelineUnit,
  UNIT_LIMIT,
  uploadsOfPeriod,
} from './queries.ts';

export type Timeline = {
  readonly units: readonly (TimelineUnit & { readonly failures: readonly FailedAttempt[] })[];
  /** Whether there are more than were read; those are the newest. */
  readonly hasMore: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
};

const NO_FAILURES: readonly FailedAttempt[] = [];
const ENDED_BADLY: ReadonlySet<string> = new Set(['failed', 'retrying']);

/** Reads what ran in a period. The cost depends on the number of its units, not on the history. */
export async function readTimeline(tx: Tx, accountId: string, period: Period, now: number): Promise<Timeline> {
  const downloads = await downloadsOfPeriod(tx, accountId, period);
  const uploads = await uploadsOfPeriod(tx, accountId, period);
  const units = [...downloads.slice(0, UNIT_LIMIT), ...uploads.slice(0, UNIT_LIMIT)];
  // Most units succeed at their first attempt: nothing is looked up for them.
  const tried = units.filter(({ attempts, status }) => attempts > 1 || ENDED_BADLY.has(status));
  const idsOf = (kind: TimelineUnit['kind']): string[] =>
    tried.flatMap((unit) => (unit.kind === kind ? [unit.id] : []));
  const failures = Map.groupBy(
    [
      ...(await failedAttempts(tx, accountId, 'download', idsOf('download'))),
      ...(await failedAttempts(tx, accountId, 'upload', idsOf('upload'))),
    ],
    ({ unit_id: id }) => id,
  );
  return {
    units: units.map((unit) => ({ ...unit, failures: failures.get(unit.id) ?? NO_FAILURES })),
    hasMore: downloads.length > UNIT_LIMIT || uploads.length > UNIT_LIMIT,
    now,
  };
}

/** Reads the units that decided when an upload was there; null when there is no such upload. @param now epoch milliseconds */
export async function readCriticalPath(
  tx: Tx,
  accountId: string,
  uploadId: string,
  now: number,
): Promise<readonly PathStep[] | null> {
  const ledger = await ledgerOf(tx, accountId, uploadId);
  return ledger === null ? null : criticalPath(ledger, now);
}
