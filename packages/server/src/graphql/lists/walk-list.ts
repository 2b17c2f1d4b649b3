import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { Position } from '../cursor.ts';
import { findPage, place } from '../list-query.ts';
import type { Batch } from '../loaders.ts';
import { type ListFilter, type ListQuery, valueScanCondition } from './page-queries.ts';

/** Rows per page. */
const PAGE_ROWS = 1_000;
/** Maximum number of candidates that are sorted for each page. With more, every row of the list is tested. */
const MAX_CANDIDATES = 20_000;

/** Opens one transaction that sees the account of the list. */
type InAccount = <T>(use: (tx: Tx) => Promise<T>) => Promise<T>;

/**
 * Iterates over all rows of a list in its order, a page at a time. Each page is read in a transaction of its own, so that a slow
 * reader holds neither a connection nor a snapshot. Each page shows its rows as they are when it is read.
 */
export async function* walkList<Row>(
  inAccount: InAccount,
  query: ListQuery & { readonly accountId: string },
  batch: Batch<Row>,
): AsyncGenerator<readonly Row[], void, undefined> {
  const filter = await inAccount((tx) => filterForWalk(tx, query));
  let from: Position | null = null;
  for (;;) {
    const page = { size: PAGE_ROWS, backward: false, from, order: '' };
    const { rows, last } = await inAccount(async (tx) => {
      const found = await findPage(tx, { ...query, filter }, page);
      const kept = found.slice(0, PAGE_ROWS);
      const placed = await place(kept, (ids) => batch(tx, query.accountId, ids));
      return { rows: placed.map(({ row }) => row), last: found.length > PAGE_ROWS ? kept.at(-1) : undefined };
    });
    yield rows;
    if (last === undefined) return;
    from = last;
  }
}

/**
 * Returns an equivalent filter that does not repeat a search or a sort of many rows for each page. Texts that are too short for
 * an index are searched for in all rows.
 */
async function filterForWalk(tx: Tx, query: ListQuery): Promise<ListFilter> {
  const { filter } = query;
  if (filter.candidateIds) return filter;
  const { search, ...unsearched } = filter;
  if (search) {
    const hits =
      search.findHits === null
        ? null
        : await fetchIfFew(tx, sql`select found.id from (${(await search.findHits(tx)).all}) found`);
    if (hits) return { ...unsearched, candidateIds: hits };
  }
  const conditions = [...filter.conditions, ...(search ? [search.matches] : [])];
  const { rangeScan, valueScan = rangeScan?.days?.sortedBy.includes(query.sort.name) ? rangeScan.days : undefined } =
    filter;
  if (!valueScan || valueScan.sortedBy.includes(query.sort.name)) return { conditions, valueScan };
  const candidates = await fetchIfFew(
    tx,
    sql`select d.id from ${sql.table(query.table)} d where d.account_id = ${query.accountId}::uuid
      and ${sql.join([...valueScanCondition(filter), ...filter.conditions], sql` and `)}`,
  );
  return candidates
    ? { conditions, candidateIds: candidates }
    : { conditions: [...conditions, ...valueScanCondition(filter)] };
}

/** Returns the ids that a query finds, as a query; null when they are too many to sort for each page. */
async function fetchIfFew(tx: Tx, ids: RawBuilder<unknown>): Promise<RawBuilder<unknown> | null> {
  const { rows } = await sql<{ id: string }>`
    select found.id from (${ids}) as found(id) limit ${sql.lit(MAX_CANDIDATES + 1)}
  `.execute(tx);
  return rows.length > MAX_CANDIDATES ? null : sql`select unnest(${rows.map(({ id }) => id)}::uuid[])`;
}
