import {
  DOWNLOAD_STATUSES,
  DOWNLOAD_UNFINISHED,
  PURPOSES,
  UPLOAD_STATUSES,
  UPLOAD_UNFINISHED,
} from '@switchboard/model';
import { type RawBuilder, sql } from 'kysely';
import { badRequest } from '../../graphql/request-error.ts';

/** Literals, so that the planner can use a partial index. */
function among(statuses: readonly string[]): RawBuilder<unknown> {
  return sql`d.status in (${sql.join(statuses.map((status) => sql.lit(status)))})`;
}

/** Downloads with the same number of dirty rows by both rules, or with more by the strict rules. The first comparison selects the index. */
export const DIRTY_EQUALS_NEW_DIRTY = sql`(d.new_dirty_row_count > 0 and d.new_dirty_row_count = d.dirty_row_count)`;
export const NEW_DIRTY_GREATER = sql`(d.new_dirty_row_count > 0 and d.new_dirty_row_count > d.dirty_row_count)`;

const DOWNLOAD_GROUPS: ReadonlyMap<string, RawBuilder<unknown>> = new Map<string, RawBuilder<unknown>>([
  ...DOWNLOAD_STATUSES.map((status) => [status, among([status])] as const),
  ['completed', among(['completed', 'STOPPED'])],
  ['unfinished', among(DOWNLOAD_UNFINISHED)],
  ['dirtyEqualsNewDirty', DIRTY_EQUALS_NEW_DIRTY],
  ['newDirtyGreaterThanDirty', NEW_DIRTY_GREATER],
]);

const UPLOAD_GROUPS: ReadonlyMap<string, RawBuilder<unknown>> = new Map<string, RawBuilder<unknown>>([
  ...UPLOAD_STATUSES.map((status) => [status, among([status])] as const),
  ['unfinished', among(UPLOAD_UNFINISHED)],
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
