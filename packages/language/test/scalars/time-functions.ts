import {
  dayNumber,
  dayOf,
  isoWeek,
  mondayOf,
  type Parts,
  partsOfClock,
  partsOfDay,
  partsOfMoment,
  startOfDay,
} from './calendar.ts';
import { count, DATE, DATETIME, DAY_MICROS, FIRST_DAY, LAST_DAY, TIME } from './hostile-arguments.ts';
import { floorDiv, of, type SecondFamily, type SecondImplementation, type Value } from './second-implementation.ts';

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November'],
  'December',
];
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** A function of the day of dates and datetimes. */
function ofDays(name: string, gives: (day: number) => Value): readonly SecondImplementation[] {
  return [of(`${name}(a)`, [DATE], gives), of(`${name}(a)`, [DATETIME], (moment) => gives(dayOf(moment)))];
}

function ofClocks(name: string, gives: (clock: Pick<Parts, 'hour' | 'minute' | 'second'>) => number) {
  return [
    of(`${name}(a)`, [DATETIME], (moment) => BigInt(gives(partsOfMoment(moment)))),
    of(`${name}(a)`, [TIME], (clock) => BigInt(gives(partsOfClock(clock)))),
  ];
}

const MONTHS_OF = { year: 12, quarter: 3, month: 1 } as const;
const MICROS_OF = {
  week: 7n * DAY_MICROS,
  day: DAY_MICROS,
  hour: 3_600_000_000n,
  minute: 60_000_000n,
  second: 1_000_000n,
} as const;
type Unit = keyof typeof MONTHS_OF | keyof typeof MICROS_OF;
const UNITS = [...Object.keys(MONTHS_OF), ...Object.keys(MICROS_OF)] as readonly Unit[];
const isOfMonths = (unit: Unit): unit is keyof typeof MONTHS_OF => Object.hasOwn(MONTHS_OF, unit);
const isOfDays = (unit: Unit): boolean => isOfMonths(unit) || unit === 'week' || unit === 'day';

const inCalendar = (day: number): boolean => day >= FIRST_DAY && day <= LAST_DAY;

/** The same day of another month, or the last one of a shorter month. */
function addMonths(day: number, months: number): number {
  const { year, month, day: date } = partsOfDay(day);
  const first = dayNumber(year, month + months, 1);
  return first + Math.min(date, dayNumber(year, month + months + 1, 1) - first) - 1;
}

function shifted(moment: bigint, amount: bigint, unit: Unit): bigint | null {
  const day = dayOf(moment);
  const later = isOfMonths(unit)
    ? startOfDay(addMonths(day, Number(amount) * MONTHS_OF[unit])) + moment - startOfDay(day)
    : moment + amount * MICROS_OF[unit];
  return inCalendar(dayOf(later)) ? later : null;
}

function shiftsOf(name: string, sign: bigint): readonly SecondImplementation[] {
  const amounts = count(-400, 400);
  return UNITS.flatMap((unit) => [
    of(`${name}(a, b, '${unit}')`, [DATETIME, amounts], (moment, amount) => shifted(moment, sign * amount, unit)),
    of(`${name}(a, b, '${unit}')`, [DATE, amounts], (day, amount) => {
      const later = shifted(startOfDay(day), sign * amount, unit);
      return later === null ? null : isOfDays(unit) ? dayOf(later) : later;
    }),
  ]);
}

/** The number of a unit in which a moment lies: of months since the year 0, of others since 1970. */
function numberOf(moment: bigint, unit: Unit): bigint {
  const day = dayOf(moment);
  if (isOfMonths(unit)) {
    const { year, month } = partsOfDay(day);
    return BigInt(Math.floor((year * 12 + month - 1) / MONTHS_OF[unit]));
  }
  return unit === 'week' ? BigInt(Math.floor(mondayOf(day) / 7)) : floorDiv(moment, MICROS_OF[unit]);
}

function truncated(moment: bigint, unit: Unit): bigint {
  const day = dayOf(moment);
  if (isOfMonths(unit)) {
    const { year, month } = partsOfDay(day);
    const months = MONTHS_OF[unit];
    return startOfDay(dayNumber(year, Math.floor((month - 1) / months) * months + 1, 1));
  }
  return unit === 'week' ? startOfDay(mondayOf(day)) : floorDiv(moment, MICROS_OF[unit]) * MICROS_OF[unit];
}

