import { Skeleton } from '@mantine/core';
import { type EventRowFragment, EventsDocument } from '../../api/generated/graphql.ts';
import { drawerSubject, useDrawerSubject } from '../../api/lists/use-drawer-subject.ts';
import { EventChips } from '../../entities/event/event-chips.tsx';
import { EventComment } from '../../entities/event/event-comment.tsx';
import { EventMessage } from '../../entities/event/event-message.tsx';
import styles from '../../entities/event/event-text.module.css';
import { severityBadge } from '../../entities/event/severity.ts';
import { SideDrawer } from '../../ui/page/side-drawer.tsx';
import { StatusBadge } from '../../ui/status/status-badge.tsx';
import { Timestamp } from '../../ui/text/timestamp.tsx';
import { RelatedTransfers } from './related-transfers.tsx';

type Props = {
  readonly eventId: string;
  /** The event, when the list has loaded it already. */
  readonly known: EventRowFragment | undefined;
  readonly onClose: () => void;
};

const EVENT = drawerSubject(EventsDocument, (data) => data.events.nodes[0]);

/** "Event message": the full message and its downloads and uploads. */
export function EventDrawer({ eventId, known, onClose }: Props) {
  const event = useDrawerSubject(EVENT, { first: 1, search: eventId }, known, onClose);
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
