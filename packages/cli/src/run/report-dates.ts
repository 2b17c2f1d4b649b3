import { addDays } from '@switchboard/model/schedule/schedule';
import { UsageError } from '../exit.ts';

export type DateOptions = { readonly date?: string; readonly from?: string; readonly to?: string };

/** The report dates that a call asks for, oldest first: one, or each of a range. Throws UsageError. */
export function reportDates({ date, from, to }: DateOptions, now: number): readonly string[] {
  const yesterday = addDays(new Date(now).toISOString().slice(0, 10), -1);
  if (from === undefined && to === undefined) return [checkedDate(date ?? yesterday)];
  if (date !== undefined) throw new UsageError('Give either --date, or --from and --to.');
  if (from === undefined) throw new UsageError('--to needs the first report date. Add --from.');
  const [first, last] = [checkedDate(from), checkedDate(to ?? yesterday)];
  if (first > last) throw new UsageError(`--from ${first} is after --to ${last}. Swap the dates.`);
  const dates: string[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) dates.push(day);
  return dates;
}

/** A real date, as yyyy-MM-dd. Throws UsageError. */
function checkedDate(text: string): string {
  const instant = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(instant) || new Date(instant).toISOString().slice(0, 10) !== text) {
    throw new UsageError(`${text} is not a date. Write it as 2026-11-19.`);
  }
  return text;
}
