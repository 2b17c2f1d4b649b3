import { Button } from '@mantine/core';
import { IconAlertCircle, IconInbox } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Row, Text } from '../layout/layout.tsx';
import { Copyable } from '../text/copyable.tsx';
import styles from './states.module.css';

const LARGE_ICON = 28;

type EmptyProps = {
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  /** True where it is the whole screen, and its title the screen's heading. */
  readonly isScreen?: boolean;
};

/** An empty list or page: why it is empty, and the next action. */
export function EmptyState({ title, children, actions, isScreen = false }: EmptyProps) {
  return (
    <div className={styles['state']} role="status">
      <IconInbox size={LARGE_ICON} stroke={1.5} className={styles['icon']} aria-hidden="true" />
      {isScreen ? (
        <h1 className={styles['title']} tabIndex={-1}>
          {title}
        </h1>
      ) : (
        <p className={styles['title']}>{title}</p>
      )}
      {children !== undefined && (
        <Text as="p" maxWidth="message-width" breakWords>
          {children}
        </Text>
      )}
      {actions !== undefined && (
        <Row gap={2} className={styles['actions']}>
          {actions}
        </Row>
      )}
    </div>
  );
}

type ErrorProps = {
  readonly title: string;
  readonly detail?: string | undefined;
  /** Shows its message and its Request-ID. */
  readonly failure?: { readonly message: string; readonly requestId?: string | undefined } | null | undefined;
  readonly onRetry?: (() => void) | undefined;
};

/** A failed list or page: the reason, the Request-ID for support, and Retry. */
export function ErrorState({ title, failure, detail = failure?.message, onRetry }: ErrorProps) {
  const requestId = failure?.requestId;
  return (
    <div className={styles['state']} role="alert">
      <IconAlertCircle size={LARGE_ICON} stroke={1.5} className={styles['icon']} data-tone="error" aria-hidden="true" />
      <p className={styles['title']}>{title}</p>
      {detail !== undefined && (
        <Text as="p" maxWidth="message-width" breakWords>
          {detail}
        </Text>
      )}
      {requestId !== undefined && (
        <Copyable text={requestId} what="Request-ID">
          <Text size="small" mono>
            Request-ID {requestId}
          </Text>
        </Copyable>
      )}
      {onRetry !== undefined && (
        <Row gap={2} className={styles['actions']}>
          <Button onClick={onRetry}>Retry</Button>
        </Row>
      )}
    </div>
  );
}

type ScreenProps = {
  readonly icon?: ReactNode;
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  /** False inside another landmark, such as the main region of the shell. */
  readonly landmark?: boolean;
};

/** A failure on a page of its own, with Retry. */
export function RetryScreen({ title, children, onRetry }: ScreenProps & { readonly onRetry: () => void }) {
  return (
    <MessageScreen
      title={title}
      actions={
        <Button variant="filled" onClick={onRetry}>
          Retry
        </Button>
      }
    >
      {children}
    </MessageScreen>
  );
}

/** A message on a page of its own. */
export function MessageScreen({ icon, title, children, actions, landmark = true }: ScreenProps) {
  const Frame = landmark ? 'main' : 'div';
  return (
    <Frame className={styles['screen']}>
      <div className={styles['card']}>
        <div className={styles['state']}>
          {icon}
          <h1 className={styles['title']} tabIndex={-1}>
            {title}
          </h1>
          {children !== undefined && (
            <Text as="p" maxWidth="message-width" breakWords>
              {children}
            </Text>
          )}
          {actions !== undefined && (
            <Row gap={2} className={styles['actions']}>
              {actions}
            </Row>
          )}
        </div>
      </div>
    </Frame>
  );
}
