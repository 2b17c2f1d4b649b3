import type { Permission } from '@switchboard/model/permissions';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { byId } from '../../graphql/loaders.ts';

/** A role that an account defines. */
export type AccountRoleRow = {
  readonly id: string;
  readonly account_id: string;
  readonly name: string;
  readonly permissions: readonly Permission[];
  readonly version: number;
  /** Number of people who hold it. */
  readonly holders: number;
};

const COLUMNS = sql`r.id, r.account_id, r.name, r.permissions, r.version, (
  select count(*)::int from membership m where m.account_id = r.account_id and m.role_id = r.id) as holders`;

/** The roles with these ids. */
export async function accountRolesById(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, AccountRoleRow>> {
  const { rows } = await sql<AccountRoleRow>`
    select ${COLUMNS} from account_role r where r.id = any(${[...ids]}::uuid[])`.execute(tx);
  return byId(rows);
}

/** The roles that each of these accounts defines, by name. */
export async function rolesOfAccounts(
  tx: Tx,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, AccountRoleRow[]>> {
  const { rows } = await sql<AccountRoleRow>`
    select ${COLUMNS} from account_role r where r.account_id = any(${[...accountIds]}::uuid[])
    order by lower(r.name), r.id`.execute(tx);
  return Map.groupBy(rows, (row) => row.account_id);
}
