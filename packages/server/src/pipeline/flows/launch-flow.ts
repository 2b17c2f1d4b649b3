import { createHash } from 'node:crypto';
import type { PlanUpload } from '@switchboard/model/plan';
import type { Purpose } from '@switchboard/model/status/status';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { Queue } from '../../queue/queue.ts';
import { addHeldUnits, addUnit } from '../../units/unit.ts';
import { settleFlow } from './settle-flow.ts';

/** An upload of a launched flow. `destination` is shown to people: where its rows will go. */
export type LaunchedUpload = Pick<PlanUpload, 'name' | 'project' | 'destination'> & {
  readonly destinationType: string;
};

/** A flow that people launch, ahead of the downloads it reads. */
export type FlowToLaunch = {
  readonly accountId: string;
  readonly changelistId: string;
  readonly purpose: Exclude<Purpose, 'production'>;
  /** yyyy-MM-dd; null when none of its sources has dates. */
  readonly reportDate: string | null;
  readonly uploads: readonly LaunchedUpload[];
  /** Ids of the downloads that it waits for; they may be over already. */
  readonly downloads: readonly string[];
  /** The same text never launches a second flow. */
  readonly identity: string;
  readonly backfillId?: string;
  /** The test run, whose plan the flow runs instead of the changelist's. */
  readonly proofId?: string;
  /** The person's id. */
  readonly launchedBy?: string | null;
};

/** How a launched flow's identity stands in its row. */
export function flowIdentity(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/**
 * Adds a flow that waits for its downloads, with its uploads. It starts in this transaction when they are all completed,
 * and later in the one that completes the last of them.
 * @returns its id; null when it was launched before
 */
export async function launchFlow(tx: Tx, queue: Queue, flow: FlowToLaunch): Promise<string | null> {
  const { accountId, purpose } = flow;
  const inserted = await sql<{ id: string }>`
    insert into flow (account_id, changelist_id, purpose, report_date, identity, status, backfill_id, proof_id, launched_by)
    values (${accountId}, ${flow.changelistId}, ${purpose}, ${flow.reportDate}::date, ${flowIdentity(flow.identity)},
      'SOURCING', ${flow.backfillId ?? null}, ${flow.proofId ?? null}, ${flow.launchedBy ?? null})
    on conflict (account_id, identity) do nothing returning id
  `.execute(tx);
  const flowId = inserted.rows[0]?.id;
  if (flowId === undefined) return null;
  await addUnit(tx, { accountId, unitId: flowId, kind: 'flow', purpose, state: 'held' });
  await addUploads(tx, flow, flowId);
  // A transaction that ends one of these downloads either commits before this lock, or finds this flow.
  await sql`
    select 1 from download where account_id = ${accountId} and id = any(${[...flow.downloads]}::uuid[])
    order by id for share
  `.execute(tx);
  await sql`
    insert into flow_source (account_id, flow_id, download_id)
    select ${accountId}, ${flowId}, unnest(${[...flow.downloads]}::uuid[])
  `.execute(tx);
  await settleFlow(tx, queue, { accountId, unitId: flowId });
  return flowId;
}

async function addUploads(tx: Tx, flow: FlowToLaunch, flowId: string): Promise<void> {
  const uploads = JSON.stringify(flow.uploads);
  await addHeldUnits(
    tx,
    { accountId: flow.accountId, kind: 'upload', purpose: flow.purpose },
    sql`
      insert into upload (account_id, flow_id, name, project, purpose, report_date, destination, destination_type)
      select ${flow.accountId}, ${flowId}, u.name, u.project, ${flow.purpose}, ${flow.reportDate}::date, u.destination,
        u."destinationType"
      from jsonb_to_recordset(${uploads}::jsonb) as u(name text, project text, destination text, "destinationType" text)
      returning id
    `,
  );
}
