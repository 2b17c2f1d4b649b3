import type { FileStore, StoredObject } from '@switchboard/engine';
import { DAY_MS } from '@switchboard/model/schedule/schedule';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Database } from '../../db/database.ts';
import { namedObjects } from './named-objects.ts';

const BATCH = 200;
/** Age in milliseconds from which on an object without a row is left over: no attempt writes for so long before it commits. */
export const LEFT_OVER_MS = 7 * DAY_MS;

export type SweepOptions = {
  readonly database: Database;
  readonly store: FileStore;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Only reports them. */
  readonly isDryRun: boolean;
  readonly onLeftOver?: (object: StoredObject) => void;
};

/**
 * Removes the objects of an account that no row names: what attempts left that were killed or superseded, and former versions of
 * kept tables. Interrupted, the next sweep finds what is left.
 */
export async function sweepAccount(
  options: SweepOptions,
  accountId: string,
): Promise<{ readonly count: number; readonly bytes: number }> {
  const { database, store, now, isDryRun, onLeftOver } = options;
  const before = now() - LEFT_OVER_MS;
  let [count, bytes] = [0, 0];
  const settle = async (batch: readonly StoredObject[]): Promise<void> => {
    const keys = batch.map(({ key }) => key);
    const named = await database.withSystem((tx) => namedObjects(tx, accountId, keys));
    for (const object of batch) {
      if (named.has(object.key)) continue;
      onLeftOver?.(object);
      if (!isDryRun) await store.remove(object.key);
      count += 1;
      bytes += object.bytes;
    }
  };
  let batch: StoredObject[] = [];
  for await (const object of store.list(`acct/${accountId}/`)) {
    if (object.modifiedAt >= before) continue;
    batch.push(object);
    if (batch.length < BATCH) continue;
    await settle(batch);
    batch = [];
  }
  if (batch.length > 0) await settle(batch);
  if (count > 0 && !isDryRun)
    await database.withSystem((tx) =>
      recordAudit(tx, {
        kind: 'data_pruned',
        accountId,
        actor: { kind: 'system' },
        after: { kind: 'objects that no run names', count, bytes },
      }),
    );
  return { count, bytes };
}
