import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';

const SHOWN = 'file · ';

/** A file that a `file` destination wrote, opened for reading. The caller closes it. */
export type DeliveredFile = { readonly handle: FileHandle; readonly bytes: number; readonly filename: string };

/**
 * Opens the file that an upload to a `file` destination shows as "file · path", below the account's own folder. Null when
 * it is gone, or a later upload has replaced it (its size is another), or the path leads anywhere else.
 * @param folder absolute folder that holds this account's files only
 */
export async function openDeliveredFile(
  folder: string,
  upload: { readonly destination: string; readonly bytes: number | null },
): Promise<DeliveredFile | null> {
  if (!upload.destination.startsWith(SHOWN)) return null;
  const steps = upload.destination.slice(SHOWN.length).split('/');
  if (steps.some((step) => step === '' || step === '.' || step === '..' || /[\p{Cc}\\]/u.test(step))) return null;
  const found = await realFile(folder, steps);
  if (found === null) return null;
  const handle = await open(found, constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => null);
  if (handle === null) return null;
  const stat = await handle.stat();
  if (!stat.isFile() || stat.size !== upload.bytes) {
    await handle.close();
    return null;
  }
  return { handle, bytes: stat.size, filename: steps.at(-1) ?? 'file' };
}

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
