import type { Database } from '../../db/database.ts';
import type { Session } from '../../identity/session.ts';
import { retryFlow } from '../../pipeline/flows/retry-flow.ts';
import { abandonTransfer, retryTransfer } from '../../pipeline/recovery/abandon-or-retry.ts';
import { unsuspendDeclaration, unsuspendKey } from '../../pipeline/suspension/unsuspend.ts';
import { pollUntilDecided } from '../../pipeline/uploads/poll-until-decided.ts';
import { cancelOutcome } from '../../pipeline/uploads/request-cancel.ts';
import type { Queue } from '../../queue/queue.ts';

/** How an attempt to change a transfer ended. */
export type TransferOutcome = 'ok' | 'not_found' | 'finished' | 'undecided' | 'inputs' | 'replaced';

/**
 * What people do to running or failed transfers, each in one transaction with its events and wake-ups.
 * The account is the session's; an id of another account's is `not_found`, like one that never was.
 * `finished`: abandoning what is over, or trying again what has not failed. `undecided`: an upload may be at its destination
 * although it is to be abandoned; it ends as soon as it turns out not to be. `inputs`: a download before it has failed.
 * `replaced`: a later version of a download's report date is there or under way.
 */
export type TransferActions = {
  abandonDownload(session: Session, id: string): Promise<TransferOutcome>;
  retryDownload(session: Session, id: string): Promise<TransferOutcome>;
  abandonUpload(session: Session, id: string): Promise<TransferOutcome>;
  retryUpload(session: Session, id: string): Promise<TransferOutcome>;
  /** Starts the processing again that failed; what came before is not repeated. */
  retryFlow(session: Session, id: string): Promise<TransferOutcome>;
  /** Sets a suspended declaration, or what uses a suspended key, going again; false when there is none of this name. */
  unsuspend(session: Session, kind: 'download' | 'upload' | 'key', name: string): Promise<boolean>;
};

declare module '../../graphql/context.ts' {
  interface GraphqlServices {
    readonly transfers: TransferActions;
  }
}

export function createTransferActions(options: {
  readonly database: Database;
  readonly queue: Queue;
  /** Epoch milliseconds. */
  readonly now: () => number;
}): TransferActions {
  const { database, queue, now } = options;
  const abandon =
    (kind: 'download' | 'upload') =>
    async (session: Session, id: string): Promise<TransferOutcome> => {
      const { accountId } = session;
      if (accountId === null) return 'not_found';
      const answer = await database.withAccount(accountId, (tx) =>
        abandonTransfer(tx, queue, { accountId, unitId: id, kind }, session.person.name),
      );
      if (answer !== 'deciding') return answer;
      return pollUntilDecided(
        () => database.withAccount(accountId, (tx) => cancelOutcome(tx, { accountId, unitId: id })),
        (outcome) => outcome !== 'undecided',
      );
    };
  const retry =
    (kind: 'download' | 'upload') =>
    async (session: Session, id: string): Promise<TransferOutcome> => {
      const { accountId } = session;
      if (accountId === null) return 'not_found';
      return database.withAccount(accountId, (tx) =>
        retryTransfer(tx, queue, { accountId, unitId: id, kind }, session.person.name),
      );
    };
  return {
    abandonDownload: abandon('download'),
    retryDownload: retry('download'),
    abandonUpload: abandon('upload'),
    retryUpload: retry('upload'),
    async retryFlow(session, id) {
      const { accountId } = session;
      if (accountId === null) return 'not_found';
      return database.withAccount(accountId, (tx) =>
        retryFlow(tx, queue, { accountId, unitId: id }, session.person.name),
      );
    },
    async unsuspend(session, kind, name) {
      const { accountId } = session;
      if (accountId === null) return false;
      const by = { by: session.person.name, now: now() };
      return database.withAccount(accountId, (tx) =>
        kind === 'key'
          ? unsuspendKey(tx, queue, { accountId, name }, by)
          : unsuspendDeclaration(tx, queue, { accountId, kind, name }, by),
      );
    },
  };
}
