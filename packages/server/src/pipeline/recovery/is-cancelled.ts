import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { UnitKind, UnitRef } from '../../db/unit-ref.ts';

/** The backfill and the test run that a unit belongs to. */
const OWNERS: Readonly<Record<UnitKind, (ref: UnitRef) => RawBuilder<unknown>>> = {
  download: ({ accountId, unitId }) =>
    sql`select backfill_id, proof_id from download where account_id = ${accountId} and id = ${unitId}`,
  flow: ({ accountId, unitId }) =>
    sql`select backfill_id, proof_id from flow where account_id = ${accountId} and id = ${unitId}`,
  upload: ({ accountId, unitId }) =>
    sql`select f.backfill_id, f.proof_id from upload u join flow f on f.account_id = u.account_id and f.id = u.flow_id
      where u.account_id = ${accountId} and u.id = ${unitId}`,
};

/**
 * Whether a unit may never run again: its backfill is cancelled, or the data of its test run was removed with the plan. Call it
 * before any unit is locked, which is the lock order of cancelling a backfill. The answer holds until the transaction ends.
 */
export async function isCancelled(tx: Tx, unit: UnitRef & { readonly kind: UnitKind }): Promise<boolean> {
  const owner = OWNERS[unit.kind](unit);
  const backfills = await sql<{ status: string }>`
    select status from backfill where account_id = ${unit.accountId}
      and id in (select backfill_id from (${owner}) owner) for share
  `.execute(tx);
  const tests = await sql<{ gone: boolean }>`
    select plan is null as gone from proof where account_id = ${unit.accountId}
      and id in (select proof_id from (${owner}) owner) for share
  `.execute(tx);
  return backfills.rows[0]?.status === 'cancelled' || tests.rows[0]?.gone === true;
}
