import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Row } from '../layout/layout.tsx';
import styles from './banner.module.css';

type Props = {
  readonly children: ReactNode;
  readonly onRetry: () => void;
};

/** The message that loaded rows could not be refreshed or continued, with Retry. The rows stay. */
export function RetryBanner({ children, onRetry }: Props) {
  return (
    <Row
      gap={3}
      align="center"
      justify="between"
      padding={[2, 4]}
      width="full"
      tone="error"
      className={styles['banner']}
      data-tone="error"
      role="alert"
    >
      <span>{children}</span>
      <Button onClick={onRetry}>Retry</Button>
    </Row>
  );
}
