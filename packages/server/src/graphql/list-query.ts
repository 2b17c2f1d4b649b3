import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { Position } from './cursor.ts';
import { choosePlans, type Plan, preparePlans } from './lists/page-plans.ts';
import { type ListQuery, ofAccount, type SortRange, sortRanges } from './lists/page-queries.ts';
import type { Batch } from './loaders.ts';
import type { PageRequest, Placed } from './paging.ts';

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
  const plans = preparePlans(tx, query);
  for (const name of choosePlans(query)) {
    const plan = plans[name];
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
