import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { Position } from './cursor.ts';
import type { Batch } from './loaders.ts';
import type { PageRequest, Placed, SortDirection } from './paging.ts';

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
  /** Makes a query for all matching rows of the table; null when the text is too short for an index. */
  readonly hits: ((tx: Tx) => Promise<RawBuilder<unknown>>) | null;
};

export type ListQuery = {
  readonly table:
    | 'download'
    | 'upload'
    | 'event'
    | 'backfill'
    | 'flow'
    | 'download_declaration'
    | 'upload_declaration'
    | 'account'
    | 'person'
    | 'saved_view'
    | 'key';
  /** Null for tables without accounts. */
  readonly accountId: string | null;
  readonly sort: SortColumn;
  readonly direction: SortDirection;
  readonly filter: ListFilter;
};

type Found = { readonly id: string; readonly value: string | null };

/** Rows at the head of the list that are scanned before an index with another order is used. */
const WINDOW = 5_000;
/** The same before the density of the rows that a search finds is estimated. */
const SEARCH_WINDOW = 2_000;
/** The same at least before a search index is used, whose cost is higher. */
const WIDE_WINDOW = 20_000;
/** The same at most. */
const MAX_PROBABLE_WINDOW = 60_000;
/** How many times the estimated rows are scanned, since they are not spread evenly. */
const PROBABLE = 1.3;
/** Days that are merged before the head of the list is scanned. */
const FEW_DAYS = 100;
/** Rows that are scanned for a text that is too short for an index. */
const MAX_WINDOW = 100_000;

/** A part of the list in walking order: the rows with a sort value, or those without one, which come last. */
type Segment = { readonly condition: RawBuilder<unknown>; readonly order: (row: string) => RawBuilder<unknown> };

function segments(query: ListQuery, page: PageRequest): Segment[] {
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
  };
  if (!sort.nullable) return [withValue];
  const without: Segment = {
    condition:
      from && from.value === null
        ? sql`${column} is null and d.id ${compare} ${from.id}::uuid`
        : sql`${column} is null`,
    order,
  };
  const startsAmongNulls = from !== null && from.value === null;
  if (page.backward) return from === null || startsAmongNulls ? [without, withValue] : [withValue];
  return startsAmongNulls ? [without] : [withValue, without];
}

const ofAccount = (row: 'd' | 'r', accountId: string | null): RawBuilder<unknown> =>
  accountId === null ? sql`true` : sql`${sql.ref(`${row}.account_id`)} = ${accountId}::uuid`;

