import { isDated, type Source } from '@switchboard/model/plan';
import { addDays, DAY_MS, type DueRun, dueRuns, type Schedule } from '@switchboard/model/schedule/schedule';
import { LRUCache } from 'lru-cache';

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

const NO_DAYS: DueDays = new Map();

/** Runs of all kept schedules: some 10 MB. An hourly schedule has 264 for Home, and 1,600 for the details. */
const KEPT_RUNS = 50_000;

/**
 * Runs by schedule and days. Most sources of an account run at the same hours, and the instants of local hours take long to
 * compute.
 */
const knownRuns = new LRUCache<string, readonly DueRun[]>({
  maxSize: KEPT_RUNS,
  sizeCalculation: (runs) => runs.length + 1,
});

/** The due days of a source. @param since epoch milliseconds before which no report was requested */
type DueDaysOfSource = (source: Source, since: number) => DueDays;

/**
 * Computes for which days reports are due: report dates, or the UTC days of the runs of a source without dates. Sources that run
 * at the same hours share their days.
 * @param at.first the first day that is needed, yyyy-MM-dd
 */
export function createDueDays({ first, now }: { readonly first: string; readonly now: number }): DueDaysOfSource {
  const known = new Map<readonly DueRun[], Map<string, DueDays>>();
  return (source, since) => {
    const runs = runsFrom(source.schedule, first, now);
    const dated = isDated(source);
    // Runs are in the order of their instants.
    const requested = runs.findIndex(({ dueAt }) => dueAt > since);
    const key = `${dated} ${requested}`;
    const ofRuns = known.get(runs) ?? new Map<string, DueDays>();
    known.set(runs, ofRuns);
    const days = ofRuns.get(key) ?? daysOfRuns(requested === -1 ? [] : runs.slice(requested), dated);
    ofRuns.set(key, days);
    return days;
  };
}

function daysOfRuns(runs: readonly DueRun[], dated: boolean): DueDays {
  const days = new Map<string, number>();
  for (const { reportDate, dueAt } of runs) {
    const day = dated ? reportDate : new Date(dueAt).toISOString().slice(0, 10);
    if (!days.has(day)) days.set(day, dueAt);
  }
  return days;
}

/** The runs whose report dates may be from a day to today: a report date precedes its run by the offset and the longest delay. */
function runsFrom(schedule: Schedule, first: string, now: number): readonly DueRun[] {
  const { lookbackDays: _, ...rest } = schedule;
  const today = now - (now % DAY_MS);
  const key = JSON.stringify({ ...rest, repullDays: [], first, today });
  const found = knownRuns.get(key);
  if (found !== undefined) return found;
  const delay = Math.max(0, ...schedule.hours) / 24;
  const until = today + (schedule.reportDateOffset + delay + 3) * DAY_MS;
  const runs = dueRuns({ ...schedule, repullDays: [] }, Date.parse(first) - 2 * DAY_MS, until);
  knownRuns.set(key, runs);
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
  const needed = (dated.length > 0 ? dated : sources).map((source) => daysOf.get(source.name) ?? NO_DAYS);
  const [first, ...others] = new Set(needed);
  if (first !== undefined && others.length === 0) return first;
  const days = new Map<string, number>();
  for (const [day, dueAt] of first ?? []) {
    const rest = others.map((other) => other.get(day));
    const instants = rest.filter((instant) => instant !== undefined);
    if (instants.length === rest.length) days.set(day, Math.max(dueAt, ...instants));
  }
  return days;
}
