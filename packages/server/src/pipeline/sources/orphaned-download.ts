import { type EventFact, eventText } from '@switchboard/model/event-codes';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { UnitRef } from '../../db/unit-ref.ts';
import { recordUnitEvent } from '../../journal/record-event.ts';
import { isProbed } from '../state/plan-queries.ts';
import { changeStatus } from '../state/unit-status.ts';

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
  await recordUnitEvent(tx, unit, { severity: 'info', ...reason });
}
