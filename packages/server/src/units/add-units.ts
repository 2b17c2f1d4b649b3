import { LIMITS } from '@switchboard/model/limits';
import type { Purpose } from '@switchboard/model/status/status';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { UnitKind, UnitRef } from '../db/unit-ref.ts';
import { causeNow } from '../observe/cause.ts';

/** Adds a unit: `ready` ones may be claimed at once, `held` ones wait for another unit to release them. */
export async function addUnit(
  tx: Tx,
  unit: UnitRef & {
    readonly kind: UnitKind;
    readonly purpose: Purpose;
    readonly state: 'ready' | 'held';
    readonly interactive?: boolean;
  },
): Promise<void> {
  const cause = causeNow(unit.kind, { account: unit.accountId, unit: unit.unitId, purpose: unit.purpose });
  await sql`
    insert into unit (account_id, id, kind, purpose, state, interactive, retry_limit, request_id, trace_parent)
    values (${unit.accountId}, ${unit.unitId}, ${unit.kind}, ${unit.purpose}, ${unit.state}, ${unit.interactive ?? false},
      ${LIMITS.retryLimit}, ${cause.requestId}, ${cause.traceParent})
  `.execute(tx);
}

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

/**
 * Adds a held unit for each row that a statement inserts.
 * @param insertion inserts rows of the unit's kind, and returns their ids as `id`
 */
export async function addHeldUnits(
  tx: Tx,
  {
    accountId,
    kind,
    purpose,
    interactive = false,
  }: {
    readonly accountId: string;
    readonly kind: UnitKind;
    readonly purpose: Purpose;
    readonly interactive?: boolean;
  },
  insertion: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    with added as (${insertion})
    insert into unit (account_id, id, kind, purpose, state, interactive)
    select ${accountId}, id, ${kind}, ${purpose}, 'held', ${interactive}::boolean from added
  `.execute(tx);
}

/** Deletes a unit, after the row of its work. */
export async function deleteUnit(tx: Tx, { accountId, unitId }: UnitRef): Promise<void> {
  await sql`delete from unit where account_id = ${accountId} and id = ${unitId}`.execute(tx);
}
