import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@switchboard/server/embedded';

/** Files here are in memory: a copy of the template is made and dropped in a fifth of the processor time of a disk. */
const IN_MEMORY = '/dev/shm';
/** Free bytes that the databases of a run leave room for other programs in. */
const ROOM = 4 * 1024 ** 3;

/**
 * Vitest's global setup: one throw-away PostgreSQL for the whole run. Its superuser URL is in `TEST_POSTGRES_URL`;
 * one that is set already is used instead.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['TEST_POSTGRES_URL'] !== undefined) return undefined;
  const folder = mkdtempSync(join(hasRoom() ? IN_MEMORY : tmpdir(), 'switchboard-test-postgres-'));
  const postgres = await startEmbeddedPostgres({ folder, durable: false, log: () => {} });
  process.env['TEST_POSTGRES_URL'] = postgres.url;
  return async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return Math.min(bavail * bsize, process.availableMemory()) > ROOM;
  } catch {
    return false;
  }
}
