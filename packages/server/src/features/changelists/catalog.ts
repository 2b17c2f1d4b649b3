import { CONNECTORS } from '@switchboard/connectors';
import type { Catalog } from '@switchboard/model/catalog';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';

/** Returns the catalog of an account's scripts: all connectors, and the account's keys by name and type. */
export async function catalogOf(tx: Tx, accountId: string): Promise<Catalog> {
  const keys = await sql<Catalog['keys'][number]>`
    select id, name, type, status, array(
        select a.name from key_alias a where a.account_id = k.account_id and a.key_id = k.id order by a.created desc
      ) as "formerNames"
    from key k where account_id = ${accountId} and status <> 'archived' order by name
  `.execute(tx);
  return { connectors: CONNECTORS.map((connector) => connector.spec), keys: keys.rows };
}
