import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';

/** Remembers an assertion until it expires. Returns false when it was used before. `expires`: epoch milliseconds. */
export async function useAssertion(
  tx: Tx,
  connection: { readonly accountId: string; readonly id: string },
  { id, expires }: { readonly id: string; readonly expires: number },
): Promise<boolean> {
  const hash = createHash('sha256').update(id).digest();
  const { rows } = await sql`
    insert into saml_assertion (sso_account_id, connection_id, id_hash, expires)
    values (${connection.accountId}::uuid, ${connection.id}::uuid, ${hash}, ${new Date(expires)})
    on conflict do nothing returning expires`.execute(tx);
  return rows.length > 0;
}

/** Removes the assertions that have expired. Returns how many. */
export async function removeExpiredAssertions(tx: Tx, now: Date): Promise<number> {
  const removed = await sql`delete from saml_assertion where expires < ${now}`.execute(tx);
  return Number(removed.numAffectedRows ?? 0n);
}
