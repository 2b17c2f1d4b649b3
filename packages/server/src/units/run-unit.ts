import { decideRetry, type RetryDecision } from '@switchboard/engine';
import { type ErrorCode, errorText, LIMITS, PipelineError } from '@switchboard/model';
import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { runDownload } from '../pipeline/downloads/run-download.ts';
import { endFlowOfUpload } from '../pipeline/flows/end-flow.ts';
import { runFlow } from '../pipeline/flows/run-flow.ts';
import { suspendKeyOf } from '../pipeline/suspension/suspend-key.ts';
import { runUpload } from '../pipeline/uploads/run-upload.ts';
import { calledOffOf, endCalledOff } from '../pipeline/uploads/swap.ts';
import type { Attempt, WorkDeps } from './attempt-context.ts';
import { failUnit } from './fail-unit.ts';
import { recordEvent } from './record-event.ts';
import { type ClaimedUnit, fenceUnit, finishUnit, renewLease } from './unit.ts';
import { describeUnit } from './unit-subject.ts';

export type RunOptions = {
  readonly retryBaseMs: number;
  readonly random: () => number;
  /** A short id that stands in a message and in the log. */
  readonly reference: () => string;
  /** Makes the engine's context for one attempt; `release` removes its scratch folder. */
  readonly prepare: (
    unit: ClaimedUnit,
    signal: AbortSignal,
  ) => Promise<{ attempt: Attempt; release: () => Promise<void> }>;
  readonly onError: (error: unknown, unit: ClaimedUnit) => void;
};

const HANDLERS = { download: runDownload, flow: runFlow, upload: runUpload } as const;

/** Runs one claimed unit to the end of this attempt: done, waiting for its next try, or failed. */
export async function runUnit(
  deps: WorkDeps,
  options: RunOptions,
  unit: ClaimedUnit,
  abort: AbortController,
): Promise<void> {
  const stopRenewing = keepLease(deps, unit, abort);
  let release = async (): Promise<void> => {};
  try {
    const prepared = await options.prepare(unit, abort.signal);
    release = prepared.release;
    await prepared.attempt.engine.fault('after-claim');
    await HANDLERS[unit.kind](deps, prepared.attempt);
  } catch (error) {
    await recordFailure(deps, options, unit, abort, error);
  } finally {
    stopRenewing();
    await release();
  }
}

/** Renews on a timer of its own; an attempt that could not renew for too long, or lost its lease, is stopped. */
function keepLease(deps: WorkDeps, unit: ClaimedUnit, abort: AbortController): () => void {
  let renewedAt = performance.now();
  const timer = setInterval(() => {
    if (performance.now() - renewedAt > LIMITS.leaseGiveUp)
      abort.abort(new PipelineError('STALE_ATTEMPT', { attempt: unit.attempt, current: 'unknown' }));
    deps.database
      .withAccount(unit.accountId, (tx) => renewLease(tx, unit))
      .then((held) => {
        if (held) renewedAt = performance.now();
        else abort.abort(new PipelineError('STALE_ATTEMPT', { attempt: unit.attempt, current: 'newer' }));
      })
      // Not renewed: the next tick tries again, and gives up in time.
      .catch(() => {});
  }, LIMITS.leaseRenewal);
  return () => clearInterval(timer);
}

async function recordFailure(
  deps: WorkDeps,
  options: RunOptions,
  unit: ClaimedUnit,
  abort: AbortController,
  error: unknown,
): Promise<void> {
  if (abort.signal.reason instanceof Revoked) return;
  const reason: unknown =
    abort.signal.aborted && abort.signal.reason instanceof PipelineError ? abort.signal.reason : error;
  if (reason instanceof ShuttingDown || abort.signal.reason instanceof ShuttingDown) {
    await giveBack(deps, unit);
    return;
  }
  if (isStale(reason)) {
    await tellSuperseded(deps, unit);
    return;
  }
  const chance = { random: options.random, reference: options.reference, base: options.retryBaseMs };
  const decision = decideRetry(reason, unit.retryCount, unit.retryLimit, chance);
  const { failure } = decision;
  if (failure.class === 'internal' || !(reason instanceof PipelineError)) options.onError(failure, unit);
  const recorded = deps.database.withAccount(unit.accountId, async (tx) => {
    await fenceUnit(tx, unit);
    const calledOff = unit.kind === 'upload' ? await calledOffOf(tx, unit) : null;
    if (calledOff && NOT_THERE.includes(failure.code)) {
      await endCalledOff(tx, unit, calledOff);
      return;
    }
    if (LEFT_AS_IT_IS.includes(failure.code)) {
      await endWithoutChange(tx, unit, failure);
      return;
    }
    const suspended = [await failUnit(tx, deps.queue, unit, calledOff?.begun ? atOnce(decision) : decision)];
    // A test run may have used the key in a way that production never does: it proves nothing against it.
    if (isRefusedKey(failure) && unit.purpose !== 'proof') suspended.push(await suspendKeyOf(tx, unit));
    if (suspended.includes(true)) await deps.fault('mid-suspension');
  });
  await recorded.catch(async (problem: unknown) => {
    if (!isStale(problem)) throw problem;
    if (!(abort.signal.reason instanceof Revoked)) await tellSuperseded(deps, unit);
  });
}

