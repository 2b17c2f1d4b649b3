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

export type Spread = {
  readonly column: string;
  readonly type: 'text' | 'date';
  readonly values: readonly string[];
  readonly sortedBy: readonly SortColumn['name'][];
};

export type Bounded = {
  readonly column: SortColumn['name'];
  /** The same rows by the day of the column. */
  readonly days?: Spread | undefined;
};

/** The filter of a list; its parts combine with AND. The alias of the row in conditions is `d`. */
export type ListFilter = {
  readonly conditions: readonly RawBuilder<unknown>[];
  /** Rows whose column has one of these values, none for an empty list. It has an index over (account_id, column, X) for each X of `sortedBy`. */
  readonly spread?: Spread | undefined;
  /** A column whose values the conditions bound; it has an index over (account_id, column). */
  readonly bounded?: Bounded | undefined;
  /** A query for the ids of the only rows that may match. The ids are few. */
  readonly only?: RawBuilder<unknown> | undefined;
  readonly search?: Search | undefined;
};

export type Search = {
  /** Whether the row `d` contains the text. */
  readonly matches: RawBuilder<unknown>;
  /** Finds matching rows by index; null when the text is too short for it. */
  readonly hits: ((tx: Tx) => Promise<Hits>) | null;
};

/** Queries for the matching rows of a table. */
export type Hits = {
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
    | 'admin_act'
    | 'saved_view'
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

/** A part of the list in walking order: the rows with a sort value, or those without one, which come last. */
export type Segment = {
  readonly condition: RawBuilder<unknown>;
  readonly order: (row: string) => RawBuilder<unknown>;
  readonly descending: boolean;
  /** The sort value behind which it begins; null for its end. */
  readonly from: string | null;
  readonly isWithout: boolean;
};

export function segments(query: ListQuery, page: PageRequest): Segment[] {
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
  const withValue: Segment = {
    condition:
      from?.value != null
        ? sql`(${column}, d.id) ${compare} (${from.value}::${type}, ${from.id}::uuid)`
        : sort.nullable
          ? sql`${column} is not null`
          : sql`true`,
    order,
    descending,
    from: from?.value ?? null,
    isWithout: false,
  };
  if (!sort.nullable) return [withValue];
  const without: Segment = {
    condition:
      from && from.value === null
        ? sql`${column} is null and d.id ${compare} ${from.id}::uuid`
        : sql`${column} is null`,
    order,
    descending,
    from: null,
    isWithout: true,
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

/** Reads matching rows of the account in index order. */
export function plainRun(query: ListQuery, segment: Segment, limit: number): RawBuilder<Found> {
  const { table, accountId, sort, filter } = query;
  return sql<Found>`
    select d.id, d.${sql.ref(sort.name)}::text as value from ${sql.table(table)} d
    where ${ofAccount('d', accountId)} and ${segment.condition} and ${conjunction(filter.conditions)}
    order by ${segment.order('d')} limit ${sql.lit(limit)}`;
}

/** The distinct values, as an array of the column's type. */
export const spreadValues = ({ values, type }: Spread): RawBuilder<unknown> =>
  sql`${[...new Set(values)]}::${sql.raw(type)}[]`;

/** Merges the first rows of each value: one index scan per value instead of a filter over all rows. */
export function spreadRun(query: ListQuery, spread: Spread, segment: Segment, limit: number): RawBuilder<Found> {
  const { table, accountId, filter } = query;
  const column = sql.ref(query.sort.name);
  return sql<Found>`
    select x.id, x.${column}::text as value
    from unnest(${spreadValues(spread)}) as wanted(value)
    cross join lateral (
      select d.id, d.${column} from ${sql.table(table)} d
      where ${ofAccount('d', accountId)} and d.${sql.ref(spread.column)} = wanted.value
        and ${segment.condition} and ${conjunction(filter.conditions)}
      order by ${segment.order('d')} limit ${sql.lit(limit)}
    ) x
    order by ${segment.order('x')} limit ${sql.lit(limit)}`;
}

/** Keeps the planner from reading the rows in the order of the list, and streams them, as a materialized query would not. */
const FENCE = sql`offset 0`;

/** Reads a few rows by primary key. */
export const rowsOf = ({ table, accountId }: ListQuery, ids: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select r.* from (select distinct picked.id from (${ids}) as picked(id) offset 0) few
  join ${sql.table(table)} r on ${ofAccount('r', accountId)} and r.id = few.id`;

/** Sorts a few rows of the table. */
export function onlyRun(
  query: ListQuery,
  rows: RawBuilder<unknown>,
  conditions: readonly RawBuilder<unknown>[],
  segment: Segment,
  limit: number,
): RawBuilder<Found> {
  const { sort, filter } = query;
  return sql<Found>`
    select d.id, d.${sql.ref(sort.name)}::text as value from (select found.* from (${rows}) found ${FENCE}) d
    where ${segment.condition} and ${conjunction([...filter.conditions, ...conditions])}
    order by ${segment.order('d')} limit ${sql.lit(limit)}`;
}

/** Scans the first rows of the list only. */
export function windowRun(
  query: ListQuery,
  conditions: readonly RawBuilder<unknown>[],
  segment: Segment,
  limit: number,
  rows: number,
): RawBuilder<Found> {
  const { table, accountId, sort, filter } = query;
  return sql<Found>`
    select d.id, d.${sql.ref(sort.name)}::text as value from (
      select d.* from ${sql.table(table)} d
      where ${ofAccount('d', accountId)} and ${segment.condition}
      order by ${segment.order('d')} limit ${sql.lit(rows)}
    ) d
    where ${conjunction([...filter.conditions, ...spreadCondition(filter), ...conditions])}
    order by ${segment.order('d')} limit ${sql.lit(limit)}`;
}

/** Reads all rows that match by whatever index bounds them and sorts them. */
export function boundedRun(query: ListQuery, segment: Segment, limit: number): RawBuilder<Found> {
  const { table, accountId, sort, filter } = query;
  const column = sql.ref(sort.name);
  return sql<Found>`
    select d.id, d.${column}::text as value from (
      select d.id, d.${column} from ${sql.table(table)} d
      where ${ofAccount('d', accountId)} and ${conjunction(filter.conditions)} ${FENCE}
    ) d
    where ${segment.condition} order by ${segment.order('d')} limit ${sql.lit(limit)}`;
}

/** Reads all rows of the values by index and sorts them: for values with few rows. */
export function gatherRun(query: ListQuery, spread: Spread, segment: Segment, limit: number): RawBuilder<Found> {
  const { table, accountId, filter } = query;
  const column = sql.ref(query.sort.name);
  return sql<Found>`
    select d.id, d.${column}::text as value from (
      select x.id, x.${column} from unnest(${spreadValues(spread)}) as wanted(value)
      cross join lateral (
        select d.id, d.${column} from ${sql.table(table)} d
        where ${ofAccount('d', accountId)} and d.${sql.ref(spread.column)} = wanted.value
          and ${conjunction(filter.conditions)}
      ) x ${FENCE}
    ) d
    where ${segment.condition} order by ${segment.order('d')} limit ${sql.lit(limit)}`;
}

/** The condition that the filter's `spread` stands for. */
export function spreadCondition(filter: ListFilter): RawBuilder<unknown>[] {
  return filter.spread ? [sql`d.${sql.ref(filter.spread.column)} = any(${spreadValues(filter.spread)})`] : [];
}
