import type { FileStore, StoredObject } from '@switchboard/engine';
import type { Retention } from '@switchboard/model/kept/retention';
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { takeStore } from '../state/store-owner.ts';
import { dropExpiredMonths } from './archive-months.ts';
import { removeExpiredObjects } from './expired-objects.ts';
import { countExpired, type Pruned, type PrunedKinds, pruneAccount } from './prune-account.ts';
import { sweepAccount } from './sweep-store.ts';

export type PruneRequest = {
  readonly database: Database;
  readonly store: FileStore;
  readonly retention: Retention;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** The account's name in addresses; null for all accounts. */
  readonly account: string | null;
  /** Only counts. */
  readonly isDryRun: boolean;
  readonly onLeftOver?: (object: StoredObject) => void;
};

export type PrunedAccount = {
  /** Its name in addresses. */
  readonly account: string;
  /** Kinds without a limit are absent. */
  readonly kinds: PrunedKinds;
  /** Objects of runs that were pruned a day ago or earlier, which left the store now; of a dry run none. */
  readonly removed: Pruned;
  /** Objects that no run names. */
  readonly leftOver: Pruned;
};

/**
 * Prunes accounts and compares their objects with their rows, one after the other, then drops the months of the archive that have come.
 * Accounts that are being erased are left out.
 */
export async function* pruneInstallation(request: PruneRequest): AsyncGenerator<PrunedAccount> {
  const { database, store, account, isDryRun } = request;
  for (let after = ''; ; ) {
    const next = await database.withSystem(async (tx) => {
      const { rows } = await sql<{ id: string; url_name: string }>`
        select id, url_name from account
        where erasure_started is null and url_name > ${after} and (${account}::text is null or url_name = ${account})
        order by url_name limit 1`.execute(tx);
      return rows[0];
    });
    if (next === undefined) break;
    // A person says so by running it.
    if (!isDryRun && after === '') await takeStore(database, store);
    after = next.url_name;
    yield {
      account: next.url_name,
      kinds: await (isDryRun ? countExpired(request, next.id) : pruneAccount(request, next.id)),
      removed: isDryRun ? { count: 0, bytes: 0 } : await removeExpiredObjects(request, next.id),
      leftOver: await sweepAccount(request, next.id),
    };
  }
  if (!isDryRun) await dropExpiredMonths(request);
}
