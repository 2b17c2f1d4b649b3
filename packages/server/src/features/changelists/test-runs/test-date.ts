import { addDays, DAY_MS, dueRuns, isReportDate, type Schedule } from '@switchboard/model/schedule/schedule';

/** Days that are searched for a date of all schedules. */
const LOOKED_BACK = 62;

/**
 * The newest report date for which every schedule has had a run, so that the providers should have it by now.
 * If two months have no such date: the newest date of the schedule that is furthest behind.
 * @param now epoch milliseconds
 * @returns yyyy-MM-dd
 */
export function newestReportDate(schedules: readonly Schedule[], now: number): string {
  const newest = schedules.map((schedule) => {
    const runs = dueRuns({ ...schedule, repullDays: [] }, now - LOOKED_BACK * DAY_MS, now);
    return runs.at(-1)?.reportDate ?? addDays(new Date(now).toISOString().slice(0, 10), -1);
  });
  const [last = addDays(new Date(now).toISOString().slice(0, 10), -1)] = newest.sort();
  for (let back = 0; back < LOOKED_BACK; back += 1) {
    const date = addDays(last, -back);
    if (schedules.every((schedule) => isReportDate(schedule, date))) return date;
  }
  return last;
}
