import type { PlanKey } from '@switchboard/model/plan';
import type { Tx } from '../../db/database.ts';
import { suspendKey } from '../../identity/keys/suspend-key.ts';
import type { ClaimedUnit } from '../../units/unit.ts';
import { loadPlan } from '../state/plan-queries.ts';

/** The key that the unit has worked with: its script's, which need not be the one that is published now. */
async function keyOf(tx: Tx, { accountId, unitId, kind, purpose }: ClaimedUnit): Promise<PlanKey | null> {
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
  if (kind === 'download') return plan.sources.find(({ name }) => name === declared.name)?.key ?? null;
  const upload = plan.uploads.find(({ name }) => name === declared.name);
  return (purpose === 'proof' ? upload?.testKey : undefined) ?? upload?.key ?? null;
}

/**
 * Suspends a key that the other side rejected, with the reason that it gave: what uses the key fails early until it is fixed.
 * @returns whether it was suspended by this
 */
export async function suspendKeyOf(tx: Tx, unit: ClaimedUnit, reason: string): Promise<boolean> {
  if (unit.kind === 'flow') return false;
  const key = await keyOf(tx, unit);
  if (key === null) return false;
  return suspendKey(tx, unit.accountId, key, reason);
}
