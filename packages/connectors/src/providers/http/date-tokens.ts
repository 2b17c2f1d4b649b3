import { fillTemplate, type Parameters } from '@switchboard/model/plan';
import { addDays, DEFAULT_TIMEZONE, instantOfLocal, isTimezone } from '@switchboard/model/schedule/schedule';

/** `{YYYY-MM-DD+1}`, `{YYYY-MM-DD:s}`: a date some days later, or another notation of it. */
const TOKEN = /\{((?:YYYY|YY|MM|DD|[-_/.])+)(?:\+(\d{1,3}))?(?::(s|ms|iso|end|year|month|day))?\}/g;

const iso = (instant: number): string => new Date(instant).toISOString().replace('.000Z', 'Z');

/** `midnight`: when the date begins, and `next`, when it ends, in epoch milliseconds. */
type Day = { readonly date: string; readonly midnight: number; readonly next: number };

const NOTATIONS: Readonly<Record<string, (day: Day) => string | number>> = {
  s: ({ midnight }) => midnight / 1000,
  ms: ({ midnight }) => midnight,
  iso: ({ midnight }) => iso(midnight),
  end: ({ next }) => iso(next - 1000),
  year: ({ date }) => Number(date.slice(0, 4)),
  month: ({ date }) => Number(date.slice(5, 7)),
  day: ({ date }) => Number(date.slice(8, 10)),
};

/** The report date of a fetch, and the timezone in which it begins. */
export type DatePlace = { readonly reportDate: string | null; readonly timezone: string };

/** Where the dates of a download lie: in the timezone of its schedule. */
export function datePlaceOf(reportDate: string | null, { timezone }: Parameters): DatePlace {
  return {
    reportDate,
    timezone: typeof timezone === 'string' && isTimezone(timezone) ? timezone : DEFAULT_TIMEZONE,
  };
}

const LONE_PART = /^\{(?:YYYY|YY|MM|DD|[-_/.])+(?:\+\d{1,3})?:(?:year|month|day)\}$/;

/** Whether a template is nothing but one part of a date as a number. */
export const isDatePart = (template: string): boolean => LONE_PART.test(template);

/** Whether a template names a date. */
export const holdsDate = (template: string): boolean => template.search(TOKEN) >= 0;

/**
 * A template with the report date and `values` filled in. Besides `{YYYY-MM-DD}` and the like: `+1` behind a pattern is the
 * day after, `:s` and `:ms` its midnight as seconds and milliseconds since 1970, `:iso` the same as 2026-11-20T05:00:00Z, `:end`
 * its last second, `:year`, `:month` and `:day` its parts as plain numbers.
 */
export function fillDates(
  template: string,
  { reportDate, timezone }: DatePlace,
  values: Readonly<Record<string, string>> = {},
): string {
  if (reportDate === null) return fillTemplate(template, null, values);
  const dated = template.replace(
    TOKEN,
    (_, pattern: string, days: string | undefined, notation: string | undefined) => {
      const date = addDays(reportDate, Number(days ?? 0));
      const write = notation === undefined ? undefined : NOTATIONS[notation];
      if (write === undefined) return fillTemplate(`{${pattern}}`, date);
      const [midnight, next] = [date, addDays(date, 1)].map((day) => instantOfLocal(day, 0, timezone));
      return String(write({ date, midnight: midnight ?? 0, next: next ?? 0 }));
    },
  );
  return fillTemplate(dated, reportDate, values);
}
