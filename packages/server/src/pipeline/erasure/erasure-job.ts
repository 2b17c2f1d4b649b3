import { sql } from 'kysely';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Database, Tx } from '../../db/database.ts';
import { beginAccountErasure } from '../../identity/accounts/store-account.ts';
import { repeat } from '../../queue/repeat.ts';
import { requireStore } from '../state/store-owner.ts';
import { readAccountTables } from './account-tables.ts';
import { type ErasureOptions, eraseAccount, removeLateWrites } from './erase-account.ts';

/** Milliseconds between two rounds: an administrator who begins an erasure waits for it. */
const INTERVAL = 3_000;
/** Milliseconds between two rounds that go through each table and folder of the accounts erased lately. */
const LATE_INTERVAL = 60_000;
const DAY_MS = 86_400_000;

export type ErasureJobOptions = ErasureOptions & {
  /** Days after which a deactivated account is erased; null: only when an administrator says so. */
  readonly afterDays: number | null;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
};

/** Erases accounts whose erasure an administrator began, and deactivated ones after their days. */
export function startErasureJob(options: ErasureJobOptions, interval = INTERVAL): { stop(): Promise<void> } {
  const erasure = repeat(interval, () => eraseDueAccounts(options), options.onError);
  const late = repeat(LATE_INTERVAL, () => eraseLateWrites(options), options.onError);
  return {
    async stop() {
      await Promise.all([erasure.stop(), late.stop()]);
    },
  };
}

/** Begins the erasure of accounts that are due, and goes on with each that has begun. One that fails keeps no other from it. */
export async function eraseDueAccounts(options: ErasureJobOptions): Promise<void> {
  const { database, afterDays, now, onError } = options;
  if (afterDays !== null) await beginDue(database, new Date(now() - afterDays * DAY_MS));
  const { rows } = await database.withSystem((tx) =>
    sql<{ id: string }>`
      select id from account where erasure_started is not null and erased is null order by erasure_started, id`.execute(
      tx,
    ),
  );
  if (rows.length === 0) return;
  // The files of a copied database are those of the original.
  await requireStore(database, options.store);
  for (const { id } of rows) await eraseAccount(options, id).catch(onError);
}

/** Removes what was written late to the accounts that were erased within the last hour. One that fails keeps no other from it. */
export async function eraseLateWrites(options: ErasureJobOptions): Promise<void> {
  const { database, onError } = options;
  const late = await database.withSystem(erasedLately);
  if (late.length === 0) return;
  await requireStore(database, options.store);
  const tables = await database.withSystem(readAccountTables);
  for (const id of late) await removeLateWrites({ ...options, tables }, id).catch(onError);
}

/**
 * Ids of the accounts that were erased within the last hour. A request that was under way may still add rows, and an attempt that had
 * stalled when its lease ended may write a file.
 */
async function erasedLately(tx: Tx): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from account where erased > now() - interval '1 hour' order by erased, id`.execute(tx);
  return rows.map(({ id }) => id);
}

async function beginDue(database: Database, before: Date): Promise<void> {
  const { rows } = await database.withSystem((tx) => dueAccounts(tx, before));
  for (const { id } of rows)
    await database.withSystem(async (tx) => {
      if (await beginAccountErasure(tx, id, { by: null, deactivatedBefore: before }))
        await recordAudit(tx, { kind: 'account_erasure_started', accountId: id, actor: { kind: 'system' } });
    });
}

const dueAccounts = (tx: Tx, before: Date) =>
  sql<{ id: string }>`
    select id from account
    where status = 'deactivated' and erasure_started is null and deactivated_on <= ${before} order by deactivated_on, id`.execute(
    tx,
  );
