import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@switchboard/server/embedded';

/**
 * Vitest's global setup: one throw-away PostgreSQL for the whole run. Its superuser URL is in `TEST_POSTGRES_URL`;
 * one that is set already is used instead.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['TEST_POSTGRES_URL'] !== undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-test-postgres-'));
  const postgres = await startEmbeddedPostgres({ folder, durable: false, log: () => {} });
  process.env['TEST_POSTGRES_URL'] = postgres.url;
  return async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
