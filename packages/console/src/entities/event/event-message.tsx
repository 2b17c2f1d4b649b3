import { Button } from '@mantine/core';
import { truncate } from '@switchboard/model/format';
import { LIMITS } from '@switchboard/model/limits';
import { type ReactNode, useState } from 'react';
import { Row, Stack } from '../../ui/layout/layout.tsx';
import { copyText } from '../../ui/text/copyable.tsx';
import styles from './event-text.module.css';

type Props = {
  readonly message: string;
  /** Buttons after those of the message. */
  readonly children?: ReactNode;
};

/** An event's message, truncated until the person expands it. Copies the full text. */
export function EventMessage({ message, children }: Props) {
  const [isExpanded, setIsExpanded] = useState(false);
  const long = message.length > LIMITS.eventMessageLength;
  return (
    <Stack gap={3}>
      <p className={styles['message']}>{isExpanded ? message : truncate(message, LIMITS.eventMessageLength)}</p>
      <Row gap={2} wrap>
        <Button onClick={() => void copyText(message)}>Copy</Button>
        {long && (
          <Button variant="subtle" aria-expanded={isExpanded} onClick={() => setIsExpanded(!isExpanded)}>
            {isExpanded ? 'See less' : 'See more'}
          </Button>
        )}
        {children}
      </Row>
    </Stack>
  );
}
