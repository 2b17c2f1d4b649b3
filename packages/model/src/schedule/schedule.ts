/** When a source is due. Pure arithmetic on declared schedules; every instant is a UTC ISO string or epoch milliseconds. */

export type Schedule = {
  /** IANA name; hours and days below are in it. */
  readonly timezone: string;
  /** Local hours at which it runs, ascending; never empty. */
  readonly hours: readonly number[];
  /** Days of the week, Sunday 0; absent means all. */
  readonly daysOfWeek?: readonly number[];
  /** Days of the month; 31 also means the last day of shorter months; absent means all. */
  readonly daysOfMonth?: readonly number[];
  /** Days from the report date to the local day of the run. */
  readonly reportDateOffset: number;
  /** Past report dates fetched again on each run: days before the run's own report date. */
  readonly repullDays: readonly number[];
  /** Catch-up window for missed runs, in days. */
  readonly lookbackDays: number;
};

/** Names of weekdays as scripts write them, from Sunday 0. */
export const DAY_NAMES = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

export const DEFAULT_TIMEZONE = 'America/Los_Angeles';
export const DEFAULT_HOUR = 6;
export const DEFAULT_LOOKBACK_DAYS = 7;

/** One run that a schedule asks for. */
export type DueRun = {
  /** yyyy-MM-dd */
  readonly reportDate: string;
  /** UTC epoch milliseconds. */
  readonly dueAt: number;
  /** Unique within a source and report date, so that a run is inserted once: the instant it is due, and the repull it serves. */
  readonly trigger: string;
  /** Days between the run's own report date and this one, which it fetches again; null for its own. */
  readonly repullDays: number | null;
};

/** Milliseconds of a day. */
export const DAY_MS = 86_400_000;
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timezone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timezone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formatters.set(timezone, formatter);
  }
  return formatter;
}

/** Local wall-clock time at an instant, as if it were UTC (epoch milliseconds). */
function localTime(instant: number, timezone: string): number {
  const parts = new Map(
    formatterOf(timezone)
      .formatToParts(instant)
      .map((part) => [part.type, Number(part.value)]),
  );
  const at = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  return Date.UTC(at('year'), at('month') - 1, at('day'), at('hour'), at('minute'), at('second'));
}

/** True for names that the platform's time zone database knows. */
export function isTimezone(name: string): boolean {
  try {
    formatterOf(name);
    return true;
  } catch {
    return false;
  }
}

/**
 * The instant of a local time. In a gap (clocks forward, dates left out) it moves on by the length of the gap;
 * in an overlap (clocks back) the earlier of the two, so that each local time happens exactly once.
 */
export function instantOfLocal(date: string, hour: number, timezone: string): number {
  const wanted = Date.parse(`${date}T00:00:00Z`) + hour * 3_600_000;
  const before = wanted - (localTime(wanted - DAY_MS, timezone) - (wanted - DAY_MS));
  const after = wanted - (localTime(wanted + DAY_MS, timezone) - (wanted + DAY_MS));
  for (const candidate of [Math.min(before, after), Math.max(before, after)]) {
    if (localTime(candidate, timezone) === wanted) return candidate;
  }
  return before;
}

/** The local date, yyyy-MM-dd, at an instant. */
export function localDate(instant: number, timezone: string): string {
  return new Date(localTime(instant, timezone)).toISOString().slice(0, 10);
}

/** A date some days later (or earlier), yyyy-MM-dd. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

function runsOn(date: string, schedule: Schedule): boolean {
  const day = new Date(`${date}T00:00:00Z`);
  if (schedule.daysOfWeek && !schedule.daysOfWeek.includes(day.getUTCDay())) return false;
  if (schedule.daysOfMonth) {
    const last = addDays(date, 1).endsWith('-01');
    const number = day.getUTCDate();
    if (!schedule.daysOfMonth.some((wanted) => wanted === number || (last && wanted === 31))) return false;
  }
  return true;
}

/**
 * Every run due after `from` and up to `to` (epoch milliseconds, `to` included), oldest first, each once.
 * Each local hour of each matching day happens exactly once, whatever the clocks do: one that is skipped moves on by the
 * length of the gap, and is one run with the hour that it then falls on; one that comes twice is taken the first time.
 */
export function dueRuns(schedule: Schedule, from: number, to: number): DueRun[] {
  const runs = new Map<string, DueRun>();
  const add = (run: DueRun): void => {
    runs.set(`${run.reportDate} ${run.trigger}`, run);
  };
  const lastDay = localDate(to, schedule.timezone);
  // A long delay belongs to a day that began as many days before.
  const reach = 2 + Math.floor(Math.max(0, ...schedule.hours) / 24);
  for (let day = addDays(localDate(from, schedule.timezone), -reach); day <= lastDay; day = addDays(day, 1)) {
    if (!runsOn(day, schedule)) continue;
    for (const hour of schedule.hours) {
      // Hours of 24 and more belong to a later local day (a long delay after the report date's end).
      const dueAt = instantOfLocal(addDays(day, Math.floor(hour / 24)), hour % 24, schedule.timezone);
      if (dueAt <= from || dueAt > to) continue;
      const reportDate = addDays(day, -schedule.reportDateOffset);
      const trigger = new Date(dueAt).toISOString();
      add({ reportDate, dueAt, trigger, repullDays: null });
      for (const days of schedule.repullDays) {
        add({
          reportDate: addDays(reportDate, -days),
          dueAt,
          trigger: `${trigger} repull ${days}`,
          repullDays: days,
        });
      }
    }
  }
  return [...runs.values()].sort((a, b) => a.dueAt - b.dueAt || (a.reportDate < b.reportDate ? -1 : 1));
}

/** Whether any run of a schedule, other than a repeated one, is for this report date. */
export function isReportDate(schedule: Schedule, date: string): boolean {
  return runsOn(addDays(date, schedule.reportDateOffset), schedule);
}

/** The first run due after an instant, searching a little over two years ahead; null when there is none. */
export function nextDue(schedule: Schedule, after: number): number | null {
  for (const days of [1, 8, 62, 400, 800]) {
    const [first] = dueRuns({ ...schedule, repullDays: [] }, after, after + days * DAY_MS);
    if (first) return first.dueAt;
  }
  return null;
}
