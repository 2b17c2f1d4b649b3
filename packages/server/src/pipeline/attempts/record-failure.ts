import { decideRetry, type RetryDecision } from '@switchboard/engine';
import { type ErrorCode, errorText, PipelineError } from '@switchboard/model/errors/errors';
import { sql } from 'kysely';
import { afterCommit } from '../../db/after-commit.ts';
import type { Tx } from '../../db/database.ts';
import { recordUnitEvent } from '../../journal/record-event.ts';
import { METRICS } from '../../observe/metrics.ts';
import type { PartFailure } from '../../units/parts/part.ts';
import type { PartWatch } from '../../units/parts/watch-parts.ts';
import { cancelRequestOf } from '../../units/request-unit-cancel.ts';
import {
  blockRunningUnit,
  type ClaimedUnit,
  fenceUnit,
  finishUnit,
  giveBackUnit,
  postponeUnit,
} from '../../units/unit.ts';
import type { WorkDeps } from '../state/attempt-context.ts';
import { endFlowOfUpload } from '../state/end-flow.ts';
import { endCancelled } from '../state/request-cancel.ts';
import { setUnitStatus } from '../state/unit-status.ts';
import { cancelUpload } from '../state/upload-rows.ts';
import { suspendKeyOf } from '../suspension/suspend-key.ts';
import { failUnit } from './fail-unit.ts';

export type FailureOptions = {
  readonly retryBaseMs: number;
  readonly random: () => number;
  /** A short id that stands in a message and in the log. */
  readonly reference: () => string;
  readonly onError: (error: unknown, unit: ClaimedUnit) => void;
  /** The parts of the installation; without them, each failure is that of its attempt. */
  readonly parts?: Pick<PartWatch, 'blame'>;
};

/**
 * Records that an attempt failed: status, event and next try, and what is suspended for it.
 * @throws PipelineError STALE_ATTEMPT when the attempt no longer holds the unit
 */
export async function recordFailure(
  deps: WorkDeps,
  options: FailureOptions,
  unit: ClaimedUnit,
  reason: unknown,
): Promise<void> {
  const blamed = await options.parts?.blame(reason);
  if (blamed) {
    await giveBack(deps, unit, blamed);
    return;
  }
  const chance = { random: options.random, reference: options.reference, base: options.retryBaseMs };
  const decision = decideRetry(reason, unit.retryCount, unit.retryLimit, chance);
  const { failure } = decision;
  if (failure.class === 'internal' || !(reason instanceof PipelineError)) options.onError(failure, unit);
  await deps.database.withAccount(unit.accountId, async (tx) => {
    await fenceUnit(tx, unit);
    const cancelRequest = unit.kind === 'upload' ? await cancelRequestOf(tx, unit) : null;
    if (cancelRequest && NOT_THERE.includes(failure.code)) {
      await endCancelled(tx, unit, cancelRequest);
      return;
    }
    if (failure.code === 'REPORT_DATE_FROZEN') {
      await holdFrozen(tx, unit, failure);
      return;
    }
    if (failure.code === 'FILE_FOLDER_NOT_SHARED') {
      await waitForInstallation(tx, deps, unit, { failure, delayMs: options.retryBaseMs });
      return;
    }
    if (LEFT_AS_IT_IS.includes(failure.code)) {
      await endWithoutChange(tx, unit, failure);
      return;
    }
    const suspended = [await failUnit(tx, deps.queue, unit, cancelRequest?.begun ? atOnce(decision) : decision)];
    // A test run may use the key in a way that production never does, so that it suspends no key.
    if (isRefusedKey(failure) && unit.purpose !== 'proof')
      suspended.push(await suspendKeyOf(tx, unit, failure.message));
    if (suspended.includes(true)) await deps.fault('mid-suspension');
  });
}

/** Lets a unit that no program can run now wait, without counting. What it waits for is recorded once. */
async function waitForInstallation(
  tx: Tx,
  { queue }: WorkDeps,
  unit: ClaimedUnit,
  { failure, delayMs }: { readonly failure: PipelineError; readonly delayMs: number },
): Promise<void> {
  await postponeUnit(tx, unit, delayMs, false);
  await queue.wake(tx, unit, delayMs);
  const known = await sql`
    select 1 from event where account_id = ${unit.accountId} and upload_id = ${unit.unitId} and code = ${failure.code} limit 1
  `.execute(tx);
  if (known.rows.length === 0) await recordUncounted(tx, unit, failure);
  else await setUnitStatus(tx, unit, 'retrying', failure.message);
}

