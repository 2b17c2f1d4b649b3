import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { UUID } from '../../graphql/cursor.ts';
import { findPage } from '../../graphql/list-query.ts';
import type { ListFilter, SortColumn } from '../../graphql/lists/page-queries.ts';
import { type BulkAction, TRANSFER_KINDS, type TransferKind } from '../transfers/transfer-kinds.ts';

/** Items of one change at most. */
export const MAX_ITEMS = 5_000;

const REPORT_DATE: SortColumn = { name: 'report_date', type: 'date', nullable: true };

export type BulkTarget = { readonly kind: TransferKind; readonly action: BulkAction };
export type Selected = { readonly unitIds: readonly string[]; readonly isLimited: boolean };

/** Matching rows of one status, which does not allow the action. */
export type SkippedRows = {
  readonly status: string;
  readonly count: number;
  /** There may be more than were counted. */
  readonly has_more: boolean;
};

/** The rows that match the filter and whose status allows the action, newest report date first. */
export function selectItems(tx: Tx, accountId: string, target: BulkTarget, filter: ListFilter): Promise<Selected> {
  return findRows(tx, accountId, target.kind, withCondition(filter, TRANSFER_KINDS[target.kind].allows[target.action]));
}

/** The rows that match the filter and whose status does not allow the action, by status, the most frequent first. */
export async function countSkipped(
  tx: Tx,
  accountId: string,
  { kind, action }: BulkTarget,
  filter: ListFilter,
): Promise<readonly SkippedRows[]> {
  const others = withCondition(filter, sql`not coalesce(${TRANSFER_KINDS[kind].allows[action]}, false)`);
  const { unitIds, isLimited } = await findRows(tx, accountId, kind, others);
  const { rows } = await sql<SkippedRows>`
    select d.status, count(*)::int as count, ${isLimited}::boolean as has_more from ${sql.table(kind)} d
    where d.account_id = ${accountId}::uuid and d.id = any(${[...unitIds]}::uuid[])
    group by 1 order by 2 desc, 1
  `.execute(tx);
  return rows;
}

const withCondition = (filter: ListFilter, condition: RawBuilder<unknown>): ListFilter => ({
  ...filter,
  conditions: [...filter.conditions, condition],
});

/** The first rows that match the filter, newest report date first. */
export async function findRows(
  tx: Tx,
  accountId: string,
  kind: TransferKind,
  filter: ListFilter,
  max = MAX_ITEMS,
): Promise<Selected> {
  const found = await findPage(
    tx,
    { table: kind, accountId, sort: REPORT_DATE, direction: 'DESC', filter },
    { size: max, backward: false, from: null, order: 'bulk change' },
  );
  return { unitIds: found.slice(0, max).map(({ id }) => id), isLimited: found.length > max };
}

/** Only the rows with these ids; what is not an id is left out. */
export function ofIds(filter: ListFilter, ids: readonly string[]): ListFilter {
  const listed = sql`select unnest(${ids.filter((id) => UUID.test(id))}::uuid[])`;
  return { ...filter, candidateIds: filter.candidateIds ? sql`(${filter.candidateIds}) intersect ${listed}` : listed };
}
