import { addDays, DAY_MS, dueRuns, isDated, type Plan, type Schedule, type Source } from '@switchboard/model';

/** Days of a sparkline; the last is today in UTC. */
export const SPARKLINE_DAYS = 7;

/** The days of the sparkline, oldest first, yyyy-MM-dd. @param now epoch milliseconds */
export function sparklineDates(now: number): string[] {
  const today = new Date(now).toISOString().slice(0, 10);
  return Array.from({ length: SPARKLINE_DAYS }, (_, index) => addDays(today, index + 1 - SPARKLINE_DAYS));
}

/** The days of the previous and the current month up to today, oldest first, yyyy-MM-dd. @param now epoch milliseconds */
export function calendarDates(now: number): string[] {
  const today = new Date(now).toISOString().slice(0, 10);
  const first = new Date(Date.UTC(Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 2, 1));
  const days = Math.round((Date.parse(today) - first.getTime()) / DAY_MS);
  return Array.from({ length: days + 1 }, (_, index) => addDays(today, index - days));
}

/** For each day on which a report is due: when it is first due, epoch milliseconds. */
export type DueDays = ReadonlyMap<string, number>;

/**
 * The days for which a source's report is due: its report dates, or the UTC days of the runs of a source without dates.
 * @param since epoch milliseconds before which no report was requested
 * @param first the first day that is needed, yyyy-MM-dd
 */
export function dueDaysOfSource(source: Source, since: number, now: number, first: string): DueDays {
  const dated = isDated(source);
  const days = new Map<string, number>();
  for (const run of runsAround(source.schedule, Math.max(Date.parse(first) - 2 * DAY_MS, since), now)) {
    const day = dated ? run.reportDate : new Date(run.dueAt).toISOString().slice(0, 10);
    if (!days.has(day)) days.set(day, run.dueAt);
  }
  return days;
}

/**
 * The runs whose report dates may be between two instants: a report date precedes its run by the offset and the longest delay.
 */
function runsAround(schedule: Schedule, from: number, now: number): ReturnType<typeof dueRuns> {
  const delay = Math.max(0, ...schedule.hours) / 24;
  const until = now + (schedule.reportDateOffset + delay + 2) * DAY_MS;
  return dueRuns({ ...schedule, repullDays: [] }, from, until);
}

/**
 * The days for which an upload is due: the days common to all its dated sources, or to all sources if none is dated. It is due
 * with the last of them.
 * @param daysOf the due days of each source of the plan, by name
 */
export function dueDaysOfUpload(plan: Plan, sources: readonly string[], daysOf: ReadonlyMap<string, DueDays>): DueDays {
  const read = plan.sources.filter((source) => sources.includes(source.name));
  const dated = read.filter(isDated);
  const needed = (dated.length > 0 ? dated : read).map(
    (source) => daysOf.get(source.name) ?? new Map<string, number>(),
  );
  const [first, ...others] = needed;
  const days = new Map<string, number>();
  for (const [day, dueAt] of first ?? []) {
    const rest = others.map((other) => other.get(day));
    const instants = rest.filter((instant) => instant !== undefined);
    if (instants.length === rest.length) days.set(day, Math.max(dueAt, ...instants));
  }
  return days;
}
