import type { SourceReportQuery } from '../../api/generated/graphql.ts';

export type Scheduling = NonNullable<SourceReportQuery['source_bundles']['nodes'][number]['scheduling']>;

/** Joins numbers, three or more in a row as a range: 1-7, 14. */
export function joinRanges(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last !== undefined && number === last[1] + 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges
    .map(([first, last]) => {
      if (first === last) return String(first);
      return last === first + 1 ? `${first}, ${last}` : `${first}-${last}`;
    })
    .join(', ');
}

/** The scheduling of a source as names of its parameters with their values. Parameters without a value are left out. */
export function describeScheduling(scheduling: Scheduling): readonly (readonly [name: string, value: string])[] {
  const { period_hours: period, delay_hours: delay, timezone } = scheduling;
  const lists = [
    ['hour_of_day', joinRanges(scheduling.hour_of_day)],
    ['day_of_week', scheduling.day_of_week.join(', ')],
    ['day_of_month', joinRanges(scheduling.day_of_month)],
  ] as const;
  return [
    ...(period === null ? [] : [['period_hours', String(period)] as const]),
    ...lists.filter(([, value]) => value !== ''),
    ...(delay === null ? [] : [['delay_hours', String(delay)] as const]),
    ['timezone', timezone] as const,
    ...(scheduling.repull_days.length === 0 ? [] : [['repull_days', joinRanges(scheduling.repull_days)] as const]),
  ];
}
