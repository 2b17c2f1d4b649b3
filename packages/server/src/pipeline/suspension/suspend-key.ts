import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { ClaimedUnit } from '../../units/unit.ts';
import { loadPlan } from '../attempts/plan-queries.ts';

/** The key that the unit has worked with: its script's, which need not be the one that is published now. */
async function keyOf(tx: Tx, { accountId, unitId, kind }: ClaimedUnit): Promise<string | null> {
  const declared =
    kind === 'download'
      ? await tx
          .selectFrom('download')
          .select(['source as name', 'changelist_id'])
          .where('account_id', '=', accountId)
          .where('id', '=', unitId)
          .executeTakeFirst()
      : await tx
          .selectFrom('upload as u')
          .innerJoin('flow as f', (join) =>
            join.onRef('f.account_id', '=', 'u.account_id').onRef('f.id', '=', 'u.flow_id'),
          )
          .select(['u.name', 'f.changelist_id'])
          .where('u.account_id', '=', accountId)
          .where('u.id', '=', unitId)
          .executeTakeFirst();
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
