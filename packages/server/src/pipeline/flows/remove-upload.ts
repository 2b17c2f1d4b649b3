import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { UnitRef } from '../../db/unit-ref.ts';
import { deleteUnit } from '../../units/unit.ts';

/** Deletes an upload without rows. Its events, from an earlier failure of the flow, move to the flow and keep its name. */
export async function removeUpload(tx: Tx, { accountId, unitId }: UnitRef, flowId: string): Promise<void> {
  await sql`
    update event set upload_id = null, flow_id = ${flowId} where account_id = ${accountId} and upload_id = ${unitId}
  `.execute(tx);
  await sql`delete from upload_input where account_id = ${accountId} and upload_id = ${unitId}`.execute(tx);
  await sql`delete from upload where account_id = ${accountId} and id = ${unitId}`.execute(tx);
  await deleteUnit(tx, { accountId, unitId });
}
