import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { BackupError, type BackupManifest, TABLE_FOLDER } from './manifest.ts';

type Table = { readonly name: string; readonly columns: readonly string[] };
type CopiedTable = BackupManifest['tables'][number];

/** Written by migrations. */
const OF_SCHEMA = ['public.schema_migration', 'public.schema_lock'];

/** Every table with rows of the installation, and the columns that are stored as they are given. */
export async function readTables(client: Client): Promise<readonly Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname || '.' || c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
      where n.nspname in ('public', 'queue', 'archive') and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
        and a.attgenerated = '' and n.nspname || '.' || c.relname <> all($1)
      group by 1 order by 1`,
    [OF_SCHEMA],
  );
  return rows;
}

const quoted = (client: Client, { name, columns }: Table): string => {
  const table = name.split('.').map((part) => client.escapeIdentifier(part));
  return `${table.join('.')} (${columns.map((column) => client.escapeIdentifier(column)).join(', ')})`;
};

/** Passes bytes through, and knows their SHA-256 once they have ended. */
function hashing(): { readonly stream: Transform; readonly digest: () => string } {
  const hash = createHash('sha256');
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { stream, digest: () => hash.digest('hex') };
}

const fileOf = (folder: string, name: string): string => join(folder, TABLE_FOLDER, `${name}.gz`);

/** Copies the rows of a table into the folder of a backup, as the transaction of the client sees them. */
export async function dumpTable(client: Client, table: Table, folder: string): Promise<CopiedTable> {
  const rows = client.query(copyTo(`copy ${quoted(client, table)} to stdout`));
  const { stream, digest } = hashing();
  await pipeline(
    rows,
    stream,
    createGzip({ level: 1 }),
    createWriteStream(fileOf(folder, table.name), { mode: 0o600 }),
  );
  return { name: table.name, columns: [...table.columns], rows: rows.rowCount ?? 0, sha256: digest() };
}

/** Copies the rows of a backup into a table. @throws BackupError when the file is not the one of the manifest */
export async function loadTable(client: Client, table: CopiedTable, folder: string): Promise<void> {
  const { stream, digest } = hashing();
  const rows = client.query(copyFrom(`copy ${quoted(client, table)} from stdin`));
  await pipeline(createReadStream(fileOf(folder, table.name)), createGunzip(), stream, rows);
  if (digest() !== table.sha256 || rows.rowCount !== table.rows)
    throw new BackupError(`The rows of ${table.name} are not those of the manifest. Use a whole copy of the backup.`);
}

/** Makes the months of the archive that a backup has rows of. */
export async function addArchiveMonths(client: Client, tables: readonly CopiedTable[]): Promise<void> {
  for (const { name } of tables) {
    const [, year, month] = /^archive\.unit_(\d{4})_(\d\d)$/.exec(name) ?? [];
    if (year !== undefined) await client.query('select add_archive_month($1::date)', [`${year}-${month}-01`]);
  }
}

/** The next values of sequences. @returns the last value that each gave; without those that gave none */
export async function readSequences(client: Client): Promise<BackupManifest['sequences']> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select schemaname || '.' || sequencename as name, last_value::text as value from pg_sequences
      where schemaname in ('public', 'queue') and last_value is not null order by 1`,
  );
  return rows;
}

export async function setSequences(client: Client, sequences: BackupManifest['sequences']): Promise<void> {
  for (const { name, value } of sequences) await client.query('select setval($1::regclass, $2::bigint)', [name, value]);
}

/**
 * Runs work while rows may come in any order: without foreign keys, triggers and forced row-level security, which are there again
 * after it. The keys are checked then. In the caller's transaction.
 */
export async function withoutConstraints(client: Client, work: () => Promise<void>): Promise<void> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace in ('public'::regnamespace, 'queue'::regnamespace)
        and conparentid = 0`,
  );
  const { rows: tables } = await client.query<{ name: string; forced: boolean }>(
    `select oid::regclass::text as name, relforcerowsecurity as forced from pg_class
      where relkind = 'r' and relnamespace in ('public'::regnamespace, 'queue'::regnamespace)`,
  );
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { name, forced } of tables) {
    await client.query(`alter table ${name} disable trigger user`);
    if (forced) await client.query(`alter table ${name} no force row level security`);
  }
  await work();
  for (const { name, forced } of tables) {
    await client.query(`alter table ${name} enable trigger user`);
    if (forced) await client.query(`alter table ${name} force row level security`);
  }
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
}
