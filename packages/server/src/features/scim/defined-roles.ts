import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';

/** The roles that the account defines, by name. */
export async function definedRolesOf(
  tx: Tx,
  accountId: string,
): Promise<readonly { readonly key: string; readonly name: string }[]> {
  const { rows } = await sql<{ key: string; name: string }>`
    select id as key, name from account_role where account_id = ${accountId}::uuid order by lower(name)`.execute(tx);
  return rows;
}
