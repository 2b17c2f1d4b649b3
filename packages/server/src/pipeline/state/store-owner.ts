import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FileStore } from '@switchboard/engine';
import { sql } from 'kysely';
import type { Database, Tx } from '../../db/database.ts';

const OTHER_OWNER =
  'Another history of the database swept this store, so nothing was removed from it. If no other installation uses it, run `switchboard prune`.';

/** The object that names the database history which sweeps the store. */
const OWNER = 'sweep/owner';

/**
 * Whether this database's history sweeps the store: a restored copy has another history, and objects of the original have no rows in
 * it. The first to ask owns a store without an owner.
 */
export async function ownsStore(database: Database, store: FileStore): Promise<boolean> {
  if ((await store.head(OWNER)) === null) await takeStore(database, store);
  return (await buffer(await store.open(OWNER))).toString() === (await historyOf(database));
}

/** @throws Error when another history of the database sweeps the store: what this one does not know may be the other's */
export async function requireStore(database: Database, store: FileStore): Promise<void> {
  if (!(await ownsStore(database, store))) throw new Error(OTHER_OWNER);
}

/** Makes this database's history the owner of the store. */
export async function takeStore(database: Database, store: FileStore): Promise<void> {
  await store.put(OWNER, Readable.from([await historyOf(database)]));
}

const historyOf = (database: Database): Promise<string> => database.withSystem(readHistory);

async function readHistory(tx: Tx): Promise<string> {
  const { rows } = await sql<{ epoch: string }>`select current_fence_epoch()::text as epoch`.execute(tx);
  return `epoch ${rows[0]?.epoch}`;
}

/** Whether another history of the database sweeps the store. Changes nothing. */
export async function isStoreOfOther(tx: Tx, store: FileStore): Promise<boolean> {
  if ((await store.head(OWNER)) === null) return false;
  return (await buffer(await store.open(OWNER))).toString() !== (await readHistory(tx));
}
