import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';

export type AccountRow = {
  readonly id: string;
  readonly url_name: string;
  readonly name: string;
  readonly show_download_summary: boolean;
};

/** The active accounts that a person may enter, sorted by name; all accounts for people with a global role. */
export async function accountsOf(tx: Tx, personId: string): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    select a.id, a.url_name, a.name, a.show_download_summary from account a
    where a.status = 'active' and (
      exists (select from membership m where m.account_id = a.id and m.person_id = ${personId})
      or exists (select from global_role g where g.person_id = ${personId}))
    order by a.name, a.id`.execute(tx);
  return rows;
}

/** The person's default account; null when none is set. */
export async function defaultAccountId(tx: Tx, personId: string): Promise<string | null> {
  const row = await tx.selectFrom('person').select('default_account_id').where('id', '=', personId).executeTakeFirst();
  return row?.default_account_id ?? null;
}
