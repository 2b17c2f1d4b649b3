import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { blockRunningUnit, type ClaimedUnit, fenceUnit, finishUnit } from '../../units/unit.ts';
import { cancelOrphaned, orphanReason } from './orphaned-download.ts';
import { requestProbe } from './source-rows.ts';

/**
 * Blocks a download without a file until a probe finds one. Cancels it instead when its source is no longer probed: the
 * running script has removed the source, or does not read it from files.
 */
export async function waitForFiles(tx: Tx, unit: ClaimedUnit, source: string): Promise<void> {
  await fenceUnit(tx, unit);
  // Locked, so that a publication that changes the source either is visible here or finds this download waiting.
  const found = await sql<{ connector: string | null }>`
    select case when status <> 'removed' then connector end as connector from download_declaration
    where account_id = ${unit.accountId} and name = ${source} for no key update
  `.execute(tx);
  const reason = orphanReason(source, found.rows[0]?.connector ?? null);
  if (reason !== null) {
    await finishUnit(tx, unit);
    await cancelOrphaned(tx, unit, reason);
    return;
  }
  await blockRunningUnit(tx, unit, { kind: 'files', name: source });
  await requestProbe(tx, unit.accountId, source);
}
