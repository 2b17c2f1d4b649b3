import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { type LedgerEntry, ledgerDate, ledgerPurpose } from '../../delivery/ledger.ts';
import type { DeliveryRequest } from '../../spec.ts';
import { isMissing } from './folders.ts';

const entrySchema = z.object({
  fence: z.number(),
  // Entries of earlier versions have none.
  epoch: z.number().default(0),
  sha256: z.string(),
  rows: z.number(),
  file: z.string().optional(),
});

/** The folder beside a delivered file in which its ledger lies. */
export const ledgerFolder = (target: string): string => join(dirname(target), '.switchboard');

/** Path of the ledger of one upload, report date and file: `{upload}-{date}-{hash}.json`. */
export function ledgerPath(target: string, request: DeliveryRequest): string {
  const date = ledgerDate(request, true) ?? 'undated';
  const identity = JSON.stringify([request.accountId, request.name, date, ledgerPurpose(request), basename(target)]);
  const hash = createHash('sha256').update(identity).digest('hex').slice(0, 12);
  return join(ledgerFolder(target), `${request.name.replace(/\W/g, '_').slice(0, 100)}-${date}-${hash}.json`);
}

/**
 * The ledger's entry, or null when nothing was delivered yet. `file` identifies the file that it describes.
 * Synchronous, so that no other work of this process runs between the comparison and the rename that follows it.
 */
export function readLedger(path: string): (LedgerEntry & { readonly file?: string | undefined }) | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
  return entrySchema.parse(JSON.parse(text));
}
