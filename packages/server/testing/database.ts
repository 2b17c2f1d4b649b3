import { createHash, randomUUID } from 'node:crypto';
import { connect } from '../src/db/connect.ts';
import { migrate } from '../src/db/migrate.ts';
import { type Migration, readMigrations } from '../src/db/migrations.ts';

/** A migrated database of a test file's own, on the run's PostgreSQL. */
export type TestDatabase = { readonly url: string; readonly name: string; drop(): Promise<void> };

/** Any number; all programs that make the template agree on it. */
const TEMPLATE_LOCK = 7_310_552;

/** The name of a database that no other test uses. */
export const databaseName = (): string => `test_${randomUUID().replaceAll('-', '')}`;

/** One short name for a whole set of migrations. */
function fingerprint(migrations: readonly Migration[]): string {
  const checksums = migrations.map(({ checksum }) => checksum).join();
  return createHash('sha256').update(checksums).digest('hex').slice(0, 16);
}

/** A fresh, migrated database, copied from a template that is made once for each set of migrations. */
export async function createDatabase(name = databaseName()): Promise<TestDatabase> {
  const server = testServerUrl();
  const migrations = readMigrations();
  const template = `template_${fingerprint(migrations)}`;
  const admin = await connect(server);
  try {
    await admin.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rowCount } = await admin.query('select from pg_database where datname = $1 and datistemplate', [template]);
    if (rowCount === 0) {
      // Without the template mark it is what an interrupted run left behind.
      await admin.query(`drop database if exists ${template} with (force)`);
      await admin.query(`create database ${template}`);
      await migrate({ url: databaseUrl(server, template), migrations });
      await admin.query(`alter database ${template} is_template true`);
    }
    await admin.query(`create database ${name} template ${template} strategy file_copy`);
  } finally {
    await admin.end();
  }
  return { url: databaseUrl(server, name), name, drop: () => drop(server, name) };
}

/** A copy of a database as it is now, as a backup is: programs that use it are disconnected for a moment. */
export async function copyDatabase(url: string): Promise<TestDatabase> {
  const server = testServerUrl();
  const name = databaseName();
  const source = new URL(url).pathname.slice(1);
  const admin = await connect(server);
  try {
    await admin.query(`alter database ${source} allow_connections false`);
    await admin.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1', [source]);
    await admin.query(`create database ${name} template ${source} strategy file_copy`);
  } finally {
    await admin.query(`alter database ${source} allow_connections true`);
    await admin.end();
  }
  return { url: databaseUrl(server, name), name, drop: () => drop(server, name) };
}

/** The superuser's URL of the PostgreSQL that this test run started. */
export function testServerUrl(): string {
  const url = process.env['TEST_POSTGRES_URL'];
  if (url === undefined) throw new Error('TEST_POSTGRES_URL is not set: run the tests through vitest.');
  return url;
}

/** The same server and user, another database. */
export function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs one statement on a connection of its own, past row-level security. */
export async function queryAsSuperuser<T extends object>(
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<T[]> {
  const client = await connect(url);
  try {
    return (await client.query<T>(text, [...values])).rows;
  } finally {
    await client.end();
  }
}

/**
 * Adds rows that only their number counts of: the tables that triggers keep do not know them. The database is the test's own.
 */
export async function withoutTriggers(url: string, tables: readonly string[], add: () => Promise<void>): Promise<void> {
  const each = (change: string): string =>
    tables.map((table) => `alter table ${table} ${change} trigger user`).join('; ');
  await queryAsSuperuser(url, each('disable'));
  await add();
  await queryAsSuperuser(url, each('enable'));
}

async function drop(server: string, name: string): Promise<void> {
  await queryAsSuperuser(server, `drop database if exists ${name} with (force)`);
}
