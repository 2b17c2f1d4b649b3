import type { StatusTone } from '@switchboard/model/status/status';
import type { CSSProperties } from 'react';
import { Row } from '../layout/layout.tsx';
import { SMALL_ICON_SIZE } from '../theme/metrics.ts';
import styles from './status-badge.module.css';
import { STATUS_ICONS, type StatusIcon } from './status-icons.ts';

type Props = {
  readonly tone: StatusTone;
  readonly label: string;
  /** Overrides the tone's icon. */
  readonly icon?: StatusIcon;
  readonly tip?: string | undefined;
};

/** A status as icon, word and colour. */
export function StatusBadge({ tone, label, icon = tone, tip }: Props) {
  const StatusSymbol = STATUS_ICONS[icon];
  const color = tone === 'skipped' ? 'inactive' : tone;
  const colors = { '--tone': `var(--${color})`, '--tone-bg': `var(--${color}-bg)` } as CSSProperties;
  return (
    <Row
      as="span"
      inline
      gap={1}
      align="center"
      height="badge"
      flex="none"
      size="small"
      weight="medium"
      nowrap
      className={styles['badge']}
      style={colors}
      data-tone={tone}
      data-tip={tip}
    >
      <StatusSymbol
        size={SMALL_ICON_SIZE}
        aria-hidden="true"
        className={icon === 'working' ? styles['rotating'] : undefined}
      />
      {label}
    </Row>
  );
}
