import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { loadPlan } from '../../units/attempt-context.ts';
import type { ClaimedUnit } from '../../units/unit.ts';

type Declared = { readonly name: string; readonly changelist_id: string };

/** The key that the unit has worked with: its script's, which need not be the one that is published now. */
async function keyOf(tx: Tx, { accountId, unitId, kind }: ClaimedUnit): Promise<string | null> {
  const found =
    kind === 'download'
      ? await sql<Declared>`
          select source as name, changelist_id from download where account_id = ${accountId} and id = ${unitId}
        `.execute(tx)
      : await sql<Declared>`
          select u.name, f.changelist_id from upload u join flow f on f.account_id = u.account_id and f.id = u.flow_id
          where u.account_id = ${accountId} and u.id = ${unitId}
        `.execute(tx);
  const [declared] = found.rows;
  if (!declared) return null;
  const plan = await loadPlan(tx, accountId, declared.changelist_id);
  const used = (kind === 'download' ? plan.sources : plan.uploads).find(({ name }) => name === declared.name);
  return used?.key ?? null;
}

/**
 * A key that the other side refused is suspended: what uses it fails early and says why, until somebody mends the key.
 * @returns whether it was suspended by this
 */
export async function suspendKeyOf(tx: Tx, unit: ClaimedUnit): Promise<boolean> {
  if (unit.kind === 'flow') return false;
  const key = await keyOf(tx, unit);
  if (key === null) return false;
  const suspended = await sql`
    update key set status = 'suspended' where account_id = ${unit.accountId} and status = 'active' and name = ${key}
  `.execute(tx);
  return (suspended.numAffectedRows ?? 0n) > 0n;
}
