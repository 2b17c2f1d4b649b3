import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { DeliveredPlace } from './queries-delivered-file.ts';

const SHOWN = 'file · ';
/** How far the clock of the disk may be ahead of the database's. */
const CLOCKS_APART_MS = 10_000;

/** A file that a `file` destination wrote, opened for reading. The caller closes it. */
export type DeliveredFile = { readonly handle: FileHandle; readonly bytes: number; readonly filename: string };

type Upload = DeliveredPlace & { readonly destination: string; readonly bytes: number | null };

/**
 * Opens the file that an upload to a `file` destination shows as "file · path", below the account's own folder. Null when
 * it is gone, or the path leads anywhere else, or something else may be there now: when another upload was completed there
 * meanwhile, or the file was written after this one was done, or has another size.
 * @param folder absolute folder that holds this account's files only
 */
export async function openDeliveredFile(folder: string, upload: Upload): Promise<DeliveredFile | null> {
  if (upload.replaced || !upload.destination.startsWith(SHOWN)) return null;
  const steps = upload.destination.slice(SHOWN.length).split('/');
  if (steps.some((step) => step === '' || step === '.' || step === '..' || /[\p{Cc}\\]/u.test(step))) return null;
  const found = await realFile(folder, steps);
  if (found === null) return null;
  const handle = await open(found, constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => null);
  if (handle === null) return null;
  const stat = await handle.stat();
  if (!stat.isFile() || stat.size !== upload.bytes || isLater(stat.mtimeMs, upload)) {
    await handle.close();
    return null;
  }
  return { handle, bytes: stat.size, filename: steps.at(-1) ?? 'file' };
}

/** What a completed upload wrote is older than its end. */
const isLater = (written: number, { finished }: DeliveredPlace): boolean =>
  finished === null || written > finished.getTime() + CLOCKS_APART_MS;

/** The file's real path, when no link on the way leads out of the folder. */
async function realFile(folder: string, steps: readonly string[]): Promise<string | null> {
  try {
    const root = await realpath(folder);
    const path = await realpath(join(root, ...steps));
    return path.startsWith(root + sep) ? path : null;
  } catch {
    return null;
  }
}
