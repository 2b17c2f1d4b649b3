import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { UnitRef } from '../db/unit-ref.ts';

/** Moves the events of an upload to its flow. They keep the name of the upload. */
export async function moveEvents(tx: Tx, { accountId, unitId }: UnitRef, flowId: string): Promise<void> {
  await sql`
    update event set upload_id = null, flow_id = ${flowId} where account_id = ${accountId} and upload_id = ${unitId}
  `.execute(tx);
}
