import type { StatusTone } from '@switchboard/model';
import {
  type Icon,
  IconAlertTriangleFilled,
  IconBan,
  IconCheck,
  IconClock,
  IconInfoCircle,
  IconLoader2,
  IconRefresh,
  IconX,
} from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { SMALL_ICON_SIZE } from '../theme/metrics.ts';
import styles from './status-badge.module.css';

export type StatusIcon =
  | 'working'
  | 'waiting'
  | 'completed'
  | 'warning'
  | 'retrying'
  | 'error'
  | 'inactive'
  | 'skipped'
  | 'info';

const ICONS: Readonly<Record<StatusIcon, Icon>> = {
  working: IconLoader2,
  waiting: IconClock,
  completed: IconCheck,
  warning: IconAlertTriangleFilled,
  retrying: IconRefresh,
  error: IconX,
  inactive: IconClock,
  skipped: IconBan,
  info: IconInfoCircle,
};

type Props = {
  readonly tone: StatusTone;
  readonly label: string;
  /** Overrides the tone's icon. */
  readonly icon?: StatusIcon;
  readonly tip?: string | undefined;
};

/** A status as icon, word and colour. */
export function StatusBadge({ tone, label, icon = tone, tip }: Props) {
  const StatusSymbol = ICONS[icon];
  const color = tone === 'skipped' ? 'inactive' : tone;
  const colors = { '--tone': `var(--${color})`, '--tone-bg': `var(--${color}-bg)` } as CSSProperties;
  return (
    <span className={styles['badge']} style={colors} data-tone={tone} data-tip={tip}>
      <StatusSymbol
        size={SMALL_ICON_SIZE}
        aria-hidden="true"
        className={icon === 'working' ? styles['rotating'] : undefined}
      />
      {label}
    </span>
  );
}
