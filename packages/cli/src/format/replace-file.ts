import { open, rename, rm, stat } from 'node:fs/promises';

const PERMISSION_BITS = 0o7777;

/**
 * Replaces the text of a file at once, with its permissions: writes beside it and renames, so that no reader ever sees half of it,
 * even after a crash.
 */
export async function replaceFile(location: string, text: string): Promise<void> {
  const beside = `${location}.${process.pid}.part`;
  const { mode } = await stat(location);
  try {
    const file = await open(beside, 'wx', mode);
    try {
      // The umask must not narrow the permissions of the file.
      await file.chmod(mode & PERMISSION_BITS);
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, location);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}
