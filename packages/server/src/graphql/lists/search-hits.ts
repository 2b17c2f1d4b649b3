import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { rarestParts } from './search-parts.ts';

/** What a search reads. */
export type Searched = {
  readonly table: 'download' | 'upload' | 'event';
  /** The text of the row `d`, identical to that of the table's search index. */
  readonly shown: RawBuilder<unknown>;
};

/** Places in the history of an account from which rows are sampled, and rows from each. */
const SAMPLE_PLACES = 40;
const SAMPLE_ROWS = 10;

/** An ILIKE pattern for rows that contain the parts, one after the other. */
export function containing(...parts: readonly string[]): string {
  return `%${parts.map((part) => part.replace(/[\\%_]/g, (character) => `\\${character}`)).join('%')}%`;
}

/** A query for the rows of the transaction's account that contain the text, by the search index. */
export async function searchRows(tx: Tx, of: Searched, text: string): Promise<RawBuilder<unknown>> {
  return rowsQuery(of, text, await sampleTexts(tx, of));
}

/** A query for the ids of the transaction's account whose rows contain any of the texts, by the search index. */
export async function searchIds(tx: Tx, of: Searched, texts: readonly string[]): Promise<RawBuilder<unknown>> {
  const sample = await sampleTexts(tx, of);
  return sql.join(
    texts.map((text) => sql`select found.id from (${rowsQuery(of, text, sample)}) found`),
    sql` union `,
  );
}

function rowsQuery({ table }: Searched, text: string, sample: readonly string[]): RawBuilder<unknown> {
  const parts = rarestParts(text, sample);
  const selecting = containing(...(parts.length > 0 ? parts : [text]));
  return sql`select * from ${sql.id(`search_${table}`)}(${containing(text)}, ${selecting})`;
}

/** The texts of rows from all times of the account's history, lower case. Ids begin with the time at which they were made. */
async function sampleTexts(tx: Tx, { table, shown }: Searched): Promise<string[]> {
  const account = sql`d.account_id = nullif(current_setting('app.account_id', true), '')::uuid`;
  const end = (direction: 'asc' | 'desc') => sql`(
    select extract(epoch from uuid_extract_timestamp(d.id)) * 1000 from ${sql.table(table)} d
    where ${account} order by d.id ${sql.raw(direction)} limit 1)`;
  const { rows } = await sql<{ text: string }>`
    with history as materialized (select ${end('asc')}::bigint as first, ${end('desc')}::bigint as last),
    places as (
      select lpad(to_hex(first + (last - first) * n / ${sql.lit(SAMPLE_PLACES)}), 12, '0') as millisecond
      from history cross join generate_series(0, ${sql.lit(SAMPLE_PLACES - 1)}) n
      where first is not null and last is not null
    )
    select lower(found.text) as text from places
    cross join lateral (
      select ${shown} as text from ${sql.table(table)} d
      where ${account} and d.id >= (substr(millisecond, 1, 8) || '-' || substr(millisecond, 9, 4) || '-7000-8000-000000000000')::uuid
      order by d.id limit ${sql.lit(SAMPLE_ROWS)}
    ) found`.execute(tx);
  return rows.map(({ text }) => text);
}
