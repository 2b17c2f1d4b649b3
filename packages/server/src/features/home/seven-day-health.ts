import { addDays, DAY_MS, dueRuns, isDated, type Schedule, type Source } from '@switchboard/model';

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

/** Runs by schedule. Most sources of an account run at the same hours, and the instants of local hours take long to compute. */
export type RunsBySchedule = Map<string, ReturnType<typeof dueRuns>>;

/**
 * The days for which a source's report is due: its report dates, or the UTC days of the runs of a source without dates.
 * @param at.since epoch milliseconds before which no report was requested
 * @param at.first the first day that is needed, yyyy-MM-dd
 * @param known what was computed for other sources with the same `first` and `now`; added to
 */
export function dueDaysOfSource(
  source: Source,
  { since, first, now }: { readonly since: number; readonly first: string; readonly now: number },
  known: RunsBySchedule = new Map(),
): DueDays {
  const dated = isDated(source);
  const days = new Map<string, number>();
  for (const run of runsFrom(source.schedule, first, now, known)) {
    if (run.dueAt <= since) continue;
    const day = dated ? run.reportDate : new Date(run.dueAt).toISOString().slice(0, 10);
    if (!days.has(day)) days.set(day, run.dueAt);
  }
  return days;
}

/** The runs whose report dates may be on or after a day: a report date precedes its run by the offset and the longest delay. */
function runsFrom(schedule: Schedule, first: string, now: number, known: RunsBySchedule): ReturnType<typeof dueRuns> {
  const { lookbackDays: _, ...rest } = schedule;
  const key = JSON.stringify({ ...rest, repullDays: [] });
  const found = known.get(key);
  if (found !== undefined) return found;
  const delay = Math.max(0, ...schedule.hours) / 24;
  const until = now + (schedule.reportDateOffset + delay + 2) * DAY_MS;
  const runs = dueRuns({ ...schedule, repullDays: [] }, Date.parse(first) - 2 * DAY_MS, until);
  known.set(key, runs);
  return runs;
}

/**
 * The days for which an upload is due: the days common to all its dated sources, or to all sources if none is dated. It is due
 * with the last of them.
 * @param sources the sources that it reads
 * @param daysOf the due days of each source, by name
 */
export function dueDaysOfUpload(sources: readonly Source[], daysOf: ReadonlyMap<string, DueDays>): DueDays {
  const dated = sources.filter(isDated);
  const needed = (dated.length > 0 ? dated : sources).map(
    (source) => daysOf.get(source.name) ?? new Map<string, number>(),
  );
  const [first, ...others] = needed;
  if (first !== undefined && others.length === 0) return first;
  const days = new Map<string, number>();
  for (const [day, dueAt] of first ?? []) {
    const rest = others.map((other) => other.get(day));
    const instants = rest.filter((instant) => instant !== undefined);
    if (instants.length === rest.length) days.set(day, Math.max(dueAt, ...instants));
  }
  return days;
}
