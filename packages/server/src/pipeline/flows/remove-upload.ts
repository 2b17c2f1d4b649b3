import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { UnitRef } from '../../db/unit-ref.ts';
import { moveEvents } from '../../journal/move-events.ts';
import { deleteUpload } from '../state/upload-rows.ts';

/** Deletes an upload without rows. Its events move to the flow and keep its name. */
export async function removeUpload(tx: Tx, { accountId, unitId }: UnitRef, flowId: string): Promise<void> {
  await moveEvents(tx, { accountId, unitId }, flowId);
  await sql`delete from upload_input where account_id = ${accountId} and upload_id = ${unitId}`.execute(tx);
  await deleteUpload(tx, { accountId, unitId });
}
