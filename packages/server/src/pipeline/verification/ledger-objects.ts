import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../db/tables.generated.ts';

/** Rows that name objects of the store, in the order in which they are verified. */
export const OBJECT_OWNERS = ['download', 'upload', 'assertion', 'kept_table', 'mail'] as const;
export type ObjectOwner = (typeof OBJECT_OWNERS)[number];

/** A row with the references that it holds. `id` orders the rows of an owner. */
export type OwnerRow = { readonly id: string; readonly name: string; readonly references: readonly string[] };

/** Files of test runs are removed with the test run. */
const isKept = (proof: string): RawBuilder<unknown> => sql`not exists (
  select from proof p where p.account_id = r.account_id and p.id = ${sql.ref(proof)} and p.plan is null)`;

function rowsOf(owner: ObjectOwner, accountId: string, after: string): RawBuilder<unknown> {
  const account = sql`${accountId}::uuid`;
  const uuid = after === '' ? sql`'00000000-0000-0000-0000-000000000000'::uuid` : sql`${after}::uuid`;
  switch (owner) {
    case 'download':
      return sql`
        select r.id::text as id, r.source as name, array(
          select file ->> 'key' from jsonb_array_elements(r.raw) file where r.raw_removed is null
          union all select file ->> 'tableKey' from download_part p, jsonb_array_elements(p.tables) file
            where p.account_id = r.account_id and p.download_id = r.id and r.tables_removed is null
          union all select file from download_part p, unnest(array[p.dirty_key, p.new_dirty_key, p.sample_key]) file
            where p.account_id = r.account_id and p.download_id = r.id and file <> '') as references
        from download r where r.account_id = ${account} and r.id > ${uuid} and ${isKept('r.proof_id')} order by r.id`;
    case 'upload':
      return sql`
        select r.id::text as id, r.name, array_remove(array[
          case when r.result_removed is null then r.result_key end, r.file_key], null) as references
        from upload r join flow f on f.account_id = r.account_id and f.id = r.flow_id
        where r.account_id = ${account} and r.id > ${uuid} and ${isKept('f.proof_id')} order by r.id`;
    case 'assertion':
      return sql`
        select r.id::text as id, r.name, array[r.rows_key] as references
        from assertion_result r join flow f on f.account_id = r.account_id and f.id = r.flow_id
        where r.account_id = ${account} and r.id > ${uuid} and r.rows_key is not null and ${isKept('f.proof_id')} order by r.id`;
    case 'kept_table':
      return sql`
        select r.table_name as id, r.table_name as name, array[r.state_key] as references
        from table_state r where r.account_id = ${account} and r.table_name > ${after} order by r.table_name`;
    case 'mail':
      return sql`
        select r.mail_id::text as id, min(r.name) as name, array_agg(r.store_key order by r.place) as references
        from received_file r where r.account_id = ${account} and r.mail_id > ${uuid} group by r.mail_id order by r.mail_id`;
  }
}

/** The rows of an owner after one of them, at most `limit`. @param after empty: from the first on */
export async function readOwnerRows(
  tx: Kysely<Tables>,
  owner: ObjectOwner,
  accountId: string,
  after: string,
  limit: number,
): Promise<readonly OwnerRow[]> {
  const { rows } = await sql<OwnerRow>`
    select owner.id, owner.name, owner."references" from (${rowsOf(owner, accountId, after)} limit ${limit}) owner`.execute(
    tx,
  );
  return rows;
}
