import type { Schedule } from '@switchboard/model/schedule/schedule';

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;
const days = (count: number): string => (count === 1 ? '1 day' : `${count} days`);

/** A schedule in one line: when it runs, for which report date, and what it downloads again. */
export function describeSchedule(schedule: Schedule): string {
  const { hours, daysOfWeek, daysOfMonth, timezone, reportDateOffset, repullDays, lookbackDays } = schedule;
  const times = hours.map((hour) => `${String(hour).padStart(2, '0')}:00`).join(', ');
  const on = [
    ...(daysOfWeek ? [`on ${daysOfWeek.map((day) => WEEKDAYS[day]).join(', ')}`] : []),
    ...(daysOfMonth ? [`on days ${daysOfMonth.join(', ')} of the month`] : []),
  ];
  return [
    [on.length === 0 ? 'daily' : on.join(' and '), `at ${times} ${timezone}`].join(' '),
    reportDateOffset === 0 ? 'report date: the same day' : `report date: ${days(reportDateOffset)} before`,
    ...(repullDays.length > 0
      ? [`again for ${repullDays.length} earlier ${repullDays.length === 1 ? 'date' : 'dates'}`]
      : []),
    `catches up ${days(lookbackDays)}`,
  ].join('; ');
}
