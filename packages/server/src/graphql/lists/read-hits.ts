import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import {
  type Found,
  type Hits,
  type ListQuery,
  ofAccount,
  onlyRun,
  rowsOf,
  type Segment,
  spreadCondition,
  windowRun,
} from './page-queries.ts';

/** Periods that are read one by one, at most: of more, reading the whole index costs less. */
const MAX_PERIODS = 8;
/** How many times the estimated periods are read, since rows are not spread evenly. */
const PROBABLE = 1.3;
/** Rows that are scanned at the head of the days in which most matching rows lie. */
const WINDOW_OF_DAYS = 5_000;

/**
 * The first rows of a segment that a search finds. A search with many rows finds them in the first periods of the list; one
 * that finds none in the first is for few rows, or for others.
 */
export async function readHits(
  tx: Tx,
  query: ListQuery,
  { all, inPeriods, inDays }: Hits,
  segment: Segment,
  limit: number,
): Promise<readonly Found[]> {
  const read = async (rows: RawBuilder<unknown>, wanted: number): Promise<readonly Found[]> =>
    (await onlyRun(query, rows, spreadCondition(query.filter), segment, wanted).execute(tx)).rows;
  if (inDays?.column === query.sort.name && !segment.isWithout) {
    const head = await headOfDays(tx, query, inDays, segment, limit);
    return read(head ? sql`${head} union all ${inDays.others}` : all, limit);
  }
  if (inPeriods?.column !== query.sort.name || segment.isWithout) return read(all, limit);
  const first = await firstPeriod(tx, query, segment);
  if (first === null) return [];
  const found = [...(await read(inPeriods.rows([first]), limit))];
  const missing = limit - found.length;
  const probable = Math.ceil((PROBABLE * missing) / found.length);
  if (missing > 0 && probable <= MAX_PERIODS) {
    const step = segment.descending ? -1 : 1;
    const next = Array.from({ length: probable }, (_, index) => first + (index + 1) * step);
    found.push(...(await read(inPeriods.rows(next), missing)));
  }
  return found.length < limit ? read(all, limit) : found;
}

/** The first rows of some days that match, as a query; null when they are too few for a page. */
async function headOfDays(
  tx: Tx,
  query: ListQuery,
  { condition }: NonNullable<Hits['inDays']>,
  segment: Segment,
  limit: number,
): Promise<RawBuilder<unknown> | null> {
  const { search } = query.filter;
  const within = { ...segment, condition: sql`${segment.condition} and ${condition}` };
  const run = windowRun(query, search ? [search.matches] : [], within, limit, WINDOW_OF_DAYS);
  const { rows } = await run.execute(tx);
  return rows.length < limit ? null : rowsOf(query, sql`select unnest(${rows.map(({ id }) => id)}::uuid[])`);
}

/** The period of the search index in which a segment begins; null for one without rows. */
async function firstPeriod(
  tx: Tx,
  { table, accountId, sort }: ListQuery,
  { descending, from }: Segment,
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
