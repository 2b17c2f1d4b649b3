import { isTimezone } from './schedule.ts';

/** A time of day in a timezone. */
export type ZonedTime = { readonly time: string; readonly timezone: string };

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/** Validates a time "HH:mm" and a timezone, which are set together; null when they are valid. */
export function zonedTimeProblem({ time, timezone }: ZonedTime): string | null {
  const isTime = TIME.test(time);
  const isZone = isTimezone(timezone);
  if (isTime) return isZone ? null : 'Invalid timezone';
  return isZone ? 'Invalid time' : 'Invalid time and timezone';
}

/** The parts of "HH:mm {timezone}". */
export function splitZonedTime(text: string): ZonedTime {
  const [time = '', ...timezone] = text.trim().split(' ');
  return { time, timezone: timezone.join(' ') };
}
