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

/** The icon of each kind of status, everywhere. */
export const STATUS_ICONS: Readonly<Record<StatusIcon, Icon>> = {
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
