import { DAY_MICROS } from './hostile-arguments.ts';
import { floorDiv } from './second-implementation.ts';

const DAY = 86_400_000;

/** A day or moment in the proleptic Gregorian calendar, by the arithmetic of the platform. */
export type Parts = {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  /** Sunday 0 to Saturday 6. */
  readonly weekday: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly micros: number;
};

/** Days since 1970 of a year, a month from 1 and a day; months and days beyond the calendar run on. */
export function dayNumber(year: number, month: number, day: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getTime() / DAY;
}

export function partsOfDay(day: number): Parts {
  const date = new Date(day * DAY);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    weekday: date.getUTCDay(),
    hour: 0,
    minute: 0,
    second: 0,
    micros: 0,
  };
}

export const dayOf = (moment: bigint): number => Number(floorDiv(moment, DAY_MICROS));

export function partsOfClock(clock: bigint): Pick<Parts, 'hour' | 'minute' | 'second' | 'micros'> {
  const seconds = Number(clock / 1_000_000n);
  return {
    hour: Math.floor(seconds / 3600),
    minute: Math.floor(seconds / 60) % 60,
    second: seconds % 60,
    micros: Number(clock % 1_000_000n),
  };
}

export function partsOfMoment(moment: bigint): Parts {
  const day = dayOf(moment);
  return { ...partsOfDay(day), ...partsOfClock(moment - BigInt(day) * DAY_MICROS) };
}

export const startOfDay = (day: number): bigint => BigInt(day) * DAY_MICROS;

/** The Monday of a day's ISO week. */
export const mondayOf = (day: number): number => day - ((partsOfDay(day).weekday + 6) % 7);

/** The ISO year and week of a day: those of its Thursday. */
export function isoWeek(day: number): { readonly year: number; readonly week: number } {
  const thursday = mondayOf(day) + 3;
  const { year } = partsOfDay(thursday);
  return { year, week: Math.floor((thursday - dayNumber(year, 1, 1)) / 7) + 1 };
}

const two = (value: number): string => String(value).padStart(2, '0');

export function dateText(day: number): string {
  const { year, month, day: date } = partsOfDay(day);
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(date)}`;
}

/** Fractions of seconds are written without their last zeros. */
export function clockText(clock: bigint): string {
  const { hour, minute, second, micros } = partsOfClock(clock);
  const fraction = micros === 0 ? '' : `.${String(micros).padStart(6, '0').replace(/0+$/, '')}`;
  return `${two(hour)}:${two(minute)}:${two(second)}${fraction}`;
}

export function momentText(moment: bigint): string {
  const day = dayOf(moment);
  return `${dateText(day)} ${clockText(moment - startOfDay(day))}`;
}

/** The canonical texts of the readers of files, read back. */
export const dayOfText = (text: string): number => Date.parse(`${text.slice(0, 10)}T00:00:00Z`) / DAY;

export function clockOfText(text: string): bigint {
  const [, hour, minute, second, fraction = ''] = /(\d\d):(\d\d):(\d\d)(?:\.(\d+))?$/.exec(text) ?? [];
  const seconds = Number(hour) * 3600 + Number(minute) * 60 + Number(second);
  return BigInt(seconds) * 1_000_000n + BigInt(fraction.padEnd(6, '0'));
}

export const momentOfText = (text: string): bigint => startOfDay(dayOfText(text)) + clockOfText(text);
