import { createHash } from 'node:crypto';
import type { DeliveryRequest } from '../spec.ts';

/** A destination's record of the newest result it holds for an upload and report date. */
export type LedgerEntry = {
  /** Null where the place holds something without an entry for them. */
  readonly fence: number | null;
  /** 0 where it was recorded without. */
  readonly epoch: number;
  /** Hash of the content, or its beginning; null where it was recorded without. */
  readonly sha256: string | null;
  /** Bytes as the destination stores them, where it knows. */
  readonly bytes?: number;
  /** Rows of the result, where it has their number. */
  readonly rows?: number;
};

/** The ledger entry with its version, which the commit is conditional on. */
export type HeldVersion = LedgerEntry & { readonly version: string };

/** Reads a row of a ledger: version, fence, epoch and hash, as texts. */
export function readHeldVersion([version, fence, epoch, sha256]: readonly (string | null)[]): HeldVersion {
  return {
    version: version ?? '',
    fence: fence === null || fence === undefined ? null : Number(fence),
    epoch: Number(epoch ?? 0),
    sha256: sha256 ?? null,
  };
}

/** Identifies a result: the fence, the history of the database that gave it, and the hash of the content. */
export type ResultIdentity = Pick<DeliveryRequest, 'fence' | 'epoch'> & { readonly sha256: string };

/**
 * `newer`: to be written. `delivered`: this very result is there. `superseded`: a newer one is there. `foreign`: one of a later
 * history of the database is there, so that another installation has taken over from this one.
 */
export type Verdict = 'newer' | 'delivered' | 'superseded' | 'foreign';

/**
 * Decides by the ledger whether a result is to be written. A fence alone proves nothing: a restored database gives the same
 * numbers again, so that a result counts as delivered only where its content is there.
 */
export function judgeDelivery(own: ResultIdentity, held: LedgerEntry | null): Verdict {
  if (held === null || held.fence === null) return 'newer';
  if (held.fence === own.fence && hasContent(held, own)) return 'delivered';
  if (held.epoch !== own.epoch) return held.epoch < own.epoch ? 'newer' : 'foreign';
  return held.fence <= own.fence ? 'newer' : 'superseded';
}

/** Whether the entry describes the content. One without a hash was recorded before hashes were compared. */
function hasContent(held: LedgerEntry, own: ResultIdentity): boolean {
  return held.sha256 === null ? held.epoch === own.epoch : own.sha256.startsWith(held.sha256);
}

/** The identity of a request's result. The hash is awaited only where the verdict depends on it. */
export async function identifyResult(request: DeliveryRequest, held: LedgerEntry | null): Promise<ResultIdentity> {
  const { fence, epoch, content } = request;
  return { fence, epoch, sha256: held?.fence === fence ? await content.sha256 : '' };
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

/** Names the results of an upload within which they are older or newer: account, upload, report date or '', purpose. */
export const ledgerIdentity = (request: DeliveryRequest, replacesAll: boolean): readonly string[] => [
  request.accountId,
  request.name,
  ledgerDate(request, replacesAll) ?? '',
  ledgerPurpose(request),
];

/** An identity as a key of a ledger. Hexadecimal digits. */
export const ledgerId = (identity: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(identity)).digest('hex');
