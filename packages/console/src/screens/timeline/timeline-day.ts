import { addDays } from '@switchboard/model/schedule/schedule';
import { utcToday } from '../../lib/dates.ts';

/** The day in the viewer's zone, yyyy-MM-dd. */
function localDay(now: number): string {
  const date = new Date(now);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The day that is shown unless another is chosen: today, or the latest report date that is complete. */
export const defaultDay = (by: 'time' | 'report_date', now: number): string =>
  by === 'time' ? localDay(now) : addDays(utcToday(new Date(now)), -1);

/** A day in the viewer's zone: its first instant and the one after its last, epoch milliseconds. */
export function localBounds(day: string): { readonly start: number; readonly end: number } {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return { start: new Date(year, month - 1, date).getTime(), end: new Date(year, month - 1, date + 1).getTime() };
}
