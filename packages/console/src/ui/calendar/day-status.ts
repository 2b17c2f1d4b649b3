import type { StatusTone } from '@switchboard/model/status/status';

/** Status of a day, or of a month. */
export type DayStatus = {
  readonly tone: StatusTone;
  /** In words: "2 completed, 1 failed". */
  readonly text: string;
};

/** Statuses by day (yyyy-MM-dd) or by month (yyyy-MM). */
export type DayStatuses = ReadonlyMap<string, DayStatus>;

/** The statuses that begin with a prefix, such as the days of a month, in the order of time. */
export function statusesWithin(statuses: DayStatuses, prefix: string): readonly (readonly [string, DayStatus])[] {
  return [...statuses].filter(([day]) => day.startsWith(prefix)).toSorted(([one], [other]) => one.localeCompare(other));
}

/** A day with its status, as screen readers say it: "2026-11-20: 2 completed". */
export function describeDay(statuses: DayStatuses, day: string): string {
  return `${day}: ${statuses.get(day)?.text ?? 'no runs'}`;
}
