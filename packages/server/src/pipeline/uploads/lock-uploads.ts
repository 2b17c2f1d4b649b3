import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { UnitRef } from '../../db/unit-ref.ts';

/**
 * Locks the units of a flow's uploads, before anything of them is changed: whoever changes one upload locks its unit first,
 * so that nobody waits for each other.
 */
export async function lockUploadsOf(tx: Tx, flow: UnitRef): Promise<void> {
  await sql`
    select 1 from unit where account_id = ${flow.accountId} and id in (
      select id from upload where account_id = ${flow.accountId} and flow_id = ${flow.unitId}
    ) order by id for update
  `.execute(tx);
}
