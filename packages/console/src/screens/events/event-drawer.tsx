import { Button, Skeleton } from '@mantine/core';
import { IconLink, IconTerminal2 } from '@tabler/icons-react';
import { EventDocument } from '../../api/generated/documents/event.ts';
import type { EventRowFragment } from '../../api/generated/graphql.ts';
import { drawerSubject, useDrawerSubject } from '../../api/lists/use-drawer-subject.ts';
import { API_CALL_TIP, useCopyApiCall } from '../../api/use-copy-api-call.ts';
import { CommentEditor } from '../../entities/event/comment-editor.tsx';
import { eventCall } from '../../entities/event/event-call.ts';
import { EventChips } from '../../entities/event/event-chips.tsx';
import { EventMessage } from '../../entities/event/event-message.tsx';
import styles from '../../entities/event/event-text.module.css';
import { SeverityBadge } from '../../entities/event/severity-badge.tsx';
import { Row } from '../../ui/layout/layout.tsx';
import { DrawerTitle } from '../../ui/page/side-drawer.tsx';
import { copyText } from '../../ui/text/copyable.tsx';
import { Timestamp } from '../../ui/text/timestamp.tsx';
import { SMALL_ICON_SIZE } from '../../ui/theme/metrics.ts';
import { RelatedTransfers } from './related-transfers.tsx';
import { SurroundingEvents } from './surrounding-events.tsx';

type Props = {
  readonly eventId: string;
  /** The event, when the list has loaded it already. */
  readonly known: EventRowFragment | undefined;
  /** Shows the events around one in the list. */
  readonly onContext: (id: string) => void;
  readonly onOpen: (event: EventRowFragment) => void;
  readonly onClose: () => void;
};

const EVENT = drawerSubject(EventDocument, (data) => data.event);

/** "Event message": the full message and its downloads and uploads. */
export function EventDrawer({ eventId, known, onContext, onOpen, onClose }: Props) {
  const event = useDrawerSubject(EVENT, { id: eventId }, known, onClose);
  return (
    <>
      <DrawerTitle>Event message</DrawerTitle>
      <div className={styles['drawer']}>
        {event === undefined ? (
          <Skeleton height="var(--empty-height)" />
        ) : (
          <Content event={event} onContext={onContext} onOpen={onOpen} />
        )}
      </div>
    </>
  );
}

type ContentProps = Pick<Props, 'onContext' | 'onOpen'> & { readonly event: EventRowFragment };

function Content({ event, onContext, onOpen }: ContentProps) {
  const copyApiCall = useCopyApiCall();
  const declaration = event.download_declaration ?? event.upload_declaration;
  return (
    <>
      <Row gap={3} align="center" wrap tone="dim">
        <SeverityBadge event={event} />
        <Timestamp value={event.created} />
        {event.project_name !== null && <span>{event.project_name}</span>}
        {declaration !== null && <span>{declaration}</span>}
        <EventChips event={event} />
      </Row>
      <EventMessage message={event.message}>
        <Button leftSection={<IconLink size={SMALL_ICON_SIZE} />} onClick={() => void copyText(location.href)}>
          Copy link
        </Button>
        <Button
          leftSection={<IconTerminal2 size={SMALL_ICON_SIZE} />}
          data-tip={API_CALL_TIP}
          onClick={() => copyApiCall(eventCall(event.id))}
        >
          Copy as API call
        </Button>
      </EventMessage>
      <CommentEditor event={event} />
      <RelatedTransfers
        downloadId={event.download?.id ?? null}
        uploadId={event.upload?.id ?? null}
        flowId={event.flow?.id ?? null}
      />
      <SurroundingEvents event={event} onContext={onContext} onOpen={onOpen} />
    </>
  );
}
