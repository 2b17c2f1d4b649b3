import { addDays, DAY_MS, dueRuns, instantOfLocal, localDate, type Schedule } from './schedule.ts';

/** The time by which an upload must be done: a local time of day, HH:mm, in an IANA timezone. */
export type Deadline = { readonly time: string; readonly timezone: string };

/** A report date, yyyy-MM-dd, and the instant (epoch milliseconds) at which the last of its data was due. */
export type DueDate = { readonly reportDate: string; readonly dueAt: number };

/** Sources of one upload may be due this far apart for the same report date. */
const REACH = 62 * DAY_MS;

/** The first deadline after an instant; both in epoch milliseconds. Clock changes are taken as schedules take them. */
export function nextDeadline({ time, timezone }: Deadline, after: number): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  for (let day = localDate(after, timezone); ; day = addDays(day, 1)) {
    const at = instantOfLocal(day, hours + minutes / 60, timezone);
    if (at > after) return at;
  }
}

/** The last deadline at or before an instant (epoch milliseconds), with its local day, yyyy-MM-dd. */
export function lastDeadline(
  { time, timezone }: Deadline,
  before: number,
): { readonly day: string; readonly at: number } {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  for (let day = localDate(before, timezone); ; day = addDays(day, -1)) {
    const at = instantOfLocal(day, hours + minutes / 60, timezone);
    if (at <= before) return { day, at };
  }
}

/**
 * The report dates whose data was complete on schedule from `from` on and before `to` (epoch milliseconds, `from` included): due
 * from every one of these schedules, the last of them in that time. Oldest first. What is due at the very instant of a deadline
 * belongs to the next one, as `nextDeadline` has it. A date that is due several times a day counts from its first time, and
 * fetching it again later changes nothing.
 */
export function datesDue(schedules: readonly Schedule[], from: number, to: number): DueDate[] {
  const firsts = schedules.map((schedule) => {
    const first = new Map<string, number>();
    for (const { reportDate, dueAt } of dueRuns({ ...schedule, repullDays: [] }, from - REACH, to))
      if (!first.has(reportDate)) first.set(reportDate, dueAt);
    return first;
  });
  const [any] = firsts;
  const dates = [...(any?.keys() ?? [])].flatMap((reportDate) => {
    const instants = firsts.map((first) => first.get(reportDate));
    const dueAt = Math.max(...instants.map((instant) => instant ?? Number.POSITIVE_INFINITY));
    return dueAt >= from && dueAt < to ? [{ reportDate, dueAt }] : [];
  });
  return dates.sort((a, b) => (a.reportDate < b.reportDate ? -1 : 1));
}
