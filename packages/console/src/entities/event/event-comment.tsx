import type { EventRowFragment } from '../../api/generated/graphql.ts';
import { Timestamp } from '../../ui/text/timestamp.tsx';
import styles from './event-text.module.css';

/** The comment on an event. */
export function EventComment({ event }: { readonly event: EventRowFragment }) {
  return (
    <div className={styles['comment']}>
      <div className={styles['message']}>{event.comment}</div>
      {event.commented_by?.name} <Timestamp value={event.commented_on} />
    </div>
  );
}
