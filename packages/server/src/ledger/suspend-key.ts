import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { ClaimedUnit } from './unit.ts';

/**
 * A key that the other side refused is suspended: what uses it fails early and says why, until somebody mends the key.
 * @returns whether it was suspended by this
 */
export async function suspendKeyOf(tx: Tx, unit: ClaimedUnit): Promise<boolean> {
  if (unit.kind === 'flow') return false;
  const declared =
    unit.kind === 'download'
      ? sql`select s.key_name from source s join download d on d.account_id = s.account_id and d.source = s.name
          where d.account_id = ${unit.accountId} and d.id = ${unit.unitId}`
      : sql`select e.key_name from upload_declaration e join upload u on u.account_id = e.account_id and u.name = e.name
          where u.account_id = ${unit.accountId} and u.id = ${unit.unitId}`;
  const suspended = await sql`
    update key set status = 'suspended'
    where account_id = ${unit.accountId} and status = 'active' and name in (${declared})
  `.execute(tx);
  return (suspended.numAffectedRows ?? 0n) > 0n;
}
