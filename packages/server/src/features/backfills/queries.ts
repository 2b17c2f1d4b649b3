import { BACKFILL_STATUSES, type BackfillStatus } from '@switchboard/model/backfill';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import {
  type DatedArguments,
  dateRange,
  instantRange,
  type Maybe,
  type Optional,
  valuesOf,
} from '../../graphql/list-arguments.ts';
import { listRows } from '../../graphql/list-query.ts';
import type { ListFilter, SortColumn } from '../../graphql/lists/page-queries.ts';
import { containing } from '../../graphql/lists/search-hits.ts';
import { type Batch, byId } from '../../graphql/loaders.ts';
import type { PageRequest } from '../../graphql/paging.ts';
import { badRequest } from '../../graphql/request-error.ts';

export type BackfillRow = {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly status: BackfillStatus;
  /** yyyy-MM-dd */
  readonly start_date: string;
  /** yyyy-MM-dd */
  readonly end_date: string;
  readonly created_on: Date;
  /** A person's id. */
  readonly created_by: string | null;
  readonly cancelled_on: Date | null;
  /** A person's id. */
  readonly cancelled_by: string | null;
  readonly finished: Date | null;
  readonly changelist_id: string;
  readonly upload_names: readonly string[];
  readonly download_names: readonly string[];
};

/** The account's backfills with these ids. */
export const backfillsById: Batch<BackfillRow> = async (tx, accountId, ids) => {
  const { rows } = await sql<BackfillRow>`
    select b.id, b.title, b.description, b.status, b.start_date, b.end_date, b.created_on, b.created_by, b.cancelled_on,
      b.cancelled_by, b.finished, b.changelist_id, b.upload_names, b.download_names
    from backfill b
    where b.account_id = ${accountId}::uuid and b.id = any(${[...ids]}::uuid[])
  `.execute(tx);
  return byId(rows);
};

/** Whether each of these backfills has downloads with dirty rows. */
export const dirtyBackfills: Batch<boolean> = async (tx, accountId, ids) => {
  const { rows } = await sql<{ id: string }>`
    select distinct backfill_id as id from download
    where account_id = ${accountId}::uuid and backfill_id = any(${[...ids]}::uuid[]) and dirty_row_status <> 'none'
  `.execute(tx);
  const dirty = new Set(rows.map((row) => row.id));
  return new Map(ids.map((id) => [id, dirty.has(id)]));
};

export type BackfillFilterArguments = DatedArguments<{
  status: readonly string[];
  created_datetime_after: string;
  created_datetime_before: string;
  title: Optional<{
    equals: string;
    contains: string;
    startsWith: string;
  }>;
}>;

const CREATED: SortColumn = { name: 'created_on', type: 'timestamptz', nullable: false };

/** Reads the arguments into a filter. A range of report dates matches backfills that contain any of its dates. */
export function backfillFilter(args: BackfillFilterArguments): ListFilter {
  const statuses = valuesOf('status', args.status);
  const known: readonly string[] = BACKFILL_STATUSES;
  const unknown = statuses?.find((status) => !known.includes(status));
  if (unknown !== undefined) throw badRequest(`There is no status ${unknown}. Use ${BACKFILL_STATUSES.join(', ')}.`);
  const { equals, contains, startsWith } = args.title ?? {};
  const title = (pattern: string): RawBuilder<unknown> => sql`d.title ilike ${pattern}`;
  const [whole, part, start] = [equals, contains, startsWith].map((text) => patternOf(text));
  return {
    conditions: [
      ...(statuses ? [sql`d.status = any(${statuses}::text[])`] : []),
      ...instantRange('created_datetime', sql`d.created_on`, {
        after: args.created_datetime_after,
        before: args.created_datetime_before,
      }),
      ...dateRange('report_datetime', sql`d.end_date`, { after: args.report_datetime_after, before: null }),
      ...dateRange('report_datetime', sql`d.start_date`, { after: null, before: args.report_datetime_before }),
      ...(whole ? [title(whole)] : []),
      ...(part ? [title(`%${part}%`)] : []),
      ...(start ? [title(`${start}%`)] : []),
    ],
  };
}

/** An ILIKE pattern that matches the text only; null for no text. @throws RequestError BAD_REQUEST */
function patternOf(text: Maybe<string>): string | null {
  const [value] = valuesOf('title', text ? [text] : null) ?? [];
  return value === undefined ? null : containing(value).slice(1, -1);
}

/** One page of backfills, newest first. */
export const listBackfills = (tx: Tx, accountId: string, filter: ListFilter, page: PageRequest) =>
  listRows(tx, { table: 'backfill', accountId, sort: CREATED, direction: 'DESC', filter }, page, backfillsById);

/** Returns those of these backfills that have work which runs now; where all pipelines are queued or wait there is no entry. */
export async function activeBackfills(
  tx: Tx,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, boolean>> {
  const { rows } = await sql<{ id: string }>`
    select distinct coalesce(d.backfill_id, f.backfill_id, o.backfill_id) as id
    from unit n
    left join download d on d.account_id = n.account_id and d.id = n.id
    left join flow f on f.account_id = n.account_id and f.id = n.id
    left join upload u on u.account_id = n.account_id and u.id = n.id
    left join flow o on o.account_id = u.account_id and o.id = u.flow_id
    where n.account_id = ${accountId}::uuid and n.state = 'running' and n.purpose = 'backfill'
      and coalesce(d.backfill_id, f.backfill_id, o.backfill_id) = any(${[...ids]}::uuid[])
  `.execute(tx);
  return new Map(rows.map(({ id }) => [id, true]));
}