function conjunction(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`;
}

/** Reads matching rows of the account in index order. */
function plainRun(query: ListQuery, segment: Segment, limit: number): RawBuilder<Found> {
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
function spreadRun(query: ListQuery, spread: Spread, segment: Segment, limit: number): RawBuilder<Found> {
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
const rowsOf = ({ table, accountId }: ListQuery, ids: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select r.* from (select distinct picked.id from (${ids}) as picked(id) offset 0) few
  join ${sql.table(table)} r on ${ofAccount('r', accountId)} and r.id = few.id`;

/** Sorts a few rows of the table. */
function onlyRun(
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
function windowRun(
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
function boundedRun(query: ListQuery, segment: Segment, limit: number): RawBuilder<Found> {
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
function gatherRun(query: ListQuery, spread: Spread, segment: Segment, limit: number): RawBuilder<Found> {
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

/** A way to find a page. */
type Plan = {
  /** `window`: the rows that it scans at the head of the segment, of a plan that has windows. */
  readonly run: (segment: Segment, limit: number, window: number) => RawBuilder<Found> | Promise<RawBuilder<Found>>;
  /**
   * How many rows it scans at the head of each segment, given what the plan before it found; without, all that match.
   */
  readonly window?: (before: Attempt) => number;
};

/** What a plan found that did not fill the page. */
type Attempt = { readonly found: number; readonly wanted: number };

/**
 * The window of the second plan of a search: as many rows as probably fill the page, as the first window shows. Scanning more
 * than the maximum costs more than reading the few rows that the search index then finds.
 */
function probableWindow({ found, wanted }: Attempt): number {
  const rows = Math.ceil((SEARCH_WINDOW * PROBABLE * wanted) / found);
  return rows > MAX_PROBABLE_WINDOW ? WIDE_WINDOW : Math.max(WIDE_WINDOW, rows);
}

/** The plans to find a page, in the order in which they are tried. */
function plans(tx: Tx, query: ListQuery): Plan[] {
  const { filter } = query;
  const { only, search, spread, bounded } = filter;
  const inWindow = (conditions: readonly RawBuilder<unknown>[], window: Plan['window'] = () => WINDOW): Plan => ({
    run: (segment, limit, rows) => windowRun(query, conditions, segment, limit, rows),
    window,
  });
  if (only) {
    const conditions = [...spreadCondition(filter), ...(search ? [search.matches] : [])];
    return [{ run: (segment, limit) => onlyRun(query, rowsOf(query, only), conditions, segment, limit) }];
  }
  if (search) {
    const { hits, matches } = search;
    if (!hits)
      return [
        inWindow([matches]),
        { run: (segment, limit) => windowRun(query, [matches], segment, limit, MAX_WINDOW) },
      ];
    // Shared by the segments of the list.
    let rows: Promise<RawBuilder<unknown>> | undefined;
    // The text of the index is that of all accounts, so that its cost is not that of this account's rows.
    return [
      inWindow([matches], () => SEARCH_WINDOW),
      inWindow([matches], probableWindow),
      {
        run: async (segment, limit) => {
          rows ??= hits(tx);
          return onlyRun(query, await rows, spreadCondition(filter), segment, limit);
        },
      },
    ];
  }
  const sorted = query.sort.name;
  if (spread) {
    return spread.sortedBy.includes(sorted)
      ? [{ run: (segment, limit) => spreadRun(query, spread, segment, limit) }]
      : [inWindow([]), { run: (segment, limit) => gatherRun(query, spread, segment, limit) }];
  }
  if (!bounded || bounded.column === sorted) return [{ run: (segment, limit) => plainRun(query, segment, limit) }];
  const { days } = bounded;
  if (!days?.sortedBy.includes(sorted)) {
    return [inWindow([]), { run: (segment, limit) => boundedRun(query, segment, limit) }];
  }
  const byDay: Plan = { run: (segment, limit) => spreadRun(query, days, segment, limit) };
  return days.values.length > FEW_DAYS ? [inWindow([]), byDay] : [byDay];
}

/** Whether a segment has more rows than a window, so that an incomplete page does not prove that the list ends. */
async function exceeds(tx: Tx, { table, accountId }: ListQuery, segment: Segment, window: number): Promise<boolean> {
  const { rows } = await sql`
    select from ${sql.table(table)} d where ${ofAccount('d', accountId)} and ${segment.condition}
    order by ${segment.order('d')} offset ${sql.lit(window)} limit 1`.execute(tx);
  return rows.length > 0;
}

/** Positions of the rows of a page, in walking order; one more than the page's size when the list goes on. */
export async function findPage(tx: Tx, query: ListQuery, page: PageRequest): Promise<Position[]> {
  const wanted = page.size + 1;
  let found = 0;
  let scanned = 0;
  for (const plan of plans(tx, query)) {
    const window = plan.window?.({ found, wanted });
    // A wider window that probably has too few matches, either, is scanned only if it is the whole list.
    const isPoor = window !== undefined && found * window < wanted * scanned;
    if (isPoor && (await goesOn(tx, query, page, window))) continue;
    const tried = await tryPlan(tx, query, page, plan, wanted, window);
    if (tried.whole) return [...tried.positions];
    found = tried.positions.length;
    scanned = window ?? 0;
  }
  return [];
}

async function goesOn(tx: Tx, query: ListQuery, page: PageRequest, window: number): Promise<boolean> {
  for (const segment of segments(query, page)) if (await exceeds(tx, query, segment, window)) return true;
  return false;
}

/** The positions that the plan finds. They are not the whole page when rows that it does not scan may belong to it. */
async function tryPlan(
  tx: Tx,
  query: ListQuery,
  page: PageRequest,
  { run }: Plan,
  wanted: number,
  window: number | undefined,
): Promise<{ readonly positions: readonly Position[]; readonly whole: boolean }> {
  const positions: Position[] = [];
  for (const segment of segments(query, page)) {
    const result = await (await run(segment, wanted - positions.length, window ?? 0)).execute(tx);
    positions.push(...result.rows);
    if (positions.length >= wanted) break;
    if (window !== undefined && (await exceeds(tx, query, segment, window))) return { positions, whole: false };
  }
  return { positions, whole: true };
}

/** Joins positions with their rows; without rows that were deleted in the meantime. */
export async function place<Row>(
  positions: readonly Position[],
  read: (ids: readonly string[]) => Promise<ReadonlyMap<string, Row>>,
): Promise<Placed<Row>[]> {
  const rows = positions.length === 0 ? new Map<string, Row>() : await read(positions.map(({ id }) => id));
  return positions.flatMap((position) => {
    const row = rows.get(position.id);
    return row === undefined ? [] : [{ row, position }];
  });
}

/** One page of a list of an account, in walking order; one row more than the page's size when the list goes on. */
export async function listRows<Row>(
  tx: Tx,
  query: ListQuery & { readonly accountId: string },
  page: PageRequest,
  batch: Batch<Row>,
): Promise<Placed<Row>[]> {
  return place(await findPage(tx, query, page), (ids) => batch(tx, query.accountId, ids));
}
