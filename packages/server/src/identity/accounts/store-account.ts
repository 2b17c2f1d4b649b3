import { type Insertable, sql, type Updateable } from 'kysely';
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

/**
 * Begins the erasure of a deactivated account, which cannot be taken back.
 * @param by id of the person who began it; null for the setting
 * @returns whether it began: false when it had begun, or when the account is active or was deactivated after that time
 */
export async function beginAccountErasure(
  tx: Tx,
  id: string,
  { by, deactivatedBefore = null }: { readonly by: string | null; readonly deactivatedBefore?: Date | null },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('account')
    .set({ erasure_started: sql<Date>`now()`, erasure_by: by })
    .where('id', '=', id)
    .where('status', '=', 'deactivated')
    .where('erasure_started', 'is', null)
    .$if(deactivatedBefore !== null, (query) => query.where('deactivated_on', '<=', deactivatedBefore))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Leaves of an account that is erased a row without its name, to which ledgers refer. Its url name may be given again. */
export async function leaveErasedAccount(tx: Tx, id: string): Promise<void> {
  await updateAccount(tx, id, {
    url_name: `erased-${id}`,
    name: 'Erased account',
    show_download_summary: true,
    contracted_row_count: null,
    queue_weight: 1,
    running_limit: null,
    key_running_limit: null,
    default_deadline_time: null,
    default_deadline_timezone: null,
    daily_summary_time: null,
    daily_summary_timezone: null,
    daily_summary_recipients: [],
    daily_summary_next: null,
  });
  await sql`update account set erased = now() where id = ${id}::uuid`.execute(tx);
}
