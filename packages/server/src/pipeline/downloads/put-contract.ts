import type { Delivery } from '@switchboard/model/lineage/delivered-columns';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';

/** The columns that a table of a source was delivered with last, and the contract for them. */
export type ColumnsRow = {
  readonly source: string;
  readonly table_name: string;
  readonly delivered: Delivery;
  readonly since: Date;
  readonly revision: number;
  readonly contract: Delivery | null;
  readonly contract_on: Date | null;
  readonly contract_by: string | null;
};

export const CONTRACT_COLUMNS = sql`source, table_name, delivered, since, revision, contract, contract_on, contract_by`;

export type ContractPut = {
  readonly source: string;
  readonly table: string;
  /** The revision that the person has seen; another one changes nothing. */
  readonly revision: number;
  /** The person who accepts the columns that were delivered last; null removes the contract. */
  readonly personId: string | null;
};

/** Makes the columns that were delivered last the contract of a table, or removes it. Returns null for another revision. */
export async function putContract(
  tx: Tx,
  accountId: string,
  { source, table, revision, personId }: ContractPut,
): Promise<(ColumnsRow & { readonly project: string | null }) | null> {
  const isAccepted = personId !== null;
  const { rows } = await sql<ColumnsRow & { readonly project: string | null }>`
    update source_columns c set contract = case when ${isAccepted} then c.delivered end,
      contract_on = case when ${isAccepted} then now() end,
      contract_by = ${personId}::uuid, revision = c.revision + 1
    where c.account_id = ${accountId}::uuid and c.source = ${source} and c.table_name = ${table} and c.revision = ${revision}
    returning ${CONTRACT_COLUMNS}, (select d.project from download_declaration d
      where d.account_id = c.account_id and d.name = c.source) as project
  `.execute(tx);
  return rows[0] ?? null;
}
