import { Button } from '@mantine/core';
import { LIMITS, truncate } from '@switchboard/model';
import { useState } from 'react';
import { copyText } from '../../ui/text/copyable.tsx';
import styles from './event-text.module.css';

/** An event's message, truncated until the person expands it. Copies the full text. */
export function EventMessage({ message }: { readonly message: string }) {
  const [isExpanded, setIsExpanded] = useState(false);
  const long = message.length > LIMITS.eventMessageLength;
  return (
    <div className={styles['stack']}>
      <p className={styles['message']}>{isExpanded ? message : truncate(message, LIMITS.eventMessageLength)}</p>
      <div className={styles['buttons']}>
        <Button onClick={() => void copyText(message)}>Copy</Button>
        {long && (
          <Button variant="subtle" aria-expanded={isExpanded} onClick={() => setIsExpanded(!isExpanded)}>
            {isExpanded ? 'See less' : 'See more'}
          </Button>
        )}
      </div>
    </div>
  );
}
