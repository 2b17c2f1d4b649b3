import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { type IdRange, idRange } from './id-range.ts';
import type { IndexHits } from './page-queries.ts';
import { type Days, daysShown, isWithin } from './search-days.ts';
import { rarestParts } from './search-parts.ts';

/** Table and columns that a search reads. */
export type Searched = {
  readonly table: 'download' | 'upload' | 'event';
  /** The text of the row `d`, of which the table's search index holds `search_text`. */
  readonly shown: RawBuilder<unknown>;
  /** The column by whose periods the index divides the rows. */
  readonly dated: 'report_date' | 'created';
};

/** Places in the history of an account from which rows are sampled, and rows from each. */
const SAMPLE_PLACES = 100;
const SAMPLE_ROWS = 4;
/** Spreads the places evenly without a period, which the names of an account's rows may have. */
const GOLDEN_RATIO = 0.618_033_988_75;

const ACCOUNT = sql`d.account_id = nullif(current_setting('app.account_id', true), '')::uuid`;

/** A LIKE pattern for texts that contain the parts, one after the other. */
export function containing(...parts: readonly string[]): string {
  return `%${parts.map((part) => part.replace(/[\\%_]/g, (character) => `\\${character}`)).join('%')}%`;
}

const withinIds = ({ first, last }: IdRange): RawBuilder<unknown> => sql`d.id between ${first}::uuid and ${last}::uuid`;

const matchesText = ({ shown }: Searched, text: string): RawBuilder<unknown> =>
  sql`lower(${shown}) like lower(${containing(text)})`;

/** Whether the row `d` contains the text, or has an id that begins with it. */
export function matchesSearch(of: Searched, text: string): RawBuilder<unknown> {
  const ids = idRange(text);
  return ids ? sql`(${withinIds(ids)} or ${matchesText(of, text)})` : matchesText(of, text);
}

/** Finds the rows of the transaction's account that match the text, by the indexes of texts and ids. */
export async function searchRows(tx: Tx, of: Searched, text: string): Promise<IndexHits> {
  const days = of.dated === 'report_date' ? daysShown(text) : null;
  if (days) return hitsOfDays(await readTexts(tx, of, text, days.shown), of, text, days);
  const found = await containingRows(tx, of, text);
  const ids = idRange(text);
  if (!ids) return { all: found(), inPeriods: { column: of.dated, rows: found }, inDays: null };
  const all = sql`${found()} union all select d.* from ${sql.table(of.table)} d
    where ${ACCOUNT} and ${withinIds(ids)} and not ${matchesText(of, text)}`;
  return { all, inPeriods: null, inDays: null };
}

/**
 * The rows that contain a text with a date or a month: those of these days, and others that show another month than that of their
 * own date, for which there is an index.
 */
function hitsOfDays({ wanted, sample, part }: IndexedTexts, { table }: Searched, text: string, days: Days): IndexHits {
  const pattern = containing(text);
  // Within the days, nearly every row shows them.
  const selecting = selectingOf(
    wanted,
    sample.map((row) => row + part),
  );
  const inDays = sql`
    select found.* from generate_series(search_period(${days.first}::date), search_period(${days.last}::date)) p(period)
    cross join lateral ${sql.id(`search_${table}`)}(lower(${pattern}), ${selecting}, p.period) found
    where ${isWithin('found', days)}`;
  const others = sql`
    select found.* from ${sql.id(`search_${table}_other_month`)}(lower(${pattern}), ${selectingOf(wanted, sample)}) found
    where (${isWithin('found', days)}) is not true`;
  return {
    all: sql`${inDays} union all ${others}`,
    inPeriods: null,
    inDays: { column: 'report_date', condition: isWithin('d', days), others },
  };
}

/** A query for the ids of the transaction's account whose rows contain any of the texts, by the search index. */
export async function searchIds(tx: Tx, of: Searched, texts: readonly string[]): Promise<RawBuilder<unknown>> {
  const queries: RawBuilder<unknown>[] = [];
  for (const text of texts) {
    const rows = await containingRows(tx, of, text);
    queries.push(sql`select found.id from (${rows()}) found`);
  }
  return sql.join(queries, sql` union `);
}

/** Makes queries for the rows that contain the text: all, or those of some periods of the index. */
async function containingRows(
  tx: Tx,
  of: Searched,
  text: string,
): Promise<(periods?: readonly number[]) => RawBuilder<unknown>> {
  const { wanted, sample } = await readTexts(tx, of, text, '');
  const selecting = selectingOf(wanted, sample);
  const search = sql.id(`search_${of.table}`);
  const pattern = containing(text);
  return (periods) =>
    periods === undefined
      ? sql`select * from ${search}(lower(${pattern}), ${selecting})`
      : sql`select found.* from unnest(${[...periods]}::integer[]) as p(period)
          cross join lateral ${search}(lower(${pattern}), ${selecting}, p.period) found`;
}

/** The pattern by which the index selects rows for a text. */
function selectingOf(wanted: string, sample: readonly string[]): string {
  const parts = rarestParts(wanted, sample);
  return containing(...(parts.length > 0 ? parts : [wanted]));
}

/** Texts as the index has them: of a search and a part of it, and of some rows. */
type IndexedTexts = { readonly wanted: string; readonly part: string; readonly sample: readonly string[] };

/** Reads texts of rows from all times of the account's history. Ids begin with the time at which they were made. */
async function readTexts(tx: Tx, { table, shown }: Searched, text: string, part: string): Promise<IndexedTexts> {
  const end = (direction: 'asc' | 'desc') => sql`(
    select extract(epoch from uuid_extract_timestamp(d.id)) * 1000 from ${sql.table(table)} d
    where ${ACCOUNT} order by d.id ${sql.raw(direction)} limit 1)`;
  const { rows } = await sql<IndexedTexts>`
    with history as materialized (select ${end('asc')}::bigint as first, ${end('desc')}::bigint as last),
    places as (
      select lpad(to_hex(first + ((last - first) * mod(n * ${sql.lit(GOLDEN_RATIO)}, 1))::bigint), 12, '0') as millisecond
      from history cross join generate_series(1, ${sql.lit(SAMPLE_PLACES)}) n
      where first is not null and last is not null
    )
    select search_text(${text}) as wanted, search_text(${part}) as part, array(
      select search_text(found.text) from places
      cross join lateral (
        select ${shown} as text from ${sql.table(table)} d
        where ${ACCOUNT} and d.id >= (substr(millisecond, 1, 8) || '-' || substr(millisecond, 9, 4) || '-7000-8000-000000000000')::uuid
        order by d.id limit ${sql.lit(SAMPLE_ROWS)}
      ) found
    ) as sample`.execute(tx);
  return rows[0] ?? { wanted: text, part, sample: [] };
}
