import type { EventRowFragment } from '../../api/generated/graphql.ts';
import { Row } from '../../ui/layout/layout.tsx';
import styles from './event-text.module.css';
import { retryChips } from './retry-chips.ts';

type Props = { readonly event: EventRowFragment };

/** "Will Retry" or "Will Not Retry", and the number of the retry. */
export function EventChips({ event }: Props) {
  const { outlook, count } = retryChips(event);
  if (outlook === null && count === null) return null;
  return (
    <Row as="span" gap={2} align="center" flex="none">
      {outlook !== null && (
        <Row
          as="span"
          inline
          align="center"
          paddingInline={2}
          height="badge"
          size="small"
          tone="dim"
          nowrap
          className={styles['chip']}
          data-retry={event.will_retry === true || undefined}
        >
          {outlook}
        </Row>
      )}
      {count !== null && (
        <Row
          as="span"
          inline
          align="center"
          paddingInline={2}
          height="badge"
          size="small"
          tone="dim"
          nowrap
          className={styles['chip']}
          data-tip="Retries made, of retries allowed"
        >
          {count}
        </Row>
      )}
    </Row>
  );
}
