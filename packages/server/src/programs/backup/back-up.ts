import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { bytesOf, createLocalStore, type FileStore, keyOf } from '@switchboard/engine';
import { Kysely, PostgresDialect } from 'kysely';
import type { Client } from 'pg';
import { connect } from '../../db/connect.ts';
import type { Tables } from '../../db/tables.generated.ts';
import { OBJECT_OWNERS, readOwnerRows } from '../../pipeline/verification/ledger-objects.ts';
import { compareObject } from '../../pipeline/verification/verify-store.ts';
import { dumpTable, readSequences, readTables } from './copy-tables.ts';
import { BackupError, type BackupManifest, MANIFEST, OBJECT_FOLDER, OBJECT_LIST, TABLE_FOLDER } from './manifest.ts';

const PAGE = 500;

/** Parts of an installation that are not in a backup, and must be kept apart. */
const NOT_INCLUDED = [
  'the master key (MASTER_KEY, or master.key in DATA_DIR): without it no stored secret can be opened',
  'the settings of the environment',
  'the folders `exports` and `imports` in DATA_DIR, with files that were delivered to and put into folders of accounts',
];

export type BackupOptions = {
  /** The database as its owner. */
  readonly url: string;
  readonly store: FileStore;
  /** New or empty. */
  readonly folder: string;
  /** Copies the objects, too; else only lists them. */
  readonly withObjects: boolean;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly onProgress?: (line: string) => void;
};

export type BackedUp = {
  readonly manifest: BackupManifest;
  /** Keys of objects that the ledger names and the store does not have as they were written. */
  readonly missing: readonly string[];
};

/**
 * Backs up an installation that may be running: all tables as one snapshot sees them, then the objects that those rows name. An
 * object that a snapshot names stays in the store for a day at least.
 * @throws BackupError about the folder, and a login that does not see all rows
 */
export async function backUp(options: BackupOptions): Promise<BackedUp> {
  const { url, onProgress = () => {} } = options;
  const folder = await prepareFolder(options.folder);
  const client = await connect(url);
  try {
    await requireAllRows(client);
    await client.query('begin isolation level repeatable read read only');
    const head = await readHead(client);
    const sequences = await readSequences(client);
    const tables: BackupManifest['tables'] = [];
    for (const table of await readTables(client)) {
      const copied = await dumpTable(client, table, folder);
      tables.push(copied);
      onProgress(`${copied.name}: ${copied.rows} rows`);
    }
    const objects = await listObjects(client, join(folder, OBJECT_LIST));
    await client.query('commit');
    const missing = options.withObjects ? await copyObjects(options, folder, onProgress) : [];
    const manifest: BackupManifest = {
      format: 1,
      created: new Date(options.now()).toISOString(),
      ...head,
      tables,
      sequences,
      objects: { ...objects, copied: options.withObjects },
      notIncluded: NOT_INCLUDED,
    };
    await writeManifest(folder, manifest);
    return { manifest, missing };
  } finally {
    await client.end();
  }
}

async function prepareFolder(folder: string): Promise<string> {
  const path = resolve(folder);
  await mkdir(join(path), { recursive: true, mode: 0o700 });
  if ((await readdir(path)).length > 0)
    throw new BackupError(`${path} is not empty. Name a new folder for each backup.`);
  await mkdir(join(path, TABLE_FOLDER), { mode: 0o700 });
  return path;
}

/** Row-level security is forced on tables of accounts: a login that it binds would back up none of their rows. */
async function requireAllRows(client: Client): Promise<void> {
  const { rows } = await client.query<{ login: string; sees: boolean }>(
    'select rolname as login, rolsuper or rolbypassrls as sees from pg_roles where rolname = current_user',
  );
  if (rows[0]?.sees !== true)
    throw new BackupError(
      `The login ${rows[0]?.login} does not see the rows of accounts. Give it BYPASSRLS for backups, or set DATABASE_OWNER_URL to a login that has it.`,
    );
}

