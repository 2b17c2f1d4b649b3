import type { Tx } from '../../db/database.ts';
import {
  type Found,
  type IndexHits,
  type ListFilter,
  type ListQuery,
  mergeValueScans,
  type Query,
  rowsOf,
  type SortColumn,
  type SortRange,
  scanHead,
  scanIndex,
  sortRangeScan,
  sortRows,
  sortValueScans,
  type ValueScan,
  valueScanCondition,
} from './page-queries.ts';
import { readHits } from './read-hits.ts';

/** Rows at the head of the list that are scanned before an index with another order is used. */
const HEAD_ROWS = 5_000;
/** Rows at the head of the list from which the density of a search's matches is estimated. */
const SAMPLE_ROWS = 2_000;
/** Minimum of rows at the head that are scanned before the search index is used, which costs more. */
const MIN_ESTIMATED_ROWS = 20_000;
/** Maximum of rows at the head that are scanned before the search index is used. */
const MAX_ESTIMATED_ROWS = 60_000;
/** Factor on the estimated rows, since matches are not spread evenly. */
const ESTIMATE_MARGIN = 1.3;
/** Maximum number of days that are merged without scanning the head of the list first. */
const MAX_MERGED_DAYS = 100;
/** Rows that are scanned for a text that is too short for an index. */
const MAX_UNINDEXED_ROWS = 100_000;

/** Result of a plan that did not fill the page. */
export type Attempt = { readonly found: number; readonly wanted: number };

/** A way to find a page. */
export type Plan = {
  /** `window`: number of rows that a head scan reads of the range. */
  readonly run: (range: SortRange, limit: number, window: number) => Query | Promise<readonly Found[]>;
  /** Number of rows that a head scan reads of each range, given the result of the plan before it; undefined: reads all matches. */
  readonly window?: (before: Attempt) => number;
};

type Decision = {
  /** As docs/design/lists.md names it. */
  readonly filter: string;
  readonly applies: (filter: ListFilter, sort: SortColumn) => boolean;
  /** In the order in which they are tried, until one fills the page. */
  readonly plans: readonly (keyof ReturnType<typeof preparePlans>)[];
};

/** By filter, the plans to find a page. The first decision that applies counts; the last one always does. */
export const DECISIONS: readonly Decision[] = [
  { filter: 'candidate ids', applies: ({ candidateIds }) => !!candidateIds, plans: ['sorted candidates'] },
  {
    filter: 'search with an index',
    applies: ({ search }) => !!search?.findHits,
    // The search index covers all accounts, so its cost does not depend on this account's rows.
    plans: ['sample scan', 'estimated head scan', 'search index scan'],
  },
  { filter: 'search without an index', applies: ({ search }) => !!search, plans: ['head scan', 'long head scan'] },
  {
    filter: 'values, indexed by the sort column',
    applies: ({ valueScan }, { name }) => !!valueScan?.sortedBy.includes(name),
    plans: ['merged value scans'],
  },
  { filter: 'values', applies: ({ valueScan }) => !!valueScan, plans: ['head scan', 'sorted value scans'] },
  {
    filter: 'none, or a range of the sort column',
    applies: ({ rangeScan }, { name }) => !rangeScan || rangeScan.column === name,
    plans: ['index scan'],
  },
  {
    filter: 'range of at most 100 days, indexed by the sort column',
    applies: (filter, sort) => (indexedDays(filter, sort)?.values.length ?? Infinity) <= MAX_MERGED_DAYS,
    plans: ['merged day scans'],
  },
  {
    filter: 'range of more days, indexed by the sort column',
    applies: (filter, sort) => !!indexedDays(filter, sort),
    plans: ['head scan', 'merged day scans'],
  },
  { filter: 'range', applies: () => true, plans: ['head scan', 'sorted range scan'] },
];

/** Chooses the plans to find a page, in the order in which they are tried. */
export function choosePlans({ filter, sort }: ListQuery): Decision['plans'] {
  return DECISIONS.find(({ applies }) => applies(filter, sort))?.plans ?? [];
}

/** Prepares every plan for a query. The hits of its search are found once, for all ranges of the list. */
export function preparePlans(tx: Tx, query: ListQuery) {
  const { candidateIds, search, valueScan } = query.filter;
  const matches = search ? [search.matches] : [];
  const headScan = (window: NonNullable<Plan['window']>): Plan => ({
    run: (range, limit, rows) => scanHead(query, matches, range, limit, rows),
    window,
  });
  const plan = (run: Plan['run']): Plan => ({ run });
  let hits: Promise<IndexHits> | undefined;
  return {
    'index scan': plan((range, limit) => scanIndex(query, range, limit)),
    'head scan': headScan(() => HEAD_ROWS),
    'sample scan': headScan(() => SAMPLE_ROWS),
    'estimated head scan': headScan(estimateWindow),
    'long head scan': plan((range, limit) => scanHead(query, matches, range, limit, MAX_UNINDEXED_ROWS)),
    'search index scan': plan(async (range, limit) => {
      hits ??= required(search?.findHits)(tx);
      return readHits(tx, query, await hits, range, limit);
    }),
    'merged value scans': plan((range, limit) => mergeValueScans(query, required(valueScan), range, limit)),
    'sorted value scans': plan((range, limit) => sortValueScans(query, required(valueScan), range, limit)),
    'merged day scans': plan((range, limit) =>
      mergeValueScans(query, required(indexedDays(query.filter, query.sort)), range, limit),
    ),
    'sorted range scan': plan((range, limit) => sortRangeScan(query, range, limit)),
    'sorted candidates': plan((range, limit) => {
      const conditions = [...valueScanCondition(query.filter), ...matches];
      return sortRows(query, rowsOf(query, required(candidateIds)), conditions, range, limit);
    }),
  };
}

/** Days of a range, if each has an index by the sort column. */
function indexedDays({ rangeScan }: ListFilter, { name }: SortColumn): ValueScan | undefined {
  return rangeScan?.days?.sortedBy.includes(name) ? rangeScan.days : undefined;
}

/**
 * Estimates the window of a search's second head scan from the density of matches in the first. Above the maximum, the matches
 * are so few that the search index costs less.
 */
function estimateWindow({ found, wanted }: Attempt): number {
  const rows = Math.ceil((SAMPLE_ROWS * ESTIMATE_MARGIN * wanted) / found);
  return rows > MAX_ESTIMATED_ROWS ? MIN_ESTIMATED_ROWS : Math.max(MIN_ESTIMATED_ROWS, rows);
}

/** Returns a part of the filter that the decision for a plan requires. */
function required<Part>(part: Part | null | undefined): Part {
  if (part === null || part === undefined) throw new Error('The filter lacks a part that its plan reads.');
  return part;
}
