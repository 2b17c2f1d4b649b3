import { isDated, type Source } from '@switchboard/model/plan';
import { addDays, type DueRun, dueRuns } from '@switchboard/model/schedule/schedule';

/** When a source was last scheduled (epoch milliseconds), and the report dates that a person left out, yyyy-MM-dd. */
export type Scheduled = { readonly since: number; readonly skipped: ReadonlySet<string> };

/**
 * The runs since a source was last scheduled, back to its lookback at most, without the report dates that were left out. Of a source
 * without dates only the newest, since its older states no longer exist.
 */
export function runsToMake(source: Source, { since, skipped }: Scheduled, now: number): readonly DueRun[] {
  const earliest = Date.parse(
    `${addDays(new Date(now).toISOString().slice(0, 10), -source.schedule.lookbackDays)}T00:00:00Z`,
  );
  // A run that is due at that midnight is included.
  const runs = dueRuns(source.schedule, Math.max(since, Math.min(earliest - 1, now)), now);
  return isDated(source) ? runs.filter(({ reportDate }) => !skipped.has(reportDate)) : runs.slice(-1);
}
