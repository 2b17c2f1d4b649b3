import {
  DOWNLOAD_STATUSES,
  DOWNLOAD_UNFINISHED,
  PURPOSES,
  UPLOAD_STATUSES,
  UPLOAD_UNFINISHED,
} from '@switchboard/model/status/status';
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

const DOWNLOAD_GROUPS: ReadonlyMap<string, RawBuilder<unknown>> = new Map<string, RawBuilder<unknown>>([
  ...DOWNLOAD_STATUSES.map((status) => [status, among([status])] as const),
  ['completed', among(['completed', 'STOPPED'])],
  ['unfinished', among(DOWNLOAD_UNFINISHED)],
  ['dirty', DIRTY],
  ['late', LATE_DOWNLOAD],
  ['dirtyEqualsNewDirty', DIRTY_EQUALS_NEW_DIRTY],
  ['newDirtyGreaterThanDirty', NEW_DIRTY_GREATER],
]);

const UPLOAD_GROUPS: ReadonlyMap<string, RawBuilder<unknown>> = new Map<string, RawBuilder<unknown>>([
  ...UPLOAD_STATUSES.map((status) => [status, among([status])] as const),
  ['unfinished', among(UPLOAD_UNFINISHED)],
  ['late', LATE_UPLOAD],
]);

/** Abandoned rows are listed on request only. */
const NOT_ABANDONED = sql`d.status <> 'abandoned'`;

function anyOf(
  groups: ReadonlyMap<string, RawBuilder<unknown>>,
  wanted: readonly string[] | null,
): RawBuilder<unknown> {
  if (!wanted) return NOT_ABANDONED;
  const conditions = wanted.map((name) => {
    const condition = groups.get(name);
    if (!condition) throw badRequest(`There is no status ${name}. Use ${[...groups.keys()].join(', ')}.`);
    return condition;
  });
  return conditions.length === 1 && conditions[0] ? conditions[0] : sql`(${sql.join(conditions, sql` or `)})`;
}

/** @throws RequestError BAD_REQUEST for an unknown status */
export function downloadStatusIs(wanted: readonly string[] | null): RawBuilder<unknown> {
  return anyOf(DOWNLOAD_GROUPS, wanted);
}

/** @throws RequestError BAD_REQUEST for an unknown status */
export function uploadStatusIs(wanted: readonly string[] | null): RawBuilder<unknown> {
  return anyOf(UPLOAD_GROUPS, wanted);
}

/** @throws RequestError BAD_REQUEST for an unknown purpose */
export function purposeIs(wanted: readonly string[]): RawBuilder<unknown> {
  const known: readonly string[] = PURPOSES;
  const unknown = wanted.find((purpose) => !known.includes(purpose));
  if (unknown !== undefined) throw badRequest(`There is no purpose ${unknown}. Use ${PURPOSES.join(', ')}.`);
  return sql`d.purpose in (${sql.join(wanted.map((purpose) => sql.lit(purpose)))})`;
}
