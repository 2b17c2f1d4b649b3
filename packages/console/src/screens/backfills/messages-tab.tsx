import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router';
import { BackfillMessagesDocument } from '../../api/generated/documents/backfill-detail.ts';
import type { BackfillMessagesQuery } from '../../api/generated/graphql.ts';
import { ConnectionGrid } from '../../api/lists/connection-grid.tsx';
import { useLiveConnection } from '../../api/lists/use-live-connection.ts';
import { useGridLayout } from '../../api/preferences/preferences.ts';
import { useSession } from '../../api/session/session.ts';
import { EVENT_COLUMNS, type ShownEvent } from '../../entities/event/event-columns.tsx';
import { EVENT_LIST } from '../../entities/event/event-list.ts';
import styles from './backfills.module.css';
import { MESSAGES_PAGE } from './backfills-view.ts';

type Props = { readonly backfillId: string };

const MESSAGES = {
  ...EVENT_LIST,
  title: 'Messages',
  document: BackfillMessagesDocument,
  select: (data: BackfillMessagesQuery) => data.events,
};

/** Everything that a backfill reports, the newest first. */
export function MessagesTab({ backfillId }: Props) {
  const { urlName } = useSession().account;
  const navigate = useNavigate();
  const [isScrolled, setIsScrolled] = useState(false);
  const [layout, setLayout] = useGridLayout('messages');
  const { connection } = useLiveConnection(MESSAGES, {
    variables: { backfill_id: backfillId },
    pageSize: MESSAGES_PAGE,
    held: isScrolled,
  });
  const open = useCallback(
    ({ id }: ShownEvent) => void navigate(`/app/${urlName}/events?${new URLSearchParams({ eventId: id }).toString()}`),
    [navigate, urlName],
  );
  return (
    <div className={styles['list']}>
      <ConnectionGrid
        label="Messages"
        columns={EVENT_COLUMNS}
        connection={connection}
        rowName={MESSAGES.rowName}
        layout={layout}
        onLayoutChange={setLayout}
        onOpen={open}
        actions={undefined}
        onScrolledChange={setIsScrolled}
        emptyTitle="No Messages"
        narrowing="none"
        onClearFilters={() => undefined}
      />
    </div>
  );
}
