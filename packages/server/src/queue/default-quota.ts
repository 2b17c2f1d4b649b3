import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

/** Units of an account, and of each of its keys, that may run at once where it has no limits of its own. */
export type DefaultQuota = {
  readonly account: number;
  readonly key: number;
};

/** Stores the defaults of the installation, by which workers decide and people are shown why units wait. */
export async function setDefaultQuota(database: Database, { account, key }: DefaultQuota): Promise<void> {
  await database.withSystem((tx) =>
    sql`update queue.default_quota set account_running = ${account}, key_running = ${key}
        where (account_running, key_running) <> (${account}::integer, ${key}::integer)`.execute(tx),
  );
}
