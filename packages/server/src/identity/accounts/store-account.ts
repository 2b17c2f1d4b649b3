import type { Insertable, Updateable } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { Tables } from '../../db/tables.generated.ts';

/** Adds an account, and returns its id. */
export async function insertAccount(tx: Tx, row: Insertable<Tables['account']>): Promise<string> {
  const { id } = await tx.insertInto('account').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Adds an account unless there is one of its url name. Returns the id of the one or the other. */
export async function ensureAccount(
  tx: Tx,
  row: { readonly url_name: string; readonly name: string },
): Promise<string> {
  await tx
    .insertInto('account')
    .values(row)
    .onConflict((conflict) => conflict.column('url_name').doNothing())
    .execute();
  const { id } = await tx
    .selectFrom('account')
    .select('id')
    .where('url_name', '=', row.url_name)
    .executeTakeFirstOrThrow();
  return id;
}

/** Changes columns of an account. */
export async function updateAccount(tx: Tx, id: string, columns: Updateable<Tables['account']>): Promise<void> {
  await tx.updateTable('account').set(columns).where('id', '=', id).execute();
}
