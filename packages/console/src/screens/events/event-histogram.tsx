import { EventHistogramDocument } from '../../api/generated/documents/event-counts.ts';
import type { EventHistogramQuery, EventRowFragment } from '../../api/generated/graphql.ts';
import type { ListState } from '../../api/lists/use-list.ts';
import { useListQuery, variablesWithout } from '../../api/lists/use-list-query.ts';
import { utcToday } from '../../lib/dates.ts';
import { BrushBars } from '../../ui/charts/brush-bars.tsx';
import { DayAxis } from '../../ui/charts/day-axis.tsx';
import { Stack } from '../../ui/layout/layout.tsx';
import styles from './events.module.css';
import { daysText, histogramBars, histogramWindow, selectedBars } from './histogram-bars.ts';

/** The variables of the list that do not narrow the bars. */
const IGNORED = ['severities', 'withComments', 'created_after', 'created_before'];
const NONE: EventHistogramQuery['event_histogram']['bars'] = [];

type Props = { readonly state: Pick<ListState<EventRowFragment>, 'connection' | 'live' | 'variables' | 'filters'> };

/** The events of the list over time by severity. A range of bars filters the list by the time of its events. */
export function EventHistogram({ state }: Props) {
  const { created_after: start, created_before: end } = state.variables;
  const range = typeof start === 'string' && typeof end === 'string' ? { start, end } : null;
  const now = new Date();
  const window = histogramWindow(range, utcToday(now));
  const { data } = useListQuery(state, EventHistogramDocument, {
    ...variablesWithout(state, IGNORED),
    ...(window === null ? {} : { created_after: window.start, created_before: window.end }),
  });
  const found = data?.event_histogram.bars ?? NONE;
  const choose = (from: string | null, to: string | null): void =>
    state.filters.onChange({ createDatetimeStart: from, createDatetimeEnd: to });
  return (
    <Stack gap="half" className={styles['histogram']} aria-busy={data === undefined}>
      <BrushBars
        label="Events by day. Shift and arrows choose days, Enter filters the list by them."
        bars={histogramBars(found, now)}
        selected={selectedBars(found, range)}
        onSelect={(first, last) => choose(found[first]?.start ?? null, found[last]?.end ?? null)}
        onClear={() => choose(null, null)}
      />
      <DayAxis days={found.map((bar) => daysText(bar, now))} />
    </Stack>
  );
}
