import { createHash } from 'node:crypto';
import { z } from 'zod';
import { judgeDelivery, type LedgerEntry, ledgerDate, ledgerPurpose, type ResultIdentity } from '../delivery/ledger.ts';
import type { DeliveryRequest } from '../spec.ts';
import {
  joined,
  nameOf,
  parentOf,
  type RemoteFiles,
  replaceFile,
  restoreAside,
  type WrittenFile,
} from './remote-files.ts';

/** Paths of one upload, report date and file at the server. */
export type Place = {
  readonly path: string;
  readonly folder: string;
  /** The folder of the ledger, beside the file. */
  readonly ledgerFolder: string;
  readonly ledger: string;
  readonly lock: string;
  /** The lock under which an abandoned one is removed. */
  readonly takeover: string;
};

const entrySchema = z.object({
  fence: z.number(),
  epoch: z.number(),
  sha256: z.string(),
  rows: z.number(),
  /** Length and hash of the file as it was written, by which it is known again. */
  stored: z.object({ bytes: z.number(), sha256: z.string() }),
});

type Entry = z.infer<typeof entrySchema>;

export function placeOf(path: string, request: DeliveryRequest): Place {
  const folder = parentOf(path);
  const ledgerFolder = joined(folder, '.switchboard');
  const date = ledgerDate(request, true) ?? 'undated';
  const identity = JSON.stringify([request.accountId, request.name, date, ledgerPurpose(request), nameOf(path)]);
  const hash = createHash('sha256').update(identity).digest('hex').slice(0, 12);
  const ledger = joined(ledgerFolder, `${request.name.replace(/\W/g, '_').slice(0, 100)}-${date}-${hash}.json`);
  // Of the file, not of the entry: deliveries of other dates may replace it too.
  const file = createHash('sha256').update(nameOf(path)).digest('hex').slice(0, 12);
  const lock = joined(ledgerFolder, `${file}.lock`);
  const takeover = joined(ledgerFolder, `${file}.takeover.lock`);
  return { path, folder, ledgerFolder, ledger, lock, takeover };
}

type Attempt = Pick<DeliveryRequest, 'unitId' | 'attempt'>;

const prefixOf = (target: string, { unitId }: Attempt): string =>
  `.${nameOf(target)}.${unitId.replace(/[^\w-]/g, '_')}.`;

/** Where an attempt writes a file aside. */
export const partOf = (target: string, attempt: Attempt): string =>
  joined(parentOf(target), `${prefixOf(target, attempt)}${attempt.attempt}.part`);

/** Where the former file waits while it is replaced at a server that cannot do that in one step. */
export const asideOf = (target: string): string => joined(parentOf(target), `.${nameOf(target)}.former.part`);

/** The ledger's entry, with the length of the file; null when nothing was delivered yet. */
export async function readEntry(files: RemoteFiles, path: string): Promise<(LedgerEntry & { bytes: number }) | null> {
  const entry = parseEntry(await files.readText(path));
  return entry === null ? null : { ...entry, bytes: entry.stored.bytes };
}

/** Null for none, and for one that a crash left incomplete. */
function parseEntry(text: string | null): Entry | null {
  if (text === null) return null;
  try {
    return entrySchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

export const entryText = async (request: DeliveryRequest, stored: WrittenFile): Promise<string> => {
  const { fence, epoch, content } = request;
  const entry: Entry = { fence, epoch, sha256: await content.sha256, rows: content.rows, stored };
  return JSON.stringify(entry);
};

/** Puts an entry in the place of the former one. */
export const replaceEntry = (files: RemoteFiles, part: string, ledger: string): Promise<void> =>
  replaceFile(files, part, ledger, asideOf(ledger));

/**
 * Settles what an attempt of which nothing is known left behind: its data can no longer come into place, and if it has, its
 * entry is in the ledger. The data goes first: an attempt whose data is gone cannot show it once its entry was examined.
 */
export async function settleAttempt(files: RemoteFiles, place: Place, attempt: Attempt): Promise<void> {
  const part = partOf(place.ledger, attempt);
  const wasUnused = await files.remove(partOf(place.path, attempt));
  const entry = parseEntry(await files.readText(part));
  if (!wasUnused && entry !== null && (await holds(files, place.path, entry))) {
    const own: ResultIdentity = entry;
    if (judgeDelivery(own, await readEntry(files, place.ledger)) === 'newer') {
      await replaceEntry(files, part, place.ledger);
      return;
    }
  }
  await files.remove(part);
}

/** Whether the file at a path is the one that an entry describes, by its whole content. */
async function holds(files: RemoteFiles, path: string, { stored }: Entry): Promise<boolean> {
  const held = await files.stat(path);
  return held?.size === stored.bytes && (await files.hash(path, stored.bytes)) === stored.sha256;
}

/** The attempts of this unit up to the present one of which a file is left, the earliest first. */
export async function earlierAttempts(
  files: RemoteFiles,
  place: Place,
  request: DeliveryRequest,
): Promise<readonly Attempt[]> {
  const found = new Set<number>();
  for (const [target, folder] of [
    [place.path, place.folder],
    [place.ledger, place.ledgerFolder],
  ] as const) {
    const own = prefixOf(target, request);
    for (const { name } of await files.list(folder)) {
      const attempt = Number(/^\d+(?=\.part$)/.exec(name.slice(own.length))?.[0] ?? Number.NaN);
      if (name.startsWith(own) && attempt <= request.attempt) found.add(attempt);
    }
  }
  return [...found].sort((one, other) => one - other).map((attempt) => ({ unitId: request.unitId, attempt }));
}

/** Undoes replacements that were cut short. Only who holds the lock may do it. */
export async function undoHalves(files: RemoteFiles, { path, ledger }: Place): Promise<void> {
  for (const target of [path, ledger]) await restoreAside(files, asideOf(target), target);
}

const ABANDONED_MS = 24 * 3600_000;
const PART_NAME = /^\..+\.[\w-]+\.\d+\.part$/;

/** Removes data that crashed attempts of any upload left beside the file more than a day ago. */
export async function sweepAbandoned(files: RemoteFiles, { folder }: Place, now: number): Promise<void> {
  for (const { name, modified } of await files.list(folder))
    if (PART_NAME.test(name) && modified !== null && now - modified > ABANDONED_MS)
      await files.remove(joined(folder, name));
}
