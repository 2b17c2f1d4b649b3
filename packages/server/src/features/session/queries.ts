import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { Session } from '../../identity/session.ts';

type OfSession = Pick<Session, 'person' | 'ssoAccountId'>;

export type AccountRow = {
  readonly id: string;
  readonly url_name: string;
  readonly name: string;
  readonly show_download_summary: boolean;
};

/**
 * The active accounts that a session may enter, sorted by name: all for people with a global role, and for people whom the
 * provider of an account signed in this one only.
 */
export async function accountsOf(tx: Tx, { person, ssoAccountId = null }: OfSession): Promise<AccountRow[]> {
  const { id: personId } = person;
  const { rows } = await sql<AccountRow>`
    select a.id, a.url_name, a.name, a.show_download_summary from account a
    where a.status = 'active' and (
      exists (select from membership m where m.account_id = a.id and m.person_id = ${personId})
      or exists (select from global_role g where g.person_id = ${personId}))
      and (${ssoAccountId}::uuid is null or a.id = ${ssoAccountId}::uuid)
    order by a.name, a.id`.execute(tx);
  return rows;
}

/** The person's default account; null when none is set. */
export async function defaultAccountId(tx: Tx, personId: string): Promise<string | null> {
  const row = await tx.selectFrom('person').select('default_account_id').where('id', '=', personId).executeTakeFirst();
  return row?.default_account_id ?? null;
}
