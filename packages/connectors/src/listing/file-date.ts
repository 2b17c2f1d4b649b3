import { MONTH_NAMES } from '@switchboard/model/format';
import { addDays } from '@switchboard/model/schedule/schedule';
import { RE2JS } from 're2js';

const MONTHS = MONTH_NAMES.map((month) => month.toLowerCase());
const MONTH_PATTERN = MONTHS.map((month) => `${month}|${month.slice(0, 3)}`).join('|');

/** Matches tried in one name; a real name has fewer. */
const MAX_MATCHES = 64;

type Part = 'year' | 'month' | 'day' | 'hour';
const TOKENS: Readonly<Record<string, { readonly part: Part; readonly text: string }>> = {
  YYYY: { part: 'year', text: '\\d{4}' },
  YY: { part: 'year', text: '\\d{2}' },
  MM: { part: 'month', text: `\\d{2}|${MONTH_PATTERN}` },
  M: { part: 'month', text: '\\d{1,2}' },
  DD: { part: 'day', text: '\\d{2}' },
  D: { part: 'day', text: '\\d{1,2}' },
  HH: { part: 'hour', text: '\\d{2}' },
};

/** The timestamp in a file name: yyyy-MM-dd, and HH:mm where the pattern has an hour. */
export type FileDate = { readonly date: string; readonly time: string | null };

/**
 * Finds the report date in file names by a `datetime_pattern` of the tokens YYYY YY MM M DD D HH; MM is also a month's
 * name, `*` anything, every other character itself, upper and lower case alike.
 *
 * The first valid date outside a longer number counts, else the first valid date. Where the
 * pattern holds no year, or no month, it is the latest such date that is at most a day after the delivery; without a day
 * it is the first of the month.
 * @returns a function from a name and the local date of its delivery (yyyy-MM-dd) to the date, null when it holds none
 */
export function dateReader(pattern: string): (name: string, delivered: string) => FileDate | null {
  const parts: Part[] = [];
  const text = pattern.replace(/YYYY|YY|MM|M|DD|D|HH|\*+|[^A-Z*]+|[A-Z]/g, (piece) => {
    const token = TOKENS[piece];
    if (token === undefined) return piece.startsWith('*') ? '.*?' : RE2JS.quote(piece);
    parts.push(token.part);
    return `(${token.text})`;
  });
  const compiled = RE2JS.compile(text, RE2JS.CASE_INSENSITIVE);
  return (name, delivered) => {
    const matcher = compiled.matcher(name);
    let fallback: FileDate | null = null;
    let from = 0;
    for (let tries = 0; tries < MAX_MATCHES && from <= name.length && matcher.find(from); tries += 1) {
      const found: Partial<Record<Part, string>> = {};
      for (const [index, part] of parts.entries()) found[part] ??= matcher.group(index + 1) ?? '';
      const date = dateOf(found, delivered);
      const apart = !/\d$/.test(name.slice(0, matcher.start())) && !/^\d/.test(name.slice(matcher.end()));
      const read = date === null ? null : { date, time: found.hour === undefined ? null : `${found.hour}:00` };
      if (read !== null && apart) return read;
      fallback ??= read;
      from = matcher.start() + 1;
    }
    return fallback;
  };
}

function dateOf(found: Partial<Record<Part, string>>, delivered: string): string | null {
  const { year, month, day } = found;
  if (found.hour !== undefined && Number(found.hour) > 24) return null;
  const years = year === undefined ? null : year.length === 2 ? 2000 + Number(year) : Number(year);
  const months = month === undefined ? null : /^\d/.test(month) ? Number(month) : monthOf(month);
  const days = day === undefined ? 1 : Number(day);
  if (years !== null && months !== null) return calendarDate(years, months, days);
  // A day after the delivery may already be today at the other end of the world.
  const latest = addDays(delivered, 1);
  const from = Number(latest.slice(0, 4)) * 12 + Number(latest.slice(5, 7)) - 1;
  for (let back = 0; back <= 12 * 8; back += 1) {
    const [itsYear, itsMonth] = [Math.floor((from - back) / 12), ((from - back) % 12) + 1];
    if ((years !== null && years !== itsYear) || (months !== null && months !== itsMonth)) continue;
    const date = calendarDate(itsYear, itsMonth, days);
    if (date !== null && date <= latest) return date;
  }
  return null;
}

const monthOf = (name: string): number =>
  MONTHS.findIndex((month) => month.startsWith(name.toLowerCase().slice(0, 3))) + 1;

/** yyyy-MM-dd, or null for what the calendar does not have. */
function calendarDate(year: number, month: number, day: number): string | null {
  if (year < 1900 || month < 1 || month > 12 || day < 1 || day > 31) return null;
  const date = new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
  return Number(date.slice(8)) === day ? date : null;
}
