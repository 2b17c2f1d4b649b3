import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SettingsError } from './settings-error.ts';

/** Below it each account has a folder, named by its id, that its `file` destinations write into. */
export const exportFolder = (dataDir: string): string => join(dataDir, 'exports');

/** Below it each account has a folder, named by its id, that its `file` sources read from. */
export const importFolder = (dataDir: string): string => join(dataDir, 'imports');

/**
 * Creates the data folder where it is missing, and writes into it once.
 * @throws SettingsError when the path is not a folder, or cannot be made or written
 */
export function prepareDataFolder(dataDir: string): void {
  if (existsSync(dataDir) && !statSync(dataDir).isDirectory())
    throw new SettingsError(`DATA_DIR cannot be used: ${dataDir} is a file. Set DATA_DIR to a folder.`);
  const sample = join(dataDir, `write-test-${process.pid}`);
  try {
    makeFolder(dataDir);
    writeFileSync(sample, '');
    rmSync(sample);
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    const advice =
      code === 'ENOSPC'
        ? 'Free some space there.'
        : 'Give this user the right to write, or set DATA_DIR to another folder.';
    throw new SettingsError(`DATA_DIR cannot be used: writing into ${dataDir} failed (${code}). ${advice}`, {
      cause: error,
    });
  }
}

/** Makes a folder and those above it. The recursive option of mkdir never returns for some folders of the kernel. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent);
  try {
    mkdirSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
