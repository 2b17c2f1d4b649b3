import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '@switchboard/server/database';
import { startEmbeddedPostgres } from '@switchboard/server/embedded';
import { migrate } from '@switchboard/server/migrate';
import { readMigrations } from '@switchboard/server/migrations';
import pg from 'pg';

export type WorkDatabase = {
  /** A folder of this benchmark's own; removed at the end. */
  readonly root: string;
  /** A superuser's URL. */
  readonly url: string;
  readonly database: Database;
  /** A pool of superuser's connections, for what is compared with. */
  readonly pool: pg.Pool;
  stop(): Promise<void>;
};

/** The product's own database, as it is installed: durable, migrated, empty. */
export async function startWorkDatabase(name: string): Promise<WorkDatabase> {
  const root = mkdtempSync(join(process.env['BENCH_DIR'] ?? tmpdir(), `switchboard-${name}-`));
  const postgres = await startEmbeddedPostgres({ folder: join(root, 'postgres'), log: () => undefined });
  const { url } = postgres;
  await migrate({ url, migrations: readMigrations() });
  const database = openDatabase({ url, connections: 12 });
  const pool = new pg.Pool({ connectionString: url, max: 12 });
  // Connections that are still closing when the server ends hear of it.
  pool.on('error', () => {});
  return {
    root,
    url,
    database,
    pool,
    async stop() {
      await Promise.all([database.close(), pool.end()]);
      await postgres.stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
