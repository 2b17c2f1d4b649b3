import { Skeleton } from '@mantine/core';
import { useEffect } from 'react';
import { useQuery } from 'urql';
import { type EventRowFragment, EventsDocument } from '../../api/generated/graphql.ts';
import { EventChips } from '../../entities/event/event-chips.tsx';
import { EventComment } from '../../entities/event/event-comment.tsx';
import { EventMessage } from '../../entities/event/event-message.tsx';
import styles from '../../entities/event/event-text.module.css';
import { severityBadge } from '../../entities/event/severity.ts';
import { toastFailed } from '../../ui/feedback/toasts.ts';
import { SideDrawer } from '../../ui/page/side-drawer.tsx';
import { StatusBadge } from '../../ui/status/status-badge.tsx';
import { Timestamp } from '../../ui/text/timestamp.tsx';
import { RelatedTransfers } from './related-transfers.tsx';

type Props = {
  readonly eventId: string;
  /** The event, when the list has it already. */
  readonly known: EventRowFragment | undefined;
  readonly onClose: () => void;
};

const DRAWER_FAILURE = 'There was a problem processing the request. Contact support if the problem persist';

/** "Event message": the whole of it, and what it is about. */
export function EventDrawer({ eventId, known, onClose }: Props) {
  const [{ data, fetching, error }] = useQuery({
    query: EventsDocument,
    variables: { first: 1, search: eventId },
    pause: known !== undefined,
  });
  const event = known ?? data?.events.nodes.find((node) => node.id === eventId);
  const missing = event === undefined && !fetching && (data !== undefined || error !== undefined);
  useEffect(() => {
    if (!missing) return;
    toastFailed(DRAWER_FAILURE);
    onClose();
  }, [missing, onClose]);
  return (
    <SideDrawer opened title="Event message" onClose={onClose}>
      <div className={styles['drawer']}>
        {event === undefined ? <Skeleton height="var(--empty-height)" /> : <Content event={event} />}
      </div>
    </SideDrawer>
  );
}

function Content({ event }: { readonly event: EventRowFragment }) {
  const badge = severityBadge(event.severity);
  const declaration = event.download_declaration ?? event.upload_declaration;
  return (
    <>
      <div className={styles['head']}>
        <StatusBadge
          tone={badge.tone}
          label={badge.label}
          {...(badge.tone === 'working' ? { icon: 'info' as const } : {})}
        />
        <Timestamp value={event.created} />
        {event.project_name !== null && <span>{event.project_name}</span>}
        {declaration !== null && <span>{declaration}</span>}
        <EventChips event={event} />
      </div>
      <EventMessage message={event.message} />
      {event.comment !== null && <EventComment event={event} />}
      <RelatedTransfers
        downloadId={event.download?.id ?? null}
        uploadId={event.upload?.id ?? null}
        flowId={event.flow?.id ?? null}
      />
    </>
  );
}
