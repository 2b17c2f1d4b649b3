import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { byId } from '../../graphql/loaders.ts';
import { ROLE_NAMES } from '../../identity/people/held-roles.ts';
import type { Person } from '../../identity/session.ts';

export type AccountRow = {
  readonly id: string;
  readonly url_name: string;
  readonly name: string;
  readonly contracted_row_count: number | null;
  readonly show_download_summary: boolean;
  readonly queue_weight: number;
  readonly running_limit: number | null;
  readonly key_running_limit: number | null;
  readonly requires_approval: boolean;
  /** "HH:mm {timezone}" */
  readonly default_deadline: string | null;
  /** "HH:mm {timezone}" */
  readonly daily_summary: string | null;
  readonly daily_summary_recipients: readonly string[];
};

/** A member of an account, with the names of the roles granted in it. */
export type AccountUserRow = Person & { readonly roles: readonly string[]; readonly is_last_account: boolean };

const COLUMNS = sql`id, url_name, name, contracted_row_count, show_download_summary, requires_approval, queue_weight, running_limit, key_running_limit,
  default_deadline_time || ' ' || default_deadline_timezone as default_deadline,
  daily_summary_time || ' ' || daily_summary_timezone as daily_summary, daily_summary_recipients`;

/** The accounts with these ids. */
export async function accountsById(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, AccountRow>> {
  const { rows } = await sql<AccountRow>`
    select ${COLUMNS} from account where id = any(${[...ids]}::uuid[])`.execute(tx);
  return byId(rows);
}

/** The active account with this url name; null when it does not exist. */
export async function accountNamed(tx: Tx, urlName: string): Promise<AccountRow | null> {
  const { rows } = await sql<AccountRow>`
    select ${COLUMNS} from account where url_name = ${urlName} and status = 'active'`.execute(tx);
  return rows[0] ?? null;
}

/** The active members of each of these accounts, sorted by name. */
export async function usersOfAccounts(
  tx: Tx,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, AccountUserRow[]>> {
  const { rows } = await sql<AccountUserRow & { readonly account_id: string }>`
    select m.account_id, p.id, p.name, p.email, ${ROLE_NAMES} as roles,
      not exists (
        select from membership o join account a on a.id = o.account_id and a.status = 'active'
        where o.person_id = p.id and o.account_id <> m.account_id) as is_last_account
    from membership m join person p on p.id = m.person_id
    left join account_role r on r.account_id = m.account_id and r.id = m.role_id
    where m.account_id = any(${[...accountIds]}::uuid[]) and p.status = 'active'
    group by m.account_id, p.id order by p.name, p.id`.execute(tx);
  return Map.groupBy(rows, (row) => row.account_id);
}
