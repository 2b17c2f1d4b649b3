import type { ServiceOptions } from '../../graphql/context.ts';
import type { Session } from '../../identity/session.ts';
import { abandonTransfer, retryTransfer, type TransferOutcome } from '../../pipeline/recovery/abandon-or-retry.ts';
import { retryFlow } from '../../pipeline/recovery/retry-flow.ts';
import { type DateToRun, type RunOutcome, runDate } from '../../pipeline/recovery/run-date.ts';
import { runUploadAgain, type UploadRunOutcome } from '../../pipeline/recovery/run-upload-again.ts';
import { unsuspendDeclaration, unsuspendKey } from '../../pipeline/recovery/unsuspend.ts';
import { cancelOutcome } from '../../pipeline/state/request-cancel.ts';
import { pollUntilDecided } from '../../pipeline/uploads/poll-until-decided.ts';
import type { TransferKind } from './transfer-kinds.ts';

/**
 * Use cases of running or failed transfers, each in one transaction with its events and wake-ups. The account is the
 * session's; the id of another account's transfer is `not_found`.
 */
export type TransferActions = {
  abandon(session: Session, kind: TransferKind, id: string): Promise<TransferOutcome>;
  retry(session: Session, kind: TransferKind, id: string): Promise<TransferOutcome>;
  /** Downloads a report date now, or once more; the person waits for it. */
  runDate(session: Session, date: Omit<DateToRun, 'accountId'>, requestId: string): Promise<RunOutcome>;
  /** Delivers a completed upload once more; the person waits for it. */
  runUpload(session: Session, uploadId: string, requestId: string): Promise<UploadRunOutcome>;
  /** Retries failed processing and failed deliveries; downloads are not repeated. */
  retryFlow(session: Session, id: string): Promise<TransferOutcome>;
  /** Unsuspends a declaration or key with its declarations; false when it does not exist. */
  unsuspend(session: Session, kind: TransferKind | 'key', name: string): Promise<boolean>;
};

declare module '../../graphql/context.ts' {
  interface GraphqlServices {
    readonly transfers: TransferActions;
  }
}

export function createTransferActions({ database, queue, now }: ServiceOptions): TransferActions {
  return {
    async abandon({ accountId, person }, kind, id) {
      if (accountId === null) return 'not_found';
      const transfer = { accountId, unitId: id };
      const answer = await database.withAccount(accountId, (tx) =>
        abandonTransfer(tx, queue, { ...transfer, kind }, person.name),
      );
      if (answer !== 'undecided') return answer;
      return pollUntilDecided(
        () => database.withAccount(accountId, (tx) => cancelOutcome(tx, transfer)),
        (outcome) => outcome !== 'undecided',
      );
    },
    async retry({ accountId, person }, kind, id) {
      if (accountId === null) return 'not_found';
      const transfer = { accountId, unitId: id, kind };
      return database.withAccount(accountId, (tx) =>
        retryTransfer(tx, queue, transfer, person.name, { interactive: true }),
      );
    },
    async runDate({ accountId, person }, date, requestId) {
      if (accountId === null) return { kind: 'not_found' };
      return database.withAccount(accountId, (tx) =>
        runDate(tx, queue, { ...date, accountId }, { by: person.name, requestId, now: now() }),
      );
    },
    async runUpload({ accountId, person }, uploadId, requestId) {
      if (accountId === null) return { kind: 'not_found' };
      const order = { by: person.name, requestId, interactive: true };
      return database.withAccount(accountId, (tx) => runUploadAgain(tx, queue, { accountId, uploadId }, order));
    },
    async retryFlow({ accountId, person }, id) {
      if (accountId === null) return 'not_found';
      const flow = { accountId, unitId: id };
      return database.withAccount(accountId, (tx) => retryFlow(tx, queue, flow, person.name));
    },
    async unsuspend({ accountId, person }, kind, name) {
      if (accountId === null) return false;
      const by = { by: person.name, now: now(), personId: person.id };
      return database.withAccount(accountId, (tx) =>
        kind === 'key'
          ? unsuspendKey(tx, queue, { accountId, name }, by)
          : unsuspendDeclaration(tx, queue, { accountId, kind, name }, by),
      );
    },
  };
}
