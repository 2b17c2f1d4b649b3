import { addDays } from '@switchboard/model';
import { type RawBuilder, sql } from 'kysely';
import { UUID } from './cursor.ts';
import type { Search } from './list-query.ts';
import { badRequest } from './request-error.ts';

type Maybe<T> = T | null | undefined;

const MOST_VALUES = 500;
const LONGEST_TEXT = 500;
/** Fewer characters make no trigram. */
const SHORTEST_INDEXED_SEARCH = 3;
const DATE = /^\d{4}-\d\d-\d\d(?:$|T)/;

/**
 * The values of a list filter, each once; null when it does not filter. An empty list does not filter either.
 * @throws RequestError BAD_REQUEST for too many, too long, or texts that no row can hold
 */
export function valuesOf(name: string, values: Maybe<readonly string[]>): string[] | null {
  if (!values || values.length === 0) return null;
  if (values.length > MOST_VALUES) throw badRequest(`${name} takes ${MOST_VALUES} values at most.`);
  return [...new Set(values.map((value) => textOf(name, value)))];
}

function textOf(name: string, text: string): string {
  if (text.length > LONGEST_TEXT) throw badRequest(`${name} takes ${LONGEST_TEXT} characters at most.`);
  if (text.includes('\u0000')) throw badRequest(`${name} holds a character that cannot be searched for.`);
  return text;
}

/** A pattern that finds the text anywhere, whatever characters it has. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
}

/** Whether a trigram index helps to find the text. Without it the search would read every row. */
export function isIndexed(text: string): boolean {
  return text.trim().length >= SHORTEST_INDEXED_SEARCH;
}

/**
 * A case-insensitive search for part of a text; undefined for nothing but spaces.
 * @param shown what is searched, as an expression over the row `d`, the same as its trigram index has it
 * @param hits the query for all ids by that index
 */
export function searchOf(
  text: Maybe<string>,
  shown: RawBuilder<unknown>,
  hits: (pattern: string) => RawBuilder<unknown>,
): Search | undefined {
  const wanted = textOf('search', text ?? '').trim();
  if (wanted === '') return undefined;
  const pattern = containing(wanted);
  return {
    matches: sql`${shown} ilike ${pattern}`,
    hits: isIndexed(wanted) ? hits(pattern) : null,
  };
}

/**
 * The UTC day that an argument names: `yyyy-MM-dd`, or an instant within it.
 * @throws RequestError BAD_REQUEST
 */
export function dayOf(name: string, text: Maybe<string>): string | null {
  if (!text) return null;
  const instant = DATE.test(text) ? Date.parse(text.length === 10 ? `${text}T00:00:00Z` : text) : Number.NaN;
  const day = Number.isNaN(instant) ? '' : new Date(instant).toISOString().slice(0, 10);
  // 2026-02-31 would quietly become a day in March.
  if (!DATE.test(day) || (text.length === 10 && day !== text)) {
    throw badRequest(`${name} must be a date such as 2026-11-20.`);
  }
  return day;
}

export type Range = { readonly after: Maybe<string>; readonly before: Maybe<string> };

/** Both days included. `name` begins the arguments' names: `report_datetime` for `report_datetime_after`. */
export function dateRange(name: string, column: RawBuilder<unknown>, range: Range): RawBuilder<unknown>[] {
  const from = dayOf(`${name}_after`, range.after);
  const to = dayOf(`${name}_before`, range.before);
  return [...(from ? [sql`${column} >= ${from}::date`] : []), ...(to ? [sql`${column} <= ${to}::date`] : [])];
}

/** Whole UTC days, first and last included. */
export function instantRange(name: string, column: RawBuilder<unknown>, range: Range): RawBuilder<unknown>[] {
  const from = dayOf(`${name}_after`, range.after);
  const to = dayOf(`${name}_before`, range.before);
  return [
    ...(from ? [sql`${column} >= ${`${from}T00:00:00Z`}::timestamptz`] : []),
    ...(to ? [sql`${column} < ${`${addDays(to, 1)}T00:00:00Z`}::timestamptz`] : []),
  ];
}

/**
 * Ids of the rows that belong to all objects that the arguments name; undefined when no argument is given. An invalid id has
 * no rows.
 * @param queries by argument: a query for the ids that ends with the column of the object's id
 */
export function relatedIds<Name extends string>(
  accountId: string,
  queries: Readonly<Record<Name, RawBuilder<unknown>>>,
  args: { readonly [Argument in NoInfer<Name>]?: Maybe<string> },
): RawBuilder<unknown> | undefined {
  const given = (Object.keys(queries) as Name[]).flatMap((name) => {
    const id = args[name];
    return id ? [sql`${queries[name]} = ${UUID.test(id) ? id : null}::uuid and account_id = ${accountId}::uuid`] : [];
  });
  return given.length > 0 ? sql.join(given, sql` intersect `) : undefined;
}
