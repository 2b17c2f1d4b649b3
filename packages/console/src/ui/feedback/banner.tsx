import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Row } from '../layout/layout.tsx';
import { STATUS_ICONS } from '../status/status-icons.ts';
import { ICON_SIZE, SMALL_ICON_SIZE } from '../theme/metrics.ts';
import styles from './banner.module.css';

type Props = {
  readonly tone: 'info' | 'warning' | 'error';
  readonly title: string;
  readonly children?: ReactNode;
  /** Commands of the banner. */
  readonly actions?: ReactNode;
  readonly onDismiss?: () => void;
  /** True where it belongs to an entry of a list, and screen readers do not announce it. */
  readonly isStanding?: boolean;
};

/** A message about a whole page or panel, such as "Credential suspended", with what can be done. */
export function Banner({ tone, title, children, actions, onDismiss, isStanding = false }: Props) {
  const Mark = STATUS_ICONS[tone];
  return (
    <Row
      gap={[2, 3]}
      align="center"
      wrap
      padding={[3, 4]}
      tone="working"
      className={styles['banner']}
      data-tone={tone}
      role={isStanding ? 'note' : tone === 'error' ? 'alert' : 'status'}
    >
      <Mark size={ICON_SIZE} aria-hidden="true" className={styles['icon']} />
      <div className={styles['text']}>
        {title !== '' && <strong className={styles['title']}>{title}</strong>}
        {children !== undefined && <div>{children}</div>}
      </div>
      {actions}
      {onDismiss !== undefined && (
        <ActionIcon aria-label="Dismiss" onClick={onDismiss}>
          <IconX size={SMALL_ICON_SIZE} />
        </ActionIcon>
      )}
    </Row>
  );
}
