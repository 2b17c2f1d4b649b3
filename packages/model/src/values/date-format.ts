import { MONTH_NAMES } from '../format.ts';

/** The parts of a point in time as a text gives them. `offset` is minutes east of UTC. */
export type TimeParts = {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly micros: number;
  readonly offset: number;
};

const MONTHS = MONTH_NAMES.map((month) => month.toLowerCase());
/** The zones that zzz reads by name, with their offsets from UTC. All others would be ambiguous. */
export const ZONE_OFFSETS: Readonly<Record<string, string>> = {
  Z: '+00:00',
  UTC: '+00:00',
  GMT: '+00:00',
  EST: '-05:00',
  EDT: '-04:00',
  CST: '-06:00',
  CDT: '-05:00',
  MST: '-07:00',
  MDT: '-06:00',
  PST: '-08:00',
  PDT: '-07:00',
  CET: '+01:00',
  CEST: '+02:00',
};
const OFFSET = '[+-](?:0\\d|1[0-5]):?[0-5]\\d';
const TOKENS = /YYYY|YY|MMMM|MMM|MM|M|dd|d|HH|H|hh|h|mm|ss|SSS|a|zzz|Z/g;

export type FormatPiece = { readonly token: string } | { readonly literal: string };

/** Cuts a date format into tokens and the text between them. */
export function formatPieces(format: string): readonly FormatPiece[] {
  const pieces: FormatPiece[] = [];
  let end = 0;
  for (const match of format.matchAll(TOKENS)) {
    if (match.index > end) pieces.push({ literal: format.slice(end, match.index) });
    pieces.push({ token: match[0] });
    end = match.index + match[0].length;
  }
  if (end < format.length) pieces.push({ literal: format.slice(end) });
  return pieces;
}

const PATTERNS: Readonly<Record<string, string>> = {
  // No year 0000, which an offset would move into the calendar. RE2 cannot look ahead.
  YYYY: '([1-9]\\d{3}|0[1-9]\\d{2}|00[1-9]\\d|000[1-9])',
  YY: '(\\d{2})',
  MMMM: '([A-Za-z]+)',
  MMM: '([A-Za-z]{3})',
  MM: '(\\d{2})',
  M: '(\\d{1,2})',
  dd: '(\\d{2})',
  d: '(\\d{1,2})',
  HH: '(\\d{2})',
  H: '(\\d{1,2})',
  hh: '(\\d{2})',
  h: '(\\d{1,2})',
  mm: '(\\d{2})',
  ss: '(\\d{2})',
  SSS: '(\\d{3})',
  a: '([AaPp]\\.?[Mm]\\.?)',
  Z: `(Z|${OFFSET})`,
  zzz: `(${Object.keys(ZONE_OFFSETS).join('|')}|${OFFSET})`,
};

/** Whether such a day and time exist. Years 1 to 9999, no leap seconds. */
export function isRealTime(parts: TimeParts): boolean {
  const { year, month, day, hour, minute, second } = parts;
  if (year < 1 || month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 59) return false;
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const longest = month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return day <= longest;
}

function offsetOf(text: string): number | null {
  const match = /^([+-])(\d{2}):?(\d{2})$/.exec(ZONE_OFFSETS[text] ?? text);
  if (!match) return null;
  const minutes = Number(match[2]) * 60 + Number(match[3]);
  return match[1] === '-' ? -minutes : minutes;
}

const escaped = (literal: string): string => literal.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** A format as a regular expression, one group a token, that JavaScript and RE2 read alike. */
export const formatPattern = (format: string): string =>
  formatPieces(format)
    .map((piece) => ('literal' in piece ? escaped(piece.literal) : (PATTERNS[piece.token] ?? '')))
    .join('');

/** A parser of one format. It gives null for a text that is not of the format or names no real time. */
export function timeParser(format: string): (text: string) => TimeParts | null {
  const tokens = formatPieces(format).flatMap((piece) => ('token' in piece ? [piece.token] : []));
  const expression = new RegExp(`^${formatPattern(format)}$`);
  return (text) => {
    const match = expression.exec(text);
    if (!match) return null;
    const parts = { year: 1970, month: 1, day: 1, hour: 0, minute: 0, second: 0, micros: 0, offset: 0 };
    let afternoon: boolean | null = null;
    for (const [index, token] of tokens.entries()) {
      const value = match[index + 1] ?? '';
      switch (token) {
        case 'YYYY':
          parts.year = Number(value);
          break;
        case 'YY':
          parts.year = 2000 + Number(value) - (Number(value) > 68 ? 100 : 0);
          break;
        case 'MMMM':
          parts.month = MONTHS.indexOf(value.toLowerCase()) + 1;
          break;
        case 'MMM':
          parts.month = MONTHS.findIndex((name) => name.startsWith(value.toLowerCase())) + 1;
          break;
        case 'MM':
        case 'M':
          parts.month = Number(value);
          break;
        case 'dd':
        case 'd':
          parts.day = Number(value);
          break;
        case 'HH':
        case 'H':
        case 'hh':
        case 'h':
          parts.hour = Number(value);
          break;
        case 'mm':
          parts.minute = Number(value);
          break;
        case 'ss':
          parts.second = Number(value);
          break;
        case 'SSS':
          parts.micros = Number(value) * 1000;
          break;
        case 'a':
          afternoon = value.toLowerCase().startsWith('p');
          break;
        default: {
          const offset = offsetOf(value);
          if (offset === null) return null;
          parts.offset = offset;
        }
      }
    }
    if (afternoon !== null) {
      if (parts.hour < 1 || parts.hour > 12) return null;
      parts.hour = (parts.hour % 12) + (afternoon ? 12 : 0);
    }
    return isRealTime(parts) ? parts : null;
  };
}

const digits = (value: number, length: number): string => String(value).padStart(length, '0');

/** `2025-01-02` */
export const dateText = (parts: TimeParts): string =>
  `${digits(parts.year, 4)}-${digits(parts.month, 2)}-${digits(parts.day, 2)}`;

/** `10:00:00`, with microseconds when there are any. */
export function clockText(parts: Pick<TimeParts, 'hour' | 'minute' | 'second' | 'micros'>): string {
  const clock = `${digits(parts.hour, 2)}:${digits(parts.minute, 2)}:${digits(parts.second, 2)}`;
  return parts.micros === 0 ? clock : `${clock}.${digits(parts.micros, 6)}`;
}

/** `2025-01-02 10:00:00` in UTC; null when moving it to UTC leaves the years 1 to 9999. */
export function datetimeText(parts: TimeParts): string | null {
  if (parts.offset === 0) return `${dateText(parts)} ${clockText(parts)}`;
  const moved = new Date(0);
  moved.setUTCFullYear(parts.year, parts.month - 1, parts.day);
  moved.setUTCHours(parts.hour, parts.minute - parts.offset, parts.second);
  const year = moved.getUTCFullYear();
  if (year < 1 || year > 9999) return null;
  const utc = {
    ...parts,
    year,
    month: moved.getUTCMonth() + 1,
    day: moved.getUTCDate(),
    hour: moved.getUTCHours(),
    minute: moved.getUTCMinutes(),
  };
  return `${dateText(utc)} ${clockText(utc)}`;
}
