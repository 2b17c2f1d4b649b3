import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { runDate } from '../../pipeline/recovery/run-date.ts';
import { runUploadAgain } from '../../pipeline/recovery/run-upload-again.ts';
import type { Queue } from '../../queue/queue.ts';
import type { TransferKind } from '../transfers/transfer-kinds.ts';

/**
 * How running one again ended. `finished`: it is not completed. `running`: another of its name and date is on its way. `stopped`: it is paused
 * or suspended. `frozen`: its report date is frozen. `no_run`: its date cannot be run now, or the published script does not declare it.
 */
export type RunAgainOutcome = 'ok' | 'not_found' | 'finished' | 'inputs' | 'running' | 'stopped' | 'frozen' | 'no_run';

type Again = { readonly accountId: string; readonly unitId: string; readonly kind: TransferKind };
type By = { readonly by: string; readonly requestId: string; readonly now: number };

/** Runs a completed download or upload of production again, as one of many. */
export async function runAgain(tx: Tx, queue: Queue, again: Again, by: By): Promise<RunAgainOutcome> {
  const order = { ...by, interactive: false };
  return again.kind === 'upload' ? runUpload(tx, queue, again, order) : runDownload(tx, queue, again, order);
}

type Order = By & { readonly interactive: boolean };

async function runUpload(tx: Tx, queue: Queue, { accountId, unitId }: Again, order: Order): Promise<RunAgainOutcome> {
  const { kind } = await runUploadAgain(tx, queue, { accountId, uploadId: unitId }, order);
  switch (kind) {
    case 'not_completed':
      return 'finished';
    case 'removed':
      return 'no_run';
    case 'paused':
    case 'suspended':
      return 'stopped';
    default:
      return kind;
  }
}

async function runDownload(tx: Tx, queue: Queue, { accountId, unitId }: Again, order: Order): Promise<RunAgainOutcome> {
  const { rows } = await sql<{ name: string; date: string | null; isDone: boolean }>`
    select source as name, report_date::text as date, status = 'completed' and purpose = 'production' as "isDone" from download
    where account_id = ${accountId} and id = ${unitId}
  `.execute(tx);
  const [row] = rows;
  if (row === undefined) return 'not_found';
  if (!row.isDone) return 'finished';
  const { kind } = await runDate(tx, queue, { accountId, name: row.name, reportDate: row.date }, order);
  switch (kind) {
    case 'ok':
    case 'running':
      return kind;
    case 'paused':
    case 'suspended':
      return 'stopped';
    default:
      return 'no_run';
  }
}
