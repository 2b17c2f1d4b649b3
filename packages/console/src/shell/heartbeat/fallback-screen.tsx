import { Button } from '@mantine/core';
import { IconPlugConnectedX, IconTool } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { Health } from '../../api/live/health.ts';
import { formatClock } from '../../lib/clock.ts';
import { MessageScreen } from '../../ui/feedback/states.tsx';
import styles from './heartbeat.module.css';

const LARGE_ICON = 32;

const SCREENS = {
  maintenance: {
    icon: <IconTool size={LARGE_ICON} stroke={1.5} aria-hidden="true" />,
    title: 'Switchboard will be back soon',
    children: 'We are upgrading Switchboard. This page refreshes by itself when the maintenance ends.',
  },
  unreachable: {
    icon: <IconPlugConnectedX size={LARGE_ICON} stroke={1.5} aria-hidden="true" />,
    title: 'Switchboard cannot be reached',
    children: 'The server does not answer. This page tries again every 10 seconds and reloads automatically.',
  },
} as const;

type Props = {
  readonly health: Exclude<Health, 'ok'>;
  /** When the server last answered, in milliseconds. */
  readonly lastAnswer: number;
  /** The person wants to read the data beneath. */
  readonly onHide: () => void;
};

/**
 * Covers the application while the server is away. A modal dialog makes everything beneath inert, open drawers and
 * dialogs included, and keeps it mounted: scroll, selection and half-filled forms stay.
 */
export function FallbackScreen({ health, lastAnswer, onHide }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Otherwise the heading would get the focus.
    element?.querySelector('button')?.focus();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles['screen']}
      aria-label={SCREENS[health].title}
      onCancel={(event) => {
        event.preventDefault();
        onHide();
      }}
    >
      <MessageScreen
        {...SCREENS[health]}
        landmark={false}
        actions={<Button onClick={onHide}>Show the data of {formatClock(lastAnswer)}</Button>}
      />
    </dialog>
  );
}
