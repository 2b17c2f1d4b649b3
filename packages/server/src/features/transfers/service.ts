import type { Session } from '../../identity/session.ts';

/** How an attempt to change a transfer ended. */
export type TransferOutcome = 'ok' | 'not_found' | 'finished';

/**
 * What people do to running or failed transfers, each in one transaction with its events and wake-ups.
 * The account is the session's; an id of another account's is `not_found`, like one that never was.
 * `finished`: abandoning what is over, or trying again what has not failed.
 */
export type TransferActions = {
  abandonDownload(session: Session, id: string): Promise<TransferOutcome>;
  retryDownload(session: Session, id: string): Promise<TransferOutcome>;
  abandonUpload(session: Session, id: string): Promise<TransferOutcome>;
  retryUpload(session: Session, id: string): Promise<TransferOutcome>;
};
