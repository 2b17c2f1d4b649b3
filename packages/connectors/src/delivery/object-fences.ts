import type { DeliveryRequest } from '../spec.ts';
import { type LedgerEntry, ledgerId, ledgerIdentity } from './ledger.ts';

/** Metadata names that describe an object's content; stores return them in lower case. */
const FENCES = 'switchboard-fences';
const SHA256 = 'switchboard-sha256';
const ROWS = 'switchboard-rows';

/** Deliveries that an object remembers: more than a backfill has dates, and within the 2 kB that a store allows. */
const REMEMBERED = 32;
/** Hash prefix length; enough to distinguish contents of one upload and date. */
const HASH_LENGTH = 10;

/** Short name of an upload, report date and purpose, which may share one object with other dates. */
const identity = (request: DeliveryRequest): string => ledgerId(ledgerIdentity(request, true)).slice(0, 16);

/** Texts that a store keeps with an object. */
export type ObjectMetadata = Readonly<Record<string, string>>;

/** One delivery as it is remembered: `text` is `{who}:{fence}`, and of later versions `{who}:{fence}:{epoch}:{hash}`. */
type Remembered = { readonly who: string; readonly entry: LedgerEntry; readonly text: string };

function fencesOf(metadata: ObjectMetadata): readonly Remembered[] {
  return (metadata[FENCES] ?? '').split(' ').flatMap((text) => {
    const match = /^([0-9a-f]{16}):(\d{1,16})(?::([0-9a-z]{1,10}):([0-9a-f]{10}))?$/.exec(text);
    if (match === null) return [];
    const [, who = '', fence, epoch = '0', sha256 = null] = match;
    return [{ who, text, entry: { fence: Number(fence), epoch: Number.parseInt(epoch, 36), sha256 } }];
  });
}

/** Reads the ledger entry of this upload and report date from the existing object's metadata; null without one. */
export function heldFence(request: DeliveryRequest, metadata: ObjectMetadata): LedgerEntry | null {
  const own = identity(request);
  return fencesOf(metadata).find(({ who }) => who === own)?.entry ?? null;
}

/** The fences to store in the metadata of the replacing object: this delivery, and the last ones of other dates. */
export async function nextFences(request: DeliveryRequest, before: ObjectMetadata): Promise<ObjectMetadata> {
  const own = identity(request);
  const others = fencesOf(before).filter(({ who }) => who !== own);
  const sha256 = await request.content.sha256;
  const added = [own, request.fence, request.epoch.toString(36), sha256.slice(0, HASH_LENGTH)].join(':');
  return {
    [FENCES]: [...others.slice(1 - REMEMBERED).map(({ text }) => text), added].join(' '),
    [SHA256]: sha256,
    [ROWS]: String(request.content.rows),
  };
}
