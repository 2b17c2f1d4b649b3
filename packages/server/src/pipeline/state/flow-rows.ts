import { createHash } from 'node:crypto';
import { FLOW_FINAL, type FlowStatus, type Purpose } from '@switchboard/model/status/status';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { UnitRef } from '../../db/unit-ref.ts';

export type FlowToAdd = {
  readonly accountId: string;
  readonly changelistId: string;
  readonly purpose: Purpose;
  /** yyyy-MM-dd; null when none of its sources has dates. */
  readonly reportDate: string | null;
  /** The same text never makes a second flow. */
  readonly identity: string;
  readonly status: Extract<FlowStatus, 'PENDING' | 'SOURCING'>;
  readonly backfillId?: string | undefined;
  readonly proofId?: string | undefined;
  /** The person's id. */
  readonly launchedBy?: string | null | undefined;
};

/** How the identity of a flow stands in its row. */
export function flowIdentity(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Adds a flow. Returns its id; null when it was made before. The caller adds its unit and uploads. */
export async function addFlow(tx: Tx, flow: FlowToAdd): Promise<string | null> {
  const inserted = await sql<{ id: string }>`
    insert into flow (account_id, changelist_id, purpose, report_date, identity, status, backfill_id, proof_id, launched_by)
    values (${flow.accountId}, ${flow.changelistId}, ${flow.purpose}, ${flow.reportDate}::date, ${flowIdentity(flow.identity)},
      ${flow.status}, ${flow.backfillId ?? null}, ${flow.proofId ?? null}, ${flow.launchedBy ?? null})
    on conflict (account_id, identity) do nothing returning id
  `.execute(tx);
  return inserted.rows[0]?.id ?? null;
}

/** Archives a test run, or restores it. */
export async function archiveTestRun(tx: Tx, accountId: string, id: string, archived: boolean): Promise<void> {
  await sql`
    update flow set archived = ${archived} where account_id = ${accountId} and id = ${id} and purpose = 'proof'
  `.execute(tx);
}

/** Records that rows of an earlier result stay at a destination although the flow's result has none. `message` warns of it. */
export async function recordKeptRows(
  tx: Tx,
  { accountId, unitId }: UnitRef,
  rows: number,
  message: string,
): Promise<void> {
  await sql`
    update flow set kept_rows = kept_rows + ${rows}, message = ${message} where account_id = ${accountId} and id = ${unitId}
  `.execute(tx);
}

/** Abandons the flows that are not over among those of a condition. Returns how many. Their units are the caller's to end. */
export async function abandonFlows(tx: Tx, which: RawBuilder<unknown>, message: string): Promise<number> {
  const ended = await sql`
    update flow set status = 'ABANDONED', finished = now(), message = ${message}
    where ${which} and status <> all(${[...FLOW_FINAL]}::text[])
  `.execute(tx);
  return Number(ended.numAffectedRows ?? 0n);
}
