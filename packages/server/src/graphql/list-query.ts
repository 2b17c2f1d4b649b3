import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { Position } from './cursor.ts';
import {
  type Found,
  type IndexHits,
  type ListQuery,
  mergeValueScans,
  ofAccount,
  type Query,
  rowsOf,
  type SortRange,
  scanHead,
  scanIndex,
  sortRangeScan,
  sortRanges,
  sortRows,
  sortValueScans,
  valueScanCondition,
} from './lists/page-queries.ts';
import { readHits } from './lists/read-hits.ts';
import type { Batch } from './loaders.ts';
import type { PageRequest, Placed } from './paging.ts';

/** Rows at the head of the list that are scanned before an index with another order is used. */
const HEAD_ROWS = 5_000;
/** Rows at the head of the list from which the density of a search's matches is estimated. */
const SEARCH_SAMPLE_ROWS = 2_000;
/** Minimum of rows at the head that are scanned before the search index is used, which costs more. */
const MIN_SEARCH_ROWS = 20_000;
/** Maximum of rows at the head that are scanned before the search index is used. */
const MAX_SEARCH_ROWS = 60_000;
/** Factor on the estimated rows, since matches are not spread evenly. */
const ESTIMATE_MARGIN = 1.3;
/** Maximum number of days that are merged without scanning the head of the list first. */
const MAX_MERGED_DAYS = 100;
/** Rows that are scanned for a text that is too short for an index. */
const MAX_UNINDEXED_ROWS = 100_000;

/** A way to find a page. */
type Plan = {
  /** `window`: number of rows that a head scan reads of the range. */
  readonly run: (range: SortRange, limit: number, window: number) => Query | Promise<readonly Found[]>;
  /**
   * Number of rows that a head scan reads of each range, given the result of the plan before it; undefined: reads all matches.
   */
  readonly window?: (before: Attempt) => number;
};

/** Result of a plan that did not fill the page. */
type Attempt = { readonly found: number; readonly wanted: number };

/**
 * Estimates the window of a search's second head scan from the density of matches in the first. Above the maximum, the matches
 * are so few that the search index costs less.
 */
function estimateWindow({ found, wanted }: Attempt): number {
  const rows = Math.ceil((SEARCH_SAMPLE_ROWS * ESTIMATE_MARGIN * wanted) / found);
  return rows > MAX_SEARCH_ROWS ? MIN_SEARCH_ROWS : Math.max(MIN_SEARCH_ROWS, rows);
}

/**
 * Chooses the plans to find a page, in the order in which they are tried:
 * | filter | plans |
 * | --- | --- |
 * | candidate ids | sort the candidates |
 * | search with an index | head scan of a sample, head scan of the estimated rows, search index |
 * | search without an index | head scan, longer head scan |
 * | values, indexed by the sort column | merge the scans of the values |
 * | values | head scan, sort the scans of the values |
 * | range, of the sort column; no filter | scan the index |
 * | range, its days indexed by the sort column | head scan if the days are many, merge the scans of the days |
 * | range | head scan, sort the scan of the range |
 */
