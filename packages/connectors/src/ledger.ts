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

/** A result without rows replaces nothing: whoever hands one to a destination is mistaken. Throws a plain error. */
export function refuseEmpty(request: Pick<DeliveryRequest, 'name' | 'content'>): void {
  if (request.content.rows === 0) throw new Error(`an empty result of ${request.name} was handed to its destination`);
}
