import { LIMITS, type Purpose } from '@switchboard/model';
import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { UnitKind, UnitRef } from '../db/unit-ref.ts';
import { causeNow } from '../observe/cause.ts';

/** Adds many units that may be claimed at once, each as `addUnit` does, in one statement; `wakeAdded` of the queue wakes them. */
export async function addUnits(
  tx: Tx,
  units: readonly (UnitRef & { readonly kind: UnitKind; readonly purpose: Purpose })[],
): Promise<void> {
  if (units.length === 0) return;
  const rows = units.map(({ accountId, unitId, kind, purpose }) => {
    const cause = causeNow(kind, { account: accountId, unit: unitId, purpose });
    return { account_id: accountId, id: unitId, kind, purpose, request_id: cause.requestId, trace: cause.traceParent };
  });
  await sql`
    insert into unit (account_id, id, kind, purpose, state, enqueued, retry_limit, request_id, trace_parent)
    select account_id, id, kind, purpose, 'ready', now(), ${LIMITS.retryLimit}::int, request_id, trace
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as x(account_id uuid, id uuid, kind text, purpose text, request_id text, trace text)
  `.execute(tx);
}
