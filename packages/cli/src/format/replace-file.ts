import { open, rename, rm, stat } from 'node:fs/promises';

const RIGHTS = 0o7777;

/** Writes beside the file, with its rights, and renames, so that no reader ever sees half of it, even after a crash. */
export async function replaceFile(location: string, text: string): Promise<void> {
  const beside = `${location}.${process.pid}.part`;
  const { mode } = await stat(location);
  try {
    const file = await open(beside, 'wx', mode);
    try {
      // What the process takes from new files must not be taken from this one.
      await file.chmod(mode & RIGHTS);
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
