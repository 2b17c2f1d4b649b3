import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import {
  type Found,
  type IndexHits,
  type ListQuery,
  ofAccount,
  rowsOf,
  type SortRange,
  scanHead,
  sortRows,
  valueScanCondition,
} from './page-queries.ts';

/** Maximum number of periods that are read one by one: for more, reading the whole index costs less. */
const MAX_PERIODS = 8;
/** Factor on the estimated periods, since matches are not spread evenly. */
const ESTIMATE_MARGIN = 1.3;
/** Rows that are scanned at the head of the days in which most matches lie. */
const DAYS_HEAD_ROWS = 5_000;

/**
 * Reads the first matches of a search in a range. Frequent matches fill the page from the range's first periods; a search
 * without matches there reads the whole index.
 */
export async function readHits(
  tx: Tx,
  query: ListQuery,
  { all, inPeriods, inDays }: IndexHits,
  range: SortRange,
  limit: number,
): Promise<readonly Found[]> {
  const read = async (rows: RawBuilder<unknown>, wanted: number): Promise<readonly Found[]> =>
    (await sortRows(query, rows, valueScanCondition(query.filter), range, wanted).execute(tx)).rows;
  if (inDays?.column === query.sort.name && !range.isNulls) {
    const head = await headOfDays(tx, query, inDays, range, limit);
    return read(head ? sql`${head} union all ${inDays.others}` : all, limit);
  }
  if (inPeriods?.column !== query.sort.name || range.isNulls) return read(all, limit);
  const first = await firstPeriod(tx, query, range);
  if (first === null) return [];
  const found = [...(await read(inPeriods.rows([first]), limit))];
  const missing = limit - found.length;
  const probable = Math.ceil((ESTIMATE_MARGIN * missing) / found.length);
  if (missing > 0 && probable <= MAX_PERIODS) {
    const step = range.descending ? -1 : 1;
    const next = Array.from({ length: probable }, (_, index) => first + (index + 1) * step);
    found.push(...(await read(inPeriods.rows(next), missing)));
  }
  return found.length < limit ? read(all, limit) : found;
}

/** Reads the first matches within some days, as a query; null when they are too few for a page. */
async function headOfDays(
  tx: Tx,
  query: ListQuery,
  { condition }: NonNullable<IndexHits['inDays']>,
  range: SortRange,
  limit: number,
): Promise<RawBuilder<unknown> | null> {
  const { search } = query.filter;
  const within = { ...range, condition: sql`${range.condition} and ${condition}` };
  const run = scanHead(query, search ? [search.matches] : [], within, limit, DAYS_HEAD_ROWS);
  const { rows } = await run.execute(tx);
  return rows.length < limit ? null : rowsOf(query, sql`select unnest(${rows.map(({ id }) => id)}::uuid[])`);
}

/** Returns the period of the search index in which a range begins; null for an empty range. */
async function firstPeriod(
  tx: Tx,
  { table, accountId, sort }: ListQuery,
  { descending, from }: SortRange,
): Promise<number | null> {
  const day = (value: RawBuilder<unknown>) =>
    sort.type === 'timestamptz' ? sql`(${value} at time zone 'UTC')::date` : value;
  const column = sql.ref(`d.${sort.name}`);
  const nulls = sort.nullable ? (descending ? ' nulls last' : ' nulls first') : '';
  const { rows } = await (from === null
    ? sql<{ period: number }>`
        select search_period(${day(column)}) as period from ${sql.table(table)} d
        where ${ofAccount('d', accountId)} and ${column} is not null
        order by ${column} ${sql.raw((descending ? 'desc' : 'asc') + nulls)} limit 1`
    : sql<{ period: number }>`select search_period(${day(sql`${from}::${sql.raw(sort.type)}`)}) as period`
  ).execute(tx);
  return rows[0]?.period ?? null;
}
