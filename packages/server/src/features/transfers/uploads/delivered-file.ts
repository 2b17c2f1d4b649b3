import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { DeliveredPlace } from './queries-delivered-file.ts';

const SHOWN = 'file · ';
/** Maximum difference between the clocks of the file system and the database. */
const CLOCKS_APART_MS = 10_000;

/** A file that a `file` destination wrote, opened for reading. The caller closes it. */
export type DeliveredFile = { readonly handle: FileHandle; readonly bytes: number; readonly filename: string };

type Upload = DeliveredPlace & { readonly destination: string; readonly bytes: number | null };

/**
 * Opens the delivered file of an upload to a `file` destination ("file · path"), below the account's folder. Null when it does
 * not exist, when the path leaves the folder, or when the file may be another one: another upload to the path has completed
 * since, or the file was written before the upload started, after it ended, or has another size.
 * @param folder absolute folder with files of this account only
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
  if (!stat.isFile() || stat.size !== upload.bytes || !isWithin(stat.mtimeMs, upload)) {
    await handle.close();
    return null;
  }
  return { handle, bytes: stat.size, filename: steps.at(-1) ?? 'file' };
}

/** Whether a file was written while the upload ran. An older one may lie in the folder of a machine that did not write the newest. */
const isWithin = (written: number, { started, finished }: DeliveredPlace): boolean =>
  finished !== null &&
  written <= finished.getTime() + CLOCKS_APART_MS &&
  (started === null || written >= started.getTime() - CLOCKS_APART_MS);

/** The real path of the file; null when a link leads out of the folder. */
async function realFile(folder: string, steps: readonly string[]): Promise<string | null> {
  try {
    const root = await realpath(folder);
    const path = await realpath(join(root, ...steps));
    return path.startsWith(root + sep) ? path : null;
  } catch {
    return null;
  }
}
