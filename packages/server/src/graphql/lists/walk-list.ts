import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { Position } from '../cursor.ts';
import { findPage, place } from '../list-query.ts';
import type { Batch } from '../loaders.ts';
import { type ListFilter, type ListQuery, spreadCondition } from './page-queries.ts';

/** Rows that are read at a time. */
const PAGE_ROWS = 1_000;
/** Rows that are found by an index in another order than the list's and then sorted for each page. Of more, every row of the list is tested. */
const MAX_GATHERED = 20_000;

/** Opens one transaction that sees the account of the list. */
type InAccount = <T>(use: (tx: Tx) => Promise<T>) => Promise<T>;

/**
 * All rows of a list in its order, a page at a time. Each page is read in a transaction of its own, so that a slow reader holds
 * neither a connection nor a snapshot. Rows that change meanwhile are read as they are when their page is.
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
 * A filter that selects the same rows and never repeats a search or a sort of many rows for each page. Texts that are too short
 * for an index are searched for in all rows.
 */
async function filterForWalk(tx: Tx, query: ListQuery): Promise<ListFilter> {
  const { filter } = query;
  if (filter.only) return filter;
  const { search, ...unsearched } = filter;
  if (search) {
    const hits =
      search.hits === null ? null : await few(tx, sql`select found.id from (${(await search.hits(tx)).all}) found`);
    if (hits) return { ...unsearched, only: hits };
  }
  const conditions = [...filter.conditions, ...(search ? [search.matches] : [])];
  const { bounded, spread = bounded?.days?.sortedBy.includes(query.sort.name) ? bounded.days : undefined } = filter;
  if (!spread || spread.sortedBy.includes(query.sort.name)) return { conditions, spread };
  const gathered = await few(
    tx,
    sql`select d.id from ${sql.table(query.table)} d where d.account_id = ${query.accountId}::uuid
      and ${sql.join([...spreadCondition(filter), ...filter.conditions], sql` and `)}`,
  );
  return gathered ? { conditions, only: gathered } : { conditions: [...conditions, ...spreadCondition(filter)] };
}

/** A query for the ids that the given query finds; null when there are too many to sort them for each page. */
async function few(tx: Tx, ids: RawBuilder<unknown>): Promise<RawBuilder<unknown> | null> {
  const { rows } = await sql<{ id: string }>`
    select found.id from (${ids}) as found(id) limit ${sql.lit(MAX_GATHERED + 1)}
  `.execute(tx);
  return rows.length > MAX_GATHERED ? null : sql`select unnest(${rows.map(({ id }) => id)}::uuid[])`;
}