function plans(tx: Tx, query: ListQuery): Plan[] {
  const { filter } = query;
  const { candidateIds, search, valueScan, rangeScan } = filter;
  const headScan = (conditions: readonly RawBuilder<unknown>[], window: Plan['window'] = () => HEAD_ROWS): Plan => ({
    run: (range, limit, rows) => scanHead(query, conditions, range, limit, rows),
    window,
  });
  if (candidateIds) {
    const conditions = [...valueScanCondition(filter), ...(search ? [search.matches] : [])];
    return [{ run: (range, limit) => sortRows(query, rowsOf(query, candidateIds), conditions, range, limit) }];
  }
  if (search) {
    const { findHits, matches } = search;
    if (!findHits)
      return [
        headScan([matches]),
        { run: (range, limit) => scanHead(query, [matches], range, limit, MAX_UNINDEXED_ROWS) },
      ];
    // Shared by the ranges of the list.
    let prepared: Promise<IndexHits> | undefined;
    // The search index covers all accounts, so its cost does not depend on this account's rows.
    return [
      headScan([matches], () => SEARCH_SAMPLE_ROWS),
      headScan([matches], estimateWindow),
      {
        run: async (range, limit) => {
          prepared ??= findHits(tx);
          return readHits(tx, query, await prepared, range, limit);
        },
      },
    ];
  }
  const sorted = query.sort.name;
  if (valueScan) {
    return valueScan.sortedBy.includes(sorted)
      ? [{ run: (range, limit) => mergeValueScans(query, valueScan, range, limit) }]
      : [headScan([]), { run: (range, limit) => sortValueScans(query, valueScan, range, limit) }];
  }
  if (!rangeScan || rangeScan.column === sorted) return [{ run: (range, limit) => scanIndex(query, range, limit) }];
  const { days } = rangeScan;
  if (!days?.sortedBy.includes(sorted)) {
    return [headScan([]), { run: (range, limit) => sortRangeScan(query, range, limit) }];
  }
  const byDay: Plan = { run: (range, limit) => mergeValueScans(query, days, range, limit) };
  return days.values.length > MAX_MERGED_DAYS ? [headScan([]), byDay] : [byDay];
}

/** Whether a range has more rows than a window, so that an incomplete page does not prove that the list ends. */
async function rangeExceeds(
  tx: Tx,
  { table, accountId }: ListQuery,
  range: SortRange,
  window: number,
): Promise<boolean> {
  const { rows } = await sql`
    select from ${sql.table(table)} d where ${ofAccount('d', accountId)} and ${range.condition}
    order by ${range.order('d')} offset ${sql.lit(window)} limit 1`.execute(tx);
  return rows.length > 0;
}

/**
 * Finds the positions of a page's rows, in the page's direction; one more than its size when there is a next page.
 * See docs/design/lists.md.
 */
export async function findPage(tx: Tx, query: ListQuery, page: PageRequest): Promise<Position[]> {
  const wanted = page.size + 1;
  let found = 0;
  let scanned = 0;
  for (const plan of plans(tx, query)) {
    const window = plan.window?.({ found, wanted });
    // Unless it covers the whole list, a window that probably does not fill the page is skipped.
    const isUnlikelyToFill = window !== undefined && found * window < wanted * scanned;
    if (isUnlikelyToFill && (await hasMoreThanWindow(tx, query, page, window))) continue;
    const tried = await tryPlan(tx, query, page, plan, wanted, window);
    if (tried.whole) return [...tried.positions];
    found = tried.positions.length;
    scanned = window ?? 0;
  }
  return [];
}

/** Whether any range of the page has more rows than the window. */
async function hasMoreThanWindow(tx: Tx, query: ListQuery, page: PageRequest, window: number): Promise<boolean> {
  for (const range of sortRanges(query, page)) if (await rangeExceeds(tx, query, range, window)) return true;
  return false;
}

/** Runs a plan. `whole` is false when rows that it did not scan may belong to the page. */
async function tryPlan(
  tx: Tx,
  query: ListQuery,
  page: PageRequest,
  { run }: Plan,
  wanted: number,
  window: number | undefined,
): Promise<{ readonly positions: readonly Position[]; readonly whole: boolean }> {
  const positions: Position[] = [];
  for (const range of sortRanges(query, page)) {
    const found = run(range, wanted - positions.length, window ?? 0);
    positions.push(...('execute' in found ? (await found.execute(tx)).rows : await found));
    if (positions.length >= wanted) break;
    if (window !== undefined && (await rangeExceeds(tx, query, range, window))) return { positions, whole: false };
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

/** Reads a page of an account's list, in the page's direction; one row more than its size when there is a next page. */
export async function listRows<Row>(
  tx: Tx,
  query: ListQuery & { readonly accountId: string },
  page: PageRequest,
  batch: Batch<Row>,
): Promise<Placed<Row>[]> {
  return place(await findPage(tx, query, page), (ids) => batch(tx, query.accountId, ids));
}
