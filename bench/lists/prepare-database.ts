import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { countChangedDays } from '@switchboard/server/count-changed-days';
import { openDatabase } from '@switchboard/server/database';
import { startEmbeddedPostgres } from '@switchboard/server/embedded';
import { migrate } from '@switchboard/server/migrate';
import { readMigrations } from '@switchboard/server/migrations';
import { addPerson, type BuiltAccount, buildAccount } from '@switchboard/server/testing';
import pg from 'pg';
import { fillAccount } from './fill-account.ts';

const TABLES = ['download', 'upload', 'event'];

export type FilledDatabase = {
  readonly url: string;
  readonly big: BuiltAccount;
  readonly small: BuiltAccount;
  /** May view both accounts; has the password of test people. */
  readonly email: string;
  stop(): Promise<void>;
};

/** Downloads of the two accounts, and the days that their histories span. */
type Histories = { readonly rows: number; readonly small: number; readonly days: number };

type Prepared = Pick<FilledDatabase, 'big' | 'small' | 'email'>;

/**
 * The product's own database with a large and a small account. A folder that was filled before is used again.
 * @param options.keep whether the folder stays
 */
export async function prepareDatabase(
  folder: string,
  options: Histories & { readonly keep: boolean },
  say: (line: string) => void,
): Promise<FilledDatabase> {
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  const marker = join(folder, 'prepared.json');
  const postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), log: () => undefined });
  const stop = async (): Promise<void> => {
    await postgres.stop();
    if (!options.keep) rmSync(folder, { recursive: true, force: true });
  };
  try {
    await migrate({ url: postgres.url, migrations: readMigrations() });
    if (!existsSync(marker)) {
      writeFileSync(marker, JSON.stringify(await fill(postgres.url, options, say)));
    }
    return { ...(JSON.parse(readFileSync(marker, 'utf8')) as Prepared), url: postgres.url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function fill(url: string, { rows, small, days }: Histories, say: (line: string) => void): Promise<Prepared> {
  const database = openDatabase({ url });
  const accounts = { big: await buildAccount(database), small: await buildAccount(database) };
  const email = 'bench@test.test';
  const ids = [accounts.big.accountId, accounts.small.accountId];
  await addPerson(database, { email, roles: Object.fromEntries(ids.map((id) => [id, ['viewer']])) });
  await database.close();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`set session_replication_role = replica; set synchronous_commit = off;
      set maintenance_work_mem = '1GB'; set max_parallel_maintenance_workers = 2`);
    const restore = await dropIndexes(client);
    await fillAccount(client, { ...accounts.small, rows: small, days }, () => undefined);
    await fillAccount(client, { ...accounts.big, rows, days }, say);
    for (const statement of restore) await client.query(statement);
    say('built the indexes');
    await client.query(`set session_replication_role = origin`);
    for (const [transfer, name] of [
      ['download', 'source'],
      ['upload', 'name'],
    ]) {
      await client.query(
        `insert into journal_change (account_id, transfer, day_of, name, day)
         select distinct account_id, '${transfer}', of.day_of, ${name}, of.day from ${transfer}
         cross join lateral (values ('report', report_date), ('finish', finished_day)) as of (day_of, day)
         where purpose = 'production' and of.day is not null order by of.day desc`,
      );
    }
    for (const table of TABLES) await client.query(`vacuum (analyze) ${table}`);
    await client.query('vacuum (analyze) download_declaration, upload_declaration');
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
  const counting = openDatabase({ url });
  while (await countChangedDays(counting));
  await counting.close();
  say('counted the days');
  return { ...accounts, email };
}

/** Removes the indexes and unique constraints of the filled tables, except their primary keys. Returns what restores them. */
async function dropIndexes(client: pg.Client): Promise<readonly string[]> {
  const constraints = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'u' and conrelid::regclass::text = any($1)`,
    [TABLES],
  );
  for (const { table, name } of constraints.rows) await client.query(`alter table ${table} drop constraint ${name}`);
  const indexes = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid::regclass::text = any($1) and not indisprimary`,
    [TABLES],
  );
  for (const { name } of indexes.rows) await client.query(`drop index ${name}`);
  return [
    ...indexes.rows.map(({ definition }) => definition),
    ...constraints.rows.map(
      ({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`,
    ),
  ];
}

/** Bytes of each filled table with its indexes, and of the whole database. */
export async function sizesOf(url: string): Promise<readonly { readonly name: string; readonly bytes: number }[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; bytes: string }>(
      `select name, pg_total_relation_size(name::regclass)::text as bytes from unnest($1::text[]) as name
       union all select 'database', pg_database_size(current_database())::text`,
      [TABLES],
    );
    return rows.map(({ name, bytes }) => ({ name, bytes: Number(bytes) }));
  } finally {
    await client.end();
  }
}
