import type { DeliveryRequest } from '../spec.ts';

/** What a destination records of the newest result it holds for an upload and report date. */
export type LedgerEntry = {
  /** Null where the place holds something without an entry for them. */
  readonly fence: number | null;
  /** Bytes as the destination stores them, where it knows. */
  readonly bytes?: number;
};

/** `newer`: to be written. `delivered`: this very result is there. `superseded`: a newer one is there. */
export function compareFences(fence: number, held: LedgerEntry | null): 'newer' | 'delivered' | 'superseded' {
  if (held === null || held.fence === null || held.fence < fence) return 'newer';
  return held.fence === fence ? 'delivered' : 'superseded';
}

/** Test runs have a ledger of their own, since their results never compete with real ones. Backfills and production share one. */
export const ledgerPurpose = ({ purpose }: Pick<DeliveryRequest, 'purpose'>): 'proof' | 'production' =>
  purpose === 'proof' ? 'proof' : 'production';

/**
 * The report date within which results are older or newer. Null, for all dates, where a snapshot replaces everything that
 * the place holds. Without a snapshot, rows of one date replace those of another there, and the last delivered stays.
 */
export const ledgerDate = (
  { reportDate, isSnapshot }: Pick<DeliveryRequest, 'reportDate' | 'isSnapshot'>,
  replacesAll: boolean,
): string | null => (isSnapshot && replacesAll ? null : reportDate);
