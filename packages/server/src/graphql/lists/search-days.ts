import { type RawBuilder, sql } from 'kysely';

/** Days of report dates, both included, as `YYYY-MM-DD`. */
export type Days = { readonly first: string; readonly last: string };

const MONTH = /([12]\d{3})-(0[1-9]|1[0-2])(?:-(\d\d))?/;

/** The day or the month that a text shows; null for neither. The text `shown` is that part. */
export function daysShown(text: string): (Days & { readonly shown: string }) | null {
  const found = MONTH.exec(text);
  if (!found) return null;
  const [whole, year = '', month = '', day] = found;
  const days = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  if (day !== undefined && Number(day) >= 1 && Number(day) <= days) return { first: whole, last: whole, shown: whole };
  const shown = `${year}-${month}`;
  return { first: `${shown}-01`, last: `${shown}-${days}`, shown };
}

/** Whether the report date of the row is one of the days; without a report date it is not. */
export function isWithin(row: 'd' | 'found', { first, last }: Days): RawBuilder<unknown> {
  const date = sql.ref(`${row}.report_date`);
  return sql`${date} between ${first}::date and ${last}::date`;
}
