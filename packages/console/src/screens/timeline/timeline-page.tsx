import { Button, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMemo, useRef, useState } from 'react';
import { GENERIC_FAILURE } from '../../api/failure.ts';
import { TimelineDocument } from '../../api/generated/documents/timeline.ts';
import { useInvalidParameters } from '../../api/lists/use-invalid-parameters.ts';
import { type Changes, useLive } from '../../api/live/live.ts';
import { useRefetchOnChanges } from '../../api/live/use-refetch-on-changes.ts';
import { useRefreshableQuery } from '../../entities/health/use-refreshable-query.ts';
import { useUrlState } from '../../lib/address/use-url-state.ts';
import { useNow } from '../../lib/use-now.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { GridLayout } from '../../ui/data-table/types.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { Gantt } from '../../ui/gantt/gantt.tsx';
import { placeGantt } from '../../ui/gantt/gantt-data.ts';
import { Box, Stack } from '../../ui/layout/layout.tsx';
import { Page } from '../../ui/page/page.tsx';
import { LiveIndicator } from '../../ui/status/live-indicator.tsx';
import { StatusStrip } from '../../ui/status/status-strip.tsx';
import { PHONE_QUERY } from '../../ui/theme/metrics.ts';
import styles from './timeline.module.css';
import { type ChangeTimeline, TimelineBar, type TimelineFilter, TimelineViews } from './timeline-bar.tsx';
import { defaultDay, localBounds } from './timeline-day.ts';
import { TIMELINE_PARAMETERS, UNIT_STATES } from './timeline-parameters.ts';
import { UNIT_COLUMNS } from './unit-columns.tsx';
import { UnitDrawer } from './unit-drawer.tsx';
import { boundsOf, countStates, matchesFilter, readUnits, timelineRows, type Unit, windowOf } from './units.ts';
import { type CriticalPath, useCriticalPath } from './use-critical-path.ts';

const NO_FILTERS = [] as const;
const NO_UNITS: readonly Unit[] = [];
const NO_PATH: readonly string[] = [];
/** Milliseconds: an account with many runs changes all the time. */
const REFETCH_DELAY = 10_000;
const MINUTE = 60_000;
const SKELETON_ROWS = 12;

const concernsUnits = ({ downloads, uploads }: Changes): boolean => downloads.length + uploads.length > 0;

/** /pipeline/timeline: what ran when on a day, what waited for it, and what an upload waited for. */
export function TimelinePage() {
  const [filter, change] = useUrlState<typeof TIMELINE_PARAMETERS>(TIMELINE_PARAMETERS);
  useInvalidParameters(NO_FILTERS, TIMELINE_PARAMETERS);
  const clock = useNow(MINUTE);
  const usualDay = defaultDay(filter.by, clock);
  const day = filter.day ?? usualDay;
  const variables = useMemo(() => variablesOf(filter.by, day), [filter.by, day]);
  const { data, failure, refresh } = useRefreshableQuery({ document: TimelineDocument, variables });
  useRefetchOnChanges(refresh, concernsUnits, REFETCH_DELAY);
  const live = useLive();
  const isPhone = useMediaQuery(PHONE_QUERY) ?? false;
  const view = filter.view === 'auto' ? (isPhone ? 'list' : 'timeline') : filter.view;
  const timeline = data?.timeline;
  const units = useMemo(
    () => (timeline === undefined ? NO_UNITS : readUnits(timeline.units, timeline.now)),
    [timeline],
  );
  return (
    <Page
      title="Timeline"
      aside={<LiveIndicator live={{ ...live, lastChange: null }} loaded={timeline?.now ?? null} />}
      actions={<TimelineViews filter={filter} view={view} onChange={change} />}
    >
      <StateStrip units={timeline === undefined ? null : units} filter={filter} onChange={change} />
      <TimelineBar filter={filter} shownDay={day} usualDay={usualDay} onChange={change} />
      {failure !== null && timeline !== undefined && (
        <Notice title={`The timeline could not be refreshed: ${failure.message}`} onRetry={refresh} />
      )}
      {timeline?.has_more === true && (
        <Notice title="This day has more than 10,000 downloads or uploads. The newest 10,000 of each are shown." />
      )}
      {timeline === undefined && failure === null && <TimelineSkeleton />}
      {timeline === undefined && failure !== null && (
        <ErrorState title={GENERIC_FAILURE} failure={failure} onRetry={refresh} />
      )}
      {timeline !== undefined && (
        <TimelineBody
          units={units}
          now={timeline.now}
          bounds={filter.by === 'time' ? localBounds(day) : null}
          view={view}
          filter={filter}
          onChange={change}
        />
      )}
    </Page>
  );
}

function variablesOf(by: TimelineFilter['by'], day: string) {
  if (by === 'report_date') return { report_date: day };
  const { start, end } = localBounds(day);
  return { start: new Date(start).toISOString(), end: new Date(end).toISOString() };
}

function Notice({ title, onRetry }: { readonly title: string; readonly onRetry?: () => void }) {
  return (
    <Box padding={[0, 5, 2]}>
      <Banner
        tone="warning"
        title={title}
        actions={onRetry === undefined ? undefined : <Button onClick={onRetry}>Retry</Button>}
      />
    </Box>
  );
}

