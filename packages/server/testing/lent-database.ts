import type { Client } from 'pg';
import { connect } from '../src/db/connect.ts';
import { createDatabase, databaseName, databaseUrl, type TestDatabase, testServerUrl } from './database.ts';

/** A migrated database without accounts and people that a test file has for itself until it gives it back. */
export type LentDatabase = {
  readonly url: string;
  /** Makes or empties it. To be called before it is used. */
  prepare(): Promise<void>;
  /** Lets the next file of this worker have it. The caller has closed its connections. */
  giveBack(): Promise<void>;
};

/** Names of databases that this worker has made and no file uses now. */
const idle: string[] = [];
/** Larger ones are dropped and made again: dead rows would change the plans of the next file. */
const MAX_BYTES = 24 * 1024 ** 2;

/**
 * Reserves a database of this worker, so that its address is known while a file is read. Emptying one costs a tenth of making one.
 * A test that changes the schema, or that relies on statistics, makes one of its own by `createDatabase()`.
 */
export function lendDatabase(): LentDatabase {
  const used = idle.pop();
  const name = used ?? databaseName();
  const url = databaseUrl(testServerUrl(), name);
  return {
    url,
    async prepare() {
      if (used === undefined) await createDatabase(name);
      else await emptyDatabase(name);
    },
    giveBack: async () => void idle.push(name),
  };
}

/** A lent database, ready for use. `drop` gives it back. */
export async function borrowDatabase(): Promise<TestDatabase> {
  const lent = lendDatabase();
  await lent.prepare();
  return { url: lent.url, name: new URL(lent.url).pathname.slice(1), drop: lent.giveBack };
}

async function emptyDatabase(name: string): Promise<void> {
  const client = await connect(databaseUrl(testServerUrl(), name));
  let bytes = 0;
  try {
    // What another file left open would hold locks.
    await client.query(
      'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
      [name],
    );
    bytes = await emptyTables(client);
  } finally {
    await client.end();
  }
  if (bytes <= MAX_BYTES) return;
  const admin = await connect(testServerUrl());
  try {
    await admin.query(`drop database ${name} with (force)`);
  } finally {
    await admin.end();
  }
  await createDatabase(name);
}

/** Tables whose rows come from migrations. */
const MIGRATED = ['schema_migration', 'schema_lock', 'reserved_url_name', 'fence_epoch'];

/**
 * Deletes all rows that no migration made, also those of other schemas, without triggers.
 * @param kept further tables that keep their rows
 * @returns the size of the database in bytes
 */
export async function emptyTables(client: Client, kept: readonly string[] = []): Promise<number> {
  const { rows } = await client.query<{ tables: string[]; bytes: string }>(
    `select array_agg(format('%I.%I', nspname, relname)) as tables, pg_database_size(current_database()) as bytes
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r' and relpersistence <> 't' and nspname not in ('pg_catalog', 'information_schema')
      and relname <> all($1)`,
    [[...MIGRATED, ...kept]],
  );
  const tables = rows[0]?.tables ?? [];
  const deletes = tables.map((table) => `delete from ${table}`);
  await client.query(`begin; set local session_replication_role = replica; ${deletes.join('; ')}; commit`);
  return Number(rows[0]?.bytes ?? 0);
}
