import { IconCopy, IconLayoutSidebarRightExpand, IconListSearch, IconTerminal2 } from '@tabler/icons-react';
import { useCallback, useMemo } from 'react';
import { ListPage } from '../../api/lists/list-page.tsx';
import { prefetchList } from '../../api/lists/prefetch-list.ts';
import { StateStrip } from '../../api/lists/state-strip.tsx';
import { type ListPageState, useListPage } from '../../api/lists/use-list-page.ts';
import { useCopyApiCall } from '../../api/use-copy-api-call.ts';
import { eventCall } from '../../entities/event/event-call.ts';
import { EVENT_COLUMNS } from '../../entities/event/event-columns.tsx';
import { EVENT_LIST } from '../../entities/event/event-list.ts';
import { type FoldedEvent, foldEvents } from '../../entities/event/fold-events.ts';
import { lazyComponent } from '../../lib/load-chunk.ts';
import type { RowAction } from '../../ui/data-table/types.ts';
import { copyText } from '../../ui/text/copyable.tsx';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import { showAround } from './event-context.ts';
import { EventDetail } from './event-detail.tsx';
import { EventHistogram } from './event-histogram.tsx';
import { EVENT_STRIP } from './event-strip.ts';
import { EVENTS_VIEW } from './events-view.ts';

const EventDrawer = lazyComponent(async () => (await import('./event-drawer.tsx')).EventDrawer);

export const prefetchEvents = prefetchList(EVENT_LIST, EVENTS_VIEW);

/** /events */
export function EventsPage() {
  const page = useListPage(EVENT_LIST, EVENTS_VIEW);
  const { open, connection, openId } = page;
  const { onChange } = page.filters;
  const rows = useMemo(() => foldEvents(connection.rows, connection.hasMore), [connection.rows, connection.hasMore]);
  const copyApiCall = useCopyApiCall();
  const openNewest = useCallback((row: FoldedEvent) => open(row.events[0] ?? row), [open]);
  const showContext = useCallback((id: string) => onChange(showAround(id)), [onChange]);
  const actions = useCallback(
    (row: FoldedEvent): readonly RowAction[] => {
      const newest = row.events[0] ?? row;
      return [
        { label: 'Show event', icon: <IconLayoutSidebarRightExpand size={ICON_SIZE} />, run: () => open(newest) },
        { label: 'Show in context', icon: <IconListSearch size={ICON_SIZE} />, run: () => showContext(newest.id) },
        { label: 'Copy message', icon: <IconCopy size={ICON_SIZE} />, run: () => void copyText(row.message) },
        {
          label: 'Copy as API call',
          icon: <IconTerminal2 size={ICON_SIZE} />,
          run: () => copyApiCall(eventCall(newest.id)),
        },
        { label: 'Copy id', icon: <IconCopy size={ICON_SIZE} />, run: () => void copyText(newest.id) },
      ];
    },
    [open, showContext, copyApiCall],
  );
  const folded: ListPageState<FoldedEvent> = {
    ...page,
    connection: { ...connection, rows },
    open: openNewest,
    openId: rows.find((row) => row.events.some(({ id }) => id === openId))?.id ?? openId,
    openRow: undefined,
    linkTo: (row) => page.linkTo(row.events[0] ?? row),
  };
  return (
    <ListPage
      page={folded}
      columns={EVENT_COLUMNS}
      detail={(row) => <EventDetail row={row} onOpen={open} />}
      actions={actions}
      emptyTitle="You have no events yet"
      strip={
        <>
          <StateStrip strip={EVENT_STRIP} state={page} />
          <EventHistogram state={page} />
        </>
      }
      drawer={
        <EventDrawer
          key={openId}
          eventId={openId}
          known={page.openRow}
          onContext={showContext}
          onOpen={open}
          onClose={page.close}
        />
      }
    />
  );
}
