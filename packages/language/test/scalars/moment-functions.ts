import { dateReader, datetimeReader } from '@switchboard/model/values/time-text';
import type { Random } from '../fuzz/random.ts';
import { textsOf } from './argument-texts.ts';
import { dayNumber, dayOfText, momentOfText, partsOfDay, startOfDay } from './calendar.ts';
import {
  count,
  DATETIME,
  DAY_MICROS,
  datetimeBetween,
  decimal,
  FIRST_DAY,
  FLOAT,
  INTEGER,
  LAST_DAY,
} from './hostile-arguments.ts';
import { type Argument, of, roundDiv, type SecondFamily, type Value } from './second-implementation.ts';

const FIRST = startOfDay(FIRST_DAY);
const LAST = startOfDay(LAST_DAY + 1) - 1n;

const inCalendar = (moment: bigint): bigint | null => (moment >= FIRST && moment <= LAST ? moment : null);

function makeDate(year: bigint, month: bigint, day: bigint): number | null {
  if (year < 1n || year > 9999n || month < 1n || month > 12n || day < 1n || day > 31n) return null;
  const found = dayNumber(Number(year), Number(month), Number(day));
  return partsOfDay(found).day === Number(day) ? found : null;
}

function makeTime(hour: bigint, minute: bigint, second: bigint): bigint | null {
  const isTime = hour >= 0n && hour < 24n && minute >= 0n && minute < 60n && second >= 0n && second < 60n;
  return isTime ? (hour * 3600n + minute * 60n + second) * 1_000_000n : null;
}

/** Small numbers, of which few are out of range, and now and then any integer. */
function mostly(from: number, to: number): Argument<bigint> {
  const usual = count(from, to);
  return { type: 'integer', make: (random: Random) => (random.chance(0.03) ? INTEGER : usual).make(random) };
}
const YEAR: Argument<bigint> = {
  type: 'integer',
  make: (random) => (random.chance(0.1) ? mostly(-2, 10_001) : mostly(1900, 2100)).make(random),
};
const CALENDAR = [YEAR, mostly(-1, 14), mostly(-1, 33)] as const;
const CLOCK = [mostly(-1, 25), mostly(-1, 61), mostly(-1, 61)] as const;

/** The wall clock of a zone by the zone data of the platform. */
function wallClock(zone: string): (moment: bigint) => bigint {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  return (moment) => {
    const millis = Number((moment - (((moment % 1000n) + 1000n) % 1000n)) / 1000n);
    const wall = Date.parse(`${format.format(millis).replace(' ', 'T')}Z`);
    return BigInt(wall - Math.floor(millis / 1000) * 1000) * 1000n + moment;
  };
}

/** The instants whose wall clock shows a time; of one that is skipped, the instant by the offset before the change. */
function toUtc(zone: string): (wall: bigint) => bigint {
  const clock = wallClock(zone);
  return (wall) => {
    const [before, after] = [wall - 54_000_000_000n, wall + 46_800_000_000n].map((moment) => clock(moment) - moment);
    const instants = [wall - (before ?? 0n), wall - (after ?? 0n)].filter((instant) => clock(instant) === wall);
    return instants.toSorted((one, other) => Number(other - one))[0] ?? wall - (before ?? 0n);
  };
}

/** Before 1980 the releases of the zone data differ, and so may the rules of years to come. */
const ZONED = datetimeBetween('1980-01-01', '2030-01-01');
const ZONES = [
  ...['Europe/Paris', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'America/St_Johns', 'Pacific/Apia'],
  ...['Africa/Casablanca', 'Pacific/Kiritimati', 'UTC'],
];

const PARSED: Readonly<Record<string, Argument<string>>> = {
  'dd/MM/YYYY': textsOf(['31', '01', '02', '29', '2026', '2024', '0000', '9999', '/', '/', '/', ' '], 5),
  'YYYY-MM-dd': textsOf(['2026', '-', '-', '-', '01', '1', '30', '31', '02', '13', ' '], 5),
  'MMM d, YYYY': textsOf(['Jan', 'feb', 'MAR', ' ', ' ', '1', '30', ', ', ',', '2026'], 6),
  'd.M.YY': textsOf(['1', '31', '12', '.', '.', '68', '69', '00'], 5),
  'YYYY-MM-dd HH:mm:ss': textsOf(['2026-01-31', ' ', ':', ':', '10', '24', '59', '60', '00'], 7),
  'dd.MM.YYYY hh:mm a': textsOf(['31.01.2026', '29.02.2023', ' ', ':', '12', '01', '00', 'AM', 'pm', 'p.m.'], 6),
  'YYYY-MM-ddTHH:mm:ssZ': textsOf(['2026-01-31T', '10:20:30', '23:59:59', 'Z', '+01:00', '-0800', '+01'], 3),
};

