import { LIMITS } from '@switchboard/model';
import { IconCopy, IconLayoutSidebarRightExpand } from '@tabler/icons-react';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { type EventRowFragment, EventsDocument, type EventsQuery } from '../../api/generated/graphql.ts';
import { ConnectionGrid } from '../../api/lists/connection-grid.tsx';
import { useConnection } from '../../api/lists/use-connection.ts';
import { type Changes, useLiveList } from '../../api/live/live.ts';
import { useGridLayout } from '../../api/preferences/preferences.ts';
import { EVENT_COLUMNS } from '../../entities/event/event-columns.tsx';
import { EventComment } from '../../entities/event/event-comment.tsx';
import styles from '../../entities/event/event-text.module.css';
import { utcToday } from '../../lib/dates.ts';
import { useUrlState } from '../../lib/use-url-state.ts';
import { ColumnsButton } from '../../ui/data-table/columns-button.tsx';
import type { RowAction } from '../../ui/data-table/types.ts';
import { Page } from '../../ui/page/page.tsx';
import { LiveIndicator } from '../../ui/status/live-indicator.tsx';
import { copyText } from '../../ui/text/copyable.tsx';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import { EventFilterBar } from './event-filter-bar.tsx';
import { EVENT_PARAMETERS, eventsNarrowedBy, eventVariables, NO_EVENT_FILTERS } from './event-filters.ts';

const EventDrawer = lazy(async () => ({ default: (await import('./event-drawer.tsx')).EventDrawer }));

const eventsOf = (data: EventsQuery): EventsQuery['events'] => data.events;
const changedEvents = (changes: Changes): string[] => changes.events.map((event) => event.id);
const nameOf = (row: EventRowFragment): string => `event of ${row.created}`;

/** /events */
export function EventsPage() {
  const [filters, change] = useUrlState(EVENT_PARAMETERS);
  const [layout, setLayout] = useGridLayout('events');
  const [scrolled, setScrolled] = useState(false);

  const variables = useMemo(() => eventVariables(filters, utcToday(new Date())), [filters]);
  const connection = useConnection({
    document: EventsDocument,
    variables,
    pageSize: LIMITS.eventPageSize,
    select: eventsOf,
    held: scrolled,
  });
  const shown = useMemo(() => new Set(connection.rows.map((row) => row.id)), [connection.rows]);
  const live = useLiveList({ idsOf: changedEvents, shown, running: true, refresh: connection.refresh });
  const open = useCallback((row: EventRowFragment) => change({ eventId: row.id }), [change]);
  const close = useCallback(() => change({ eventId: '' }), [change]);
  const actions = useCallback(
    (row: EventRowFragment): readonly RowAction[] => [
      { label: 'Show event', icon: <IconLayoutSidebarRightExpand size={ICON_SIZE} />, run: () => open(row) },
      { label: 'Copy message', icon: <IconCopy size={ICON_SIZE} />, run: () => void copyText(row.message) },
      { label: 'Copy id', icon: <IconCopy size={ICON_SIZE} />, run: () => void copyText(row.id) },
    ],
    [open],
  );
  const clear = (): void => change(NO_EVENT_FILTERS);
  const narrowed = eventsNarrowedBy(filters);

  return (
    <Page
      title="Events"
      aside={
        <LiveIndicator
          state={live.state}
          updated={Math.max(live.lastChange ?? 0, connection.updated ?? 0) || null}
          onPause={live.setPaused}
        />
      }
      actions={<ColumnsButton columns={EVENT_COLUMNS} layout={layout} onLayoutChange={setLayout} />}
    >
      <EventFilterBar filters={filters} onChange={change} onClearAll={narrowed === 'no' ? null : clear} />
      <ConnectionGrid
        label="Events"
        connection={connection}
        columns={EVENT_COLUMNS}
        rowName={nameOf}
        layout={layout}
        onLayoutChange={setLayout}
        detail={(row) => (
          <div className={styles['stack']}>
            <p className={styles['message']}>{row.message}</p>
            {row.comment !== null && <EventComment event={row} />}
          </div>
        )}
        onOpen={open}
        selectedId={filters.eventId}
        actions={actions}
        onScrolledChange={setScrolled}
        emptyTitle="You have no events yet"
        narrowed={narrowed}
        onClearFilters={clear}
      />
      {filters.eventId !== '' && (
        <Suspense fallback={null}>
          <EventDrawer
            key={filters.eventId}
            eventId={filters.eventId}
            known={connection.rows.find((row) => row.id === filters.eventId)}
            onClose={close}
          />
        </Suspense>
      )}
    </Page>
  );
}
