import { clockText, dateText, datetimeText, isRealTime, type TimeParts, timeParser } from './date-format.ts';
import { fits, type Reading, unfit } from './number-text.ts';

const ISO =
  /^(\d{4})([-/]?)(\d{1,2})\2(\d{1,2})(?:([ Tt])(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)? ?([Zz]|UTC|[+-](?:0\d|1[0-5])(?::?[0-5]\d)?)?$/;
const PLAIN_DATE = /^\d{4}-\d{2}-\d{2}$/;
const PLAIN_DATETIME = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}:\d{2}(?:\.\d{1,6})?(?:Z|[+-]\d{2}:\d{2})?$/;
const DATE_LENGTH = 'YYYY-MM-DD'.length;
const PLAIN_TIME = /^\d{2}:\d{2}:\d{2}(?:\.\d{1,6})?$/;
const LOOSE_TIME = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?$/;

const microsOf = (fraction: string | undefined): number => Number((fraction ?? '').padEnd(6, '0').slice(0, 6));

function offsetMinutes(zone: string | undefined): number {
  const match = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone ?? '');
  if (!match) return 0;
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0);
  return match[1] === '-' ? -minutes : minutes;
}

/** A date or datetime in any usual ISO form; null for anything else and for days that do not exist. */
function isoParts(text: string): TimeParts | null {
  const match = ISO.exec(text);
  if (!match) return null;
  const [, year, separator, month = '', day = '', , hour, minute, second, fraction, zone] = match;
  if (separator === '' && (month.length !== 2 || day.length !== 2)) return null;
  if (zone !== undefined && hour === undefined) return null;
  const parts = {
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour ?? 0),
    minute: Number(minute ?? 0),
    second: Number(second ?? 0),
    micros: microsOf(fraction),
    offset: offsetMinutes(zone),
  };
  return isRealTime(parts) ? parts : null;
}

type ReadParts = { readonly exact: TimeParts | null; readonly parts: TimeParts | null };

/**
 * Reads a text strictly into `exact`: in the declared format, else the `plain` one. Reads it into `parts` also with blanks
 * around it and, unless a format is declared, in an ISO form.
 */
function partsReader(format: string | undefined, plain: RegExp): (text: string) => ReadParts {
  const parse = format === undefined ? null : timeParser(format);
  return (text) => {
    const exact = parse === null ? (plain.test(text) ? isoParts(text) : null) : parse(text);
    const trimmed = text.trim();
    return { exact, parts: exact ?? (parse === null ? isoParts(trimmed) : parse(trimmed)) };
  };
}

/** A reader of dates. Strict: the declared format, else YYYY-MM-DD. Lenient: also ISO forms, and a time of midnight in UTC. */
export function dateReader(format: string | undefined): (text: string) => Reading {
  const read = partsReader(format, PLAIN_DATE);
  const unreadable = unfit(format === undefined ? 'not a date' : `not a date written as ${format}`);
  return (text) => {
    const { exact, parts } = read(text);
    if (!parts) return unreadable;
    const date = parts.offset === 0 ? midnightOf(parts) : movedMidnight(parts);
    if (date === null) return unreadable;
    if (date === '') return TIMED;
    return fits(date, exact ? null : `not written as ${format ?? 'YYYY-MM-DD'}`);
  };
}

const TIMED = unfit('has a time of day, which a date cannot keep');

/** The date of a midnight; empty for any other time of day. */
function midnightOf(parts: TimeParts): string {
  return parts.hour + parts.minute + parts.second + parts.micros === 0 ? dateText(parts) : '';
}

/** The same of a moment that is moved to UTC; null when that leaves the years of the calendar. */
function movedMidnight(parts: TimeParts): string | null {
  const moment = datetimeText(parts);
  if (moment === null) return null;
  return moment.endsWith(' 00:00:00') ? moment.slice(0, DATE_LENGTH) : '';
}

/** A reader of datetimes, moved to UTC. Lenient: also other ISO forms, a date alone (midnight), seconds left out. */
export function datetimeReader(format: string | undefined): (text: string) => Reading {
  const read = partsReader(format, PLAIN_DATETIME);
  const unreadable = unfit(format === undefined ? 'not a datetime' : `not a datetime written as ${format}`);
  return (text) => {
    const { exact, parts } = read(text);
    const canonical = parts && datetimeText(parts);
    if (!canonical) return unreadable;
    return fits(canonical, exact ? null : `not written as ${format ?? 'YYYY-MM-DD HH:mm:ss'}`);
  };
}

/** A time of day. Lenient: blanks around it, one digit for the hour, seconds left out. */
export function readTime(text: string): Reading {
  const match = LOOSE_TIME.exec(text.trim());
  if (!match) return unfit('not a time');
  const [, hour, minute, second, fraction] = match;
  const parts = { hour: Number(hour), minute: Number(minute), second: Number(second ?? 0), micros: microsOf(fraction) };
  if (!isRealTime({ ...parts, year: 2000, month: 1, day: 1, offset: 0 })) return unfit('not a time');
  return fits(clockText(parts), PLAIN_TIME.test(text) ? null : 'not written as HH:mm:ss');
}
