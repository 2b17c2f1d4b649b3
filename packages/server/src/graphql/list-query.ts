import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { Position } from './cursor.ts';
import {
  boundedRun,
  type Found,
  gatherRun,
  type Hits,
  type ListQuery,
  ofAccount,
  onlyRun,
  plainRun,
  type Query,
  rowsOf,
  type Segment,
  segments,
  spreadCondition,
  spreadRun,
  windowRun,
} from './lists/page-queries.ts';
import { readHits } from './lists/read-hits.ts';
import type { Batch } from './loaders.ts';
import type { PageRequest, Placed } from './paging.ts';

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

/** A way to find a page. */
type Plan = {
  /** `window`: the rows that it scans at the head of the segment, of a plan that has windows. */
  readonly run: (segment: Segment, limit: number, window: number) => Query | Promise<readonly Found[]>;
  /**
   * How many rows it scans at the head of each segment, given what the plan before it found; without, all that match.
   */
  readonly window?: (before: Attempt) => number;
};

/** Result of a plan that did not fill the page. */
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
    let prepared: Promise<Hits> | undefined;
    // The text of the index is that of all accounts, so that its cost is not that of this account's rows.
    return [
      inWindow([matches], () => SEARCH_WINDOW),
      inWindow([matches], probableWindow),
      {
        run: async (segment, limit) => {
          prepared ??= hits(tx);
          return readHits(tx, query, await prepared, segment, limit);
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
    const found = run(segment, wanted - positions.length, window ?? 0);
    positions.push(...('execute' in found ? (await found.execute(tx)).rows : await found));
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