/** A text that fits the format more often than random pieces: pieces of a pattern with some of them changed. */
const samplesOf: Readonly<Record<string, (random: Random) => string>> = {
  'dd/MM/YYYY': (random) => `${two(random, 33)}/${two(random, 14)}/${year(random)}`,
  'YYYY-MM-dd': (random) => `${year(random)}-${two(random, 14)}-${two(random, 33)}`,
  'MMM d, YYYY': (random) => `${random.pick(['Jan', 'Feb', 'mar', 'DEC', 'Foo'])} ${random.whole(33)}, ${year(random)}`,
  'd.M.YY': (random) => `${random.whole(33)}.${random.whole(14)}.${two(random, 100)}`,
  'YYYY-MM-dd HH:mm:ss': (random) =>
    `${year(random)}-${two(random, 14)}-${two(random, 33)} ${two(random, 25)}:${two(random, 61)}:${two(random, 61)}`,
  'dd.MM.YYYY hh:mm a': (random) =>
    `${two(random, 33)}.${two(random, 14)}.${year(random)} ${two(random, 14)}:${two(random, 61)} ${random.pick(['AM', 'PM', 'am', 'p.m.', 'x'])}`,
  'YYYY-MM-ddTHH:mm:ssZ': (random) =>
    `${year(random)}-${two(random, 14)}-${two(random, 33)}T${two(random, 25)}:${two(random, 61)}:${two(random, 61)}${random.pick(['Z', '+01:00', '-08:00', '+0530', '', '+1'])}`,
};
const two = (random: Random, below: number): string => String(random.whole(below)).padStart(2, '0');
const year = (random: Random): string =>
  String(random.pick([0, 1, 1900, 2024, 2025, 2026, 9999, random.whole(9999)])).padStart(4, '0');

function textOf(format: string): Argument<string> {
  const pieces = PARSED[format];
  return {
    type: 'string',
    make: (random) =>
      (random.chance(0.8)
        ? samplesOf[format]?.(random)
        : random.chance(0.1)
          ? ` ${samplesOf[format]?.(random)} `
          : pieces?.make(random)) ?? '',
  };
}

function parsed(name: string, format: string, read: (text: string) => Value) {
  return of(`${name}(a, '${format}')`, [textOf(format)], read);
}

/** Days or moments as columns with the format read them. */
function readingOf(format: string, name: 'parse_date' | 'parse_datetime'): (text: string) => Value {
  const read = name === 'parse_date' ? dateReader(format) : datetimeReader(format);
  return (text) => {
    const reading = read(text);
    if (!reading.fits || reading.text === null) return null;
    return name === 'parse_date' ? dayOfText(reading.text) : momentOfText(reading.text);
  };
}

const FORMATS = Object.keys(PARSED);

function fromSeconds(seconds: number): bigint | null {
  const size = Math.abs(seconds * 1_000_000);
  if (!(size < 2 ** 62)) return null;
  const floor = Math.floor(size);
  const micros = BigInt(size - floor >= 0.5 ? floor + 1 : floor);
  return inCalendar(seconds < 0 ? -micros : micros);
}

/** The functions that make moments, read them and move them between timezones. */
export const MOMENT_FAMILY: SecondFamily = {
  make_date: [of('make_date(a, b, c)', [...CALENDAR], makeDate)],
  make_time: [of('make_time(a, b, c)', [...CLOCK], makeTime)],
  make_datetime: [
    of('make_datetime(a, b, c, d, e, f)', [...CALENDAR, ...CLOCK], (y, m, d, hour, minute, second) => {
      const [day, clock] = [makeDate(y, m, d), makeTime(hour, minute, second)];
      return day === null || clock === null ? null : BigInt(day) * DAY_MICROS + clock;
    }),
  ],
  parse_date: FORMATS.map((format) => parsed('parse_date', format, readingOf(format, 'parse_date'))),
  parse_datetime: FORMATS.map((format) => parsed('parse_datetime', format, readingOf(format, 'parse_datetime'))),
  to_timezone: [
    ...ZONES.map((zone) => of(`to_timezone(a, '${zone}')`, [ZONED], wallClock(zone))),
    of("to_timezone(a, 'UTC')", [DATETIME], (moment) => moment),
  ],
  to_utc: ZONES.map((zone) => of(`to_utc(a, '${zone}')`, [ZONED], toUtc(zone))),
  from_epoch: [
    of('from_epoch(a)', [INTEGER], (seconds) => inCalendar(seconds * 1_000_000n)),
    of('from_epoch(a)', [FLOAT], fromSeconds),
    of('from_epoch(a)', [decimal(38, 10)], (seconds) => inCalendar(roundDiv(seconds, 10_000n))),
  ],
  from_epoch_ms: [of('from_epoch_ms(a)', [INTEGER], (millis) => inCalendar(millis * 1000n))],
};
