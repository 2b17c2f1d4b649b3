import { formatReportDate, fullNumber } from '@switchboard/model/format';
import { addDays } from '@switchboard/model/schedule/schedule';
import type { EventHistogramQuery } from '../../api/generated/graphql.ts';
import type { DayRange } from '../../lib/dates.ts';
import type { BrushBar } from '../../ui/charts/brush-bars.tsx';

export type EventBar = EventHistogramQuery['event_histogram']['bars'][number];

const WINDOW_DAYS = 31;
const GROUPS = [
  { name: 'errors', tone: 'error', one: 'error', many: 'errors' },
  { name: 'warnings', tone: 'warning', one: 'warning', many: 'warnings' },
  { name: 'info', tone: 'inactive', one: 'other event', many: 'other events' },
] as const;

/**
 * The days that the bars show, so that a range of the list is among its neighbours; null for the last 31 days.
 * @param today yyyy-MM-dd
 */
export function histogramWindow(range: DayRange | null, today: string): DayRange | null {
  if (range === null || range.start > addDays(today, -WINDOW_DAYS)) return null;
  const start = addDays(range.end, 1 - WINDOW_DAYS);
  return { start: [range.start, start].toSorted()[0] ?? start, end: range.end };
}

/** The bars as they are drawn: heights relative to the highest, errors at the bottom. */
export function histogramBars(bars: readonly EventBar[], now: Date): readonly BrushBar[] {
  const highest = Math.max(1, ...bars.map((bar) => GROUPS.reduce((sum, { name }) => sum + bar[name].count, 0)));
  return bars.map((bar) => ({
    key: bar.start,
    text: `${daysText(bar, now)}: ${countsText(bar)}`,
    parts: GROUPS.filter(({ name }) => bar[name].count > 0).map(({ name, tone }) => ({
      tone,
      share: bar[name].count / highest,
    })),
  }));
}

export function daysText({ start, end }: DayRange, now: Date): string {
  const [first, last] = [start, end].map((day) => formatReportDate(day, { now }));
  return first === last ? (first ?? '') : `${first} to ${last}`;
}

function countsText(bar: EventBar): string {
  const counts = GROUPS.filter(({ name }) => bar[name].count > 0 || bar[name].has_more).map(({ name, one, many }) => {
    const { count, has_more: hasMore } = bar[name];
    return `${fullNumber(count)}${hasMore ? ' or more' : ''} ${count === 1 && !hasMore ? one : many}`;
  });
  return counts.length === 0 ? 'no events' : counts.join(', ');
}

/** The first and the last bar that a range touches; null when it touches none. */
export function selectedBars(bars: readonly DayRange[], range: DayRange | null): readonly [number, number] | null {
  if (range === null) return null;
  const touches = (bar: DayRange): boolean => bar.start <= range.end && bar.end >= range.start;
  const first = bars.findIndex(touches);
  return first < 0 ? null : [first, bars.findLastIndex(touches)];
}
