import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { createLocalStore, type FileStore, keyOf } from '@switchboard/engine';
import type { Client } from 'pg';
import { connect } from '../../db/connect.ts';
import { migrate } from '../../db/migrate.ts';
import { readMigrations } from '../../db/migrations.ts';
import { copyObject, listedObjects } from './back-up.ts';
import { addArchiveMonths, loadTable, setSequences, withoutConstraints } from './copy-tables.ts';
import { BackupError, type BackupManifest, OBJECT_FOLDER, readManifest } from './manifest.ts';

/** Names the backup that a store is being filled from. */
const MARK = 'restore/backup';

export type RestoreOptions = {
  /** An empty database, as its owner. */
  readonly url: string;
  /** Empty, unless the backup only lists the objects: then the one that has them. */
  readonly store: FileStore;
  readonly folder: string;
  readonly onProgress?: (line: string) => void;
};

export type Restored = {
  readonly manifest: BackupManifest;
  /** The fence epoch that the restored database begins. */
  readonly epoch: number;
  /** Keys of objects that the rows name and the store does not have as they were written. */
  readonly missing: readonly string[];
};

/**
 * Restores a backup into an empty database and an empty store. Interrupted, it goes on when it is called again with the same backup:
 * the rows come last, in one transaction. The restored database begins a new fence epoch.
 * @throws BackupError when the backup is not whole, of a later version, or the target is not empty
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { url, onProgress = () => {} } = options;
  const folder = resolve(options.folder);
  const manifest = readManifest(folder);
  const migrations = readMigrations().filter(({ number }) => number <= manifest.migration);
  if (migrations.at(-1)?.number !== manifest.migration)
    throw new BackupError(
      `The backup is of a later version: its database has migration ${manifest.migration}. Restore it with that version.`,
    );
  await requireList(folder, manifest);
  await requireEmptyDatabase(url);
  const missing = await restoreObjects(options.store, folder, manifest, onProgress);
  await migrate({ url, migrations, log: onProgress });
  const client = await connect(url);
  let epoch: number;
  try {
    epoch = await loadRows(client, folder, manifest, onProgress);
  } finally {
    await client.end();
  }
  await migrate({ url, log: onProgress });
  await options.store.remove(MARK);
  return { manifest, epoch, missing };
}

async function requireList(folder: string, { objects }: BackupManifest): Promise<void> {
  const hash = createHash('sha256');
  for await (const reference of listedObjects(folder)) hash.update(`${reference}\n`);
  if (hash.digest('hex') !== objects.sha256)
    throw new BackupError('The list of objects is not the one of the manifest. Use a whole copy of the backup.');
}

async function requireEmptyDatabase(url: string): Promise<void> {
  const client = await connect(url);
  try {
    const { rows } = await client.query<{ migrated: boolean }>(
      `select to_regclass('public.account') is not null as migrated`,
    );
    if (rows[0]?.migrated !== true) return;
    if ((await countPeople(client)) > 0)
      throw new BackupError('The database is not empty. Restore into a new database, or a new DATA_DIR.');
  } finally {
    await client.end();
  }
}

/** People and accounts in the database, whatever row-level security shows. */
async function countPeople(client: Client): Promise<number> {
  await client.query('begin; set local role switchboard_engine');
  try {
    const { rows } = await client.query<{ count: number }>(
      'select (select count(*) from account)::int + (select count(*) from person)::int as count',
    );
    return rows[0]?.count ?? 0;
  } finally {
    await client.query('rollback');
  }
}

/** Returns the keys of objects that are missing or damaged in the backup: all others are restored. */
async function restoreObjects(
  store: FileStore,
  folder: string,
  { created, objects }: BackupManifest,
  onProgress: (line: string) => void,
): Promise<readonly string[]> {
  const missing: string[] = [];
  if (!objects.copied) {
    for await (const reference of listedObjects(folder))
      if ((await store.head(reference)) === null) missing.push(keyOf(reference));
    return missing;
  }
  await requireEmptyStore(store, `${created} ${objects.sha256}`);
  const copies = createLocalStore(join(folder, OBJECT_FOLDER));
  let restored = 0;
  for await (const reference of listedObjects(folder)) {
    const key = keyOf(reference);
    const copy = await copies.head(reference);
    const isThere = copy !== null && (await store.head(key))?.bytes === copy.bytes;
    if (!isThere && !(await copyObject(copies, store, reference))) {
      missing.push(key);
      continue;
    }
    restored += 1;
    if (restored % 1_000 === 0) onProgress(`${restored} objects`);
  }
  return missing;
}

/** A store that a restore of the same backup has begun to fill counts as empty. */
async function requireEmptyStore(store: FileStore, backup: string): Promise<void> {
  if ((await store.head(MARK)) !== null) {
    const begun: Buffer[] = [];
    for await (const chunk of await store.open(MARK)) begun.push(chunk as Buffer);
    if (Buffer.concat(begun).toString() === backup) return;
  }
  for await (const { key } of store.list('acct/'))
    throw new BackupError(`The store is not empty: it has ${key}. Restore into an empty one.`);
  await store.put(MARK, Readable.from([backup]));
}

async function loadRows(
  client: Client,
  folder: string,
  manifest: BackupManifest,
  onProgress: (line: string) => void,
): Promise<number> {
  await client.query('begin');
  try {
    await addArchiveMonths(client, manifest.tables);
    await withoutConstraints(client, async () => {
      for (const { name } of manifest.tables) {
        const table = name.split('.').map((part) => client.escapeIdentifier(part));
        await client.query(`truncate ${table.join('.')}`);
      }
      for (const table of manifest.tables) {
        await loadTable(client, table, folder);
        onProgress(`${table.name}: ${table.rows} rows`);
      }
    });
    await setSequences(client, manifest.sequences);
    const { rows } = await client.query<{ epoch: string }>('select current_fence_epoch()::text as epoch');
    const epoch = Number(rows[0]?.epoch ?? 0);
    if (epoch <= manifest.epoch)
      throw new BackupError('The database has the same history as the backup. Use a new one.');
    await client.query('commit');
    return epoch;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}
