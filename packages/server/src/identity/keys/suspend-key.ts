import type { PlanKey } from '@switchboard/model/plan';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { recordKeyChange } from './record-key-change.ts';

/**
 * Suspends an active key.
 * @returns whether it was suspended by this
 */
export async function suspendKey(tx: Tx, accountId: string, key: PlanKey, reason: string): Promise<boolean> {
  const suspended = await sql`
    update key set status = 'suspended', suspended_reason = ${reason}, updated = now(), updated_by = null
    where account_id = ${accountId} and status = 'active' and id = ${key.id}
  `.execute(tx);
  const isSuspended = (suspended.numAffectedRows ?? 0n) > 0n;
  if (isSuspended)
    await recordKeyChange(tx, { accountId, keyId: key.id, change: 'suspended', personId: null, details: { reason } });
  return isSuspended;
}

/** Makes a suspended key active. The caller has locked it. @param personId null for the system */
export async function activateKey(tx: Tx, accountId: string, id: string, personId: string | null): Promise<void> {
  await sql`
    update key set status = 'active', suspended_reason = null
    where account_id = ${accountId} and id = ${id} and status = 'suspended'
  `.execute(tx);
  await recordKeyChange(tx, { accountId, keyId: id, change: 'unsuspended', personId });
}

/** Pauses an active key. The caller has stored its pause. */
export async function pauseKey(
  tx: Tx,
  accountId: string,
  id: string,
  by: { readonly personId: string; readonly reason: string },
): Promise<void> {
  await sql`
    update key set status = 'paused', paused_on = now() where account_id = ${accountId} and id = ${id} and status = 'active'
  `.execute(tx);
  await recordKeyChange(tx, {
    accountId,
    keyId: id,
    change: 'paused',
    personId: by.personId,
    details: { reason: by.reason },
  });
}

/** Makes a paused key active. @param personId null for the system */
export async function resumeKey(tx: Tx, accountId: string, id: string, personId: string | null): Promise<void> {
  await sql`
    update key set status = 'active', paused_on = null where account_id = ${accountId} and id = ${id} and status = 'paused'
  `.execute(tx);
  await recordKeyChange(tx, { accountId, keyId: id, change: 'resumed', personId });
}