/** Holds an upload of a report date that was frozen while it ran, before its delivery began. It does not count. */
async function holdFrozen(tx: Tx, unit: ClaimedUnit, { code, message, parameters }: PipelineError): Promise<void> {
  await blockRunningUnit(tx, unit, { kind: 'freeze', name: String(parameters['freeze'] ?? '') });
  await setUnitStatus(tx, unit, 'retrying', message);
  await recordUnitEvent(tx, unit, { severity: 'warn', code, message });
}

/** Shows a failure that does not count. */
async function recordUncounted(tx: Tx, unit: ClaimedUnit, { code, message }: PipelineError): Promise<void> {
  await setUnitStatus(tx, unit, 'retrying', message);
  const { retryCount, retryLimit } = unit;
  await recordUnitEvent(tx, unit, { severity: 'warn', code, message, willRetry: true, retryCount, retryLimit });
}

/** Records that the installation failed, not the unit: it is ready again, and its retries are those it had. */
async function giveBack(deps: WorkDeps, unit: ClaimedUnit, { part, failure }: PartFailure): Promise<void> {
  await deps.database.withAccount(unit.accountId, async (tx) => {
    await fenceUnit(tx, unit);
    afterCommit(tx, () => METRICS.givenBack.inc({ kind: unit.kind, part }));
    await giveBackUnit(tx, unit);
    await recordUncounted(tx, unit, failure);
    await deps.queue.wake(tx, unit);
  });
}

/** A suspended key does not count: no request was made with it. */
const isRefusedKey = (failure: PipelineError): boolean =>
  failure.class === 'authentication' && failure.code !== 'KEY_SUSPENDED';

/** Failures that prove an upload with a requested cancel not to be at its destination. */
const NOT_THERE: readonly ErrorCode[] = ['DELIVERY_CANCELLED', 'DESTINATION_SUPERSEDED', 'EMPTY_RESULT_UNTYPED'];

/** Failures of an upload after which its destination is as it should be. */
const LEFT_AS_IT_IS: readonly ErrorCode[] = ['DESTINATION_SUPERSEDED', 'RESULT_EMPTY', 'EMPTY_RESULT_UNTYPED'];

/** Without delay: a person waits for the outcome of the cancel. */
const atOnce = (decision: RetryDecision): RetryDecision => (decision.retry ? { ...decision, delayMs: 0 } : decision);

/**
 * Records that another attempt has taken over: nothing of this one counts, and the unit is not this one's to change. While
 * no other attempt has, the reconciler records the end of the lease.
 */
export async function recordSuperseded({ database }: Pick<WorkDeps, 'database'>, unit: ClaimedUnit): Promise<void> {
  await database.withAccount(unit.accountId, async (tx) => {
    if (await isEndedByPerson(tx, unit)) return;
    const found = await sql<{ attempt: number }>`
      select attempt from unit where account_id = ${unit.accountId} and id = ${unit.unitId}
    `.execute(tx);
    const current = found.rows[0]?.attempt ?? unit.attempt;
    if (current === unit.attempt) return;
    const message = errorText('STALE_ATTEMPT', { attempt: unit.attempt, current });
    await recordUnitEvent(tx, unit, { severity: 'info', code: 'STALE_ATTEMPT', message });
  });
}

/** Whether a person has ended the unit, or has asked for it; the event was recorded then. */
async function isEndedByPerson(tx: Tx, unit: ClaimedUnit): Promise<boolean> {
  const found = await sql`
    select 1 from ${sql.table(unit.kind)} x join unit u on u.account_id = x.account_id and u.id = x.id
    where x.account_id = ${unit.accountId} and x.id = ${unit.unitId}
      and (x.status in ('abandoned', 'cancelled', 'ABANDONED') or u.cancel_requested is not null)
  `.execute(tx);
  return found.rows.length > 0;
}

/** Ends an upload whose destination stays as it is: a newer result is there, or there is nothing to upload. */
async function endWithoutChange(tx: Tx, unit: ClaimedUnit, { code, message }: PipelineError): Promise<void> {
  await cancelUpload(tx, unit, message);
  await finishUnit(tx, unit);
  await recordUnitEvent(tx, unit, { severity: 'info', code, message });
  await endFlowOfUpload(tx, unit);
}
