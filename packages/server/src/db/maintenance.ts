import type { Database, TransactionScopes } from './database.ts';

/** Since when the installation is in maintenance; null when it is not. */
export function readMaintenance(database: Pick<TransactionScopes, 'withSystem'>): Promise<Date | null> {
  return database.withSystem(async (tx) => {
    const row = await tx.selectFrom('maintenance').select('since').executeTakeFirst();
    return row?.since ?? null;
  });
}

/** Begins maintenance; one that has begun already goes on. Answers since when. */
export function startMaintenance(database: Database): Promise<Date> {
  return database.withSystem(async (tx) => {
    await tx
      .insertInto('maintenance')
      .defaultValues()
      .onConflict((conflict) => conflict.column('singleton').doNothing())
      .execute();
    return (await tx.selectFrom('maintenance').select('since').executeTakeFirstOrThrow()).since;
  });
}

/** Ends maintenance. Answers whether it was on. */
export function endMaintenance(database: Database): Promise<boolean> {
  return database.withSystem(async (tx) => {
    const { numDeletedRows } = await tx.deleteFrom('maintenance').executeTakeFirst();
    return numDeletedRows > 0n;
  });
}
