import { LIMITS } from '../limits.ts';
import { addDays } from '../schedule/schedule.ts';

/** Number of runs of a day in each state. */
export type DayRuns = { readonly running: number; readonly completed: number; readonly failed: number };

export type DayTone = 'error' | 'working' | 'completed';

/** Red if any run failed, blue if any is running, otherwise green. Null for a day without runs. */
export function dayTone({ running, completed, failed }: DayRuns): DayTone | null {
  if (failed > 0) return 'error';
  if (running > 0) return 'working';
  return completed > 0 ? 'completed' : null;
}

/** The days of a chart as yyyy-MM-dd, oldest first: today and the 30 days before it. */
export function chartDays(today: string): string[] {
  return Array.from({ length: LIMITS.chartLookbackDays + 1 }, (_, index) =>
    addDays(today, index - LIMITS.chartLookbackDays),
  );
}

/** Whether a journal has runs, none of them on a day. */
export function hasOnlyNullDate(journal: readonly { readonly date: string | null }[]): boolean {
  return journal.length > 0 && journal.every(({ date }) => date === null);
}
