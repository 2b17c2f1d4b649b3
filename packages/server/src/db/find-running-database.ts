import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../env.ts';
import { DatabaseSetupError } from './connect.ts';
import { withDatabase } from './embedded/embedded-databases.ts';

/**
 * The address, as its owner, of the database that a program already runs on, without starting or making anything.
 * @throws DatabaseSetupError when the data folder has none
 */
export function findRunningDatabase(settings: Pick<Settings, 'databaseUrl' | 'databaseLogins' | 'dataDir'>): string {
  const url = settings.databaseLogins?.owner ?? settings.databaseUrl;
  if (url !== null) return url;
  const folder = join(settings.dataDir, 'postgres');
  const password = join(folder, 'password');
  const port = join(folder, 'port');
  if (!existsSync(password) || !existsSync(port)) {
    throw new DatabaseSetupError(
      `There is no database in ${settings.dataDir}. Set DATA_DIR to the folder that Switchboard was started with, or DATABASE_URL.`,
    );
  }
  const read = (path: string): string => readFileSync(path, 'utf8').trim();
  return withDatabase(`postgresql://postgres:${read(password)}@127.0.0.1:${read(port)}/postgres`, 'switchboard');
}
