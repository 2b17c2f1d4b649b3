import { NATIVE_TIME } from '../../values/native-value.ts';

/** The meaning of a number under a cell's number format. */
export type TimeStyle = 'date' | 'datetime' | 'time' | 'elapsed' | 'elapsed minutes';

const BUILT_IN: readonly (readonly [first: number, last: number, style: TimeStyle])[] = [
  [14, 17, 'date'],
  [18, 21, 'time'],
  [22, 22, 'datetime'],
  [27, 31, 'date'],
  [32, 35, 'time'],
  [36, 36, 'date'],
  [45, 45, 'time'],
  [46, 46, 'elapsed'],
  [47, 47, 'time'],
  [50, 58, 'date'],
];

/** The time style of a number format; null for one that shows numbers. `code` is that of a format of the book's own. */
export function timeStyle(id: number, code: string | undefined): TimeStyle | null {
  if (code === undefined) return BUILT_IN.find(([first, last]) => id >= first && id <= last)?.[2] ?? null;
  // Texts in quotes, escaped characters, colours and conditions say nothing; [h] and [mm] are elapsed times.
  const bare = code
    .split(';', 1)[0]
    ?.replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[(h+|m+|s+)\]/gi, '$1')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/general/gi, '')
    .replace(/am\/pm|a\/p/gi, 'h')
    .toLowerCase();
  if (bare === undefined || /[#?]|0(?!0*$)/.test(bare.replace(/s[.,]0+/g, 's')) || !/[ymdhs]/.test(bare)) return null;
  const hasClock = /[hs]/.test(bare);
  const hasDay = /[yd]/.test(bare) || (/m/.test(bare) && !hasClock);
  // [h] goes on behind 24, [m] and [s] behind 60.
  if (!hasDay && /\[(?:h+|m+|s+)\]/i.test(code)) return /s/.test(bare) ? 'elapsed' : 'elapsed minutes';
  return hasDay ? (hasClock ? 'datetime' : 'date') : 'time';
}

const DAY_MS = 86_400_000;
/** 1899-12-30 and 1904-01-01: the days 0 of the two systems. */
const DAY_ZERO = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) };

/** Days that a number may have under a format that shows a clock alone, and still not be a date. */
const MAX_CLOCK_DAYS = 366;
const MAX_ELAPSED_DAYS = 1_000_000;

/** The hours, minutes and seconds of a number of days, marked as a time; seconds of 0 are left out with `hidesSeconds`. */
function elapsedTime(serial: number, hidesSeconds: boolean): string | null {
  if (!Number.isFinite(serial) || Math.abs(serial) > MAX_ELAPSED_DAYS) return null;
  const milliseconds = Math.round(Math.abs(serial) * DAY_MS);
  const digits = (value: number, length = 2): string => String(value).padStart(length, '0');
  const [hours, rest] = [Math.floor(milliseconds / 3_600_000), milliseconds % 3_600_000];
  const [seconds, fraction] = [Math.floor(rest / 1000) % 60, rest % 1000];
  const clock = `${digits(hours)}:${digits(Math.floor(rest / 60_000))}`;
  const behind = hidesSeconds && seconds + fraction === 0 ? '' : `:${digits(seconds)}`;
  const sign = serial < 0 && milliseconds > 0 ? '-' : '';
  return `${NATIVE_TIME}T${sign}${clock}${behind}${fraction === 0 ? '' : `.${digits(fraction, 3)}`}`;
}

/** The date or time of a serial number, marked as one; null when it is none that a calendar has. */
export function serialTime(serial: number, style: TimeStyle, from1904: boolean): string | null {
  if (style === 'elapsed' || style === 'elapsed minutes') return elapsedTime(serial, style === 'elapsed minutes');
  if (style === 'time' && serial >= 1 && serial < MAX_CLOCK_DAYS) return elapsedTime(serial, false);
  if (!Number.isFinite(serial) || serial < 0 || serial >= 2_958_466) return null;
  // The first system has a 29 February 1900 that never was.
  if (!from1904 && Math.floor(serial) === 60) return null;
  const day = !from1904 && serial < 60 ? serial + 1 : serial;
  const isClockOnly = style === 'time' && serial < 1;
  const milliseconds = Math.round((isClockOnly ? serial : day) * DAY_MS);
  const instant = new Date(isClockOnly ? milliseconds % DAY_MS : DAY_ZERO[from1904 ? 1904 : 1900] + milliseconds);
  const [date = '', clock = ''] = instant.toISOString().replace('Z', '').replace('.000', '').split('T');
  if (isClockOnly) return `${NATIVE_TIME}T${clock}`;
  return `${NATIVE_TIME}${date}T${style === 'date' && clock === '00:00:00' ? '' : clock}`;
}
