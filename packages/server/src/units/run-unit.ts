import { setTimeout } from 'node:timers/promises';
import { PipelineError } from '@switchboard/model/errors/errors';
import { LIMITS } from '@switchboard/model/limits';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { isDatabaseAway } from '../db/is-database-away.ts';
import type { Queue } from '../queue/queue.ts';
import { type ClaimedUnit, renewLease } from './unit.ts';

/** One attempt, ready to run. */
export type PreparedAttempt = {
  /** Does the work up to its commit. */
  run(): Promise<void>;
  /** Removes what only this attempt needed; called last, whatever its outcome. */
  release(): Promise<void>;
};

/** The work that units stand for. `programs` supplies it: this layer knows no kind of work. */
export type UnitHandlers = {
  readonly prepare: (unit: ClaimedUnit, signal: AbortSignal) => Promise<PreparedAttempt>;
  /**
   * Records the failure of an attempt: its next try, or the end of the unit.
   * @throws PipelineError STALE_ATTEMPT when the attempt no longer holds the unit
   */
  readonly onFailed: (unit: ClaimedUnit, error: unknown) => Promise<void>;
  /** Records that the attempt lost its lease; the unit is not its own to change. */
  readonly onSuperseded: (unit: ClaimedUnit) => Promise<void>;
};

type RunDeps = {
  readonly database: Database;
  readonly queue: Queue;
  /** Whether the program stops: then nothing waits for a database that is away. */
  readonly isStopping?: () => boolean;
};

/** Milliseconds between two tries to record the end of an attempt in a database that is away. */
const RECORD_AGAIN = 1_000;

/** Runs one claimed unit to the end of this attempt: done, waiting for its next try, or failed. */
export async function runUnit(
  deps: RunDeps,
  handlers: UnitHandlers,
  unit: ClaimedUnit,
  abort: AbortController,
): Promise<void> {
  const stopRenewing = keepLease(deps, unit, abort);
  let release = async (): Promise<void> => {};
  try {
    const prepared = await handlers.prepare(unit, abort.signal);
    release = () => prepared.release();
    await prepared.run();
  } catch (error) {
    await untilRecorded(deps, () => recordEnd(deps, handlers, unit, abort.signal, error));
  } finally {
    stopRenewing();
    await release();
  }
}

/** Renews on a timer of its own; an attempt that could not renew for too long, or lost its lease, is stopped. */
function keepLease(deps: RunDeps, unit: ClaimedUnit, abort: AbortController): () => void {
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

/** Records the end of an attempt once the database answers: a failure of the database must not become one of the unit. */
async function untilRecorded({ isStopping }: RunDeps, record: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      await record();
      return;
    } catch (error) {
      if (!isDatabaseAway(error) || isStopping?.() === true) throw error;
      await setTimeout(RECORD_AGAIN);
    }
  }
}

async function recordEnd(
  deps: RunDeps,
  handlers: UnitHandlers,
  unit: ClaimedUnit,
  signal: AbortSignal,
  error: unknown,
): Promise<void> {
  if (signal.reason instanceof Revoked) return;
  const reason: unknown = signal.aborted && signal.reason instanceof PipelineError ? signal.reason : error;
  if (reason instanceof ShuttingDown || signal.reason instanceof ShuttingDown) {
    await giveBack(deps, unit);
    return;
  }
  // The attempt may still hold the unit, although it could not renew its lease: then no other attempt has begun.
  const isUnknown = isDatabaseAway(reason) || (isStale(reason) && reason.parameters['current'] === 'unknown');
  if (isUnknown && (await giveBack(deps, unit))) return;
  if (isStale(reason) || isUnknown) {
    await handlers.onSuperseded(unit);
    return;
  }
  await handlers.onFailed(unit, reason).catch(async (problem: unknown) => {
    if (!isStale(problem)) throw problem;
    if (!(signal.reason instanceof Revoked)) await handlers.onSuperseded(unit);
  });
}

function isStale(error: unknown): error is PipelineError {
  return error instanceof PipelineError && error.code === 'STALE_ATTEMPT';
}

/** Thrown into a running attempt when a person has ended its unit: there is nothing left to record. */
export class Revoked extends Error {
  override readonly name = 'Revoked';
}

/** Thrown into running attempts when the program stops in good order: the unit goes back as it was. */
export class ShuttingDown extends Error {
  override readonly name = 'ShuttingDown';
}

/** @returns whether the attempt still held the unit */
async function giveBack(deps: RunDeps, unit: ClaimedUnit): Promise<boolean> {
  return deps.database.withAccount(unit.accountId, async (tx) => {
    const given = await sql`
      update unit set state = 'ready', lease_until = null, phase = null
      where account_id = ${unit.accountId} and id = ${unit.unitId} and attempt = ${unit.attempt} and state = 'running'
    `.execute(tx);
    if (given.numAffectedRows !== 1n) return false;
    await deps.queue.wake(tx, unit);
    return true;
  });
}
