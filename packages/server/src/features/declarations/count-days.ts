import { type RawBuilder, sql } from 'kysely';
import { among } from '../transfers/status-conditions.ts';

export type Transfer = 'download' | 'upload';

/**
 * The day that a run counts for: its report date, or the UTC day on which it ended, of all runs or of those without a
 * report date.
 */
export type DayOf = 'report' | 'finish' | 'finish_undated';
export const DAYS_OF: readonly DayOf[] = ['report', 'finish', 'finish_undated'];

/** The figures of a day, as columns of the table `journal_day`. Rows and bytes are those of completed runs. */
export type DayFigures = {
  readonly completed: number;
  readonly failed: number;
  readonly total_rows: number;
  readonly min_rows: number | null;
  readonly max_rows: number | null;
  readonly total_bytes: number;
  readonly min_bytes: number | null;
  readonly max_bytes: number | null;
  readonly dirty_rows: number;
};

export const FIGURES = [
  'completed',
  'failed',
  'total_rows',
  'min_rows',
  'max_rows',
  'total_bytes',
  'min_bytes',
  'max_bytes',
  'dirty_rows',
] as const satisfies readonly (keyof DayFigures)[];

const COLUMNS = {
  download: { name: sql.ref('d.source'), dirty: sql`d.dirty_row_count` },
  upload: { name: sql.ref('d.name'), dirty: sql`0` },
} as const;

const CONDITIONS: Readonly<Record<DayOf, RawBuilder<unknown>>> = {
  report: sql`d.report_date = s.day`,
  finish: sql`d.finished >= s.since and d.finished < s.until`,
  finish_undated: sql`d.report_date is null and d.finished >= s.since and d.finished < s.until`,
};

const COMPLETED = among(['completed', 'STOPPED']);

/**
 * A query for the figures of days by their runs: `account_id`, `name`, `day` and the figures.
 * @param days a query for `account_id`, `name` and `day`
 */
export function countDays(transfer: Transfer, dayOf: DayOf, days: RawBuilder<unknown>): RawBuilder<unknown> {
  const { name, dirty } = COLUMNS[transfer];
  const ofCompleted = (aggregate: RawBuilder<unknown>) => sql`${aggregate} filter (where ${COMPLETED})`;
  const total = (column: RawBuilder<unknown>) => sql`coalesce(${ofCompleted(sql`sum(${column})`)}, 0)::bigint`;
  // Instants are computed first: row-level security keeps a condition that computes them from the index.
  return sql`
    select s.account_id, s.name, s.day, counted.* from (
      select of.account_id, of.name, of.day, of.day::timestamp at time zone 'UTC' as since,
        (of.day + 1)::timestamp at time zone 'UTC' as until
      from (${days}) of offset 0
    ) s
    cross join lateral (
      select ${ofCompleted(sql`count(*)`)}::int as completed, count(*) filter (where d.status = 'failed')::int as failed,
        ${total(sql`d.row_count`)} as total_rows, ${ofCompleted(sql`min(d.row_count)`)} as min_rows,
        ${ofCompleted(sql`max(d.row_count)`)} as max_rows, ${total(sql`d.bytes`)} as total_bytes,
        ${ofCompleted(sql`min(d.bytes)`)} as min_bytes, ${ofCompleted(sql`max(d.bytes)`)} as max_bytes,
        ${total(dirty)} as dirty_rows
      from ${sql.table(transfer)} d
      where d.account_id = s.account_id and ${name} = s.name and d.purpose = 'production'
        and ${among(['completed', 'STOPPED', 'failed'])} and ${CONDITIONS[dayOf]}
    ) counted`;
}
