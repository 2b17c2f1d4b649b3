import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { PageRequest, SortDirection } from '../paging.ts';

/** A column by which a list can be sorted; it has an index over (account_id, column, id), in this order. */
export type SortColumn = {
  readonly name: string;
  readonly type: 'timestamptz' | 'date' | 'text';
  /** Nullable columns are indexed `desc nulls last`. */
  readonly nullable: boolean;
};

/** Restricts a list to some values of a column, with one index scan per value. */
export type ValueScan = {
  readonly column: string;
  readonly type: 'text' | 'date';
  readonly values: readonly string[];
  readonly sortedBy: readonly SortColumn['name'][];
};

/** Restricts a list to a range of a column, with an index scan of the range. */
export type RangeScan = {
  readonly column: SortColumn['name'];
  /** The days of the range as values, for tables with an index by day. */
  readonly days?: ValueScan | undefined;
};

/** The filter of a list; its parts combine with AND. The alias of the row in conditions is `d`. */
export type ListFilter = {
  readonly conditions: readonly RawBuilder<unknown>[];
  /** Rows whose column has one of these values, none for an empty list. It has an index over (account_id, column, X) for each X of `sortedBy`. */
  readonly valueScan?: ValueScan | undefined;
  /** A column whose values the conditions bound; it has an index over (account_id, column). */
  readonly rangeScan?: RangeScan | undefined;
  /** Selects the ids of all rows that may match. They are few. */
  readonly candidateIds?: RawBuilder<unknown> | undefined;
  readonly search?: Search | undefined;
};

export type Search = {
  /** Whether the row `d` contains the text. */
  readonly matches: RawBuilder<unknown>;
  /** Finds matching rows by index; null when the text is too short for it. */
  readonly findHits: ((tx: Tx) => Promise<IndexHits>) | null;
};

/** Queries for the matching rows of a table. */
export type IndexHits = {
  readonly all: RawBuilder<unknown>;
  /** Hits in some periods of a column; null where the index has none. */
  readonly inPeriods: {
    readonly column: SortColumn['name'];
    readonly rows: (periods: readonly number[]) => RawBuilder<unknown>;
  } | null;
  /** Where most of the matching rows lie; null where that is not known. */
  readonly inDays: {
    readonly column: SortColumn['name'];
    readonly condition: RawBuilder<unknown>;
    /** Hits elsewhere. */
    readonly others: RawBuilder<unknown>;
  } | null;
};

export type ListQuery = {
  readonly table:
    | 'changelist'
    | 'download'
    | 'upload'
    | 'event'
    | 'backfill'
    | 'flow'
    | 'download_declaration'
    | 'upload_declaration'
    | 'account'
    | 'person'
    | 'audit_entry'
    | 'saved_view'
    | 'restatement'
    | 'schema_change'
    | 'service_token'
    | 'key'
    | 'key_change'
    | 'integration'
    | 'ingest_recipient'
    | 'received_mail';
  /** Null for tables without accounts. */
  readonly accountId: string | null;
  readonly sort: SortColumn;
  readonly direction: SortDirection;
  readonly filter: ListFilter;
};

export type Found = { readonly id: string; readonly value: string | null };
export type Query = RawBuilder<Found>;

/** A range of the sort order: the rows with a sort value, or those where it is null, which come last. */
export type SortRange = {
  readonly condition: RawBuilder<unknown>;
  readonly order: (row: string) => RawBuilder<unknown>;
  readonly descending: boolean;
  /** The sort value after which the range begins; null for the first page. */
  readonly from: string | null;
  readonly isNulls: boolean;
};

/** Splits the list behind the page's position into ranges, in the order in which they are read. */
export function sortRanges(query: ListQuery, page: PageRequest): SortRange[] {
  const { sort } = query;
  const column = sql.ref(`d.${sort.name}`);
  const descending = (query.direction === 'DESC') !== page.backward;
  const compare = sql.raw(descending ? '<' : '>');
  const way = sql.raw(descending ? 'desc' : 'asc');
  // The same as the order of the index or its exact reverse: any other order needs a sort.
  const nulls = sql.raw(sort.nullable ? (descending ? ' nulls last' : ' nulls first') : '');
  const order = (row: string): RawBuilder<unknown> =>
    sql`${sql.ref(`${row}.${sort.name}`)} ${way}${nulls}, ${sql.ref(`${row}.id`)} ${way}`;
  const { from } = page;
  const type = sql.raw(sort.type);
  const withValue: SortRange = {
    condition:
      from?.value != null
        ? sql`(${column}, d.id) ${compare} (${from.value}::${type}, ${from.id}::uuid)`
        : sort.nullable
          ? sql`${column} is not null`
          : sql`true`,
    order,
    descending,
    from: from?.value ?? null,
    isNulls: false,
  };
  if (!sort.nullable) return [withValue];
  const without: SortRange = {
    condition:
      from && from.value === null
        ? sql`${column} is null and d.id ${compare} ${from.id}::uuid`
        : sql`${column} is null`,
    order,
    descending,
    from: null,
    isNulls: true,
  };
  const startsAmongNulls = from !== null && from.value === null;
  if (page.backward) return from === null || startsAmongNulls ? [without, withValue] : [withValue];
  return startsAmongNulls ? [without] : [withValue, without];
}

