import {
  type BackfillProblem,
  type BackfillRequest,
  descriptionProblem,
  titleProblem,
} from '@switchboard/model/backfill';
import type { ServiceOptions } from '../../graphql/context.ts';
import type { Session } from '../../identity/session.ts';
import { cancelBackfill, undecidedUploads } from '../../pipeline/backfills/cancel-backfill.ts';
import { editBackfill } from '../../pipeline/backfills/store-backfill.ts';
import { pollUntilDecided } from '../../pipeline/uploads/poll-until-decided.ts';
import { type Launched, launchBackfill } from './launch-backfill.ts';

/** The change of a backfill; absent properties keep their values. */
export type BackfillChange = {
  readonly cancel: boolean;
  readonly title?: string;
  readonly description?: string;
};

export type BackfillSaved =
  | { readonly kind: 'ok' | 'not_found' | 'finished' }
  /** The backfill is cancelled, but this number of uploads may have been delivered. */
  | { readonly kind: 'undecided'; readonly uploads: number }
  | { readonly kind: 'refused'; readonly problem: BackfillProblem };

/** Result of cancelling one of several backfills. */
export type BackfillCancelled = {
  readonly backfill_id: string;
  readonly outcome: 'ok' | 'not_found' | 'finished' | 'undecided';
  /** Uploads that may have been delivered. */
  readonly undecided: number;
};

/** Use cases of backfills. The account is the session's; the id of another account's backfill is `not_found`. */
export type BackfillActions = {
  launch(session: Session, request: BackfillRequest): Promise<Launched>;
  /** Makes all changes or none. `finished`: the backfill has ended and cannot be cancelled. */
  save(session: Session, id: string, change: BackfillChange): Promise<BackfillSaved>;
  /** Cancels each in a transaction of its own, in this order. A failure ends the call; what was cancelled before stays so. */
  cancelAll(session: Session, ids: readonly string[]): Promise<readonly BackfillCancelled[]>;
};

declare module '../../graphql/context.ts' {
  interface GraphqlServices {
    readonly backfills: BackfillActions;
  }
}

export function createBackfillActions({ database, queue, now }: ServiceOptions): BackfillActions {
  return {
    async launch({ accountId, person }, request) {
      if (accountId === null) return { kind: 'conflict', backfills: [] };
      const today = new Date(now()).toISOString().slice(0, 10);
      return launchBackfill(database, { ...request, accountId, person, today });
    },
    async save({ accountId, person }, id, change) {
      if (accountId === null) return { kind: 'not_found' };
      const problem =
        (change.title === undefined ? null : titleProblem(change.title)) ??
        (change.description === undefined ? null : descriptionProblem(change.description));
      if (problem) return { kind: 'refused', problem };
      const ref = { accountId, backfillId: id };
      const saved = await database.withAccount(accountId, async (tx): Promise<BackfillSaved> => {
        const cancelled = change.cancel ? await cancelBackfill(tx, queue, ref, person) : 'ok';
        if (cancelled === 'not_found' || cancelled === 'finished') return { kind: cancelled };
        const texts = { title: change.title?.trim() ?? null, description: change.description ?? null };
        if (!(await editBackfill(tx, { accountId, id }, texts))) return { kind: 'not_found' };
        return cancelled === 'undecided' ? { kind: 'undecided', uploads: 0 } : { kind: 'ok' };
      });
      if (saved.kind !== 'undecided') return saved;
      const left = await pollUntilDecided(
        () => database.withAccount(accountId, (tx) => undecidedUploads(tx, ref)),
        (uploads) => uploads === 0,
      );
      return left === 0 ? { kind: 'ok' } : { kind: 'undecided', uploads: left };
    },
    async cancelAll({ accountId, person }, ids) {
      if (accountId === null) return ids.map((id) => ({ backfill_id: id, outcome: 'not_found', undecided: 0 }));
      const answers = new Map<string, Awaited<ReturnType<typeof cancelBackfill>>>();
      for (const backfillId of ids)
        answers.set(
          backfillId,
          await database.withAccount(accountId, (tx) => cancelBackfill(tx, queue, { accountId, backfillId }, person)),
        );
      const unsettled = ids.filter((id) => answers.get(id) === 'undecided');
      // All are awaited together, so that the call takes no longer than the cancellation of one.
      const left = await pollUntilDecided(
        () =>
          database.withAccount(accountId, async (tx) => {
            const uploads = new Map<string, number>();
            for (const backfillId of unsettled)
              uploads.set(backfillId, await undecidedUploads(tx, { accountId, backfillId }));
            return uploads;
          }),
        (uploads) => [...uploads.values()].every((count) => count === 0),
      );
      return ids.map((id): BackfillCancelled => {
        const answer = answers.get(id) ?? 'not_found';
        if (answer !== 'undecided') return { backfill_id: id, outcome: answer, undecided: 0 };
        const undecided = left.get(id) ?? 0;
        return { backfill_id: id, outcome: undecided === 0 ? 'ok' : 'undecided', undecided };
      });
    },
  };
}
