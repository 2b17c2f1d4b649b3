import type { Purpose } from '@switchboard/model/status/status';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { Queue } from '../../queue/queue.ts';
import { addUnit } from '../../units/add-units.ts';
import { addFlow } from '../state/flow-rows.ts';
import { addUploads, type UploadToAdd } from '../state/upload-rows.ts';
import { settleFlow } from './settle-flow.ts';

/** A flow that people launch, ahead of the downloads it reads. */
export type FlowToLaunch = {
  readonly accountId: string;
  readonly changelistId: string;
  readonly purpose: Exclude<Purpose, 'production'>;
  /** yyyy-MM-dd; null when none of its sources has dates. */
  readonly reportDate: string | null;
  readonly uploads: readonly UploadToAdd[];
  /** Ids of the downloads that it waits for; they may be over already. */
  readonly downloads: readonly string[];
  /** The same text never launches a second flow. */
  readonly identity: string;
  readonly backfillId?: string;
  /** The test run, whose plan the flow runs instead of the changelist's. */
  readonly proofId?: string;
  /** The person's id. */
  readonly launchedBy?: string | null;
  /** Whether a person waits for it. */
  readonly interactive?: boolean;
};

/**
 * Adds a flow that waits for its downloads, with its uploads. It starts in this transaction when they are all completed,
 * and later in the one that completes the last of them.
 * @returns its id; null when it was launched before
 */
export async function launchFlow(tx: Tx, queue: Queue, flow: FlowToLaunch): Promise<string | null> {
  const { accountId, purpose, interactive = false } = flow;
  const flowId = await addFlow(tx, { ...flow, status: 'SOURCING' });
  if (flowId === null) return null;
  await addUnit(tx, { accountId, unitId: flowId, kind: 'flow', purpose, state: 'held', interactive });
  await addUploads(tx, { accountId, flowId, purpose, interactive, reportDate: flow.reportDate }, flow.uploads);
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
