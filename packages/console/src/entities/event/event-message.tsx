import { Button } from '@mantine/core';
import { LIMITS, truncate } from '@switchboard/model';
import { useState } from 'react';
import { copyText } from '../../ui/text/copyable.tsx';
import styles from './event-text.module.css';

/** An event's message: cut at 200 characters until the person asks for more; copied whole. */
export function EventMessage({ message }: { readonly message: string }) {
  const [whole, setWhole] = useState(false);
  const long = message.length > LIMITS.eventMessageLength;
  return (
    <div className={styles['stack']}>
      <p className={styles['message']}>{whole ? message : truncate(message, LIMITS.eventMessageLength)}</p>
      <div className={styles['buttons']}>
        <Button onClick={() => void copyText(message)}>Copy</Button>
        {long && (
          <Button variant="subtle" aria-expanded={whole} onClick={() => setWhole(!whole)}>
            {whole ? 'See less' : 'See more'}
          </Button>
        )}
      </div>
    </div>
  );
}