/** Not one that is suspended already: nobody has asked the other side about it. */
const isRefusedKey = (failure: PipelineError): boolean =>
  failure.class === 'authentication' && failure.code !== 'KEY_SUSPENDED';

/** Failures by which an upload that was called off turns out not to be at its destination. */
const NOT_THERE: readonly ErrorCode[] = ['DELIVERY_CALLED_OFF', 'DESTINATION_SUPERSEDED'];

/** Failures of an upload after which its destination is as it should be. */
const LEFT_AS_IT_IS: readonly ErrorCode[] = ['DESTINATION_SUPERSEDED', 'RESULT_EMPTY'];

/** Somebody waits to be told whether it arrived. */
const atOnce = (decision: RetryDecision): RetryDecision => (decision.retry ? { ...decision, delayMs: 0 } : decision);

function isStale(error: unknown): error is PipelineError {
  return error instanceof PipelineError && error.code === 'STALE_ATTEMPT';
}

/**
 * Another attempt has taken over: nothing of this one counts, and the unit is not this one's to change. Of one that nobody
 * has taken over yet, the end of its lease is told by whoever finds it.
 */
async function tellSuperseded(deps: WorkDeps, unit: ClaimedUnit): Promise<void> {
  await deps.database.withAccount(unit.accountId, async (tx) => {
    if (await isEndedByPerson(tx, unit)) return;
    const found = await sql<{ attempt: number }>`
      select attempt from unit where account_id = ${unit.accountId} and id = ${unit.unitId}
    `.execute(tx);
    const current = found.rows[0]?.attempt ?? unit.attempt;
    if (current === unit.attempt) return;
    const message = errorText('STALE_ATTEMPT', { attempt: unit.attempt, current });
    const subject = await describeUnit(tx, unit);
    await recordEvent(tx, { ...subject, severity: 'info', code: 'STALE_ATTEMPT', message });
  });
}

/** Whether a person has ended the unit, or wants it ended; that was told when they did. */
async function isEndedByPerson(tx: Tx, unit: ClaimedUnit): Promise<boolean> {
  const found = await sql`
    select 1 from ${sql.table(unit.kind)} x join unit u on u.account_id = x.account_id and u.id = x.id
    where x.account_id = ${unit.accountId} and x.id = ${unit.unitId}
      and (x.status in ('abandoned', 'cancelled', 'ABANDONED') or u.called_off is not null)
  `.execute(tx);
  return found.rows.length > 0;
}

/** Thrown into a running attempt when a person has ended its unit: there is nothing left to record. */
export class Revoked extends Error {
  override readonly name = 'Revoked';
}

/** Thrown into running attempts when the program stops in good order: the unit goes back as it was. */
export class ShuttingDown extends Error {
  override readonly name = 'ShuttingDown';
}

async function giveBack(deps: WorkDeps, unit: ClaimedUnit): Promise<void> {
  await deps.database.withAccount(unit.accountId, async (tx) => {
    await sql`
      update unit set state = 'ready', lease_until = null, phase = null
      where account_id = ${unit.accountId} and id = ${unit.unitId} and attempt = ${unit.attempt} and state = 'running'
    `.execute(tx);
    await deps.queue.wake(tx, unit);
  });
}

/** A newer result is at the destination, or there is nothing to put there: this upload ends without a change. */
async function endWithoutChange(tx: Tx, unit: ClaimedUnit, { code, message }: PipelineError): Promise<void> {
  await sql`
    update upload set status = 'cancelled', finished = now(), message = ${message}
    where account_id = ${unit.accountId} and id = ${unit.unitId}
  `.execute(tx);
  await finishUnit(tx, unit);
  await recordEvent(tx, {
    ...(await describeUnit(tx, unit)),
    severity: 'info',
    code,
    message,
  });
  await endFlowOfUpload(tx, unit);
}
