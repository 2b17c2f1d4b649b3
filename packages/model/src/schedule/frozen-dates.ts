import { MONTH_NAMES, shortDay } from '../format.ts';
import { addDays } from './schedule.ts';

/** Report dates that are frozen, yyyy-MM-dd; `first` is null for all dates up to the last one. */
export type FrozenDates = { readonly first: string | null; readonly last: string };

const dayText = (day: string): string => `${shortDay(day)}, ${day.slice(0, 4)}`;
const isLastOfMonth = (day: string): boolean => addDays(day, 1).endsWith('-01');
const monthText = (day: string): string => `${MONTH_NAMES[Number(day.slice(5, 7)) - 1] ?? ''} ${day.slice(0, 4)}`;

/** "November 2026", "all dates up to November 2026" or "Nov 3, 2026 to Nov 9, 2026". */
export function frozenDatesText({ first, last }: FrozenDates): string {
  if (first === null) return `all dates up to ${isLastOfMonth(last) ? monthText(last) : dayText(last)}`;
  if (first === last) return dayText(last);
  if (first === `${last.slice(0, 7)}-01` && isLastOfMonth(last)) return monthText(last);
  return `${dayText(first)} to ${dayText(last)}`;
}
