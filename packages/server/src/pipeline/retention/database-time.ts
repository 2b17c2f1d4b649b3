import { sql } from 'kysely';
import type { TransactionScopes } from '../../db/database.ts';

/**
 * Reads the database's clock, which decides how old rows are, whatever this machine's clock says.
 * @returns a clock in epoch milliseconds that goes on from it
 */
export async function readDatabaseTime(database: Pick<TransactionScopes, 'withSystem'>): Promise<() => number> {
  const { rows } = await database.withSystem((tx) => sql<{ at: Date }>`select clock_timestamp() as at`.execute(tx));
  const [at, started] = [rows[0]?.at.getTime() ?? Number.NaN, performance.now()];
  return () => at + performance.now() - started;
}
