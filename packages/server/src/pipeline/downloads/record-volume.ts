import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { UnitRef } from '../../db/unit-ref.ts';

/**
 * Adds a completed download to the volumes of its month, and marks it as a refill when another version of its report date
 * was completed before. In the transaction that completes it, as the last step: downloads of a project wait for each other here.
 */
export async function recordVolume(tx: Tx, { accountId, unitId }: UnitRef): Promise<void> {
  await sql`
    with completed as (
      update download d set refill = d.report_date is not null and exists (
        select from download former
        where former.account_id = d.account_id and former.source = d.source and former.report_date = d.report_date
          and former.purpose = d.purpose and former.status = 'completed' and former.id <> d.id
      )
      where d.account_id = ${accountId} and d.id = ${unitId} and d.status = 'completed'
      returning d.project, d.purpose, new.refill, coalesce(d.row_count, 0) as row_count, coalesce(d.bytes, 0) as bytes,
        date_trunc('month', d.finished at time zone 'UTC')::date as month
    )
    insert into volume_month as v (account_id, month, project, purpose, row_count, bytes, refill_row_count, refill_bytes)
    select ${accountId}::uuid, month, project, purpose, row_count, bytes, case when refill then row_count else 0 end,
      case when refill then bytes else 0 end
    from completed
    on conflict (account_id, month, project, purpose) do update set row_count = v.row_count + excluded.row_count,
      bytes = v.bytes + excluded.bytes, refill_row_count = v.refill_row_count + excluded.refill_row_count,
      refill_bytes = v.refill_bytes + excluded.refill_bytes
  `.execute(tx);
}
