import { addDays, fillTemplate } from '@switchboard/model';

/** `{YYYY-MM-DD+1}`, `{YYYY-MM-DD:s}`: a date some days later, or another notation of it. */
const TOKEN = /\{((?:YYYY|YY|MM|DD|[-_/.])+)(?:\+(\d{1,3}))?(?::(s|ms|year|month|day))?\}/g;

const NOTATIONS: Readonly<Record<string, (date: string) => number>> = {
  s: (date) => Date.parse(date) / 1000,
  ms: (date) => Date.parse(date),
  year: (date) => Number(date.slice(0, 4)),
  month: (date) => Number(date.slice(5, 7)),
  day: (date) => Number(date.slice(8, 10)),
};

/** Whether a template names a date. */
export const holdsDate = (template: string): boolean => template.search(TOKEN) >= 0;

/**
 * A template with the report date and `values` filled in. Besides `{YYYY-MM-DD}` and the like: `+1` behind a pattern is the
 * day after, `:s` and `:ms` its midnight in UTC as seconds and milliseconds since 1970, `:year`, `:month` and `:day` its parts
 * as plain numbers.
 */
export function fillDates(
  template: string,
  reportDate: string | null,
  values: Readonly<Record<string, string>> = {},
): string {
  if (reportDate === null) return fillTemplate(template, null, values);
  const dated = template.replace(
    TOKEN,
    (_, pattern: string, days: string | undefined, notation: string | undefined) => {
      const date = addDays(reportDate, Number(days ?? 0));
      const write = notation === undefined ? undefined : NOTATIONS[notation];
      return write === undefined ? fillTemplate(`{${pattern}}`, date) : String(write(date));
    },
  );
  return fillTemplate(dated, reportDate, values);
}
