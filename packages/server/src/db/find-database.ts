import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../env.ts';
import { startEmbeddedPostgres } from './embedded/embedded.ts';
import { ensureDatabase } from './embedded/embedded-databases.ts';

export type FoundDatabase = {
  /** As its owner; null where the settings name logins, but not the owner. */
  readonly ownerUrl: string | null;
  /** A superuser's URL of the embedded server; null with DATABASE_URL. */
  readonly embeddedUrl: string | null;
  stop(): Promise<void>;
};

/** The database that the settings name, or the embedded one of the data folder, started. */
export async function findDatabase(
  settings: Pick<Settings, 'databaseUrl' | 'databaseLogins' | 'dataDir'>,
  say: (line: string) => void,
): Promise<FoundDatabase> {
  mkdirSync(settings.dataDir, { recursive: true });
  const { databaseUrl, databaseLogins } = settings;
  if (databaseUrl !== null) {
    const ownerUrl = databaseLogins === null ? databaseUrl : databaseLogins.owner;
    return { ownerUrl, embeddedUrl: null, stop: () => Promise.resolve() };
  }
  const embedded = await startEmbeddedPostgres({ folder: join(settings.dataDir, 'postgres'), log: say });
  try {
    const ownerUrl = await ensureDatabase(embedded.url, 'switchboard');
    return { ownerUrl, embeddedUrl: embedded.url, stop: embedded.stop };
  } catch (error) {
    await embedded.stop();
    throw error;
  }
}
