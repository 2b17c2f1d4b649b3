import { type Client, DatabaseError } from 'pg';
import { connect, DatabaseSetupError } from './connect.ts';
import { type AppliedMigration, type Migration, nextMigration, readMigrations } from './migrations.ts';
import { ensureRoles } from './roles.ts';

const OLDEST_SERVER = 180_000;

export type MigrateOptions = {
  readonly url: string;
  readonly migrations?: readonly Migration[];
  readonly log?: (line: string) => void;
};

/**
 * Brings a database up to this program's schema: each missing migration in a transaction of its own, by one program at a
 * time. Answers the names of those that were run.
 * @throws DatabaseSetupError when the database is unreachable, too old, newer than the program, or was changed by hand
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const { url, migrations = readMigrations(), log = () => {} } = options;
  const client = await connect(url);
  try {
    await checkServer(client);
    await ensureRoles(client).catch(explainMissingRight);
    await ensureLedger(client);
    const done: string[] = [];
    let isNew = false;
    const announce = (name: string, applied: number): void => {
      if (applied === 0) log(`Creating the database: ${migrations.length} migrations`);
      isNew ||= applied === 0;
      if (!isNew) log(`Migrating the database: ${name}`);
    };
    for (;;) {
      const name = await step(client, migrations, announce);
      if (name === null) return done;
      done.push(name);
    }
  } finally {
    await client.end();
  }
}

/** PostgreSQL's code for what a login may not do. */
const NOT_PERMITTED = '42501';

/** @throws DatabaseSetupError for a login that may not create roles, else the error itself */
function explainMissingRight(error: unknown): never {
  if (!(error instanceof DatabaseError && error.code === NOT_PERMITTED)) throw error;
  throw new DatabaseSetupError(
    `The login that migrates the database may not create roles: ${error.message}. Run ALTER ROLE … CREATEROLE as a superuser.`,
    { cause: error },
  );
}

async function checkServer(client: Client): Promise<void> {
  const { rows } = await client.query<{ number: number; text: string }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as text`,
  );
  const version = rows[0];
  if (version !== undefined && version.number >= OLDEST_SERVER) return;
  throw new DatabaseSetupError(`The database is PostgreSQL ${version?.text}; Switchboard needs 18 or newer.`);
}

/**
 * Creates the table of applied migrations under a lock: `create table if not exists` checks and creates in two steps, so that
 * one of two programs that start at once would fail.
 */
async function ensureLedger(client: Client): Promise<void> {
  await client.query(`do $$ begin
    perform pg_advisory_xact_lock(hashtextextended('schema', 0));
    create table if not exists schema_migration (
      number integer primary key, name text not null, checksum text not null, applied timestamptz not null default now());
    create table if not exists schema_lock (id integer primary key check (id = 1));
    insert into schema_lock values (1) on conflict do nothing;
  end $$`);
}

async function step(
  client: Client,
  migrations: readonly Migration[],
  announce: (name: string, applied: number) => void,
): Promise<string | null> {
  await client.query('begin');
  try {
    await client.query('select from schema_lock where id = 1 for update');
    const { rows } = await client.query<AppliedMigration>(
      'select number, name, checksum from schema_migration order by number',
    );
    const plan = nextMigration(migrations, rows);
    if ('refusal' in plan) throw new DatabaseSetupError(plan.refusal);
    const { next } = plan;
    if (next === undefined) {
      await client.query('commit');
      return null;
    }
    announce(next.name, rows.length);
    await client.query(next.sql);
    await client.query('insert into schema_migration (number, name, checksum) values ($1, $2, $3)', [
      next.number,
      next.name,
      next.checksum,
    ]);
    await client.query('commit');
    return next.name;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}
