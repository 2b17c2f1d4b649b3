import { Button, Skeleton } from '@mantine/core';
import { parseTimestamp } from '@switchboard/model/format';
import { LIMITS } from '@switchboard/model/limits';
import { useQuery } from 'urql';
import { EventsDocument } from '../../api/generated/documents/event.ts';
import type { EventRowFragment } from '../../api/generated/graphql.ts';
import { shortMessage } from '../../entities/event/event-columns.tsx';
import { SeverityBadge } from '../../entities/event/severity-badge.tsx';
import { longDuration } from '../../lib/relative-time.ts';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import styles from './events.module.css';

type Props = {
  readonly event: EventRowFragment;
  /** Shows them in the list. */
  readonly onContext: (id: string) => void;
  readonly onOpen: (event: EventRowFragment) => void;
};

/** Events of the same object within ten minutes of an event, newest first. */
export function SurroundingEvents({ event, onContext, onOpen }: Props) {
  const [{ data, fetching }] = useQuery({
    query: EventsDocument,
    variables: { first: LIMITS.eventPageSize, around: event.id },
    requestPolicy: 'cache-and-network',
  });
  const found = data?.events.nodes ?? [];
  return (
    <section aria-label="In context">
      <Row gap={3} align="center" justify="between" className={styles['sectionHead']}>
        <h3>In context: ten minutes before and after</h3>
        <Button variant="subtle" onClick={() => onContext(event.id)}>
          Show in the list
        </Button>
      </Row>
      {fetching && found.length === 0 && <Skeleton height="var(--nav-item)" />}
      {!fetching && found.length <= 1 && (
        <Text as="p" tone="dim">
          Nothing else happened to it.
        </Text>
      )}
      {found.length > 1 && (
        <Stack as="ol" gap={0}>
          {found.map((other) => (
            <li key={other.id}>
              {other.id === event.id ? (
                <div className={styles['contextLine']} aria-current="true">
                  <Line event={other} time="This event" />
                </div>
              ) : (
                <button type="button" className={styles['contextLine']} onClick={() => onOpen(other)}>
                  <Line event={other} time={distanceText(event.created, other.created)} />
                </button>
              )}
            </li>
          ))}
        </Stack>
      )}
    </section>
  );
}

function Line({ event, time }: { readonly event: EventRowFragment; readonly time: string }) {
  return (
    <>
      <Text tone="dim" tabular nowrap>
        {time}
      </Text>
      <SeverityBadge event={event} />
      <Text truncate data-tip={event.message}>
        {shortMessage(event)}
      </Text>
    </>
  );
}

/** "2 min 3 s later", "40 s before". */
function distanceText(from: string, to: string): string {
  const [start, end] = [from, to].map((time) => parseTimestamp(time)?.getTime() ?? 0) as [number, number];
  const distance = end - start;
  if (distance === 0) return 'same second';
  return `${longDuration(Math.abs(distance))} ${distance > 0 ? 'later' : 'before'}`;
}
