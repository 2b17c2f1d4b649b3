import { constants } from 'node:fs';
import { type FileHandle, lstat, open, realpath } from 'node:fs/promises';
import { isAbsolute, join, sep } from 'node:path';

/** Whether a path is a folder or lies below it. Both absolute and real. */
export const isBelow = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);

/** A path as the script wrote it, below each folder it may mean: relative ones in every folder, absolute ones as they are. */
export function candidates(
  path: string,
  folders: readonly string[],
): readonly { readonly folder: string; readonly path: string }[] {
  return folders.flatMap((folder) => {
    if (!isAbsolute(path)) return [{ folder, path: join(folder, path) }];
    return isBelow(path, folder) ? [{ folder, path }] : [];
  });
}

export type OpenedFile = {
  readonly handle: FileHandle;
  readonly path: string;
  readonly bytes: number;
  /** Epoch milliseconds, whole. */
  readonly modified: number;
  /** Device and number of a file that has several names; null for one name. */
  readonly node: string | null;
};

/** Why an existing path cannot be opened: it lies outside the folder, is a folder, or is not a regular file (a socket, a device). */
export type NotOpened = 'outside' | 'folder' | 'no file';

/**
 * Opens a regular file that really lies below a folder, whatever links lead to it. Null when there is no such file.
 * The caller closes the handle.
 */
export async function openBelow(path: string, folder: string): Promise<OpenedFile | NotOpened | null> {
  const [real, root] = await Promise.all([realPathOf(path), realPathOf(folder)]);
  if (real === null || root === null) return null;
  if (!isBelow(real, root)) return 'outside';
  const handle = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  let refusal: NotOpened = 'outside';
  try {
    const [opened, found] = [await handle.stat(), await lstat(real)];
    // A folder on the way may have been replaced by a link between the check and the opening.
    const stillReal = (await realPathOf(real)) === real && opened.ino === found.ino && opened.dev === found.dev;
    if (stillReal && opened.isFile())
      return {
        handle,
        path: real,
        bytes: opened.size,
        modified: Math.floor(opened.mtimeMs),
        node: opened.nlink > 1 ? `${opened.dev}:${opened.ino}` : null,
      };
    if (stillReal) refusal = opened.isDirectory() ? 'folder' : 'no file';
  } catch (error) {
    await handle.close();
    throw error;
  }
  await handle.close();
  return refusal;
}

/** The path without links, or null when there is nothing. */
export async function realPathOf(path: string): Promise<string | null> {
  try {
    return await realpath(path);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Whether an error says that there is no such file or folder. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
