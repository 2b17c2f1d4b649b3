import { ActionIcon } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { toastDone, toastFailed } from '../feedback/toasts.ts';
import { Row } from '../layout/layout.tsx';
import { SMALL_ICON_SIZE } from '../theme/metrics.ts';
import styles from './text.module.css';

/**
 * Copies a text to the clipboard and shows a toast.
 * @param done what the toast says
 */
export async function copyText(text: string, done = 'Copied to clipboard!'): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toastDone(done);
  } catch {
    toastFailed('The browser did not allow copying.');
  }
}

type Props = {
  /** The text to copy. */
  readonly text: string;
  /** The kind of text, for labels: "name", "id". */
  readonly what: string;
  readonly children: ReactNode;
};

/** A text with a copy button, shown on hover. The row menu offers the same to keyboard users. */
export function Copyable({ text, what, children }: Props) {
  const [isHovered, setIsHovered] = useState(false);
  return (
    <Row
      as="span"
      inline
      gap={1}
      align="center"
      minWidth={0}
      maxWidth="full"
      minHeight="touch"
      onPointerEnter={() => setIsHovered(true)}
      onPointerLeave={() => setIsHovered(false)}
    >
      {children}
      {isHovered && (
        <ActionIcon
          className={styles['copy']}
          tabIndex={-1}
          aria-label={`Copy ${what}`}
          data-tip={`Copy ${what} ${text}`}
          onClick={() => void copyText(text)}
        >
          <IconCopy size={SMALL_ICON_SIZE} />
        </ActionIcon>
      )}
    </Row>
  );
}