function TimelineSkeleton() {
  return (
    <div className={styles['rows']} role="status" aria-busy="true" aria-label="Reading the timeline">
      {Array.from({ length: SKELETON_ROWS }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are alike
        <Skeleton key={row} height="var(--touch)" width={`${40 + ((row * 37) % 60)}%`} />
      ))}
    </div>
  );
}

const STATES = {
  late: { label: 'Late', tone: 'error', icon: 'warning' },
  failed: { label: 'Failed', tone: 'error', icon: 'error' },
  running: { label: 'Running', tone: 'working', icon: 'working' },
  waiting: { label: 'Waiting', tone: 'inactive', icon: 'waiting' },
  done: { label: 'Done', tone: 'completed', icon: 'completed' },
} as const;

type StripProps = {
  readonly units: readonly Unit[] | null;
  readonly filter: TimelineFilter;
  readonly onChange: ChangeTimeline;
};

function StateStrip({ units, filter, onChange }: StripProps) {
  const counts = useMemo(() => (units === null ? null : countStates(units, filter)), [units, filter]);
  return (
    <StatusStrip
      label="State"
      counts={UNIT_STATES.map((state) => ({ ...STATES[state], value: state, count: counts?.[state] ?? null }))}
      selected={filter.state === 'all' ? [] : [filter.state]}
      onToggle={(value) => {
        const chosen = UNIT_STATES.find((state) => state === value) ?? 'all';
        onChange({ state: chosen === filter.state ? 'all' : chosen });
      }}
    />
  );
}

type BodyProps = {
  readonly units: readonly Unit[];
  readonly now: number;
  /** Null: as far as the units reach. */
  readonly bounds: { readonly start: number; readonly end: number } | null;
  readonly view: 'timeline' | 'list';
  readonly filter: TimelineFilter;
  readonly onChange: ChangeTimeline;
};

function TimelineBody({ units, now, bounds, view, filter, onChange }: BodyProps) {
  const { search, state, purpose, groupBy, unit: chosenId } = filter;
  const selected = units.find(({ id }) => id === chosenId);
  const path = useCriticalPath(selected?.kind === 'upload' ? selected.id : null);
  const onPath = useMemo(() => path.steps?.map(({ id }) => id) ?? NO_PATH, [path.steps]);
  const shown = useMemo(
    () => units.filter((unit) => matchesFilter(unit, { search, state, purpose }) || onPath.includes(unit.id)),
    [units, search, state, purpose, onPath],
  );
  const gantt = useMemo(() => placeGantt(timelineRows(shown, groupBy)), [shown, groupBy]);
  const [start, end] = bounds === null ? Object.values(boundsOf(units, now)) : [bounds.start, bounds.end];
  const reach = useMemo(() => ({ start: start ?? 0, end: end ?? 0 }), [start, end]);
  const initial = useMemo(() => windowOf(units, reach), [units, reach]);
  const open = (id: string): void => onChange({ unit: id });
  if (shown.length === 0)
    return units.length === 0 ? (
      <EmptyState title="Nothing ran on this day">
        Downloads and uploads are drawn here from when they could begin to when they ended.
      </EmptyState>
    ) : (
      <EmptyState
        title="No results, try another filter"
        actions={<Button onClick={() => onChange({ search: '', state: 'all', purpose: [] })}>Clear all filters</Button>}
      />
    );
  return (
    <>
      <Stack flex={1} minHeight={0} className={styles['body']}>
        {view === 'timeline' ? (
          <Gantt
            label="Timeline of the day"
            gantt={gantt}
            bounds={reach}
            initial={initial}
            now={now}
            selected={chosenId === '' ? null : chosenId}
            path={onPath}
            onOpen={open}
          />
        ) : (
          <UnitList units={shown} chosenId={chosenId} onOpen={open} />
        )}
      </Stack>
      {selected !== undefined && <SelectedUnit unit={selected} path={path} onChange={onChange} />}
    </>
  );
}

type SelectedProps = { readonly unit: Unit; readonly path: CriticalPath; readonly onChange: ChangeTimeline };

function SelectedUnit({ unit, path, onChange }: SelectedProps) {
  return <UnitDrawer unit={unit} path={path} onClose={() => onChange({ unit: '' })} />;
}

const unitName = ({ name }: Unit): string => name;

type ListProps = {
  readonly units: readonly Unit[];
  readonly chosenId: string;
  readonly onOpen: (id: string) => void;
};

function UnitList({ units, chosenId, onOpen }: ListProps) {
  const scrollRef = useRef<HTMLDivElement>(null);
  const [layout, setLayout] = useState<GridLayout>({});
  return (
    <DataTable
      label="Work of the day"
      columns={UNIT_COLUMNS}
      rows={units}
      rowName={unitName}
      phase="ready"
      layout={layout}
      onLayoutChange={setLayout}
      selectedId={chosenId}
      onOpen={({ id }) => onOpen(id)}
      scrollRef={scrollRef}
      error={null}
      empty={null}
    />
  );
}
