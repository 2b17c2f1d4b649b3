import type { Client } from 'pg';
import { readTables } from './read-tables.ts';
import { LOGS, type Owner } from './watch-rows.ts';

export type OwnedId = { readonly table: string; readonly column: string; readonly id: string };

/** Every id in a row of the account or of its person, of whatever table and column, once. */
export async function idsOf(client: Client, owner: Owner): Promise<readonly OwnedId[]> {
  const texts = (await readTables(client)).flatMap(({ name, owner: by, columns }) =>
    columns
      .filter((column) => column.type === 'uuid' || (column.name === 'id' && column.type !== 'text'))
      .map(
        (column) => `select '${name}' as table, '${column.name}' as column, ${column.name}::text as id from ${name}
            where ${by} = '${ownerId(owner, by)}' and ${column.name} is not null`,
      ),
  );
  texts.push(`select 'oidc_payload', 'session_id', session_id::text from oidc_payload
      where kind = 'Grant' and payload ->> 'accountId' = '${owner.personId}'`);
  // Rows come before those that refer to them.
  const { rows } = await client.query<OwnedId>(`select distinct on (id) * from (${texts.join(' union all ')}) each
      order by id, "column" <> 'id', "table"`);
  return rows;
}

type Digest = { readonly name: string; readonly rows: number; readonly digest: string | null };

/** A digest of the rows of each table, besides the audit log, that the account or its person has. */
export async function digestsOf(client: Client, owner: Owner): Promise<readonly Digest[]> {
  const tables = [
    ...(await readTables(client))
      .filter(({ name }) => !LOGS.has(name))
      .map(({ name, owner: by }) => ({ name, by: by as string, id: ownerId(owner, by) })),
    { name: 'account', by: 'id', id: owner.accountId },
    { name: 'person', by: 'id', id: owner.personId },
  ];
  const texts = tables.map(
    ({ name, by, id }) => `select '${name}' as name, count(*)::int as rows,
        md5(string_agg(t::text, ',' order by t::text)) as digest from ${name} t where ${by} = '${id}'`,
  );
  return (await client.query<Digest>(`${texts.join(' union all ')} order by 1`)).rows;
}

const ownerId = ({ accountId, personId }: Owner, by: 'account_id' | 'person_id'): string =>
  by === 'account_id' ? accountId : personId;
