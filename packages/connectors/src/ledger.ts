import { PipelineError } from '@switchboard/model';
import type { DeliveryRequest } from './spec.ts';

/** What a destination remembers of the newest result it holds for an upload and report date. */
export type LedgerEntry = { readonly fence: number; readonly sha256: string; readonly rows: number };

/** `write`: newer than what is there. `already`: this very result is there. `superseded`: a newer one is there. */
export function judgeDelivery(
  fence: number,
  held: Pick<LedgerEntry, 'fence'> | null,
): 'write' | 'already' | 'superseded' {
  if (held === null || held.fence < fence) return 'write';
  return held.fence === fence ? 'already' : 'superseded';
}

/** Test runs keep a ledger of their own: their results never compete with real ones. Backfills and production do. */
export const ledgerPurpose = (request: Pick<DeliveryRequest, 'purpose'>): 'proof' | 'production' =>
  request.purpose === 'proof' ? 'proof' : 'production';

/**
 * The report date within which results are older or newer; null: all dates, where a snapshot replaces all that is there.
 * Rows of one date replace those of another in such a place, too; there whichever comes last stays.
 */
export const ledgerDate = (
  { reportDate, isSnapshot }: Pick<DeliveryRequest, 'reportDate' | 'isSnapshot'>,
  replacesAll: boolean,
): string | null => (isSnapshot && replacesAll ? null : reportDate);

/** A result without rows replaces nothing. Throws RESULT_EMPTY. */
export function refuseEmpty(request: Pick<DeliveryRequest, 'name' | 'content'>): void {
  if (request.content.rows === 0) throw new PipelineError('RESULT_EMPTY', { name: request.name });
}

/** What whoever was called off finds out: it has not been delivered, and will not be. Throws DELIVERY_CANCELLED. */
export function refuseCancelled(request: Pick<DeliveryRequest, 'name' | 'reportDate' | 'isCancelRequested'>): void {
  if (request.isCancelRequested)
    throw new PipelineError('DELIVERY_CANCELLED', { name: request.name, date: request.reportDate ?? 'all dates' });
}
