import type { RetryDecision } from '@switchboard/engine';
import type { Purpose } from '@switchboard/model';
import { sql } from 'kysely';
import { afterCommit } from '../db/after-commit.ts';
import type { Tx } from '../db/database.ts';
import { endFlowOfUpload } from '../features/flows/end-flow.ts';
import { settleFlowsOf } from '../features/flows/settle-flow.ts';
import { METRICS } from '../observe/metrics.ts';
import { currentScope } from '../observe/scope.ts';
import type { Queue } from '../queue/queue.ts';
import { recordEvent } from './record-event.ts';
import { suspendAfterFailures } from './suspend.ts';
import { finishUnit, giveUpUnit, lockUploadsOf, postponeUnit, type UnitRef } from './unit.ts';
import { describeUnit, setUnitStatus } from './unit-subject.ts';

/** What the ledger knows of a unit when it fails: the attempt's own view, or the reaper's. */
export type FailingUnit = UnitRef & {
  readonly kind: 'download' | 'flow' | 'upload';
  readonly purpose: Purpose;
  readonly retryCount: number;
  readonly retryLimit: number;
};

/**
 * Records a failure: the unit waits for its next try, or is over. Status, event and wake-up in the caller's transaction,
 * which must hold the unit's row.
 * @returns whether its declaration was suspended for it
 */
export async function failUnit(tx: Tx, queue: Queue, unit: FailingUnit, decision: RetryDecision): Promise<boolean> {
  const subject = await describeUnit(tx, unit);
  const { failure } = decision;
  currentScope()?.attempt?.failed(failure.code);
  const counted = decision.retry ? METRICS.retries : METRICS.failures;
  afterCommit(tx, () => counted.inc({ kind: unit.kind, code: failure.code }));
  if (decision.retry) {
    await postponeUnit(tx, unit, decision.delayMs, true);
    await setUnitStatus(tx, unit, 'retrying', failure.message);
    await recordEvent(tx, {
      ...subject,
      severity: 'warn',
      code: failure.code,
      message: failure.message,
      willRetry: true,
      retryCount: unit.retryCount + 1,
      retryLimit: unit.retryLimit,
    });
    await queue.wake(tx, unit, decision.delayMs);
    return false;
  }
  await giveUpUnit(tx, unit);
  await setUnitStatus(tx, unit, 'failed', failure.message);
  await recordEvent(tx, {
    ...subject,
    severity: failure.severity,
    code: failure.code,
    message: failure.message,
    willRetry: false,
    retryCount: unit.retryCount,
    retryLimit: unit.retryLimit,
  });
  if (unit.kind === 'flow') await failHeldUploads(tx, unit, failure.message);
  if (unit.kind === 'download') await settleFlowsOf(tx, queue, unit);
  const suspended = await suspendAfterFailures(tx, unit);
  if (unit.kind === 'upload') await endFlowOfUpload(tx, unit);
  return suspended;
}

/** A flow that failed leaves nothing to upload: its uploads end with it. */
async function failHeldUploads(tx: Tx, flow: UnitRef, reason: string): Promise<void> {
  await lockUploadsOf(tx, flow);
  const failed = await sql<{ id: string }>`
    update upload set status = 'failed', finished = now(), message = ${`Processing failed: ${reason}`}
    where account_id = ${flow.accountId} and flow_id = ${flow.unitId} and status = 'preparing'
    returning id
  `.execute(tx);
  for (const upload of failed.rows) await finishUnit(tx, { accountId: flow.accountId, unitId: upload.id });
}