const two = (value: number): string => String(value).padStart(2, '0');
const TOKENS: Readonly<Record<string, (parts: Parts) => string>> = {
  YYYY: ({ year }) => String(year).padStart(4, '0'),
  YY: ({ year }) => two(year % 100),
  MMMM: ({ month }) => MONTHS[month - 1] ?? '',
  MMM: ({ month }) => (MONTHS[month - 1] ?? '').slice(0, 3),
  MM: ({ month }) => two(month),
  M: ({ month }) => String(month),
  dd: ({ day }) => two(day),
  d: ({ day }) => String(day),
  HH: ({ hour }) => two(hour),
  H: ({ hour }) => String(hour),
  hh: ({ hour }) => two(hour % 12 || 12),
  h: ({ hour }) => String(hour % 12 || 12),
  mm: ({ minute }) => two(minute),
  ss: ({ second }) => two(second),
  SSS: ({ micros }) => String(Math.floor(micros / 1000)).padStart(3, '0'),
  a: ({ hour }) => (hour < 12 ? 'AM' : 'PM'),
};
const TOKEN = new RegExp(Object.keys(TOKENS).join('|'), 'g');
const FORMATS = [
  ...['YYYY-MM-dd', 'dd/MM/YYYY', 'd.M.YY', 'MMMM d, YYYY', 'MMM dd YYYY', 'YYYYMMdd', 'YYYY-MM-dd HH:mm:ss.SSS'],
  ...['hh:mm a', 'H:mm', 'h a', '100% YYYY'],
];

const formatted = (parts: Parts, format: string): string =>
  format.replaceAll(TOKEN, (token) => TOKENS[token]?.(parts) ?? '');

/** Whole units from 1970 until a moment. */
const unitsOf = (micros: bigint) => (moment: bigint) => floorDiv(moment, micros);

/** The functions on dates, datetimes and times of day, apart from conversions and timezones. */
export const TIME_FAMILY: SecondFamily = {
  year: ofDays('year', (day) => BigInt(partsOfDay(day).year)),
  quarter: ofDays('quarter', (day) => BigInt(Math.ceil(partsOfDay(day).month / 3))),
  month: ofDays('month', (day) => BigInt(partsOfDay(day).month)),
  week: ofDays('week', (day) => BigInt(isoWeek(day).week)),
  day: ofDays('day', (day) => BigInt(partsOfDay(day).day)),
  day_of_week: ofDays('day_of_week', (day) => BigInt(partsOfDay(day).weekday)),
  day_of_year: ofDays('day_of_year', (day) => BigInt(day - dayNumber(partsOfDay(day).year, 1, 1) + 1)),
  iso_year: ofDays('iso_year', (day) => BigInt(isoWeek(day).year)),
  day_name: ofDays('day_name', (day) => DAYS[partsOfDay(day).weekday] ?? null),
  month_name: ofDays('month_name', (day) => MONTHS[partsOfDay(day).month - 1] ?? null),
  hour: ofClocks('hour', ({ hour }) => hour),
  minute: ofClocks('minute', ({ minute }) => minute),
  second: ofClocks('second', ({ second }) => second),
  date_add: shiftsOf('date_add', 1n),
  date_sub: shiftsOf('date_sub', -1n),
  date_diff: UNITS.flatMap((unit) => [
    of(`date_diff(a, b, '${unit}')`, [DATETIME, DATETIME], (from, to) => numberOf(to, unit) - numberOf(from, unit)),
    of(
      `date_diff(a, b, '${unit}')`,
      [DATE, DATE],
      (from, to) => numberOf(startOfDay(to), unit) - numberOf(startOfDay(from), unit),
    ),
  ]),
  date_trunc: UNITS.flatMap((unit) => [
    of(`date_trunc(a, '${unit}')`, [DATETIME], (moment) => truncated(moment, unit)),
    of(`date_trunc(a, '${unit}')`, [DATE], (day) => dayOf(truncated(startOfDay(day), unit))),
  ]),
  last_day: ofDays('last_day', (day) => {
    const { year, month } = partsOfDay(day);
    return dayNumber(year, month + 1, 1) - 1;
  }),
  format_date: FORMATS.flatMap((format) => [
    of(`format_date(a, '${format}')`, [DATETIME], (moment) => formatted(partsOfMoment(moment), format)),
    of(`format_date(a, '${format}')`, [DATE], (day) => formatted(partsOfDay(day), format)),
  ]),
  epoch: [of('epoch(a)', [DATETIME], unitsOf(1_000_000n))],
  epoch_ms: [of('epoch_ms(a)', [DATETIME], unitsOf(1000n))],
  today: [of('today()', [], () => dayNumber(2026, 11, 20))],
  now: [of('now()', [], () => startOfDay(dayNumber(2026, 11, 21)) - 1n)],
};
