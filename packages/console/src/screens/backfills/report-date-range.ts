import { MONTH_NAMES } from '@switchboard/model/format';

type Range = { readonly start_datetime: string; readonly end_datetime: string };

/** "Nov 21 26" */
function shortDay(iso: string): string {
  const month = MONTH_NAMES[Number(iso.slice(5, 7)) - 1] ?? '';
  return `${month.slice(0, 3)} ${iso.slice(8, 10)} ${iso.slice(2, 4)}`;
}

/** "Nov 21 26 - Nov 23 26 UTC": the report dates of a backfill. */
export function formatReportDates({ start_datetime: start, end_datetime: end }: Range): string {
  return `${shortDay(start)} - ${shortDay(end)} UTC`;
}
