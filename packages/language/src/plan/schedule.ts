import type { Parameters, PlanValue } from '@switchboard/model/plan';
import {
  DAY_NAMES,
  DEFAULT_HOUR,
  DEFAULT_LOOKBACK_DAYS,
  DEFAULT_TIMEZONE,
  isTimezone,
  type Schedule,
} from '@switchboard/model/schedule/schedule';

function numbers(value: PlanValue | undefined): number[] {
  const items = Array.isArray(value) ? value : [value];
  const found = items.flatMap((item: unknown) => {
    if (typeof item === 'number' && Number.isInteger(item)) return [item];
    const names: readonly unknown[] = DAY_NAMES;
    const day = names.indexOf(item);
    return day < 0 ? [] : [day];
  });
  return [...new Set(found)].sort((a, b) => a - b);
}

function hoursOf(parameters: Parameters): number[] {
  const { delay_hours: delay, period_hours: period } = parameters;
  if (typeof delay === 'number') return [delay];
  if (typeof period === 'number' && period >= 1) {
    return Array.from({ length: Math.ceil(24 / period) }, (_, index) => index * period);
  }
  const hours = numbers(parameters.hour_of_day);
  return hours.length > 0 ? hours : [DEFAULT_HOUR];
}

/** The schedule that a download's parameters declare; they have been checked. Without any: at 06:00 for the day before. */
export function scheduleOf(parameters: Parameters): Schedule {
  const { timezone, repull_days: repull, lookback_days: lookback } = parameters;
  const daysOfWeek = numbers(parameters.day_of_week);
  const daysOfMonth = numbers(parameters.day_of_month);
  return {
    timezone: typeof timezone === 'string' && isTimezone(timezone) ? timezone : DEFAULT_TIMEZONE,
    hours: hoursOf(parameters),
    ...(daysOfWeek.length > 0 ? { daysOfWeek } : {}),
    ...(daysOfMonth.length > 0 ? { daysOfMonth } : {}),
    reportDateOffset: 1,
    repullDays:
      typeof repull === 'number'
        ? Array.from({ length: Math.min(repull, 365) }, (_, index) => index + 1)
        : numbers(repull),
    lookbackDays: typeof lookback === 'number' ? lookback : DEFAULT_LOOKBACK_DAYS,
  };
}
