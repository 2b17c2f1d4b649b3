import { addDays } from '@switchboard/model/schedule/schedule';

/** Rows of complete and begun UTC days, by day (yyyy-MM-dd). Days without rows may be absent. */
export type RowsByDay = ReadonlyMap<string, number>;

/** Days before today from which the weight of each weekday is computed. */
export const FORECAST_DAYS = 56;

const weekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** The days from the first to the last, both included; none when the last is before the first. */
function daysFrom(first: string, last: string): string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

/** The last day of the month of a day. */
function lastDayOfMonth(day: string): string {
  return new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).toISOString().slice(0, 10);
}

/**
 * The rows still expected until the end of the month: the month so far, carried on over the days that remain, each weighted by
 * what its weekday brought in the eight weeks before today. 0 without rows before today.
 */
export function forecastRows(rows: RowsByDay, today: string): number {
  const yesterday = addDays(today, -1);
  const history = daysFrom(addDays(today, -FORECAST_DAYS), yesterday);
  const first = history.find((day) => (rows.get(day) ?? 0) > 0);
  if (first === undefined) return 0;
  const known = daysFrom(first, yesterday);
  const rowsOf = (days: readonly string[]): number => sum(days.map((day) => rows.get(day) ?? 0));
  const average = rowsOf(known) / known.length;
  const weights = Array.from({ length: 7 }, (_, index) => {
    const days = known.filter((day) => weekday(day) === index);
    return days.length === 0 ? average : rowsOf(days) / days.length;
  });
  const expected = (days: readonly string[]): number => sum(days.map((day) => weights[weekday(day)] ?? 0));
  const monthStart = `${today.slice(0, 8)}01`;
  const elapsed = daysFrom(first > monthStart ? first : monthStart, yesterday);
  const usual = expected(elapsed);
  const scale = usual > 0 ? rowsOf(elapsed) / usual : 1;
  const restOfToday = Math.max(0, scale * expected([today]) - (rows.get(today) ?? 0));
  return Math.round(restOfToday + scale * expected(daysFrom(addDays(today, 1), lastDayOfMonth(today))));
}
