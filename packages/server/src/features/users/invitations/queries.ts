import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { namesOf } from '../../../identity/invitations/store-invitation.ts';

export type InvitationRow = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly roles: readonly string[];
  readonly inviter_name: string;
  readonly created: Date;
  readonly expires: Date;
  readonly has_expired: boolean;
};

/** The invitations of each of these accounts that were not answered, the newest first. */
export async function invitationsOfAccounts(
  tx: Tx,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, InvitationRow[]>> {
  const { rows } = await sql<InvitationRow & { readonly account_id: string }>`
    select i.account_id, i.id, i.email, i.name, p.name as inviter_name, i.created, i.expires, i.expires <= now() as has_expired,
      ${namesOf('i')} as roles
    from invitation i join person p on p.id = i.invited_by
    where i.account_id = any(${[...accountIds]}::uuid[]) order by i.created desc, i.id`.execute(tx);
  return Map.groupBy(rows, (row) => row.account_id);
}

/** The active account with this url name, if it has the invitation. */
export async function accountOfInvitation(tx: Tx, urlName: string, id: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select a.id from account a join invitation i on i.account_id = a.id
    where a.url_name = ${urlName} and a.status = 'active' and i.id = ${id}::uuid`.execute(tx);
  return rows[0]?.id ?? null;
}