export const ofAccount = (row: 'd' | 'r', accountId: string | null): RawBuilder<unknown> =>
  accountId === null ? sql`true` : sql`${sql.ref(`${row}.account_id`)} = ${accountId}::uuid`;

function conjunction(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`;
}

/** Scans the index of the sort order and filters. */
export function scanIndex(query: ListQuery, range: SortRange, limit: number): RawBuilder<Found> {
  const { table, accountId, sort, filter } = query;
  return sql<Found>`
    select d.id, d.${sql.ref(sort.name)}::text as value from ${sql.table(table)} d
    where ${ofAccount('d', accountId)} and ${range.condition} and ${conjunction(filter.conditions)}
    order by ${range.order('d')} limit ${sql.lit(limit)}`;
}

/** The distinct values, as an array of the column's type. */
export const valuesOfScan = ({ values, type }: ValueScan): RawBuilder<unknown> =>
  sql`${[...new Set(values)]}::${sql.raw(type)}[]`;

/** Merges one sorted index scan per value. */
export function mergeValueScans(
  query: ListQuery,
  valueScan: ValueScan,
  range: SortRange,
  limit: number,
): RawBuilder<Found> {
  const { table, accountId, filter } = query;
  const column = sql.ref(query.sort.name);
  return sql<Found>`
    select x.id, x.${column}::text as value
    from unnest(${valuesOfScan(valueScan)}) as wanted(value)
    cross join lateral (
      select d.id, d.${column} from ${sql.table(table)} d
      where ${ofAccount('d', accountId)} and d.${sql.ref(valueScan.column)} = wanted.value
        and ${range.condition} and ${conjunction(filter.conditions)}
      order by ${range.order('d')} limit ${sql.lit(limit)}
    ) x
    order by ${range.order('x')} limit ${sql.lit(limit)}`;
}

/** Keeps the planner from reading the rows in the order of the list, and streams them, as a materialized query would not. */
const FENCE = sql`offset 0`;

/** Reads a few rows by primary key. */
export const rowsOf = ({ table, accountId }: ListQuery, ids: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select r.* from (select distinct picked.id from (${ids}) as picked(id) offset 0) few
  join ${sql.table(table)} r on ${ofAccount('r', accountId)} and r.id = few.id`;

/** Filters and sorts the given rows. */
export function sortRows(
  query: ListQuery,
  rows: RawBuilder<unknown>,
  conditions: readonly RawBuilder<unknown>[],
  range: SortRange,
  limit: number,
): RawBuilder<Found> {
  const { sort, filter } = query;
  return sql<Found>`
    select d.id, d.${sql.ref(sort.name)}::text as value from (select found.* from (${rows}) found ${FENCE}) d
    where ${range.condition} and ${conjunction([...filter.conditions, ...conditions])}
    order by ${range.order('d')} limit ${sql.lit(limit)}`;
}

/** Filters the first `rows` rows of the list. */
export function scanHead(
  query: ListQuery,
  conditions: readonly RawBuilder<unknown>[],
  range: SortRange,
  limit: number,
  rows: number,
): RawBuilder<Found> {
  const { table, accountId, sort, filter } = query;
  return sql<Found>`
    select d.id, d.${sql.ref(sort.name)}::text as value from (
      select d.* from ${sql.table(table)} d
      where ${ofAccount('d', accountId)} and ${range.condition}
      order by ${range.order('d')} limit ${sql.lit(rows)}
    ) d
    where ${conjunction([...filter.conditions, ...valueScanCondition(filter), ...conditions])}
    order by ${range.order('d')} limit ${sql.lit(limit)}`;
}

/** Scans the whole range by its index, then sorts. */
export function sortRangeScan(query: ListQuery, range: SortRange, limit: number): RawBuilder<Found> {
  const { table, accountId, sort, filter } = query;
  const column = sql.ref(sort.name);
  return sql<Found>`
    select d.id, d.${column}::text as value from (
      select d.id, d.${column} from ${sql.table(table)} d
      where ${ofAccount('d', accountId)} and ${conjunction(filter.conditions)} ${FENCE}
    ) d
    where ${range.condition} order by ${range.order('d')} limit ${sql.lit(limit)}`;
}

/** Scans all rows of each value by index, then sorts: for values with few rows. */
export function sortValueScans(
  query: ListQuery,
  valueScan: ValueScan,
  range: SortRange,
  limit: number,
): RawBuilder<Found> {
  const { table, accountId, filter } = query;
  const column = sql.ref(query.sort.name);
  return sql<Found>`
    select d.id, d.${column}::text as value from (
      select x.id, x.${column} from unnest(${valuesOfScan(valueScan)}) as wanted(value)
      cross join lateral (
        select d.id, d.${column} from ${sql.table(table)} d
        where ${ofAccount('d', accountId)} and d.${sql.ref(valueScan.column)} = wanted.value
          and ${conjunction(filter.conditions)}
      ) x ${FENCE}
    ) d
    where ${range.condition} order by ${range.order('d')} limit ${sql.lit(limit)}`;
}

/** Returns the filter's `valueScan` as a condition on the row `d`. */
export function valueScanCondition(filter: ListFilter): RawBuilder<unknown>[] {
  return filter.valueScan ? [sql`d.${sql.ref(filter.valueScan.column)} = any(${valuesOfScan(filter.valueScan)})`] : [];
}
