import { ActionIcon } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { toastDone, toastFailed } from '../feedback/toasts.ts';
import { SMALL_ICON_SIZE } from '../theme/metrics.ts';
import styles from './text.module.css';

/** Puts a text on the clipboard and says so. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toastDone('Copied to clipboard!');
  } catch {
    toastFailed('The browser did not allow copying.');
  }
}

type Props = {
  /** What is copied. */
  readonly text: string;
  /** What it is: "name", "id". */
  readonly what: string;
  readonly children: ReactNode;
};

/** A text with a button that copies it, shown on hover. By keyboard the row's menu copies. */
export function Copyable({ text, what, children }: Props) {
  return (
    <span className={styles['copyable']}>
      {children}
      <ActionIcon
        className={styles['copy']}
        tabIndex={-1}
        aria-label={`Copy ${what}`}
        data-tip={`Copy ${what} ${text}`}
        onClick={() => void copyText(text)}
      >
        <IconCopy size={SMALL_ICON_SIZE} />
      </ActionIcon>
    </span>
  );
}
