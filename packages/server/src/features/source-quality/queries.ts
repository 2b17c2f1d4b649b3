import type { ColumnChange } from '@switchboard/model/lineage/delivered-columns';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { findPage, place } from '../../graphql/list-query.ts';
import type { SortColumn } from '../../graphql/lists/page-queries.ts';
import type { Batch } from '../../graphql/loaders.ts';
import type { PageRequest, Placed } from '../../graphql/paging.ts';
import { recordEvent } from '../../journal/record-event.ts';
import { CONTRACT_COLUMNS, type ColumnsRow, putContract } from '../../pipeline/downloads/put-contract.ts';

export type SchemaChangeRow = {
  readonly id: string;
  readonly created: Date;
  readonly source: string;
  readonly table_name: string;
  readonly download_id: string;
  readonly report_date: string | null;
  readonly changes: readonly ColumnChange[];
  readonly row_count: number;
  readonly dirty: readonly { readonly column: string; readonly reason: string; readonly rows: number }[];
  readonly changelist_id: string;
  readonly script: string | null;
  readonly published_on: Date | null;
  readonly published_by: string | null;
};

const CREATED: SortColumn = { name: 'created', type: 'timestamptz', nullable: false };

/** The delivered columns of these sources, by name of the source. */
export const columnsOfSources: Batch<readonly ColumnsRow[]> = async (tx, accountId, names) => {
  const { rows } = await sql<ColumnsRow>`
    select ${CONTRACT_COLUMNS} from source_columns
    where account_id = ${accountId}::uuid and source = any(${[...names]}::text[])
  `.execute(tx);
  return Map.groupBy(rows, ({ source }) => source);
};

export type SchemaChangeFilter = {
  /** Name of the source; null for all of them. */
  readonly source: string | null;
  /** Only changes that a query may notice: columns that are added or moved harm none. */
  readonly isBreaking: boolean;
};

/** The condition of the indexes of breaking changes. */
const BREAKING = sql`jsonb_path_exists(d.changes, '$[*] ? (@.kind != "added" && @.kind != "moved")')`;

/** A page of the changes of columns, the newest first. */
export async function listSchemaChanges(
  tx: Tx,
  accountId: string,
  { source, isBreaking }: SchemaChangeFilter,
  page: PageRequest,
): Promise<Placed<SchemaChangeRow>[]> {
  const filter = {
    conditions: [...(source === null ? [] : [sql`d.source = ${source}`]), ...(isBreaking ? [BREAKING] : [])],
  };
  const query = { table: 'schema_change', accountId, sort: CREATED, direction: 'DESC', filter } as const;
  return place(await findPage(tx, query, page), async (ids) => {
    const { rows } = await sql<SchemaChangeRow>`
      select s.id, s.created, s.source, s.table_name, s.download_id, s.report_date::text as report_date, s.changes,
        s.row_count, s.dirty, s.changelist_id, c.description as script, c.published_on, c.published_by
      from schema_change s left join changelist c on c.account_id = s.account_id and c.id = s.changelist_id
      where s.account_id = ${accountId}::uuid and s.id = any(${[...ids]}::uuid[])`.execute(tx);
    return new Map(rows.map((row) => [row.id, row]));
  });
}

export type ContractChange = {
  readonly source: string;
  readonly table: string;
  /** Revision that the person has seen. */
  readonly revision: number;
  readonly action: 'accept' | 'remove';
  readonly person: { readonly id: string; readonly name: string };
};

export type ContractOutcome =
  | { readonly kind: 'saved'; readonly row: ColumnsRow }
  | { readonly kind: 'conflict' | 'missing' };

/** Accepts the columns that were delivered last as the contract, or removes it, with its event. */
export async function changeContract(
  tx: Tx,
  accountId: string,
  { source, table, revision, action, person }: ContractChange,
): Promise<ContractOutcome> {
  const isAccepted = action === 'accept';
  const row = await putContract(tx, accountId, { source, table, revision, personId: isAccepted ? person.id : null });
  if (row === null) {
    const known = (await columnsOfSources(tx, accountId, [source])).get(source) ?? [];
    return { kind: known.some((each) => each.table_name === table) ? 'conflict' : 'missing' };
  }
  const subject = {
    accountId,
    severity: 'info',
    downloadDeclaration: source,
    ...(row.project === null ? {} : { project: row.project }),
  } as const;
  const named = { person: person.name, name: table };
  await recordEvent(
    tx,
    isAccepted
      ? { ...subject, code: 'CONTRACT_ACCEPTED', parameters: { ...named, columns: row.delivered.columns.length } }
      : { ...subject, code: 'CONTRACT_REMOVED', parameters: named },
  );
  return { kind: 'saved', row };
}
