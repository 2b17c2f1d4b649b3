import { IconCopy, IconLayoutSidebarRightExpand } from '@tabler/icons-react';
import { lazy, useCallback } from 'react';
import type { EventRowFragment } from '../../api/generated/graphql.ts';
import { ListPage } from '../../api/lists/list-page.tsx';
import { useListPage } from '../../api/lists/use-list-page.ts';
import { EVENT_COLUMNS } from '../../entities/event/event-columns.tsx';
import { EventComment } from '../../entities/event/event-comment.tsx';
import { EVENT_LIST } from '../../entities/event/event-list.ts';
import styles from '../../entities/event/event-text.module.css';
import type { RowAction } from '../../ui/data-table/types.ts';
import { copyText } from '../../ui/text/copyable.tsx';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import { EVENTS_VIEW } from './events-view.ts';

const EventDrawer = lazy(async () => ({ default: (await import('./event-drawer.tsx')).EventDrawer }));

/** /events */
export function EventsPage() {
  const page = useListPage(EVENT_LIST, EVENTS_VIEW);
  const { open } = page;
  const actions = useCallback(
    (row: EventRowFragment): readonly RowAction[] => [
      { label: 'Show event', icon: <IconLayoutSidebarRightExpand size={ICON_SIZE} />, run: () => open(row) },
      { label: 'Copy message', icon: <IconCopy size={ICON_SIZE} />, run: () => void copyText(row.message) },
      { label: 'Copy id', icon: <IconCopy size={ICON_SIZE} />, run: () => void copyText(row.id) },
    ],
    [open],
  );
  return (
    <ListPage
      page={page}
      columns={EVENT_COLUMNS}
      detail={(row) => (
        <div className={styles['stack']}>
          <p className={styles['message']}>{row.message}</p>
          {row.comment !== null && <EventComment event={row} />}
        </div>
      )}
      actions={actions}
      emptyTitle="You have no events yet"
      drawer={<EventDrawer key={page.openId} eventId={page.openId} known={page.openRow} onClose={page.close} />}
    />
  );
}
