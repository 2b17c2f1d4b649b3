import type { FileStore } from '@switchboard/engine';
import type { Retention } from '@switchboard/model/kept/retention';
import { DAY_MS } from '@switchboard/model/schedule/schedule';
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { repeat } from '../../queue/repeat.ts';
import { requireStore } from '../state/store-owner.ts';
import { dropExpiredMonths } from './archive-months.ts';
import { removeExpiredObjects } from './expired-objects.ts';
import { pruneAccount } from './prune-account.ts';
import { sweepAccount } from './sweep-store.ts';

/** Milliseconds between two rounds. */
const HOUR = 3_600_000;
/** A round that lies farther ahead, in milliseconds, was recorded by a wrong clock. */
const AHEAD = HOUR;
/** Milliseconds between two rounds of one account. */
const EVERY = { pruned: DAY_MS, swept: 7 * DAY_MS } as const;

export type PruneJobOptions = {
  readonly database: Database;
  readonly store: FileStore;
  readonly retention: Retention;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
};

/** Prunes each account once a day, and compares its objects with its rows once a week. */
export function startPruneJob(options: PruneJobOptions, interval = HOUR): { stop(): Promise<void> } {
  const isStopped = new AbortController();
  const job = repeat(interval, () => pruneDueAccounts(options, isStopped.signal), options.onError);
  return {
    stop: () => {
      isStopped.abort();
      return job.stop();
    },
  };
}

/**
 * Prunes the accounts that are due, each by one program, and drops the months of the archive that have come. One that fails keeps no
 * other from it.
 */
export async function pruneDueAccounts(options: PruneJobOptions, signal?: AbortSignal): Promise<void> {
  const { database, store, now, onError } = options;
  const stopped = async (): Promise<void> => signal?.throwIfAborted();
  const work = {
    pruned: async (accountId: string) => {
      await pruneAccount({ ...options, onStep: stopped }, accountId);
      await requireStore(database, store);
      await removeExpiredObjects(options, accountId);
    },
    swept: async (accountId: string) => {
      await requireStore(database, store);
      await sweepAccount({ database, store, now, isDryRun: false }, accountId);
    },
  };
  for (const kind of ['pruned', 'swept'] as const)
    for (;;) {
      if (signal?.aborted === true) return;
      const accountId = await takeAccount(database, kind, now());
      if (accountId === null) break;
      await work[kind](accountId).catch((error: unknown) => {
        if (signal?.aborted !== true) onError(error);
      });
    }
  await dropExpiredMonths(options, signal).catch((error: unknown) => {
    if (signal?.aborted !== true) onError(error);
  });
}

/** An account that is due, which no other program takes in this period. Null: none is. */
async function takeAccount(database: Database, kind: keyof typeof EVERY, now: number): Promise<string | null> {
  const column = sql.ref(kind);
  const isDue = (of: string) => sql`coalesce(
    ${sql.ref(`${of}.${kind}`)} <= ${new Date(now - EVERY[kind])} or ${sql.ref(`${of}.${kind}`)} > ${new Date(now + AHEAD)}, true)`;
  const { rows } = await database.withSystem((tx) =>
    sql<{ account_id: string }>`
      insert into account_pruning as p (account_id, ${column})
      select a.id, ${new Date(now)} from account a left join account_pruning known on known.account_id = a.id
      where a.erasure_started is null and ${isDue('known')}
      order by ${sql.ref(`known.${kind}`)} nulls first, a.id limit 1
      on conflict (account_id) do update set ${column} = excluded.${column}
        where ${isDue('p')}
      returning account_id`.execute(tx),
  );
  return rows[0]?.account_id ?? null;
}
