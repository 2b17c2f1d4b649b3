import { PipelineError } from '@switchboard/model';
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { ClaimedUnit } from '../../units/unit.ts';

/**
 * Marks that an attempt is about to commit its result at the destination: a cancellation from now on must find out whether
 * the destination has it. Runs in a transaction of its own, which is serialized with those that request a cancel.
 * @throws PipelineError DELIVERY_CANCELLED when a cancel was requested, STALE_ATTEMPT when the attempt lost its lease
 */
export async function beginCommit(
  database: Database,
  unit: ClaimedUnit,
  upload: { readonly name: string; readonly report_date: string | null },
): Promise<void> {
  await database.withAccount(unit.accountId, async (tx) => {
    const begun = await sql`
      update unit set commit_attempt = attempt
      where account_id = ${unit.accountId} and id = ${unit.unitId} and attempt = ${unit.attempt} and state = 'running'
        and cancel_requested is null
    `.execute(tx);
    if (begun.numAffectedRows === 1n) return;
    const found = await sql<{ attempt: number; cancel_requested: string | null }>`
      select attempt, cancel_requested from unit where account_id = ${unit.accountId} and id = ${unit.unitId}
    `.execute(tx);
    const [row] = found.rows;
    if (row?.attempt === unit.attempt && row.cancel_requested !== null)
      throw new PipelineError('DELIVERY_CANCELLED', { name: upload.name, date: upload.report_date ?? 'all dates' });
    throw new PipelineError('STALE_ATTEMPT', { attempt: unit.attempt, current: row?.attempt ?? 'none' });
  });
}
