import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';

/** Removes the references of flows to rows that contradicted assertions. The caller removes the files. */
export async function removeAssertionRows(tx: Tx, accountId: string, flows: readonly string[]): Promise<void> {
  await sql`
    update assertion_result set rows_key = null
    where account_id = ${accountId}::uuid and flow_id = any(${[...flows]}::uuid[])`.execute(tx);
}
