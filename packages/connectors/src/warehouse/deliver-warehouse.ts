import { PipelineError } from '@switchboard/model/errors/errors';
import { CommitConflict } from '../delivery/commit-conflict.ts';
import { deliver } from '../delivery/deliver.ts';
import type { LedgerEntry } from '../delivery/ledger.ts';
import type { Delivered, DeliveryContext, DeliveryRequest } from '../spec.ts';
import { holdsOtherDates, identifiesNoRows } from '../sql/table-parameters.ts';
import { isPassing, WarehouseFailure } from './warehouse-failure.ts';

/** The ledger entry with its version, which the commit is conditional on. */
export type HeldVersion = LedgerEntry & { readonly version: string };

/** By which the commit says that the ledger holds another version, or the stage other rows. */
export const LEDGER_CHANGED = 'SWITCHBOARD_LEDGER_CHANGED';
export const STAGE_CHANGED = 'SWITCHBOARD_STAGE_CHANGED';

export type StagedRows = {
  /** Rows that the warehouse counts in the stage. */
  readonly rows: number;
  /** How many are of another date than is replaced. */
  readonly otherDates: number;
  /** A key that is null or occurs twice, and how often; null for none. */
  readonly badKey: { readonly key: string; readonly rows: number } | null;
  /**
   * Changes table and ledger in one transaction, unless the ledger holds another version than `held`: then it fails with
   * LEDGER_CHANGED in its message.
   */
  commit(held: string, entry: HeldVersion): Promise<void>;
};

/** The stages of a warehouse. */
export type WarehouseStages = {
  readonly destination: string;
  /** The column that holds the report date; empty for none. */
  readonly dateColumn: string;
  translateError(error: unknown): unknown;
  readLedger(): Promise<HeldVersion | null>;
  /** Creates what is missing and loads the rows into a stage of their own. */
  stage(name: string): Promise<StagedRows>;
  /** Removes a stage. Never throws. */
  discard(name: string): Promise<void>;
  /** Removes the stages that crashed attempts left. */
  sweep(): Promise<void>;
  stageName(): string;
};

/**
 * Delivers a result by a stage and one conditional transaction. Throws as `deliver` does, and ROWS_NOT_CONFIRMED or PARAMETER_INVALID.
 * See docs/design/databases.md.
 */
export function deliverWarehouse(
  request: DeliveryRequest,
  context: DeliveryContext,
  stages: WarehouseStages,
): Promise<Delivered> {
  const { name, content, epoch, fence } = request;
  return deliver<HeldVersion>(request, context, {
    destination: stages.destination,
    translateError: stages.translateError,
    sweep: () => stages.sweep().catch(() => undefined),
    withRound(work) {
      const stage = stages.stageName();
      const discard = (): Promise<void> => stages.discard(stage);
      return work({
        readLedger: stages.readLedger,
        async write(held) {
          let staged: StagedRows;
          try {
            staged = await stages.stage(stage);
            const { rows, otherDates, badKey } = staged;
            if (rows !== content.rows)
              throw new PipelineError('ROWS_NOT_CONFIRMED', { name, sent: content.rows, confirmed: rows });
            if (otherDates > 0) throw holdsOtherDates(request, stages.dateColumn, otherDates);
            if (badKey !== null) throw identifiesNoRows(request, badKey.key, badKey.rows);
          } catch (error) {
            await discard();
            throw error;
          }
          return {
            bytes: content.bytes,
            discard,
            async commit() {
              const sha256 = await content.sha256;
              const version = `${epoch}:${fence}:${sha256}`;
              try {
                await staged.commit(held?.version ?? '', { version, fence, epoch, sha256 });
              } catch (error) {
                context.signal.throwIfAborted();
                throw conflictOf(error);
              }
              await discard();
            },
          };
        },
      });
    },
  });
}

/** Translates the failure of a commit: a conflict when the ledger changed, or when it is unknown whether it happened. */
function conflictOf(error: unknown): unknown {
  // A request that arrived twice finds what its first arrival did.
  const mayBeOwn = true;
  if (error instanceof WarehouseFailure && error.message.includes(LEDGER_CHANGED))
    return new CommitConflict('changed', error, { mayBeOwn });
  return isPassing(error) ? new CommitConflict('unknown', error, { mayBeOwn }) : error;
}
