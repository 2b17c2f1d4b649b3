import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FileStore } from '@switchboard/engine';
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';

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

/** Makes this database's history the owner of the store. */
export async function takeStore(database: Database, store: FileStore): Promise<void> {
  await store.put(OWNER, Readable.from([await historyOf(database)]));
}

async function historyOf(database: Database): Promise<string> {
  const { rows } = await database.withSystem((tx) =>
    sql<{ epoch: string }>`select current_fence_epoch()::text as epoch`.execute(tx),
  );
  return `epoch ${rows[0]?.epoch}`;
}
