import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import {
  type DatedArguments,
  dayOf,
  daysBetween,
  instantRange,
  type Range,
  reportDatetimeRange,
  searchOf,
  valuesOf,
} from '../../graphql/list-arguments.ts';
import { listRows } from '../../graphql/list-query.ts';
import type { ListFilter, RangeScan, SortColumn, ValueScan } from '../../graphql/lists/page-queries.ts';
import type { Batch } from '../../graphql/loaders.ts';
import type { PageRequest, Placed, SortDirection } from '../../graphql/paging.ts';
import { purposeIs, statusIs } from './status-conditions.ts';
import { TRANSFER_KINDS, type TransferKind } from './transfer-kinds.ts';

export type TransferSort = 'CREATED' | 'FINISHED' | 'REPORT_DATETIME' | 'STARTED';
export type Sort = { readonly column: TransferSort; readonly direction: SortDirection };

/** The column behind each order of a list of downloads or uploads. */
export const SORT_COLUMNS: Readonly<Record<TransferSort, SortColumn>> = {
  CREATED: { name: 'created', type: 'timestamptz', nullable: false },
  FINISHED: { name: 'finished', type: 'timestamptz', nullable: true },
  REPORT_DATETIME: { name: 'report_date', type: 'date', nullable: true },
  STARTED: { name: 'started', type: 'timestamptz', nullable: true },
};

/** The filters that downloads and uploads have in common. */
export type TransferFilterArguments = DatedArguments<{
  projects: readonly string[];
  names: readonly string[];
  purpose: readonly string[];
  search: string;
  status: readonly string[];
  failure_codes: readonly string[];
  /** Includes rows of every status, whatever `status` says: counts select the states themselves. */
  anyStatus: boolean;
}>;

/** Columns by which the indexes of names and of projects are sorted. */
const BY_NAME = ['report_date', 'finished'] as const;
const BY_PROJECT = ['report_date'] as const;

/** Days on which transfers ended that are merged from the index of each day. */
const MAX_FINISHED_DAYS = 3_660;

/** The days of a range on which transfers of the account may have ended; undefined when they are too many to merge them. */
async function finishedDays(
  tx: Tx,
  accountId: string,
  kind: TransferKind,
  range: Range,
): Promise<ValueScan | undefined> {
  const end = (direction: 'asc' | 'desc') => sql`(
    select d.finished_day::text from ${sql.table(kind)} d where d.account_id = ${accountId}::uuid and d.finished is not null
    order by d.finished ${sql.raw(direction === 'asc' ? 'asc nulls first' : 'desc nulls last')} limit 1)`;
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    select ${end('asc')} as first, ${end('desc')} as last`.execute(tx);
  const [first, last] = [rows[0]?.first ?? '', rows[0]?.last ?? ''];
  const [after, before] = [dayOf(`${kind}ed_after`, range.after), dayOf(`${kind}ed_before`, range.before)];
  const from = after !== null && after > first ? after : first;
  const to = before !== null && before < last ? before : last;
  const values = first === '' ? [] : daysBetween(from, to);
  return values.length > MAX_FINISHED_DAYS
    ? undefined
    : { column: 'finished_day', type: 'date', values, sortedBy: ['report_date'] };
}

/**
 * Reads the common arguments into a filter.
 * @param own.names the declarations that pass every filter by name; null when none filters by name
 * @param own.finished the range of UTC days on which the transfer ended
 */
export async function transferFilter(
  tx: Tx,
  accountId: string,
  kind: TransferKind,
  args: TransferFilterArguments,
  own: {
    readonly names: readonly string[] | null;
    readonly finished: Range;
    readonly conditions: readonly RawBuilder<unknown>[];
    readonly candidateIds: RawBuilder<unknown> | undefined;
  },
): Promise<ListFilter> {
  const { declaration, searched, statuses } = TRANSFER_KINDS[kind];
  const projects = valuesOf('projects', args.projects);
  const purposes = valuesOf('purpose', args.purpose);
  const codes = valuesOf('failure_codes', args.failure_codes);
  const column = own.names ? declaration : 'project';
  const values = own.names ?? projects;
  const reported = reportDatetimeRange(args);
  const finished = instantRange(`${kind}ed`, sql`d.finished`, own.finished);
  const rangeScan: RangeScan | undefined =
    reported.length > 0
      ? { column: 'report_date' }
      : finished.length > 0
        ? { column: 'finished', days: values ? undefined : await finishedDays(tx, accountId, kind, own.finished) }
        : undefined;
  return {
    rangeScan,
    conditions: [
      ...(args.anyStatus ? [] : [statusIs(statuses, valuesOf('status', args.status))]),
      ...reported,
      ...finished,
      ...(purposes ? [purposeIs(purposes)] : []),
      ...(codes ? [sql`d.failure_code = any(${codes}::text[])`] : []),
      ...own.conditions,
      ...(own.names && projects ? [sql`d.project = any(${projects}::text[])`] : []),
    ],
    valueScan: values ? { column, type: 'text', values, sortedBy: own.names ? BY_NAME : BY_PROJECT } : undefined,
    candidateIds: own.candidateIds,
    search: searchOf(args.search, searched),
  };
}

export type ListTransfers<Row> = (
  tx: Tx,
  accountId: string,
  filter: ListFilter,
  sort: Sort,
  page: PageRequest,
) => Promise<Placed<Row>[]>;

/** The list of downloads or uploads with this filter and order. */
export const transferQuery = (
  table: TransferKind,
  accountId: string,
  filter: ListFilter,
  { column, direction }: Sort,
) => ({ table, accountId, filter, sort: SORT_COLUMNS[column], direction }) as const;

/** Makes the function that reads one page of downloads or uploads, in walking order. */
export const transferList =
  <Row>(table: TransferKind, batch: Batch<Row>): ListTransfers<Row> =>
  (tx, accountId, filter, sort, page) =>
    listRows(tx, transferQuery(table, accountId, filter, sort), page, batch);
