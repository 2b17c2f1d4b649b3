import type { UploadStatus } from '@switchboard/model/status/status';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { UnitRef } from '../../db/unit-ref.ts';

/**
 * Ends a flow whose uploads have all come to an end: STOPPED, or ERROR when one of them failed, or ABANDONED when people ended
 * it: one was cancelled with its backfill, or they abandoned what it had to deliver.
 * The flow's row is locked first, so that two uploads which end at the same time see each other.
 */
export async function endFlowIfDelivered(tx: Tx, accountId: string, flowId: string): Promise<void> {
  await sql`select 1 from flow where account_id = ${accountId} and id = ${flowId} for update`.execute(tx);
  const has = (status: UploadStatus) => sql`exists (
    select 1 from upload where account_id = ${accountId} and flow_id = ${flowId} and status = ${status}
  )`;
  await sql`
    update flow set
      status = case when ${has('failed')} then 'ERROR' when exists (
        select 1 from upload u join backfill b on b.account_id = u.account_id and b.id = flow.backfill_id
        where u.account_id = ${accountId} and u.flow_id = ${flowId} and u.status = 'cancelled' and b.status = 'cancelled'
      ) or ${has('abandoned')} and not ${has('completed')} then 'ABANDONED' else 'STOPPED' end,
      finished = now()
    where account_id = ${accountId} and id = ${flowId} and status in ('SINKING', 'ERROR')
      and not exists (
        select 1 from upload where account_id = ${accountId} and flow_id = ${flowId}
          and status not in ('completed', 'failed', 'cancelled', 'abandoned')
      )
  `.execute(tx);
}

/** Whether one of a flow's uploads has a result to deliver, or has delivered it. */
export async function hasResult(tx: Tx, { accountId, unitId }: UnitRef): Promise<boolean> {
  const found = await sql`
    select from upload where account_id = ${accountId} and flow_id = ${unitId} and result_key is not null limit 1
  `.execute(tx);
  return found.rows.length > 0;
}

/** Ends the flow of an upload that has come to its end, if it was the last. */
export async function endFlowOfUpload(tx: Tx, { accountId, unitId }: UnitRef): Promise<void> {
  const found = await sql<{ flow_id: string }>`
    select flow_id from upload where account_id = ${accountId} and id = ${unitId}
  `.execute(tx);
  const flowId = found.rows[0]?.flow_id;
  if (flowId !== undefined) await endFlowIfDelivered(tx, accountId, flowId);
}

/**
 * Locks the units of a flow's uploads before any of them changes. Every change of an upload locks its unit first, which
 * prevents deadlocks.
 */
export async function lockUploadsOf(tx: Tx, flow: UnitRef): Promise<void> {
  await sql`
    select 1 from unit where account_id = ${flow.accountId} and id in (
      select id from upload where account_id = ${flow.accountId} and flow_id = ${flow.unitId}
    ) order by id for update
  `.execute(tx);
}
