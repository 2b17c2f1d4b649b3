/** Numbers, dates and texts as people see them. */

/** English names of the months, January first. */
export const MONTH_NAMES = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** "Nov 26". @param day yyyy-MM-dd */
export function shortDay(day: string): string {
  return `${MONTH_NAMES[Number(day.slice(5, 7)) - 1]?.slice(0, 3) ?? ''} ${Number(day.slice(8))}`;
}

const UNITS = [
  { value: 1e9, suffix: 'B' },
  { value: 1e6, suffix: 'M' },
  { value: 1e3, suffix: 'k' },
] as const;

/** 1234 -> 1.2k; below a thousand the number itself. */
export function abbreviateNumber(value: number): string {
  for (const [index, unit] of UNITS.entries()) {
    if (Math.abs(value) < unit.value) continue;
    const scaled = Math.round((value / unit.value) * 10) / 10;
    const larger = UNITS[index - 1];
    if (Math.abs(scaled) >= 1000 && larger) return `${(value / larger.value).toFixed(1)}${larger.suffix}`;
    return `${scaled.toFixed(1)}${unit.suffix}`;
  }
  return String(value);
}

const FULL_NUMBER = new Intl.NumberFormat('en-US');

/** 1893204 -> 1,893,204 */
export function fullNumber(value: number): string {
  return FULL_NUMBER.format(value);
}

/** Share of dirty rows in percent, floored. */
export function dirtyPercent(rows: number, dirty: number): number {
  return rows <= 0 ? 0 : Math.floor((dirty / rows) * 100);
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** A timestamp without zone is UTC: cut to 19 characters, then Z. Null for what is not a time. */
export function parseTimestamp(timestamp: string): Date | null {
  const date = new Date(`${timestamp.slice(0, 19).replace(' ', 'T')}Z`);
  return Number.isNaN(date.getTime()) ? null : date;
}

type ZoneFormats = { readonly time: Intl.DateTimeFormat; readonly year: Intl.DateTimeFormat };

/** Creating a format costs far more than using it, and a list formats thousands of times. */
const formatsByZone = new Map<string | undefined, ZoneFormats>();

/** The formats of a time zone; of the viewer's when it is undefined. */
function formatsOf(timezone: string | undefined): ZoneFormats {
  const known = formatsByZone.get(timezone);
  if (known !== undefined) return known;
  const zone = timezone === undefined ? {} : { timeZone: timezone };
  const formats = {
    time: new Intl.DateTimeFormat('en-US', {
      ...zone,
      month: 'short',
      day: 'numeric',
      year: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      hour12: true,
    }),
    year: new Intl.DateTimeFormat('en-US', { ...zone, year: 'numeric' }),
  };
  formatsByZone.set(timezone, formats);
  return formats;
}

/** "MMM d, h:mmaaa" in the viewer's zone; with the year when it is not the current one. */
export function formatDateTime(timestamp: string, options: { readonly now: Date; readonly timezone?: string }): string {
  const date = parseTimestamp(timestamp);
  if (!date) return '—';
  const formats = formatsOf(options.timezone);
  const parts = formats.time.formatToParts(date);
  const at = (type: Intl.DateTimeFormatPartTypes): string => parts.find((part) => part.type === type)?.value ?? '';
  const year = at('year') === formats.year.format(options.now) ? '' : `, ${at('year')}`;
  return `${at('month')} ${at('day')}${year}, ${at('hour')}:${at('minute')}${at('dayPeriod').toLowerCase()}`;
}

/** A report date, always in UTC: "Nov 20", with the year when it is not the current one. */
export function formatReportDate(date: string, options: { readonly now: Date }): string {
  const [year = '', month = '', day = ''] = date.slice(0, 10).split('-');
  const name = MONTHS[Number(month) - 1];
  if (name === undefined) return '—';
  const suffix = Number(year) === options.now.getUTCFullYear() ? '' : `, ${year}`;
  return `${name} ${Number(day)}${suffix}`;
}

/** Cuts a text to a length, ending with an ellipsis that counts. */
export function truncate(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}

/** Initials of up to two words. */
export function initials(name: string): string {
  return name
    .trim()
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => (word[0] ?? '').toUpperCase())
    .join('');
}

/** 1536 -> "1.5 kB" */
export function formatBytes(bytes: number): string {
  for (const [unit, size] of [
    ['GB', 1e9],
    ['MB', 1e6],
    ['kB', 1e3],
  ] as const) {
    if (bytes >= size) return `${(bytes / size).toFixed(1)} ${unit}`;
  }
  return `${bytes} B`;
}
