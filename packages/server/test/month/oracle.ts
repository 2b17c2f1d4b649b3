import { type Declared, FAILING, SOURCES, UPLOADS } from './script.ts';

/**
 * Computes the expected events of the month without any of the program's code: a walk over the hours of the wall
 * clocks, and a book of which inputs are there.
 */
export type Due = { readonly source: string; readonly reportDate: string | null; readonly at: number };

export type Course = {
  readonly start: number;
  readonly end: number;
  /** The scheduler is down after the first and before the second. */
  readonly outage: readonly [number, number];
  /** Report dates for which the failing source fails permanently. */
  readonly failing: readonly string[];
  /** When it is unsuspended. */
  readonly unsuspended: number;
};

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

function lengthOfMonth(date: Date): number {
  return (
    [31, date.getUTCFullYear() % 4 === 0 ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][date.getUTCMonth()] ?? 0
  );
}

function isDay(source: Declared, day: Date): boolean {
  const number = day.getUTCDate();
  if (source.weekdays && !source.weekdays.includes(day.getUTCDay())) return false;
  return !source.days || source.days.includes(number) || (source.days.includes(31) && number === lengthOfMonth(day));
}

/** Every due time of a source after `from` and up to `to`, of all clocks whose hours are whole. */
function dueTimes(
  source: Declared,
  from: number,
  to: number,
): { readonly at: number; readonly dates: readonly string[] }[] {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: source.timezone, dateStyle: 'short', timeStyle: 'short' });
  const seen = new Set<number>();
  const found: { at: number; dates: string[] }[] = [];
  for (let at = Math.ceil((from - 2 * DAY) / HOUR) * HOUR; at <= to; at += HOUR) {
    const wall = Date.parse(`${clock.format(at).replace(' ', 'T')}Z`);
    if (seen.has(wall)) continue;
    seen.add(wall);
    if (at <= from) continue;
    const midnight = wall - (wall % DAY);
    for (const hour of source.hours) {
      if ((wall - midnight) / HOUR !== hour % 24) continue;
      const day = midnight - Math.floor(hour / 24) * DAY;
      if (!isDay(source, new Date(day))) continue;
      const back = [0, ...(source.repull ?? [])];
      found.push({ at, dates: back.map((days) => new Date(day - (days + 1) * DAY).toISOString().slice(0, 10)) });
    }
  }
  return found;
}

/** The hours at which the scheduler runs. */
export function ticksOf(course: Course): number[] {
  const ticks: number[] = [];
  for (let at = course.start; at <= course.end; at += HOUR)
    if (at <= course.outage[0] || at >= course.outage[1]) ticks.push(at);
  return ticks;
}

/** Every run that must be created, with the tick that creates it. */
export function expectedRuns(course: Course): (Due & { readonly tick: number })[] {
  const ticks = ticksOf(course);
  const runs: (Due & { tick: number })[] = [];
  for (const source of SOURCES) {
    let through = course.start - source.lookback * DAY;
    let failed = 0;
    const every = dueTimes(source, through, course.end);
    const between = (from: number, to: number) => every.filter(({ at }) => at > from && at <= to);
    for (const tick of ticks) {
      const suspended = source.name === FAILING && failed >= 3 && tick < course.unsuspended;
      if (suspended) continue;
      const midnight = tick - (tick % DAY);
      const times = between(Math.max(through, midnight - source.lookback * DAY), tick);
      if (between(through, tick).length > 0) through = tick;
      for (const { at, dates } of source.dated ? times : times.slice(-1))
        for (const date of dates) runs.push({ source: source.name, reportDate: source.dated ? date : null, at, tick });
      failed += times
        .flatMap(({ dates }) => dates)
        .filter((date) => source.name === FAILING && course.failing.includes(date)).length;
    }
  }
  return runs;
}

/** How often each upload is made for each report date, given downloads in the order in which they complete. */
export function expectedUploads(completed: readonly Omit<Due, 'at'>[]): ReadonlyMap<string, number> {
  const dated = new Map(SOURCES.map((source) => [source.name, source.dated]));
  const there = new Set<string>();
  const dates = new Set<string>();
  const made = new Map<string, number>();
  for (const { source, reportDate } of completed) {
    there.add(`${source} ${reportDate}`);
    if (reportDate !== null) dates.add(reportDate);
    for (const upload of UPLOADS.filter(({ reads }) => reads.includes(source))) {
      const hasDates = upload.reads.some((read) => dated.get(read));
      const own = reportDate !== null || !hasDates ? [reportDate] : [...dates];
      for (const date of own) {
        const id = `${upload.name} ${date}`;
        // Newer data without a date changes no date that has been delivered.
        if (reportDate === null && hasDates && made.has(id)) continue;
        if (upload.reads.every((read) => there.has(`${read} ${dated.get(read) ? date : null}`)))
          made.set(id, (made.get(id) ?? 0) + 1);
      }
    }
  }
  return made;
}
