import { CONNECTORS } from '@switchboard/connectors';
import type { ScriptFile } from '@switchboard/language';
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

/** The files of a changelist, by path. */
export async function filesOfChangelist(tx: Tx, accountId: string, changelistId: string): Promise<ScriptFile[]> {
  const found = await sql<ScriptFile>`
    select f.path, t.text from changelist_file f
    join script_text t on t.account_id = f.account_id and t.sha256 = f.sha256
    where f.account_id = ${accountId} and f.changelist_id = ${changelistId} order by f.path
  `.execute(tx);
  return found.rows;
}
