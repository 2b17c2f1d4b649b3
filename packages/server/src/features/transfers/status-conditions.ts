import { DOWNLOAD_UNFINISHED, PURPOSES, UPLOAD_UNFINISHED } from '@switchboard/model/status/status';
import { type RawBuilder, sql } from 'kysely';
import { badRequest } from '../../graphql/request-error.ts';

/** Whether a transfer `d` has one of these statuses. Literals, so that the planner can use a partial index. */
export function among(statuses: readonly string[]): RawBuilder<unknown> {
  return sql`d.status in (${sql.join(statuses.map((status) => sql.lit(status)))})`;
}

/** Downloads with the same number of dirty rows by both rules, or with more by the strict rules. The first comparison selects the index. */
export const DIRTY_EQUALS_NEW_DIRTY = sql`(d.new_dirty_row_count > 0 and d.new_dirty_row_count = d.dirty_row_count)`;
export const NEW_DIRTY_GREATER = sql`(d.new_dirty_row_count > 0 and d.new_dirty_row_count > d.dirty_row_count)`;

/** Downloads with dirty rows. The first comparison selects the index. */
export const DIRTY = sql`(d.new_dirty_row_count > 0 and d.dirty_row_count > 0)`;

/** Downloads that have not ended a day after they were due. */
export const LATE_DOWNLOAD = sql`(${among(DOWNLOAD_UNFINISHED)} and d.due < now() - interval '1 day')`;

/** Unfinished uploads whose deadline has passed. One without dates is that of the UTC day on which it was made. */
export const LATE_UPLOAD = sql`(${among(UPLOAD_UNFINISHED)} and d.purpose = 'production' and exists (
  select from late_upload l
  where l.account_id = d.account_id and l.upload_name = d.name and l.delivered is null
    and l.report_date = coalesce(d.report_date, (d.created at time zone 'UTC')::date)))`;

/** Abandoned rows are listed on request only. */
const NOT_ABANDONED = sql`d.status <> 'abandoned'`;

/**
 * Rows whose status passes any of these words.
 * @param known the condition of each word
 * @param words null for no filter
 * @throws RequestError BAD_REQUEST for an unknown word
 */
export function statusIs(
  known: ReadonlyMap<string, RawBuilder<unknown>>,
  words: readonly string[] | null,
): RawBuilder<unknown> {
  if (!words) return NOT_ABANDONED;
  const conditions = words.map((name) => {
    const condition = known.get(name);
    if (!condition) throw badRequest(`There is no status ${name}. Use ${[...known.keys()].join(', ')}.`);
    return condition;
  });
  return conditions.length === 1 && conditions[0] ? conditions[0] : sql`(${sql.join(conditions, sql` or `)})`;
}

/** @throws RequestError BAD_REQUEST for an unknown purpose */
export function purposeIs(wanted: readonly string[]): RawBuilder<unknown> {
  const known: readonly string[] = PURPOSES;
  const unknown = wanted.find((purpose) => !known.includes(purpose));
  if (unknown !== undefined) throw badRequest(`There is no purpose ${unknown}. Use ${PURPOSES.join(', ')}.`);
  return sql`d.purpose in (${sql.join(wanted.map((purpose) => sql.lit(purpose)))})`;
}
