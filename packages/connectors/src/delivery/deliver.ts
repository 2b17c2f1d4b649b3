import { PipelineError } from '@switchboard/model/errors/errors';
import { REPLACING_MODES } from '@switchboard/model/plan';
import type { Delivered, DeliveryContext, DeliveryRequest } from '../spec.ts';
import { CommitConflict } from './commit-conflict.ts';
import { identifyResult, judgeDelivery, type LedgerEntry } from './ledger.ts';

/** Rows that are written but not committed yet. */
export type StagedResult = {
  /** Bytes as the destination stores them. */
  readonly bytes: number;
  /**
   * Commits the rows together with their ledger entry, in one step.
   * Throws CommitConflict when another delivery came first, or when it is unknown whether the commit happened.
   */
  commit(): Promise<void>;
  /** Removes the rows again if they are not committed. Called after any failure, that of the commit included. */
  discard(): Promise<void>;
};

/** One round of the protocol: what the destination holds, and how to replace it. */
export type DeliveryRound<Held extends LedgerEntry> = {
  /** The newest result that the destination holds for this upload and report date; null for none. */
  readLedger(): Promise<Held | null>;
  /** Whether there is something in the place already, whoever made it. */
  exists(): Promise<boolean>;
  /** Stages the rows. `held` is what `readLedger` found. Leaves nothing behind when it fails. */
  write(held: Held | null): Promise<StagedResult>;
};

/** A destination as the protocol sees it. */
export type DeliveryTarget<Held extends LedgerEntry = LedgerEntry> = {
  /** The destination as shown to people. */
  readonly destination: string;
  /** Opens what a round needs, such as a transaction, and closes it also when `work` fails. */
  withRound<Result>(work: (round: DeliveryRound<Held>) => Promise<Result>): Promise<Result>;
  /** Removes what crashed attempts left. A failure does not fail the delivery. */
  sweep?(): Promise<void>;
  /** Translates a failure that the destination knows into a PipelineError; other errors stay. */
  translateError(error: unknown): unknown;
};

/** Rounds of one delivery that write, the first included, when others write to the same place. */
const MAX_ROUNDS = 4;

/**
 * Delivers a result exactly once. A round reads the ledger, refuses what is older, skips what is there already, stages the
 * rows and commits them with their ledger entry. A conflicting commit starts another round, which reads the ledger
 * again; after the last round that writes, the ledger alone is read again. Throws RESULT_EMPTY, with what the ledger says, DESTINATION_SUPERSEDED,
 * DESTINATION_OF_LATER_HISTORY, DELIVERY_CANCELLED, DESTINATION_BUSY when older results were committed first in every round, what
 * `claimTarget` and `beforeCommit` throw, what `target.translateError` makes of a failure, or the reason of an aborted signal.
 * See docs/design/delivery.md.
 */
export async function deliver<Held extends LedgerEntry>(
  request: DeliveryRequest,
  context: DeliveryContext,
  target: DeliveryTarget<Held>,
): Promise<Delivered> {
  try {
    if (isRefusedEmpty(request)) throw await emptyResult(request, target);
    const outcome = await runRounds(request, context, target);
    await target.sweep?.();
    return { rows: request.content.rows, destination: target.destination, ...outcome };
  } catch (error) {
    context.signal.throwIfAborted();
    throw error instanceof CommitConflict ? conflictFailure(request, error, target) : target.translateError(error);
  }
}

/** The failure to report when rounds settled nothing. A condition of a commit that did not hold refuses nothing: it may hold later. */
function conflictFailure(
  { name }: DeliveryRequest,
  { kind, cause }: CommitConflict,
  target: Pick<DeliveryTarget, 'translateError'>,
): unknown {
  if (kind === 'unknown' || cause instanceof PipelineError) return target.translateError(cause);
  const reason = 'other deliveries to the same place were committed first';
  return new PipelineError('DESTINATION_BUSY', { name, reason }, { cause });
}

type Outcome = Pick<Delivered, 'bytes' | 'alreadyDelivered'>;

async function runRounds<Held extends LedgerEntry>(
  request: DeliveryRequest,
  context: DeliveryContext,
  target: DeliveryTarget<Held>,
): Promise<Outcome> {
  let conflict: CommitConflict | null = null;
  for (let round = 1; ; round += 1) {
    try {
      context.signal.throwIfAborted();
      const mayWrite = round <= MAX_ROUNDS;
      return await target.withRound((opened) => runRound(request, context, opened, { conflict, mayWrite }));
    } catch (error) {
      context.signal.throwIfAborted();
      if (!(error instanceof CommitConflict) || error === conflict) throw error;
      conflict = error;
    }
  }
}

async function runRound<Held extends LedgerEntry>(
  request: DeliveryRequest,
  context: DeliveryContext,
  round: DeliveryRound<Held>,
  { conflict, mayWrite }: { readonly conflict: CommitConflict | null; readonly mayWrite: boolean },
): Promise<Outcome> {
  const held = await round.readLedger();
  const verdict = judgeDelivery(await identifyResult(request, held), held);
  if (verdict === 'superseded') throw superseded(request, held?.fence ?? 0);
  if (verdict === 'foreign') throw foreign(request);
  if (verdict === 'delivered')
    return { bytes: held?.bytes ?? request.content.bytes, alreadyDelivered: conflict?.mayBeOwn !== true };
  refuseCancelled(request);
  // The answer to the commit was lost, and the commit did not happen; or older results were committed first too often.
  if (conflict !== null && (conflict.kind === 'unknown' || !mayWrite)) throw conflict;
  await context.claimTarget?.(() => round.exists());
  const staged = await round.write(held);
  try {
    await context.fault('before-commit');
    await context.beforeCommit();
    context.signal.throwIfAborted();
    await staged.commit();
  } catch (error) {
    await staged.discard();
    throw error;
  }
  return { bytes: staged.bytes, alreadyDelivered: false };
}

const isRefusedEmpty = ({ mode, content, mayBeEmpty }: DeliveryRequest): boolean =>
  content.rows === 0 && !(mayBeEmpty === true && REPLACING_MODES.includes(mode));

/** The error of a result without rows. Its parameter `held` is 1 where the destination holds rows of an earlier one, else 0. */
async function emptyResult<Held extends LedgerEntry>(
  request: DeliveryRequest,
  target: DeliveryTarget<Held>,
): Promise<PipelineError> {
  const { fence, epoch, content } = request;
  const held = await target.withRound((round) => round.readLedger());
  const own = { fence, epoch, sha256: await content.sha256 };
  const holdsRows =
    held !== null && held.fence !== null && !(held.sha256 !== null && own.sha256.startsWith(held.sha256));
  return new PipelineError('RESULT_EMPTY', { name: request.name, held: holdsRows ? 1 : 0 });
}

function refuseCancelled({ name, reportDate, isCancelRequested }: DeliveryRequest): void {
  if (isCancelRequested) throw new PipelineError('DELIVERY_CANCELLED', { name, date: reportDate ?? 'all dates' });
}

/** The error of a result that is older than the one at the destination, which has the fence `held`. */
export const superseded = ({ name, reportDate }: DeliveryRequest, held: number): PipelineError =>
  new PipelineError('DESTINATION_SUPERSEDED', { name, date: reportDate ?? 'all dates', held });

const foreign = ({ name, reportDate }: DeliveryRequest): PipelineError =>
  new PipelineError('DESTINATION_OF_LATER_HISTORY', { name, date: reportDate ?? 'all dates' });
