import { LIMITS } from '@switchboard/model/limits';
import { addDays, DAY_MS } from '@switchboard/model/schedule/schedule';
import { type RawBuilder, sql } from 'kysely';
import { UUID } from './cursor.ts';
import type { Search } from './lists/page-queries.ts';
import { matchesSearch, type Searched, searchRows } from './lists/search-hits.ts';
import { badRequest } from './request-error.ts';

export type Maybe<T> = T | null | undefined;

/** Optional arguments by name, with the types of their values. */
export type Optional<Values> = { readonly [Name in keyof Values]?: Maybe<Values[Name]> };

/** The arguments of lists for a range of report dates, both inclusive. */
type ReportDatetimeArguments = Optional<{ report_datetime_after: string; report_datetime_before: string }>;

/** Optional arguments of a list that filters by report date, too. */
export type DatedArguments<Values> = ReportDatetimeArguments & Optional<Values>;

const MAX_VALUES = 500;
const MAX_TEXT_LENGTH = LIMITS.filterTextLength;
/** Shorter texts have no trigram. */
const MIN_INDEXED_LENGTH = 3;
const DATE = /^\d{4}-\d\d-\d\d(?:$|T)/;
/** Days beyond select the same as these, from which days can be counted without leaving the years of PostgreSQL and ISO 8601. */
const [FIRST_DAY, LAST_DAY] = ['1000-01-01', '9000-12-31'];

/**
 * The distinct values of a list filter; null when it is absent or empty, which filters nothing.
 * @throws RequestError BAD_REQUEST for too many or too long values, and for text that PostgreSQL cannot store
 */
export function valuesOf(name: string, values: Maybe<readonly string[]>): string[] | null {
  if (!values || values.length === 0) return null;
  if (values.length > MAX_VALUES) throw badRequest(`${name} takes at most ${MAX_VALUES} values.`);
  return [...new Set(values.map((value) => textOf(name, value)))];
}

function textOf(name: string, text: string): string {
  if (text.length > MAX_TEXT_LENGTH) throw badRequest(`${name} takes at most ${MAX_TEXT_LENGTH} characters.`);
  if (text.includes('\u0000'))
    throw badRequest(`${name} contains a NUL character, which cannot be searched for. Remove it.`);
  return text;
}

/** Whether a trigram index finds the text. Otherwise a search reads every row. */
export function isIndexed(text: string): boolean {
  return text.trim().length >= MIN_INDEXED_LENGTH;
}

/**
 * The trimmed text of a search; undefined for blank text.
 * @throws RequestError BAD_REQUEST for text that is too long or that PostgreSQL cannot store
 */
export function searchText(text: Maybe<string>): string | undefined {
  return textOf('search', text ?? '').trim() || undefined;
}

/** A case-insensitive search for part of a text, or for the beginning of an id; undefined for blank text. */
export function searchOf(text: Maybe<string>, of: Searched): Search | undefined {
  const wanted = searchText(text);
  if (wanted === undefined) return undefined;
  return {
    matches: matchesSearch(of, wanted),
    findHits: isIndexed(wanted) ? (tx) => searchRows(tx, of, wanted) : null,
  };
}

/**
 * The UTC day of an argument: `yyyy-MM-dd`, or an instant within the day.
 * @throws RequestError BAD_REQUEST
 */
export function dayOf(name: string, text: Maybe<string>): string | null {
  if (!text) return null;
  const instant = DATE.test(text) ? Date.parse(text.length === 10 ? `${text}T00:00:00Z` : text) : Number.NaN;
  const day = Number.isNaN(instant) ? '' : new Date(instant).toISOString().slice(0, 10);
  // Date.parse turns 2026-02-31 into a day in March.
  if (!DATE.test(day) || (text.length === 10 && day !== text)) {
    throw badRequest(`${name} must be a date such as 2026-11-20.`);
  }
  // The middle one.
  return [FIRST_DAY, day, LAST_DAY].toSorted()[1] ?? day;
}

/** Days from one to another, both inclusive; none when they are reversed. */
export const daysBetween = (from: string, to: string): string[] =>
  Array.from({ length: Math.max(0, (Date.parse(to) - Date.parse(from)) / DAY_MS + 1) }, (_, day) => addDays(from, day));

export type Range = { readonly after: Maybe<string>; readonly before: Maybe<string> };

/** Conditions for a range of report dates in the column `report_date`. */
export const reportDatetimeRange = (args: ReportDatetimeArguments): RawBuilder<unknown>[] =>
  dateRange('report_datetime', sql`d.report_date`, {
    after: args.report_datetime_after,
    before: args.report_datetime_before,
  });

/** Conditions for a range of days, both inclusive. `name` is the prefix of the arguments: `report_datetime` for `report_datetime_after`. */
export function dateRange(name: string, column: RawBuilder<unknown>, range: Range): RawBuilder<unknown>[] {
  const from = dayOf(`${name}_after`, range.after);
  const to = dayOf(`${name}_before`, range.before);
  return [...(from ? [sql`${column} >= ${from}::date`] : []), ...(to ? [sql`${column} <= ${to}::date`] : [])];
}

/** Conditions for a range of whole UTC days, both inclusive. */
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
  args: Optional<Record<NoInfer<Name>, string>>,
): RawBuilder<unknown> | undefined {
  const given = (Object.keys(queries) as Name[]).flatMap((name) => {
    const id = args[name];
    return id ? [sql`${queries[name]} = ${UUID.test(id) ? id : null}::uuid and account_id = ${accountId}::uuid`] : [];
  });
  return given.length > 0 ? sql.join(given, sql` intersect `) : undefined;
}
