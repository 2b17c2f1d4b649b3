import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { UnitRef } from './unit.ts';

/** Condition on a download `d` that failed: a later version of its report date is there or under way, so that its own is over. */
export const IS_REPLACED = sql`d.purpose = 'production' and (
  exists (
    select from download later
    where later.account_id = d.account_id and later.source = d.source and later.report_date = d.report_date
      and later.purpose = 'production' and later.id > d.id and later.status not in ('failed', 'cancelled', 'abandoned')
  ) or d.report_date is null and exists (
    select from download later
    where later.account_id = d.account_id and later.source = d.source and later.report_date is null
      and later.purpose = 'production' and later.id > d.id and later.status not in ('failed', 'cancelled', 'abandoned')
  ))`;

/** Whether a later version of a failed download's report date is there or under way. */
export async function isReplaced(tx: Tx, { accountId, unitId }: UnitRef): Promise<boolean> {
  const found = await sql`
    select from download d where d.account_id = ${accountId} and d.id = ${unitId} and ${IS_REPLACED}
  `.execute(tx);
  return found.rows.length > 0;
}

/**
 * What a person starts again runs the script that is published now, since that is where they have mended it. What was
 * fetched or asked for with the earlier one is fetched anew.
 */
export async function takeRunningScript(tx: Tx, { accountId, unitId }: UnitRef): Promise<void> {
  await sql`
    update download d set changelist_id = c.id, raw = null, state = null, requested_at = null
    from changelist c, source s
    where d.account_id = ${accountId} and d.id = ${unitId} and d.purpose = 'production'
      and c.account_id = d.account_id and c.status = 'running' and c.id <> d.changelist_id
      and s.account_id = d.account_id and s.name = d.source and s.status <> 'removed'
  `.execute(tx);
}