async function readHead(client: Client): Promise<Pick<BackupManifest, 'migration' | 'epoch'>> {
  const { rows } = await client.query<{ migration: number; epoch: string }>(
    'select max(number) as migration, (select epoch::text from fence_epoch) as epoch from schema_migration',
  );
  return { migration: rows[0]?.migration ?? 0, epoch: Number(rows[0]?.epoch ?? 0) };
}

/** Writes a line for each object that rows of the snapshot name. The login itself reads them: one for backups may take on no role. */
async function listObjects(client: Client, path: string): Promise<Omit<BackupManifest['objects'], 'copied'>> {
  const snapshot = queriesOf(client);
  const { rows: accounts } = await client.query<{ id: string }>(
    'select id from account where erased is null order by id',
  );
  const list = await open(path, 'wx', 0o600);
  const hash = createHash('sha256');
  let [count, bytes] = [0, 0];
  try {
    for (const { id } of accounts)
      for (const owner of OBJECT_OWNERS)
        for (let after = ''; ; ) {
          const page = await readOwnerRows(snapshot, owner, id, after, PAGE);
          const last = page.at(-1);
          if (last === undefined) break;
          after = last.id;
          const references = page.flatMap((row) => row.references);
          const lines = references.map((reference) => `${reference}\n`).join('');
          hash.update(lines);
          await list.write(lines);
          count += references.length;
          bytes += references.reduce((total, reference) => total + (bytesOf(reference) ?? 0), 0);
        }
    await list.sync();
  } finally {
    await list.close();
  }
  return { count, bytes, sha256: hash.digest('hex') };
}

/** Builds queries that run in the transaction that a client has open. */
function queriesOf(client: Client): Kysely<Tables> {
  const connection = { query: client.query.bind(client), release: () => undefined };
  return new Kysely({
    dialect: new PostgresDialect({
      pool: { options: {}, connect: async () => connection, end: async () => undefined },
    }),
  });
}

/** The references in the list of objects of a backup. */
export async function* listedObjects(folder: string): AsyncGenerator<string> {
  const lines = createInterface({ input: createReadStream(join(folder, OBJECT_LIST)), crlfDelay: Infinity });
  for await (const line of lines) if (line !== '') yield line;
}

/** Copies the listed objects into the backup, compared with what was written. Returns the keys of those that are not there. */
async function copyObjects(
  { store }: BackupOptions,
  folder: string,
  onProgress: (line: string) => void,
): Promise<readonly string[]> {
  const copies = createLocalStore(join(folder, OBJECT_FOLDER));
  const missing: string[] = [];
  let copied = 0;
  for await (const reference of listedObjects(folder)) {
    const key = keyOf(reference);
    if ((await copies.head(key)) === null && !(await copyObject(store, copies, reference))) {
      missing.push(key);
      continue;
    }
    copied += 1;
    if (copied % 1_000 === 0) onProgress(`${copied} objects`);
  }
  return missing;
}

/**
 * Copies an object, compared with its reference. False when the first store does not have it as it was written.
 * @throws PipelineError when a store does not work
 */
export async function copyObject(from: FileStore, to: FileStore, reference: string): Promise<boolean> {
  try {
    await to.put(keyOf(reference), await from.open(reference));
    return true;
  } catch (error) {
    if ((await compareObject({ store: from, content: true }, reference)) === null) throw error;
    return false;
  }
}

async function writeManifest(folder: string, manifest: BackupManifest): Promise<void> {
  const growing = join(folder, `${MANIFEST}.part`);
  const file = createWriteStream(growing, { mode: 0o600, flush: true });
  await new Promise<void>((done, fail) => {
    file.on('error', fail).on('close', done);
    file.end(`${JSON.stringify(manifest, null, 2)}\n`);
  });
  await rename(growing, join(folder, MANIFEST));
}
