import { createHash } from 'node:crypto';
import { type LedgerEntry, ledgerDate, ledgerPurpose } from '../../delivery/ledger.ts';
import type { DeliveryRequest } from '../../spec.ts';

/** Metadata names that describe an object's content; stores return them in lower case. */
const FENCES = 'switchboard-fences';
const SHA256 = 'switchboard-sha256';
const ROWS = 'switchboard-rows';

/** Deliveries that an object remembers: more than a backfill has dates, and within the 2 kB that a store allows. */
const REMEMBERED = 40;

/** Short name of an upload, report date and purpose, which may share one object with other dates. */
const identity = (request: DeliveryRequest): string =>
  createHash('sha256')
    .update(JSON.stringify([request.accountId, request.name, ledgerDate(request, true) ?? '', ledgerPurpose(request)]))
    .digest('hex')
    .slice(0, 16);

type Metadata = Readonly<Record<string, string>>;

function fencesOf(metadata: Metadata): readonly (readonly [who: string, fence: number])[] {
  return (metadata[FENCES] ?? '').split(' ').flatMap((entry) => {
    const match = /^([0-9a-f]{16}):(\d{1,16})$/.exec(entry);
    return match === null ? [] : [[match[1] ?? '', Number(match[2])] as const];
  });
}

/** What the metadata of the existing object records of this upload and report date; null for nothing. */
export function heldFence(request: DeliveryRequest, metadata: Metadata): LedgerEntry | null {
  const own = identity(request);
  const found = fencesOf(metadata).find(([who]) => who === own);
  return found === undefined ? null : { fence: found[1] };
}

/** What the object that replaces it has to remember: this delivery, and the last ones of other dates. */
export async function nextFences(request: DeliveryRequest, before: Metadata): Promise<Metadata> {
  const own = identity(request);
  const others = fencesOf(before).filter(([who]) => who !== own);
  const kept = [...others.slice(1 - REMEMBERED), [own, request.fence] as const];
  return {
    [FENCES]: kept.map(([who, fence]) => `${who}:${fence}`).join(' '),
    [SHA256]: await request.content.sha256,
    [ROWS]: String(request.content.rows),
  };
}
